"""The database's engine: SQLite and PostgreSQL, the schema, transactions and the locks of writers.

The handle of the database, and the base of its tables.

The locks of writers: global, for a book, and for a game, always taken in this order.

On PostgreSQL they are advisory locks, held until the transaction ends. A save takes the global lock
and its book's lock in shared mode, and its game's lock exclusively, so saves of different games do
not wait for each other. A change of a book takes the book's lock exclusively, and no game of the
book is saved meanwhile. Moving games between books takes the global lock exclusively, so a game
stays in its book while that lock is shared.

A transaction takes its locks before it writes. One that finds later that it needs another is rolled
back and runs again with all of them, so nobody waits for a lock while holding a later one. SQLite
has one writer at a time, and these functions take no lock there.

Safe use of SQLite: durable writes, one writer at a time, recovery from file errors.

Versions of the schema: those that the program knows, and those that the database has.

Writing transactions: the only module that commits.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, partial, wraps
from pathlib import Path
from threading import Lock
from typing import Any, ParamSpec, TypeAlias, TypeVar

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import lock_descriptor
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, Executable, MetaData, create_engine, event, make_url
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    PendingRollbackError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import DeclarativeBase

from scorekeeper.config import ROOT, SettingError

NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Fixes the names of constraints, so that a later migration can refer to them."""

    metadata = MetaData(naming_convention=NAMES)


db = SQLAlchemy(model_class=Base)


LOCK_TIMEOUT = "SELECT set_config('lock_timeout', '10s', true), "
"""A writer waits up to 10 s for each lock."""
EVERYTHING = "(20261121)"
"""The number is arbitrary."""
ALONE = f"{LOCK_TIMEOUT}pg_advisory_xact_lock{EVERYTHING}"
BESIDE_OTHERS = f"{LOCK_TIMEOUT}pg_advisory_xact_lock_shared{EVERYTHING}"
_BOOK = "SELECT pg_advisory_xact_lock(1, %s)"
_GAME = (
    "SELECT pg_advisory_xact_lock_shared(1, book_id), pg_advisory_xact_lock(2, id)"
    " FROM game WHERE key = %s"
)


@dataclass(slots=True)
class Locks:
    """The locks of a transaction: whether it runs ``alone``, and the ``books`` that it locks
    exclusively.

    ``games`` are the keys of the games whose lock was asked for, and ``events`` those of the events
    whose stamp it changes, on any database. ``then`` is called once it is committed.
    """

    alone: bool
    books: frozenset[int] = frozenset()
    games: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    then: list[Callable[[], None]] = field(default_factory=list)


class WiderError(Exception):
    """The transaction needs more locks than it began with: ``locks`` has all of them."""

    def __init__(self, locks: Locks) -> None:
        super().__init__(locks)
        self.locks = locks


def begin(locks: Locks) -> None:
    db.session.info["locks"] = locks
    options: dict[str, object] = {"writes": True}
    if advisory := has_locks():
        # After the wait for a lock, each statement sees the other writers' changes.
        options["isolation_level"] = "READ COMMITTED"
    connection = db.session.connection(execution_options=options)
    if advisory:
        connection.exec_driver_sql(ALONE if locks.alone else BESIDE_OTHERS)
        for book_id in sorted(locks.books):
            connection.exec_driver_sql(_BOOK, (book_id,))


def lock_game(key: str) -> None:
    """Let no other transaction change this game."""
    locks = _locks()
    locks.games.add(key)
    if not locks.alone and has_locks():
        db.session.connection().exec_driver_sql(_GAME, (key,))


def note_event(key: str) -> None:
    """Note that this transaction changes the stamp of an event, so that others learn of it."""
    _locks().events.add(key)


def after_commit(then: Callable[[], None]) -> None:
    """Call this once the transaction is committed; not if it is rolled back."""
    _locks().then.append(then)


def lock_books(*asked: int | Executable | None) -> None:
    """Let no other transaction change these books, their people or their games. A SELECT finds the
    books that have to be looked up."""
    locks = _locks()
    if locks.alone or not has_locks():
        return
    missing = _ids(asked) - locks.books
    if missing and (locks.books or locks.games):
        raise WiderError(Locks(alone=False, books=locks.books | missing))
    for book_id in sorted(missing):
        db.session.connection().exec_driver_sql(_BOOK, (book_id,))
    locks.books |= missing


def lock_new_book(book_id: int) -> None:
    """Note a book that this transaction has created, so that nobody else knows it yet."""
    _locks().books |= {book_id}


def lock_everything() -> None:
    """Let no other transaction write."""
    if has_locks() and not _locks().alone:
        raise WiderError(Locks(alone=True))


def _ids(asked: tuple[int | Executable | None, ...]) -> frozenset[int]:
    found: set[int | None] = set()
    for one in asked:
        known = db.session.execute(one).scalars() if isinstance(one, Executable) else [one]
        found.update(known)
    return frozenset(one for one in found if one is not None)


def _locks() -> Locks:
    locks: Locks = db.session.info["locks"]
    return locks


def has_locks() -> bool:
    return db.engine.dialect.name == "postgresql"


@contextmanager
def process_lock(database: Path, *, waits: bool = True) -> Iterator[bool]:
    """Let one process at a time upgrade or copy the database; yields whether it has the turn.

    A caller that ``waits`` always gets its turn. Raises OSError if the lock file beside the
    database cannot be opened.
    """
    # Not the database itself, because closing another handle of it would drop SQLite's own locks.
    with file_lock(Path(f"{database}.lock"), waits=waits) as has_turn:
        yield has_turn


@contextmanager
def file_lock(path: Path, *, waits: bool) -> Iterator[bool]:
    """Lock the file, which is created if necessary; yields whether this process has the lock.

    Raises OSError if the file cannot be opened.
    """
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield lock_descriptor(lock, blocking=waits)
    finally:
        # The operating system releases the lock of a killed process.
        os.close(lock)


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


MIGRATIONS = ROOT / "migrations"


def is_current() -> bool:
    """Return whether the database has the schema that the program needs."""
    return versions() == heads()


@cache
def heads() -> frozenset[str]:
    """The schema versions that the program needs; the migrations folder is read only once."""
    return frozenset(ScriptDirectory(str(MIGRATIONS)).get_heads())


def versions() -> set[str]:
    with db.engine.connect() as connection:
        return set(MigrationContext.configure(connection).get_current_heads())


def known_versions() -> set[str]:
    """Return the versions of the schema that this program can read or upgrade."""
    return {step.revision for step in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def unknown_version(versions: set[str]) -> str:
    """Return the problem with versions of the schema, or "" if the program knows them all."""
    if not (unknown := versions - known_versions()):
        return ""
    return (
        f"has the schema {', '.join(sorted(unknown))}, which this scorekeeper does not know:"
        " install the newer one that wrote it, or go back as docs/upgrading.md says"
    )


P = ParamSpec("P")
R = TypeVar("R")
TRIES = 8
"""Attempts for a transaction that collided with another one, or whose connection was lost."""
_turn = Lock()
COLLISIONS = ("40001", "40P01")
"""PostgreSQL's codes for a serialization failure and a deadlock."""
UNIQUE_VIOLATION = "23505"
"""The code for a row that already exists. The later of two simultaneous writers finds the row when
it retries; if it does not, retrying again is useless."""


def transaction(function: Callable[P, R]) -> Callable[P, R]:
    """Run the function in a transaction that writes alone, so that what it reads stays true.

    It is committed when the function returns, and rolled back when it raises. (PostgreSQL's
    serializable transactions would need no lock, but saves of different games keep colliding in the
    pages of small tables.) After a lost connection the function runs again; if its work is already
    in the database, that is a success. What the database refuses is not retried.
    """
    return _written(function, Locks(alone=True))


def parallel_transaction(function: Callable[P, R]) -> Callable[P, R]:
    """As :func:`transaction`, but in parallel with those of other games and books.

    Before it reads anything that must stay true, the function calls ``lock_game`` (as reading with
    ``lock`` does) or ``lock_books``. It may run several times.
    """
    return _written(function, Locks(alone=False))


def _written(function: Callable[P, R], least: Locks) -> Callable[P, R]:
    @wraps(function)
    def written(*args: P.args, **kwargs: P.kwargs) -> R:
        locks = least
        for tried in range(1, TRIES + 1):
            try:
                return _once(locks, function, *args, **kwargs)
            except WiderError as wider:
                locks = wider.locks
                continue
            except DBAPIError as problem:
                if tried >= _most_tries(problem):
                    raise
            time.sleep(0.01 * tried)
        raise AssertionError("the last try returns or raises")

    return written


def _once(locks: Locks, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    db.session.rollback()
    own = replace(locks, games=set(), events=set(), then=[])
    with _in_turn():
        try:
            begin(own)
            result = function(*args, **kwargs)
            db.session.commit()
        except BaseException:
            rollback()
            raise
    for then in own.then:
        then()
    if stamps := db.engine.get_execution_options().get("stamps"):
        stamps.publish(own.games, own.events)
    return result


def end_reading() -> None:
    """End this request's transaction if it only reads: SQLite lets nobody save while it lasts."""
    if not db.session().in_transaction():
        return
    if not db.session.connection().get_execution_options().get("writes"):
        rollback()


@contextmanager
def _in_turn() -> Iterator[None]:
    """Let the threads of this process write to SQLite one after the other.

    Waiting for its own lock is slower: it polls, with sleeps of up to a tenth of a second.
    """
    waited = not has_locks() and _turn.acquire(timeout=WAIT / 1000)
    try:
        yield
    finally:
        if waited:
            _turn.release()


def _most_tries(problem: DBAPIError) -> int:
    state = getattr(problem.orig, "sqlstate", None)
    if problem.connection_invalidated or state in COLLISIONS:
        return TRIES
    return 2 if state == UNIQUE_VIOLATION else 1


def now() -> datetime:
    """The time as rows store it: UTC without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


def aware(moment: datetime) -> datetime:
    """A time from a row, with its zone."""
    return moment.replace(tzinfo=UTC)
