"""Events in the database: created, read and deleted; computed from their logs, and cached.

An event at a revision never changes, so a process caches the events that it last read or changed.
A later revision continues from the newest cached one; the whole log is read only if there is none.
Call these functions before a writing transaction, so that inside it the caches answer.

One request at a time reads the whole log of an event, and the database is free meanwhile: after a
start of the program, everybody in a hall asks for the same long log.
"""

from __future__ import annotations

import json
import secrets
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import pairwise
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from sqlalchemy import BindParameter, FromClause, Select, and_, bindparam, or_, select
from sqlalchemy import delete as sql_delete

from scorekeeper.keys import hashed, new_game_key, stable_id
from scorekeeper.memory import Memory, by_identity
from scorekeeper.rules.events.acts import apply, fold, states
from scorekeeper.rules.events.entrant_acts import Created, Wish
from scorekeeper.rules.events.event import Act, Event, Round, Table
from scorekeeper.rules.events.settings import event_problems
from scorekeeper.rules.problems import RefusedError, refuse_if
from scorekeeper.store import lists, phones
from scorekeeper.store.engine import aware, end_reading, note_event, now, transaction
from scorekeeper.store.games import writing
from scorekeeper.store.games.reading import KEY, RIGHTS
from scorekeeper.store.lists import Cursor, Page, Parts
from scorekeeper.store.mapping.document import AnyRow
from scorekeeper.store.mapping.log import act_data, act_from
from scorekeeper.store.mapping.stored import (
    BROKEN,
    BrokenEventError,
    LoadingError,
    NotDeskError,
    Note,
    Rights,
    UnknownEventError,
    event_stamp_of,
    wish_of,
)
from scorekeeper.store.models import (
    ACT,
    EVENT,
    EVENT_DESK,
    EVENT_TABLE,
    GAME,
    PHONE,
    EventDesk,
    EventRow,
    db,
    run,
)
from scorekeeper.store.phones import REQUESTER, Requester, household_id, requester_in
from scorekeeper.store.sharing import desks, keepers


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event with the store's values for it. Times are aware, in UTC.

    ``revision`` is the number of the newest line of its log. ``secret`` is the key of its slips.
    """

    id: int
    key: str
    uid: str
    secret: str = field(repr=False)
    book_id: int
    revision: int
    rights: int
    touched: int
    started_at: datetime
    changed_at: datetime
    event: Event

    @property
    def stamp(self) -> str:
        """The stamp of the event and its tables, for polls."""
        return event_stamp_of(self.revision, self.rights, self.touched)


@dataclass(frozen=True, slots=True)
class EventAccess:
    """An event as a phone sees it. The phone may run it if its rights say that it ``writes``."""

    stored: StoredEvent
    rights: Rights
    phone: Requester | None


@transaction
def create(phone_key: str, created: Created, token: str) -> str:
    """Create an event in this phone's book; the phone runs it. Returns its key. A page creates only
    one: the same ``token`` finds the event again. Raises RefusedError."""
    refuse_if(event_problems(created.settings))
    phone = phones.row_of(phone_key)
    name = hashed(token)
    known = select(EventRow.key).filter_by(started_by=phone.id, token=name)
    if key := db.session.scalar(known):
        return key
    row = new_row(phone.book_id)
    row.started_by, row.token = phone.id, name
    update_row(row, fold([(created, aware(row.started_at))]))
    db.session.add(row)
    db.session.flush()
    db.session.add(EventDesk(event_id=row.id, phone_id=phone.id, claimed=True))
    desks.write_line(row, phone, created.kind, act_data(created), at=row.started_at)
    return row.key


def read(key: str) -> StoredEvent:
    """The event at this address; raises UnknownEventError."""
    return see(key, "").stored


def see(key: str, phone_key: str, *, lock: bool = False) -> EventAccess:
    """The event at this address, and the phone's rights; raises UnknownEventError.

    With ``lock``, no other transaction can change the event until this one ends.
    """
    row = _row(key, phone_key, _LOCKED if lock else _SEEN)
    return EventAccess(stored_from(row, event_of(row)), _rights(row), requester_in(row))


def about(key: str, phone_key: str) -> tuple[str, Rights]:
    """The name of an event and the phone's rights, even if its log makes no event. Raises
    UnknownEventError."""
    row = _row(key, phone_key, _SEEN)
    return row.name, _rights(row)


def runnable(key: str, phone_key: str, *, lock: bool = False) -> EventAccess:
    """Like :func:`see`, but raises NotDeskError unless this phone runs the event."""
    seen = see(key, phone_key, lock=lock)
    if not seen.rights.writes:
        raise NotDeskError(key)
    return seen


def enterable(key: str, phone_key: str, *, lock: bool = False) -> EventAccess:
    """Like :func:`runnable`, but a phone that only enters results may see it too."""
    seen = see(key, phone_key, lock=lock)
    if not seen.rights.enters:
        raise NotDeskError(key)
    return seen


def keep(stored: StoredEvent) -> None:
    """Cache this event at its revision. Call it only for a committed revision."""
    at = stored.changed_at.replace(tzinfo=None)
    _keep(stored.key, stored.revision, at, stored.event)


@by_identity(200)
def public(event: Event) -> Event:
    """What everybody may see of an event; the same value for the same event, because other caches
    know it by its identity."""
    return event.public


@transaction
def delete(key: str, phone_key: str) -> None:
    """Delete the event for good; the games of its tables stay in the book as ordinary games, whose
    score nobody keeps until a phone of the book claims it.

    Its book remembers this. Raises UnknownEventError unless this phone runs it and shares its book.
    """
    row, phone = desks.locked_row(key, phone_key)
    if phone.book_id != row.book_id:
        raise UnknownEventError(key)
    note_event(key)
    keepers.forget_event(row.id)
    writing.remember_deleted(row.book_id, row.uid)
    db.session.execute(sql_delete(EventRow).where(EventRow.id == row.id))


def stored_from(row: Any, event: Event) -> StoredEvent:
    """The event of a row, with the value computed from its log."""
    return StoredEvent(
        id=row.id,
        key=row.key,
        uid=row.uid,
        secret=row.secret,
        book_id=row.book_id,
        revision=row.revision,
        rights=row.rights,
        touched=row.touched,
        started_at=aware(row.started_at),
        changed_at=aware(row.changed_at),
        event=event,
    )


def new_row(book_id: int) -> EventRow:
    key = new_game_key()
    return EventRow(
        key=key,
        uid=stable_id(f"event {key}"),
        secret=secrets.token_urlsafe(32),
        book_id=book_id,
        revision=0,
        rights=0,
        touched=0,
        ended=False,
        started_at=(moment := now()),
        changed_at=moment,
    )


def update_row(row: EventRow, event: Event) -> None:
    """Copy the values that lists show into the event's row, so that lists need not read the log."""
    settings = event.settings
    row.name, row.place, row.day = settings.name, settings.place, settings.day
    row.ended, row.agrees = event.ended, settings.agrees


def _row(key: str, phone_key: str, query: Select[Any]) -> Any:
    row = None
    if KEY.match(key):
        row = run(query, {"key": key, "phone": hashed(phone_key) if phone_key else ""}).first()
    if row is None:
        raise UnknownEventError(key)
    return row


def _rights(row: Any) -> Rights:
    if row.phone_id is None:
        return Rights(in_book=household_id() == row.book_id)
    in_book, taken_away = row.phone_book == row.book_id, bool(row.taken_away)
    return Rights(bool(row.runs), in_book, taken_away, enters=bool(row.enters))


def _seen() -> Select[Any]:
    """A statement that selects an event, the phone and the phone's right."""
    here = and_(EVENT_DESK.c.event_id == EVENT.c.id, EVENT_DESK.c.phone_id == PHONE.c.id)
    runs = RIGHTS.runs_event(PHONE.c.book_id).label("runs")
    enters = RIGHTS.enters_results(PHONE.c.book_id).label("enters")
    query = select(*EVENT.c, *REQUESTER, EVENT_DESK.c.taken_away, runs, enters)
    by_hash = PHONE.c.key_hash == bindparam("phone")
    return query.select_from(EVENT.outerjoin(PHONE, by_hash).outerjoin(EVENT_DESK, here)).where(
        EVENT.c.key == bindparam("key")
    )


_SEEN = _seen()
_LOCKED = _SEEN.with_for_update(of=EVENT)


PAGE = 20


class ListedEvent(NamedTuple):
    """An event in a list; ``runs``: the phone may run it; ``helps``: it only enters results."""

    stored: StoredEvent
    runs: bool
    helps: bool = False


class BrokenEvent(NamedTuple):
    """An event in a list whose log makes no event: what its row says of it."""

    key: str
    name: str
    day: date
    runs: bool


Line = ListedEvent | BrokenEvent


def page_of(asking: Requester | None, before: Cursor | None) -> Page[Line]:
    """The newest events of the phone's book and of others that it runs or helps, or those that were
    created before a position."""
    return lists.page_of(_LISTED, lists.phone_values(asking), before, PAGE, _of_rows)


def recent(asking: Requester | None, since: datetime) -> list[Line]:
    """The events that have not ended and that a desk has changed since a time: usually none, which
    takes one statement."""
    given = {**lists.phone_values(asking), "since": since.replace(tzinfo=None)}
    return _of_rows(run(_RECENT, given).all())


def at(keys: Sequence[str]) -> list[ListedEvent]:
    """The events with these keys that can be shown, as everybody may see them."""
    if not keys:
        return []
    rows = run(_AT, {**lists.phone_values(None), "keys": list(keys)}).all()
    found = (one for one in _of_rows(rows) if isinstance(one, ListedEvent))
    return [
        ListedEvent(replace(stored, event=public(stored.event)), runs=False)
        for stored, _, _ in found
    ]


def _of_rows(rows: Iterable[Any]) -> list[Line]:
    return [_line(row, runs=bool(row.runs), helps=bool(row.enters)) for row in rows]


def _line(row: Any, *, runs: bool, helps: bool) -> Line:
    try:
        return ListedEvent(stored_from(row, event_of(row)), runs, helps and not runs)
    except BrokenEventError:
        return BrokenEvent(row.key, row.name, row.day or row.started_at.date(), runs)


def _with_desk(query: Select[Any]) -> Select[Any]:
    desk = and_(EVENT_DESK.c.event_id == EVENT.c.id, EVENT_DESK.c.phone_id == bindparam("phone"))
    return query.outerjoin(EVENT_DESK, desk)


def _whole(ids: FromClause) -> Select[Any]:
    return _with_desk(select(*_SHOWN).join_from(ids, EVENT, EVENT.c.id == ids.c.id))


def _parts() -> tuple[Select[Any], ...]:
    event = select(EVENT.c.id, EVENT.c.started_at)
    elsewhere = event.join(EVENT_DESK, EVENT_DESK.c.event_id == EVENT.c.id)
    elsewhere = elsewhere.where(EVENT_DESK.c.phone_id == bindparam("phone"), _ENTERS)
    return (
        event.where(EVENT.c.book_id == _BOOK),
        elsewhere.where(EVENT.c.book_id.is_distinct_from(_BOOK)),
    )


def _recent() -> Select[Any]:
    is_own = or_(EVENT.c.book_id == _BOOK, _ENTERS)
    goes_on = EVENT.c.ended.is_(False), EVENT.c.changed_at > bindparam("since")
    query = _with_desk(select(*_SHOWN).select_from(EVENT)).where(is_own, *goes_on)
    return query.order_by(EVENT.c.started_at.desc(), EVENT.c.id.desc())


_BOOK: BindParameter[int] = bindparam("book")
_RUNS = RIGHTS.runs_event(_BOOK)
_ENTERS = RIGHTS.enters_results(_BOOK)
_SHOWN = (*EVENT.c, _RUNS.label("runs"), _ENTERS.label("enters"))
_LISTED = Parts(EVENT, _parts(), _whole)
_RECENT = _recent()
_AT = _with_desk(select(*_SHOWN).select_from(EVENT)).where(
    EVENT.c.key.in_(bindparam("keys", expanding=True))
)


class Place(NamedTuple):
    """A table of a round of an event; ``wish`` is what the table asks of the desk, ``confirmed``
    and ``disputed`` are the revisions of its game whose result was confirmed or disputed."""

    event: StoredEvent
    round: Round
    table: Table
    wish: Wish | None
    confirmed: int | None = None
    disputed: int | None = None


def place_of(game_id: int) -> Place | None:
    """The table at which a game is played; None if the game does not belong to an event (any
    more), or only to one that cannot be read."""
    row = run(_PLACE, {"game": game_id}).first()
    return _place(row) if row else None


def places_of(keys: Collection[str]) -> dict[str, Place]:
    """The tables at which the games with these keys are played; games of no event are left out."""
    if not keys:
        return {}
    query = _PLACES.add_columns(GAME.c.key.label("game"))
    query = query.join(GAME, GAME.c.id == EVENT_TABLE.c.game_id).where(GAME.c.key.in_(keys))
    found = {row.game: _place(row) for row in run(query).all()}
    return {key: place for key, place in found.items() if place}


def _place(row: Any) -> Place | None:
    try:
        stored = stored_from(row, event_of(row))
        round_ = stored.event.round(row.round)
        table = round_.table(row.table)
        return Place(stored, round_, table, wish_of(row), row.confirmed, row.disputed)
    except (BrokenEventError, RefusedError):
        return None


def _places() -> Select[Any]:
    at = EVENT_TABLE.c.round, EVENT_TABLE.c.number.label("table")
    said = (EVENT_TABLE.c[name] for name in ("joining", "renames", "confirmed", "disputed"))
    return select(*EVENT.c, *at, *said).join_from(
        EVENT_TABLE, EVENT, EVENT.c.id == EVENT_TABLE.c.event_id
    )


_PLACES = _places()
_PLACE = _PLACES.where(EVENT_TABLE.c.game_id == bindparam("game"))


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
        _keep(*place, event)
    return event


def _keep(key: str, revision: int, at: datetime, event: Event) -> None:
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
        _keep(*place, event)
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
