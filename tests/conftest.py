"""The app on a separate database for each test, and a table of players."""

import atexit
import gc
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from _pytest.nodeid import NodeId
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings as by_chance
from jinja2 import StrictUndefined
from sqlalchemy import create_engine

from scorekeeper import create_app
from scorekeeper.http import assets, gate, parts, polls
from scorekeeper.http.guard import limiter
from scorekeeper.store import engine as sqlite
from scorekeeper.store import statistics
from scorekeeper.store.events import events, tables
from scorekeeper.store.games import reading
from scorekeeper.store.models import db
from tests import databases, postgres
from tests.compiled import Compiled
from tests.failures import pytest_report_teststatus  # noqa: F401
from tests.figures import figures, pytest_terminal_summary  # noqa: F401
from tests.next_release import next_release  # noqa: F401
from tests.servers import missing
from tests.table import Table
from tests.torture.caller import Caller
from tests.torture.served import Served, serving

SECRET = "a key for tests that is long enough"
# A missing name in a template fails instead of showing nothing.
Flask.jinja_options = {"bytecode_cache": Compiled(), "undefined": StrictUndefined}
# Scripts and style sheets are made lighter once in a process.
assets.LIGHTER.update({end: cache(lighter) for end, lighter in assets.LIGHTER.items()})
QUICK_CASES = 1
"""Of a test of many cases, ``make quick`` runs so many."""
Reopen = Callable[[Path], Flask]


def settings(folder: Path) -> dict[str, Any]:
    """Settings with everything in the test's folder."""
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


@cache
def empty() -> Path:
    """The folder of an empty database with the schema, to be copied: migrating takes longer than
    most tests."""
    folder = Path(tempfile.mkdtemp(prefix="empty-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with closed(create_app(settings(folder))):
        return folder


@contextmanager
def opened(folder: Path, **more: Any) -> Iterator[Flask]:
    """A new app on the folder's database, by default an empty one, closed at the end, with no
    attempts counted."""
    if databases.is_missing(folder):
        databases.copy(empty(), folder)
    app = create_app(settings(folder) | more)
    limiter.reset()
    with closed(app):
        yield app


@contextmanager
def closed(app: Flask) -> Iterator[Flask]:
    """Close the app's connections at the end."""
    try:
        yield app
    finally:
        with app.app_context():
            db.session.remove()
            db.engine.dispose()


def pytest_configure() -> None:
    """Nothing waits for the disk, except programs that tests start; no test by chance fails for
    being slow on a busy machine."""
    databases.hurry()
    by_chance.register_profile("busy machines", deadline=None)
    by_chance.load_profile("busy machines")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """``make quick`` runs one case of a test; those of an ``xdist_group`` run in one process.

    pytest-xdist says the latter in a name that pytest 9.2 does not read any more
    (https://github.com/pytest-dev/pytest-xdist/issues/1386).
    """
    cases = Counter[str]()
    for item in items:
        if not item.get_closest_marker("slow"):
            cases[test := item.nodeid.partition("[")[0]] += 1
            if cases[test] > QUICK_CASES:
                item.add_marker("thorough")
    for item in items if getattr(config.option, "loadgroup", False) else ():
        mark = item.get_closest_marker("xdist_group")
        if mark and "@" not in item.nodeid.rpartition("]")[2]:
            item._id = NodeId.parse(f"{item.nodeid}@{mark.args[0]}")


def pytest_collection_finish() -> None:
    """Imported modules stay, so garbage collection need not scan them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _postgresql() -> None:
    if databases.ON_POSTGRESQL and postgres.programs() is None:
        missing("PostgreSQL", "postgresql")


@pytest.fixture(autouse=True)
def _forget() -> None:
    """Tests are independent."""
    forget()


def forget() -> None:
    """Clear the caches."""
    reading.forget()
    events.forget()
    tables.forget()
    statistics.forget()
    parts.forget()
    gate.forget()


@pytest.fixture(scope="session")
def empty_database() -> Path:
    """The folder of an empty database with the schema, to be copied."""
    return empty()


@pytest.fixture(scope="session")
def reopen(tmp_path_factory: pytest.TempPathFactory) -> Reopen:
    """Let the one app of this process work in another folder, as if it had just been created there.

    Creating an app takes longer than most tests.
    """
    with opened(tmp_path_factory.mktemp("app")) as app:
        made, config, limits = dict(vars(app)), dict(app.config), dict(vars(limiter))
        # The object that answers polls keeps the database with which it was created.
        made["wsgi_app"] = made["wsgi_app"]._usual
        with app.app_context():
            known = db.engine

    def at(folder: Path) -> Flask:
        vars(app).update(made, instance_path=str(folder))
        app.config.clear()
        app.config.update(config, SQLALCHEMY_DATABASE_URI=databases.url_of(folder))
        vars(limiter).update(limits)
        limiter.reset()
        with app.app_context():
            engines: Any = db.engines
            options = config["SQLALCHEMY_ENGINE_OPTIONS"]
            engines[None] = engine = create_engine(databases.url_of(folder), **options)
            sqlite.make_safe(engine)
            # Statements compiled for one database are reused for the next.
            engine.dialect, engine._compiled_cache = known.dialect, known._compiled_cache
        polls.init_polls(app)
        return app

    return at


@pytest.fixture
def app(tmp_path: Path, empty_database: Path, reopen: Reopen) -> Iterator[Flask]:
    """The app with an empty database."""
    with databases.lent(empty_database, tmp_path), closed(reopen(tmp_path)) as app:
        yield app


@pytest.fixture(scope="module")
def one_app(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """One app for all tests of a file, for the cast."""
    folder = tmp_path_factory.mktemp("one")
    with databases.lent(empty_database, folder), opened(folder) as app:
        yield app


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Served]:
    """``scorekeeper serve`` as a separate process, with an empty database."""
    with serving(tmp_path_factory.mktemp("served"), empty_database) as server:
        yield server


@pytest.fixture
def caller(served: Served) -> Iterator[Caller]:
    """A phone at the served program."""
    with closing(Caller(served.port)) as phone:
        yield phone


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """The keeper's phone."""
    return app.test_client()


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """A phone that has started no game."""
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """The keeper at a table: ``table.start("Ann", "Ben", "Cem")``, ``table.bid(1, 0, 0)``."""
    return Table(client)


@pytest.fixture
def played(table: Table) -> Table:
    """A table at which one hand was played, and the second has not begun."""
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    return table
