"""The log of what was done with the people of a book."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from scorekeeper.store.models import Person, PersonChange, db
from scorekeeper.store.persons import renew_stamp
from scorekeeper.store.transaction import aware, now

SHOWN = 20
"""Lines of the log that a page shows."""


@dataclass(frozen=True, slots=True)
class PersonLogLine:
    """One change: ``kind`` and what it was about, with the names of then."""

    id: int
    at: datetime
    person_id: int
    kind: str
    before: str
    after: str


def log(book_id: int | None, person_id: int | None = None) -> list[PersonLogLine]:
    """What was done with the people of a book, or with one of them, the newest first."""
    query = select(PersonChange).filter_by(book_id=book_id, undone=False)
    if person_id is not None:
        query = query.filter_by(person_id=person_id)
    lines = db.session.scalars(query.order_by(PersonChange.id.desc()).limit(SHOWN))
    return [line_of(change) for change in lines]


def note(person: Person, kind: str, before: str, after: str, **data: Any) -> None:
    """Write a line, with the ``data`` that takes the change back; inside a writing transaction."""
    text = json.dumps({"before": before, "after": after, **data})
    line = PersonChange(
        book_id=person.book_id, person_id=person.id, kind=kind, data=text, at=now(), undone=False
    )
    db.session.add(line)
    renew_stamp(person.book_id)


def line_of(change: PersonChange) -> PersonLogLine:
    """A row of the log as a value."""
    data = json.loads(change.data)
    at = aware(change.at)
    return PersonLogLine(
        change.id, at, change.person_id, change.kind, data["before"], data["after"]
    )
