"""Opening the database: safe SQLite settings, and the schema made and upgraded on start."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import Migrate, upgrade
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError

from scorekeeper.config import SettingError
from scorekeeper.models import db
from scorekeeper.store.phones import open_household

MIGRATIONS = Path(__file__).parent.parent / "migrations"
WAIT = 10_000
"""Milliseconds that a writer waits for another; SQLite's own waiting is not fair."""


def init_database(app: Flask) -> None:
    """Bind the database to the app and bring its schema up to date.

    Raises config.SettingError when it cannot be opened.
    """
    try:
        db.init_app(app)
    except ImportError as problem:
        raise SettingError(
            f"DATABASE_URL needs a driver that is not installed: {problem}"
        ) from None
    Migrate(app, db, directory=str(MIGRATIONS), render_as_batch=True)
    with app.app_context():
        _guard(db.engine)
        try:
            if not _is_current():
                upgrade()
            if app.config["HOUSEHOLD"]:
                open_household()
        except OperationalError as problem:
            raise SettingError(f"the database cannot be opened: {problem.orig}") from None
        db.session.remove()


def wal_is_safe(version: tuple[int, int, int]) -> bool:
    """Whether this SQLite has the fix for WAL files that two connections could corrupt.

    Fixed in 3.51.3, and in 3.50.7 and 3.44.6 of the older lines (sqlite.org/wal.html).
    """
    if version[:2] in ((3, 50), (3, 44)):
        return version >= ((3, 50, 7) if version[1] == 50 else (3, 44, 6))
    return version >= (3, 51, 3)


def _guard(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "begin", _begin)


def _set_pragmas(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None
    journal = "WAL" if wal_is_safe(sqlite3.sqlite_version_info) else "DELETE"
    for pragma in (
        f"busy_timeout={WAIT}",
        f"journal_mode={journal}",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """The driver would begin only at the first write, after the reads it rests on."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _is_current() -> bool:
    with db.engine.connect() as connection:
        heads = MigrationContext.configure(connection).get_current_heads()
    return set(heads) == set(ScriptDirectory(str(MIGRATIONS)).get_heads())
