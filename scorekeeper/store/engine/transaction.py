"""Writing transactions: the only module that commits."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError

from scorekeeper.store.engine.sqlite import WAIT
from scorekeeper.store.models import db

P = ParamSpec("P")
R = TypeVar("R")
TRIES = 8
"""For a transaction that collided with another one, or whose connection was lost."""
WRITE_LOCK = "SELECT set_config('lock_timeout', '10s', true), pg_advisory_xact_lock(20261121)"
"""An advisory lock of PostgreSQL, held until the transaction ends; a writer waits up to 10 s.
The number is arbitrary."""
_turn = Lock()
COLLISIONS = ("40001", "40P01")
"""PostgreSQL's codes for a serialization failure and a deadlock."""
DOUBLED = "23505"
"""The code for a row that already exists: of two simultaneous writers, the later one finds the row
when it retries. If it does not, another retry does not help."""


def transaction(function: Callable[P, R]) -> Callable[P, R]:
    """Run the function in a writing transaction: commit when it returns, roll back when it raises.

    It first takes a lock that all writers share, so that what it reads stays true. (PostgreSQL's
    serializable transactions would need no lock, but saves of different games keep colliding in the
    pages of small tables.) After a lost connection the function runs again; if its work is already
    in the database, that is a success. What the database refuses is not retried.
    """

    @wraps(function)
    def written(*args: P.args, **kwargs: P.kwargs) -> R:
        for tried in range(1, TRIES + 1):
            try:
                return _once(function, *args, **kwargs)
            except DBAPIError as problem:
                if tried >= _most_tries(problem):
                    raise
            time.sleep(0.01 * tried)
        raise AssertionError("the last try returns or raises")

    return written


def _once(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    db.session.rollback()
    with _in_turn():
        try:
            _begin()
            result = function(*args, **kwargs)
            db.session.commit()
        except BaseException:
            db.session.rollback()
            raise
    return result


def _begin() -> None:
    """Take the lock that the writers of all processes share."""
    options: dict[str, object] = {"writes": True}
    if on_postgresql := db.engine.dialect.name == "postgresql":
        # After the wait for the lock, each statement sees the other writers' changes.
        options["isolation_level"] = "READ COMMITTED"
    connection = db.session.connection(execution_options=options)
    if on_postgresql:
        connection.exec_driver_sql(WRITE_LOCK)


@contextmanager
def _in_turn() -> Iterator[None]:
    """Let the threads of this process write one after the other.

    Waiting for SQLite's own lock is slower: it polls, with sleeps of up to a tenth of a second.
    """
    waited = _turn.acquire(timeout=WAIT / 1000)
    try:
        yield
    finally:
        if waited:
            _turn.release()


def _most_tries(problem: DBAPIError) -> int:
    state = getattr(problem.orig, "sqlstate", None)
    if problem.connection_invalidated or state in COLLISIONS:
        return TRIES
    return 2 if state == DOUBLED else 1


def now() -> datetime:
    """The time as rows store it: UTC without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


def aware(moment: datetime) -> datetime:
    """A time from a row, with its zone."""
    return moment.replace(tzinfo=UTC)
