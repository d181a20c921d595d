"""The databases that tests run on: SQLite, or PostgreSQL with TEST_DATABASE=postgresql."""

from __future__ import annotations

import os
import shutil
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session, scoped_session

from scorekeeper.store.models import db
from tests import postgres

ON_POSTGRESQL = os.environ.get("TEST_DATABASE") == "postgresql"
FILE = "test.sqlite3"
Connected = scoped_session[Any] | Session
Rows = dict[str, list[dict[str, Any]]]
_names: dict[Path, str] = {}
_free: list[str] = []
_numbers = count(1)


def url_of(folder: Path) -> str:
    """The address of a folder's own database, made if there is none yet."""
    if not ON_POSTGRESQL:
        return f"sqlite:///{folder / FILE}"
    if folder not in _names:
        _names[folder] = f"t{next(_numbers)}"
        postgres.create(_names[folder])
    return f"{postgres.server()}/{_names[folder]}"


def copy(empty: Path, folder: Path) -> None:
    """Let the folder's database begin as that of ``empty``: faster than migrating."""
    if not ON_POSTGRESQL:
        shutil.copy(empty / FILE, folder / FILE)
    elif _free:
        _names[folder] = _free.pop()
        tables = ", ".join(f'"{table.name}"' for table in db.metadata.sorted_tables)
        try:
            postgres.run(_names[folder], f"TRUNCATE {tables} RESTART IDENTITY")
            postgres.run(_names[folder], "SELECT version_num FROM alembic_version")
        except postgres.Error:
            # A test took a table away.
            _make(empty, folder)
    else:
        _make(empty, folder)


def _make(empty: Path, folder: Path) -> None:
    _names[folder] = f"t{next(_numbers)}"
    postgres.create(_names[folder], _names[empty])


def give_back(folder: Path) -> None:
    """Nobody needs the folder's database any more; another test may have it."""
    if ON_POSTGRESQL:
        _free.append(_names.pop(folder))


def rows(session: Connected) -> Rows:
    """Everything that a database holds, by table, in the order of the primary keys."""
    return {
        table.name: [
            dict(row._mapping)
            for row in session.execute(table.select().order_by(*table.primary_key))
        ]
        for table in db.metadata.sorted_tables
    }


def fill(session: Connected, held: Rows) -> None:
    """Let the database hold just these rows."""
    for table in reversed(db.metadata.sorted_tables):
        session.execute(table.delete())
    for table in db.metadata.sorted_tables:
        if held[table.name]:
            session.execute(table.insert(), held[table.name])
        if ON_POSTGRESQL and table.name in ("book", "phone", "game", "one_time_link"):
            sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
            newest = f"SELECT max(id) FROM {table.name}"  # noqa: S608
            session.execute(text(f"SELECT setval({sequence}, coalesce(({newest}), 1))"))
    session.commit()
