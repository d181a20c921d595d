"""The lines of an event's log, read in pages."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, select

from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.acts import ACTS
from scorekeeper.rules.events.round_acts import Drawn
from scorekeeper.store.engine.transaction import aware
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.mapping.event_log import act_from
from scorekeeper.store.mapping.stored import Note
from scorekeeper.store.models import db
from scorekeeper.store.models.tables import ACT, PHONE, run

PAGE = 100
"""Lines read at once."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """A line of an event's log: its time, the name of the phone (may be "") and the act. ``undone``
    is the number of the line that reversed it. Lines that are not acts have no ``act``, but
    ``data``: the ``number`` of the line that an Undo reversed, or the ``phone`` and the table of a
    change of rights."""

    number: int
    at: datetime
    phone_id: int | None
    phone: str
    kind: str
    act: Act | None
    data: dict[str, Any]
    undone: int | None


class WrittenLine(NamedTuple):
    """A line as it is written in the database; its values are those of ``data``, as JSON."""

    at: datetime
    phone: str
    kind: str
    data: str
    undone: int | None


def log(event_id: int, *only: ColumnElement[bool], most: int | None = None) -> list[EventLine]:
    """The log, newest line first: the lines for which these conditions hold, at most so many."""
    query = _lines().where(ACT.c.event_id == event_id, *only)
    return [_line(row) for row in run(query.order_by(ACT.c.number.desc()).limit(most))]


class LogPart(NamedTuple):
    """Lines of a log, newest first, without Undos; and the Undos of these lines, by number."""

    lines: list[EventLine]
    undos: dict[int, EventLine]


def log_before(event_id: int, number: int, most: int) -> LogPart:
    """The newest lines before this number, without the plans in draws, which no page shows."""
    query = _lines().where(ACT.c.event_id == event_id, ACT.c.number < number)
    query = query.where(ACT.c.kind != str(Note.UNDO)).order_by(ACT.c.number.desc()).limit(most)
    lines = [_line(row, _without_plans(row)) for row in run(query)]
    undone = [line.undone for line in lines if line.undone]
    undos = log(event_id, ACT.c.number.in_(undone)) if undone else []
    return LogPart(lines, {line.number: line for line in undos})


def newest_of(event_id: int, kind: str) -> Act | None:
    """The newest act of this kind that applies; None without one."""
    found = log(event_id, ACT.c.kind == kind, ACT.c.undone.is_(None), most=1)
    return found[0].act if found else None


def numbers_of(stored: StoredEvent) -> dict[int, int]:
    """The lines of the log by their numbers, counted from 1: numbers have gaps after a restore."""
    query = select(ACT.c.number).where(ACT.c.event_id == stored.id)
    query = query.where(ACT.c.number <= stored.revision).order_by(ACT.c.number)
    return {number: place for place, number in enumerate(run(query).scalars(), 1)}


def whole_log(stored: StoredEvent) -> Iterator[WrittenLine]:
    """The log as it is written, oldest line first, read a page at a time, so that a slow reader
    holds no lock."""
    query = _lines().where(ACT.c.event_id == stored.id, ACT.c.number <= stored.revision)
    query, last = query.order_by(ACT.c.number).limit(PAGE), 0
    while page := run(query.where(ACT.c.number > last)).all():
        db.session.rollback()
        for row in page:
            name = row.phone or row.name
            yield WrittenLine(aware(row.at), name, row.kind, row.data, row.undone)
        last = page[-1].number


def _lines() -> Select[Any]:
    query = select(*ACT.c, PHONE.c.name.label("phone"))
    return query.outerjoin_from(ACT, PHONE, PHONE.c.id == ACT.c.phone_id)


def _without_plans(row: Any) -> str:
    """The data of a line; of a draw without the tables of later rounds, its last field, which is
    many times as long as the others."""
    head, found, _ = row.data.partition(',"ahead":')
    return f"{head}}}" if found and row.kind == Drawn.kind else str(row.data)


def _line(row: Any, text: str = "") -> EventLine:
    data = json.loads(text or row.data)
    return EventLine(
        number=row.number,
        at=aware(row.at),
        phone_id=row.phone_id,
        phone=row.phone or row.name,
        kind=row.kind,
        act=act_from(row.kind, data) if row.kind in ACTS else None,
        data=data,
        undone=row.undone,
    )
