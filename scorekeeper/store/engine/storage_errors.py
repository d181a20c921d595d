"""Two kinds of database errors: storage that does not respond, and a bug in the program."""

import sqlite3
from typing import TypeAlias

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from scorekeeper.store.engine.handle import db

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
