"""Writing transactions: the only module that commits."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError

from scorekeeper.store.engine.handle import db
from scorekeeper.store.engine.locks import Locks, WiderError, begin, has_locks
from scorekeeper.store.engine.sqlite import WAIT, rollback

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
