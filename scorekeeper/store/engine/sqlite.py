"""Safe use of SQLite: durable writes, one writer at a time, recovery from file errors."""

import sqlite3
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import PendingRollbackError

from scorekeeper.store.engine.urls import database_file

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
