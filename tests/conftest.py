"""The app on a database of its own for each test, and a table of players to act with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.models import db
from tests.table import Table

SECRET = "a key for tests that is long enough"


def settings(folder: Path) -> dict[str, Any]:
    """Everything in a folder of the test's own."""
    return {
        "TESTING": True,
        "SECRET_KEY": SECRET,
        "INSTANCE_PATH": str(folder),
        "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder / 'test.sqlite3'}",
    }


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the schema and no rows, to be copied: migrating takes longer."""
    folder = tmp_path_factory.mktemp("empty")
    app = create_app(settings(folder))
    with app.app_context():
        db.engine.dispose()
    return folder / "test.sqlite3"


@pytest.fixture
def app(tmp_path: Path, empty_database: Path) -> Iterator[Flask]:
    """The app with an empty database."""
    shutil.copy(empty_database, tmp_path / "test.sqlite3")
    app = create_app(settings(tmp_path))
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


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
