"""Events computed from their logs, and cached.

An event at a revision never changes, so a process caches the events that it last read or changed.
A later revision continues from the newest cached one; the whole log is read only if there is none.
Call these functions before a writing transaction, so that inside it the caches answer.

One request at a time reads the whole log of an event, and the database is free meanwhile: after a
start of the program, everybody in a hall asks for the same long log.
"""

import json
from collections import deque
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from sqlalchemy import select

from scorekeeper.memory import Memory
from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.acts import apply, states
from scorekeeper.rules.events.event import Event
from scorekeeper.store.engine import aware, end_reading
from scorekeeper.store.mapping.document import AnyRow
from scorekeeper.store.mapping.log import act_from
from scorekeeper.store.mapping.stored import BROKEN, BrokenEventError, LoadingError, Note
from scorekeeper.store.models import ACT, run

NOTES = tuple(map(str, Note))
NEWEST = 10
"""How many of the newest acts of a log that was read can be undone without reading it again."""
PATIENCE = 0.25
"""Seconds to wait for another request that reads the same log: most logs take less, and a thread
that waits saves nothing."""


class NumberedAct(NamedTuple):
    """An act, the number of its line in the log, and its time."""

    number: int
    at: datetime
    act: Act


class Known(NamedTuple):
    """An event, its revision, and the time of that line as its row has it."""

    revision: int
    at: datetime
    event: Event


_values: Memory[tuple[str, int, datetime], Event] = Memory(200)
"""Events by key, revision and time, because a copy restored by hand may repeat the revision."""
_newest: Memory[str, Known] = Memory(200)
_before: Memory[tuple[int, int, datetime], Event] = Memory(400)
"""Events before an act, by the id of the event and the number and time of the act's line. As long
as the act applies, so do all before it, so this never changes."""
_read_now: WeakValueDictionary[str, Lock] = WeakValueDictionary()
"""The locks of the events whose log some request reads."""


def event_of(row: Any) -> Event:
    """The event of a row, from the cache or from its log. Raises BrokenEventError, and LoadingError
    if another request reads that log."""
    place = row.key, row.revision, row.changed_at
    if (event := _values.get(place)) is None:
        try:
            event = _continued(row) or _folded(row, place)
        except BROKEN as problem:
            raise BrokenEventError(row.key) from problem
        keep(*place, event)
    return event


def keep(key: str, revision: int, at: datetime, event: Event) -> None:
    """Cache an event at its revision. Call it only for a committed revision."""
    _values.keep((key, revision, at), event)
    known = _newest.get(key)
    if known is None or known.revision <= revision:
        _newest.keep(key, Known(revision, at, event))


def keep_before(event_id: int, act: NumberedAct, event: Event) -> None:
    """Cache the event before an act."""
    _before.keep((event_id, act.number, act.at), event)


def before(event_id: int, act: NumberedAct) -> Event:
    """The event before an act that applies, from the cache or from the log."""
    place = event_id, act.number, act.at
    if (event := _before.get(place)) is None:
        *_, event = _states(event_id, acts_of(event_id, act.number - 1))
        _before.keep(place, event)
    return event


def forget() -> None:
    """Clear the caches."""
    for memory in (_values, _newest, _before):
        memory.clear()


def acts_of(event_id: int, revision: int, most: int | None = None) -> list[NumberedAct]:
    """The acts that apply at a revision, in order; at most the newest ``most``."""
    return list(map(_numbered, _lines_of(event_id, revision, most)))


def _lines_of(event_id: int, revision: int, most: int | None = None) -> list[AnyRow]:
    query = select(ACT.c.number, ACT.c.at, ACT.c.kind, ACT.c.data)
    holds = ACT.c.undone.is_(None) | (ACT.c.undone > revision)
    query = query.where(ACT.c.event_id == event_id, ACT.c.number <= revision, holds)
    query = query.where(ACT.c.kind.not_in(NOTES)).order_by(ACT.c.number.desc())
    return list(reversed(run(query.limit(most)).all()))


def _numbered(line: AnyRow) -> NumberedAct:
    return NumberedAct(line.number, aware(line.at), act_from(line.kind, json.loads(line.data)))


def _folded(row: Any, place: tuple[str, int, datetime]) -> Event:
    """The event from its whole log, or from the cache if another request has just read that."""
    lock = _read_now.setdefault(row.key, Lock())
    if not lock.acquire(blocking=False):
        end_reading()
        if not lock.acquire(timeout=PATIENCE):
            raise LoadingError
    try:
        if found := _values.get(place):
            return found
        lines = _lines_of(row.id, row.revision)
        # A long log takes seconds to understand.
        end_reading()
        *_, event = _states(row.id, list(map(_numbered, lines)))
        keep(*place, event)
        return event
    finally:
        lock.release()


def _states(event_id: int, acts: list[NumberedAct]) -> Iterator[Event]:
    """The newest events in a log; those before its newest acts are cached."""
    found = states((one.act, one.at) for one in acts)
    newest = deque(zip(acts, found, strict=True), NEWEST)
    for (_, event), (act, _) in pairwise(newest):
        keep_before(event_id, act, event)
    return (event for _, event in newest)


def _continued(row: Any) -> Event | None:
    """The event from the newest revision in the cache and the lines since then; None if the log
    does not continue that revision, or if more was undone than the cache has."""
    known = _newest.get(row.key)
    if known is None or known.revision > row.revision:
        return None
    query = select(ACT.c.number, ACT.c.at, ACT.c.kind, ACT.c.data)
    query = query.where(ACT.c.event_id == row.id, ACT.c.number >= known.revision)
    lines = run(query.where(ACT.c.number <= row.revision).order_by(ACT.c.number)).all()
    # After a restore, the newest line may be older than the revision in the cache.
    if not lines or (lines[0].number, lines[0].at) != (known.revision, known.at):
        return None
    event = known.event
    for line in lines[1:]:
        if line.kind == Note.UNDO:
            undone = _undone(row.id, line)
            if undone is None:
                return None
            event = undone
        elif line.kind not in NOTES:
            act = _numbered(line)
            keep_before(row.id, act, event)
            event = apply(event, act.act, act.at)
    return event


def _undone(event_id: int, line: AnyRow) -> Event | None:
    """The event after an Undo, if the cache has it."""
    number = json.loads(line.data)["number"]
    query = select(ACT.c.at).where(ACT.c.event_id == event_id, ACT.c.number == number)
    at = run(query).scalar()
    return None if at is None else _before.get((event_id, number, aware(at)))
