"""The locks of writers: global, for a book, and for a game, always taken in this order.

On PostgreSQL they are advisory locks, held until the transaction ends. A save takes the global lock
and its book's lock in shared mode, and its game's lock exclusively, so saves of different games do
not wait for each other. A change of a book takes the book's lock exclusively, and no game of the
book is saved meanwhile. Moving games between books takes the global lock exclusively, so a game
stays in its book while that lock is shared.

A transaction takes its locks before it writes. One that finds later that it needs another is rolled
back and runs again with all of them, so nobody waits for a lock while holding a later one. SQLite
has one writer at a time, and these functions take no lock there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from filelock import lock_descriptor
from sqlalchemy import Executable

from scorekeeper.store.engine.handle import db

WAIT = "SELECT set_config('lock_timeout', '10s', true), "
"""A writer waits up to 10 s for each lock."""
EVERYTHING = "(20261121)"
"""The number is arbitrary."""
ALONE = f"{WAIT}pg_advisory_xact_lock{EVERYTHING}"
BESIDE_OTHERS = f"{WAIT}pg_advisory_xact_lock_shared{EVERYTHING}"
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
    """Begin a writing transaction with these locks."""
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
    """Return whether the database has these locks."""
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
