"""The databases that tests run on: SQLite, or PostgreSQL with TEST_DATABASE=postgresql."""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import Connection, Engine, Select, Table, event
from sqlalchemy.orm import Session, scoped_session

from scorekeeper.store.models import db
from tests import postgres

ON_POSTGRESQL = os.environ.get("TEST_DATABASE") == "postgresql"
FILE = "test.sqlite3"
DUMPS = sorted(Path(__file__).parent.glob("schemas/*.sql"))
"""A database of each step of the schema."""
OLDEST = DUMPS[0]
SOME_DUMPS = (OLDEST, DUMPS[len(DUMPS) // 2], DUMPS[-1])
"""Those that are upgraded every day."""
Connected = scoped_session[Any] | Session
Rows = dict[str, list[dict[str, Any]]]
Settled = dict[str, list[str]]
Cells = frozenset[tuple[str, str]]
"""Tables and columns."""
BY_CHANCE = {
    "key",
    "uid",
    "secret",
    "code",
    "token",
    "token_hash",
    "nonce",
    "key_hash",
    "recovery_hash",
    "stamp",
}
BY_TIME = {
    "seen_at",
    "started_at",
    "changed_at",
    "at",
    "waited",
    "expires_at",
    "used_at",
    "deleted_at",
    "ended_at",
}
_names: dict[Path, str] = {}
_free: list[str] = []
_numbers = count(1)


def url_of(folder: Path) -> str:
    """The address of a folder's database, created if necessary."""
    if not ON_POSTGRESQL:
        return f"sqlite:///{folder / FILE}"
    if folder not in _names:
        _names[folder] = f"t{next(_numbers)}"
        postgres.create(_names[folder])
    return f"{postgres.server()}/{_names[folder]}"


def is_missing(folder: Path) -> bool:
    """Return whether the folder has no database yet."""
    return folder not in _names if ON_POSTGRESQL else not (folder / FILE).exists()


@contextmanager
def lent(empty: Path, folder: Path) -> Iterator[None]:
    """A context in which the folder has a copy of the database in ``empty``."""
    copy(empty, folder)
    yield
    if ON_POSTGRESQL:
        _free.append(_names.pop(folder))


def copy(empty: Path, folder: Path) -> None:
    """Copy the database in ``empty`` into the folder, which is faster than migrating."""
    if not ON_POSTGRESQL:
        shutil.copy(empty / FILE, folder / FILE)
    elif _free:
        _names[folder] = _free.pop()
        try:
            postgres.run(_names[folder], _emptied())
        except postgres.Error:
            # A test dropped a table.
            _make(empty, folder)
    else:
        _make(empty, folder)


def _emptied() -> str:
    """Delete all rows and restart the sequences; with few rows this is faster than TRUNCATE."""
    tables = [table for table, _ in reversed(_tables())]
    rows = [f'DELETE FROM "{table.name}"' for table in tables]  # noqa: S608
    numbers = [
        f"SELECT setval({_numbers_of(table)}, 1, false)" for table in tables if _is_numbered(table)
    ]
    return "; ".join([*rows, *numbers, "SELECT version_num FROM alembic_version"])


def _is_numbered(table: Table) -> bool:
    """Return whether the database numbers its rows itself."""
    return table.autoincrement_column is not None


def _numbers_of(table: Table) -> str:
    return f"pg_get_serial_sequence('{table.name}', 'id')"


def _make(empty: Path, folder: Path) -> None:
    _names[folder] = f"t{next(_numbers)}"
    postgres.create(_names[folder], _names[empty])


def make_old(path: Path, schema: Path = OLDEST) -> None:
    """A database as an older program created it."""
    with closing(sqlite3.connect(path)) as made:
        made.executescript(schema.read_text(encoding="utf-8"))


def rows(session: Connected) -> Rows:
    """Everything in a database, by table, in the order of the primary keys."""
    connection = session.connection()
    return {
        table.name: [dict(row) for row in connection.execute(all_of_it).mappings()]
        for table, all_of_it in _tables()
    }


@cache
def _tables() -> list[tuple[Table, Select[Any]]]:
    """The tables in the order of their foreign keys, each with its query."""
    sorted_ = db.metadata.sorted_tables
    return [(table, table.select().order_by(*table.primary_key)) for table in sorted_]


def fill(session: Connected, held: Rows) -> None:
    """Replace the database's contents with these rows."""
    connection = session.connection()
    driver: Any = connection.connection.driver_connection
    if ON_POSTGRESQL:
        driver.execute(_emptied(), prepare=False)
    else:
        for table, _ in reversed(_tables()):
            driver.execute(f'DELETE FROM "{table.name}"')  # noqa: S608
    for table, _ in _tables():
        if held[table.name]:
            connection.execute(table.insert(), held[table.name])
    if ON_POSTGRESQL:
        newest = [
            f"SELECT setval({_numbers_of(table)}, max(id)) FROM {table.name}"  # noqa: S608
            for table, _ in _tables()
            if _is_numbered(table) and held[table.name]
        ]
        driver.execute("; ".join(newest), prepare=False)
    session.commit()


def hurry() -> None:
    """Let no database of this process wait for the disk: rows of tests need not survive a power
    cut."""
    event.listen(Engine, "engine_connect", _hurry)


def _hurry(connection: Connection) -> None:
    info = connection.connection.info
    if connection.dialect.name == "sqlite" and "hurried" not in info:
        info["hurried"] = True
        driver: Any = connection.connection.driver_connection
        driver.execute("PRAGMA synchronous=OFF")


@contextmanager
def asked(app: Flask) -> Iterator[list[tuple[str, Any]]]:
    """The statements executed meanwhile, each with its values."""
    found: list[tuple[str, Any]] = []

    def note(*told: Any) -> None:
        found.append((told[2], told[3]))

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield found
    event.remove(engine, "before_cursor_execute", note)


def held(app: Flask) -> Rows:
    """Everything in the app's database."""
    with app.app_context():
        found = rows(db.session)
        db.session.remove()
    return found


def restore(app: Flask, held: Rows) -> None:
    """Replace the contents of the app's database with these rows."""
    with app.app_context():
        fill(db.session, held)
        db.session.remove()


def settled(held: Rows) -> Settled:
    """The rows without values that differ between runs.

    Of random values and times, only their presence remains; of generated row numbers, only their
    order.
    """
    places = {
        name: {number: place for place, number in enumerate(sorted(row["id"] for row in rows))}
        for name, rows in held.items()
        if rows and "id" in rows[0]
    }

    def plain(column: Any, value: Any) -> object:
        if value is None:
            return None
        if table := _counted_in(column):
            return places[table][value]
        if column.name == "data":
            # The person that a change created, by a generated number.
            return re.sub(
                r'(?<="alias": )\d+', lambda made: str(places["person"].get(int(made[0]))), value
            )
        return "some" if column.name in {"id", *BY_CHANCE, *BY_TIME} else value

    return {
        table.name: sorted(
            repr([plain(column, row[column.name]) for column in table.columns])
            for row in held[table.name]
        )
        for table, _ in _tables()
    }


def _counted_in(column: Any) -> str:
    """The table to whose rows a column refers, maybe through another table."""
    for key in column.foreign_keys:
        found = key.column.table.name if key.column.name == "id" else _counted_in(key.column)
        if found:
            return str(found)
    return ""


def is_same(before: Rows, after: Rows) -> bool:
    """Return whether nothing was written except the time of a phone's last visit."""
    return not changed(before, after) - {("phone", "seen_at")}


def changed(before: Rows, after: Rows) -> Cells:
    """The columns that differ; for a row added or removed, all columns of its table."""
    found = set()
    for table, rows in before.items():
        if len(rows) != len(after[table]):
            found |= {(table, name) for row in [*rows, *after[table]] for name in row}
        for old, new in zip(rows, after[table], strict=False):
            found |= {(table, name) for name in old if old[name] != new[name]}
    return frozenset(found)
