"""How everything is written: the only module that commits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from scorekeeper.models import db


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that takes the write lock first, so that what it reads stays true."""
    db.session.rollback()
    db.session.connection(execution_options={"writes": True})
    try:
        yield
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise


def now() -> datetime:
    """The time as rows keep it: UTC without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


def aware(moment: datetime) -> datetime:
    """A time of a row with its zone."""
    return moment.replace(tzinfo=UTC)
