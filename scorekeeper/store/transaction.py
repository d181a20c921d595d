"""How everything is written: the only module that commits."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError

from scorekeeper.models import db

P = ParamSpec("P")
R = TypeVar("R")
TRIES = 8
COLLISIONS = ("40001", "40P01", "23505")
"""PostgreSQL's codes for a serialization failure, a deadlock, and a row made twice at once."""


def transaction(function: Callable[P, R]) -> Callable[P, R]:
    """Let the function write: all it does is kept when it returns, nothing when it raises.

    On SQLite the write lock is taken first, so that what is read stays true. On PostgreSQL
    transactions are serializable, and one that collides with another is done again. So is one
    whose connection was lost: what it asks for may be there already, which is a success.
    """

    @wraps(function)
    def written(*args: P.args, **kwargs: P.kwargs) -> R:
        for again in reversed(range(TRIES)):
            try:
                return _once(function, *args, **kwargs)
            except DBAPIError as problem:
                if not again or not (problem.connection_invalidated or _collided(problem)):
                    raise
            time.sleep(0.01 * (TRIES - again))
        raise AssertionError("the last try returns or raises")

    return written


def _once(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    db.session.rollback()
    options: dict[str, object] = {"writes": True}
    if db.engine.dialect.name == "postgresql":
        options["isolation_level"] = "SERIALIZABLE"
    try:
        db.session.connection(execution_options=options)
        result = function(*args, **kwargs)
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    return result


def _collided(problem: DBAPIError) -> bool:
    return getattr(problem.orig, "sqlstate", None) in COLLISIONS


def now() -> datetime:
    """The time as rows keep it: UTC without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


def aware(moment: datetime) -> datetime:
    """A time of a row with its zone."""
    return moment.replace(tzinfo=UTC)
