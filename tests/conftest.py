"""The app on a database of its own for each test, and a table of players to act with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache

from scorekeeper import create_app
from scorekeeper.http import parts
from scorekeeper.http.limits import limiter
from scorekeeper.store import reading
from scorekeeper.store.models import db
from tests import databases, postgres
from tests.figures import figures, pytest_terminal_summary  # noqa: F401
from tests.servers import missing
from tests.table import Table

COMPILED = TemporaryDirectory()
"""Templates, compiled once for all apps of a run: that takes longer than a request."""
SECRET = "a key for tests that is long enough"


def settings(folder: Path) -> dict[str, Any]:
    """Everything in a folder of the test's own."""
    return {
        "TESTING": True,
        "SECRET_KEY": SECRET,
        "BACKUPS": False,
        "LIMIT_STARTS": "none",
        "LIMIT_ADDRESS": "none",
        "LIMIT_PHONE": "none",
        "HOSTS": ("table.test",),
        "INSTANCE_PATH": str(folder),
        "SQLALCHEMY_DATABASE_URI": databases.url_of(folder),
    }


@contextmanager
def opened(folder: Path, **more: Any) -> Iterator[Flask]:
    """The app on the folder's database, closed at the end; nothing was tried yet."""
    app = create_app(settings(folder) | more)
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(COMPILED.name)
    limiter.reset()
    try:
        yield app
    finally:
        with app.app_context():
            db.session.remove()
            db.engine.dispose()


@pytest.fixture(scope="session", autouse=True)
def _postgresql() -> None:
    if databases.ON_POSTGRESQL and postgres.programs() is None:
        missing("PostgreSQL", "postgresql")


@pytest.fixture(autouse=True)
def _forget() -> None:
    """No test knows what another one read or drew."""
    reading.forget()
    parts.forget()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a database with the schema and no rows, to be copied."""
    folder = tmp_path_factory.mktemp("empty")
    with opened(folder):
        return folder


@pytest.fixture
def app(tmp_path: Path, empty_database: Path) -> Iterator[Flask]:
    """The app with an empty database."""
    databases.copy(empty_database, tmp_path)
    with opened(tmp_path) as app:
        yield app
    databases.give_back(tmp_path)


@pytest.fixture(scope="module")
def one_app(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """One app for all tests of a file, to put the cast on; it does not wait for the disk."""
    folder = tmp_path_factory.mktemp("one")
    databases.copy(empty_database, folder)
    with opened(folder) as app:
        databases.hurry(app)
        yield app
    databases.give_back(folder)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """The keeper's phone."""
    return app.test_client()


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """A phone that started nothing."""
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """The keeper at a table: ``table.start("Ann", "Ben", "Cem")``, ``table.bid(1, 0, 0)``."""
    return Table(client)
