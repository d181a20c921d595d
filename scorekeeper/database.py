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
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import OperationalError

from scorekeeper.backups import BackupError, back_up
from scorekeeper.config import SettingError
from scorekeeper.models import db
from scorekeeper.store.phones import open_household

MIGRATIONS = Path(__file__).parent.parent / "migrations"
WAIT = 10_000
"""Milliseconds that a writer waits for another; SQLite's own waiting is not fair."""

FILE_TROUBLE = (
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
)


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
            _bring_up_to_date(Path(app.instance_path) / "backups")
            if app.config["HOUSEHOLD"]:
                open_household()
        except OperationalError as problem:
            raise SettingError(f"the database cannot be opened: {problem.orig}") from None
        except BackupError as problem:
            raise SettingError(f"the database was not upgraded: {problem}") from None
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
        event.listen(engine, "handle_error", _open_anew)


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


def _open_anew(context: ExceptionContext) -> None:
    """After trouble with the file, let no connection live on that opened it before.

    The file may have been put back meanwhile, or made writable, and an open one never notices.
    """
    problem = context.original_exception
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    context.is_disconnect = code in FILE_TROUBLE


def database_file(engine: Engine) -> Path | None:
    """The file of a SQLite database; None for any other, and for one in memory."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name)


def is_current() -> bool:
    """Whether the database answers and has the schema that the program needs."""
    return _versions() == set(ScriptDirectory(str(MIGRATIONS)).get_heads())


def _versions() -> set[str]:
    with db.engine.connect() as connection:
        return set(MigrationContext.configure(connection).get_current_heads())


def known_versions() -> set[str]:
    """The versions of the schema that this program can read or upgrade."""
    return {step.revision for step in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def _bring_up_to_date(backups: Path) -> None:
    """Upgrade the schema, with a backup first; a newer one is refused."""
    found = _versions()
    if not found <= known_versions():
        raise SettingError("the database was written by a newer scorekeeper: update this one")
    heads = ScriptDirectory(str(MIGRATIONS)).get_heads()
    if found == set(heads):
        return
    file = database_file(db.engine)
    if found and file is not None:
        back_up(file, backups, f"before-{heads[0]}")
    upgrade()
