"""A PostgreSQL with every earlier schema opens with this program and keeps its games."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import Migrate, upgrade
from sqlalchemy import Engine, MetaData, create_engine, text
from sqlalchemy.exc import SAWarning
from sqlalchemy.orm import Session

from scorekeeper import create_app
from scorekeeper.config import SettingError
from scorekeeper.store import engine as schema
from scorekeeper.store.models import db
from tests import databases, postgres
from tests.conftest import closed, settings
from tests.schemas import play_on
from tests.servers import missing
from tests.turns import daily

# One process starts the server.
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("postgresql")]

NUMBERS = """SELECT setval(pg_get_serial_sequence('{0}', 'id'), max(id)) FROM "{0}" """


@pytest.fixture(autouse=True)
def _is_there() -> None:
    if postgres.programs() is None:
        missing("PostgreSQL", "postgresql")


def made(name: str) -> str:
    """The address of a new database."""
    postgres.create(name)
    return f"{postgres.server()}/{name}"


def make_old(address: str, dump: Path, folder: Path) -> None:
    """Let the database be as the program of that step left it, with the games of its dump."""
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = address
    db.init_app(app)
    Migrate(app, db, directory=str(schema.MIGRATIONS))
    with closed(app), app.app_context():
        upgrade(revision=dump.stem)
    databases.make_old(folder / databases.FILE, dump)
    with engine(address) as there, engine(f"sqlite:///{folder / databases.FILE}") as here:
        tables = MetaData()
        tables.reflect(there)
        with there.begin() as target, here.connect() as source, warnings.catch_warnings():
            # Of tables that refer to each other, some order has to be chosen.
            warnings.simplefilter("ignore", SAWarning)
            for table in tables.sorted_tables:
                rows = [dict(row) for row in source.execute(table.select()).mappings()]
                if rows and table.name != "alembic_version":
                    target.execute(table.insert(), rows)
                    if "id" in table.c:
                        target.execute(text(NUMBERS.format(table.name)))


@contextmanager
def engine(address: str) -> Iterator[Engine]:
    opened = create_engine(address)
    yield opened
    opened.dispose()


@daily("dump", databases.DUMPS, databases.OLDEST, databases.DUMPS[-1], ids=lambda path: path.stem)
def test_an_upgrade_keeps_every_game_and_the_first_is_played_on(dump: Path, tmp_path: Path) -> None:
    address = made(f"old_{dump.stem}")
    make_old(address, dump, tmp_path)
    app = create_app(settings(tmp_path) | {"SQLALCHEMY_DATABASE_URI": address})
    with closed(app), app.app_context():
        play_on()


def test_the_database_of_a_newer_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    given = settings(tmp_path) | {"SQLALCHEMY_DATABASE_URI": made("newer")}
    with closed(create_app(given)) as app:
        before = databases.held(app)
    with engine(given["SQLALCHEMY_DATABASE_URI"]) as there, there.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SettingError, match="the database has the schema 9999, which this score"):
        create_app(given)
    with engine(given["SQLALCHEMY_DATABASE_URI"]) as there, Session(there) as session:
        assert databases.rows(session) == before
