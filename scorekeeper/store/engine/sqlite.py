"""Safe use of SQLite: durable writes, one writer at a time, recovery from file errors."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    PendingRollbackError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from scorekeeper.config import SettingError
from scorekeeper.store.engine.handle import db

ANSWERS_WITHIN = 3
"""Seconds to wait for a database that may be away; without a limit the driver waits minutes."""


def backend_of(url: str) -> str:
    """The kind of database, ``sqlite`` or ``postgresql``; raises config.SettingError."""
    try:
        backend = make_url(url).get_backend_name()
    except ArgumentError:
        raise SettingError("DATABASE_URL is not an address of a database") from None
    if backend not in ("sqlite", "postgresql"):
        raise SettingError(f"DATABASE_URL names {backend}: sqlite and postgresql are known")
    return backend


def file_of(url: str, folder: Path) -> Path | None:
    """The file of a SQLite database, relative to ``folder``; None for PostgreSQL or in memory.

    Raises config.SettingError.
    """
    path = make_url(url).database if backend_of(url) == "sqlite" else None
    return folder / path if path not in (None, "", ":memory:") else None


def database_file(engine: Engine) -> Path | None:
    """The file that the engine opens; None as for :func:`file_of`."""
    return file_of(engine.url.render_as_string(hide_password=False), Path())


def no_driver(problem: ImportError) -> str:
    """The sentence about a driver that is not installed."""
    return (
        f"DATABASE_URL needs a driver that is not installed ({problem}): install the extra"
        " postgresql, and begin the address with postgresql+psycopg://"
    )


def answers(url: str) -> bool:
    """Return whether a PostgreSQL accepts a connection in time; raises config.SettingError."""
    try:
        with create_engine(url, connect_args={"connect_timeout": ANSWERS_WITHIN}).connect():
            return True
    except DBAPIError:
        return False
    except ImportError as problem:
        raise SettingError(no_driver(problem)) from None


VERSION = sqlite3.sqlite_version
WAIT = 10_000
"""Milliseconds that a writer waits for another; SQLite's own waiting is not fair."""

FILE_TROUBLE = (
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
)


def is_sqlite_error(problem: BaseException | None, *codes: int) -> bool:
    """Return whether SQLite raised this with one of its primary codes."""
    return getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF in codes


def wal_is_safe(version: tuple[int, int, int]) -> bool:
    """Return whether this SQLite has the fix for WAL files that two connections could corrupt.

    Fixed in 3.51.3, and in 3.50.7 and 3.44.6 of the older lines (sqlite.org/wal.html).
    """
    if version[:2] in ((3, 50), (3, 44)):
        return version >= ((3, 50, 7) if version[1] == 50 else (3, 44, 6))
    return version >= (3, 51, 3)


def make_safe(engine: Engine) -> None:
    """Set up every connection of a SQLite engine; leave other engines as they are.

    Raises OSError if the file can be neither found nor created.
    """
    if engine.dialect.name == "sqlite":
        if file := database_file(engine):
            file.touch(mode=0o600)
            event.listen(engine, "do_connect", partial(_open_known, file.resolve().as_uri()))
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "begin", _begin)
        event.listen(engine, "handle_error", _open_anew)


def _open_known(file: str, _dialect: Any, _record: Any, args: list[Any], kwargs: Any) -> None:
    """Never recreate a database file that has disappeared."""
    args[0], kwargs["uri"] = f"{file}?mode=rw", True


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
    """Begin now; the driver would begin only at the first write, after the reads it depends on."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _open_anew(context: ExceptionContext) -> None:
    """After an error with the file, close every connection that opened it before.

    The file may have been put back or made writable since, and an open connection never notices.
    """
    context.is_disconnect = is_sqlite_error(context.original_exception, *FILE_TROUBLE)
    if context.is_disconnect and context.connection is not None:
        # A connection closed inside a transaction keeps its lock while one of its cursors is alive.
        with suppress(sqlite3.Error, PendingRollbackError):
            context.connection.connection.rollback()


StorageError: TypeAlias = DBAPIError
"""The database refused a statement, or did not respond."""
NoneFreeError: TypeAlias = PoolTimeoutError
"""No connection to the database was free in time."""
AWAY_SQLITE = frozenset(
    (
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL),
        *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_AUTH),
        *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT),
        *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOLFS),
        *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
    )
)
"""Locked, not permitted, full, interrupted, cannot be opened, damaged (sqlite.org/rescode.html)."""
AWAY_POSTGRESQL = (
    *("08", "28", "3D", "53", "57", "58", "F0", "XX"),
    *("25006", "40001", "40P01", "55P03"),
)
"""The first characters of the codes: connection, sign-in, no such database, resources, shut down
or cancelled, system, configuration file, damage; read-only, collisions, a lock not available in
time."""


def is_unavailable(problem: DBAPIError) -> bool:
    """Return whether the storage does not respond, so that a later attempt may succeed.

    False if it refuses: a constraint, or a statement or value that it does not accept. That is a
    bug in the program and does not pass.
    """
    if problem.connection_invalidated:
        return True
    if (code := getattr(problem.orig, "sqlite_errorcode", None)) is not None:
        return code & 0xFF in AWAY_SQLITE
    if state := getattr(problem.orig, "sqlstate", None):
        return str(state).startswith(AWAY_POSTGRESQL)
    return isinstance(problem, OperationalError | InterfaceError)


def rollback() -> None:
    """Roll back the transaction, so that the connection can be used again, or discard the
    connection if that fails: the driver may not have noticed that it is lost."""
    try:
        db.session.rollback()
    except DBAPIError:
        db.session().invalidate()


def code_of(problem: DBAPIError) -> str:
    """The error's class and code, for the log; its text may contain values from a row."""
    code = getattr(problem.orig, "sqlite_errorname", getattr(problem.orig, "sqlstate", ""))
    return f"{type(problem.orig).__name__} {code}"
