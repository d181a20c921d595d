"""Acts of the desk: every change of an event goes through :func:`act` or :func:`undo`.

The writing transaction checks the revision and also updates the games of the tables. It runs alone,
so no other act and no save of a table can come between. All others wait for it, so whatever grows
with the log is read before it (events.py). An event from a file brings all its acts at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial, wraps
from typing import Any, NamedTuple, ParamSpec

from sqlalchemy import ColumnElement, Select, bindparam, func, insert, select, update

from scorekeeper.rules.events.acts import ACTS, apply, require_undo
from scorekeeper.rules.events.entrant_acts import Created, SignedOff, SignedUp, next_number
from scorekeeper.rules.events.event import Act, Event
from scorekeeper.rules.events.result_acts import Corrected, is_entry
from scorekeeper.rules.events.round_acts import Closed, Drawn, close
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.store import importing, phones
from scorekeeper.store.engine import after_commit, aware, now, transaction
from scorekeeper.store.events import events, slips, tables
from scorekeeper.store.events.events import EventAccess, NumberedAct, StoredEvent
from scorekeeper.store.events.tables import (
    TableKey,
    close_tables,
    count_results,
    counted_in,
    link_tables,
)
from scorekeeper.store.mapping.log import act_data, act_from
from scorekeeper.store.mapping.stored import NotDeskError, Note
from scorekeeper.store.models import (
    ACT,
    GAME,
    PHONE,
    PLAYER,
    ActRow,
    EventDesk,
    EventRow,
    Phone,
    db,
    run,
)
from scorekeeper.store.sharing import desks

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


MOST_TOLD = 200
"""The most acts since an old page of which it is told."""
MOST_OF_PHONE = 5
"""The most people who sign up on one phone."""
_IS_ACT = ACT.c.kind.in_(
    [*(kind for kind, act in ACTS.items() if not act.of_guest), str(Note.UNDO)]
)
"""The lines that a page of the desk has to know."""


class StaleEventError(Exception):
    """The event has changed since the page was drawn: by the acts and Undos ``since`` then, newest
    first. It is empty if the page's revision never existed or is too old."""

    def __init__(self, stored: StoredEvent, revision: int) -> None:
        super().__init__(f"revision is {stored.revision}, not {revision}")
        self.stored, self.revision = stored, revision
        self.since: list[EventLine] = []


P = ParamSpec("P")
Written = Callable[P, StoredEvent]


def _told(write: Written[P]) -> Written[P]:
    """Read what came since the page only after the transaction was rolled back."""

    @wraps(write)
    def written(*args: P.args, **kwargs: P.kwargs) -> StoredEvent:
        try:
            return write(*args, **kwargs)
        except StaleEventError as stale:
            stale.since = _since(stale.stored, stale.revision)
            raise

    return written


@_told
def act(
    key: str,
    phone_key: str,
    revision: int | None,
    build: Callable[[Event], Act],
    tap: str | None = None,
    then: Callable[[Event], Act] | None = None,
) -> StoredEvent:
    """Apply the act that ``build`` returns for the event, once for each ``tap``; returns the event.

    ``then`` builds a second act from the event after the first: both are applied, or neither.
    ``revision`` is the one that the page showed; None for an act that does not depend on what the
    page showed. Raises UnknownEventError, NotDeskError (a helper may only enter results),
    StaleEventError, and RefusedError from the act, or if the
    log has no room for it.
    """
    events.read(key)
    return _act(key, phone_key, revision, (build, then), tap)


Builds = tuple[Callable[[Event], Act], Callable[[Event], Act] | None]


@transaction
def _act(
    key: str, phone_key: str, revision: int | None, builds: Builds, tap: str | None
) -> StoredEvent:
    seen = events.enterable(key, phone_key, lock=True)
    if _is_done(seen.stored, tap):
        return seen.stored
    _check_revision(seen.stored, revision)
    row, phone = desks.locked_row(key, phone_key, enters=True)
    after, moment = seen.stored.event, now()
    for make in filter(None, builds):
        earlier, made = after, make(after)
        if not (seen.rights.writes or is_entry(after, made)):
            raise NotDeskError(key)
        desks.check_room(row, after, made)
        after = apply(after, made, aware(moment))
        if isinstance(made, Closed):
            # Refused if a table of the round has no result yet.
            outcomes = tables.outcomes_of(tables.tables_of(seen.stored.id))
            close(seen.stored.event, made.round, outcomes)
        number = desks.write_line(row, phone, made.kind, act_data(made), tap=tap, at=moment)
        line = NumberedAct(number, aware(moment), made)
        after_commit(partial(events.keep_before, row.id, line, earlier))
        tap = None
        db.session.flush()
        slips.settle(row.id, made, after)
    stored = _changed(seen, row, after, moment)
    if isinstance(made, Corrected):
        slips.take_up(row, phone, (made.round, made.table))
    return stored


def sign_up(key: str, phone_key: str, name: str, club: str) -> int:
    """Enter somebody who signs up on this phone; returns the start number. Raises
    UnknownEventError, and RefusedError if this is not possible."""
    events.read(key)
    return _sign_up(key, phone_key, name, club)


@transaction
def _sign_up(key: str, phone_key: str, name: str, club: str) -> int:
    seen, phone = events.see(key, phone_key, lock=True), phones.row_of(phone_key)
    if len(_signed_up_on(seen.stored, phone)) >= MOST_OF_PHONE:
        raise RefusedError(Problem(EventCode.SIGN_UP_OFTEN, values={"most": MOST_OF_PHONE}))
    made = SignedUp(next_number(seen.stored.event), name, club)
    _guest_act(seen, phone, made)
    return made.number


def sign_off(key: str, phone_key: str, number: int) -> None:
    """Take a name off the list that signed up on this phone. Raises UnknownEventError, and
    RefusedError if another phone did, or if the desk has ticked it."""
    events.read(key)
    _sign_off(key, phone_key, number)


@transaction
def _sign_off(key: str, phone_key: str, number: int) -> None:
    seen, phone = events.see(key, phone_key, lock=True), phones.row_of(phone_key)
    if number not in _signed_up_on(seen.stored, phone):
        raise RefusedError(Problem(EventCode.SIGN_UP_OTHER))
    _guest_act(seen, phone, SignedOff(number))


def _signed_up_on(stored: StoredEvent, phone: Phone) -> list[int]:
    """The numbers under which people signed up on a phone, also those who signed off."""
    here = ACT.c.event_id == stored.id, ACT.c.kind == SignedUp.kind, ACT.c.phone_id == phone.id
    rows = run(select(ACT.c.data).where(*here, ACT.c.undone.is_(None)).limit(MOST_OF_PHONE))
    return [json.loads(row.data)["number"] for row in rows]


def _guest_act(seen: EventAccess, phone: Phone, made: Act) -> None:
    """Apply an act of a phone that does not run the event; inside a writing transaction."""
    row, moment = db.session.get_one(EventRow, seen.stored.id), now()
    desks.check_room(row, seen.stored.event, made)
    after = apply(seen.stored.event, made, aware(moment))
    number = desks.write_line(row, phone, made.kind, act_data(made), at=moment)
    line = NumberedAct(number, aware(moment), made)
    after_commit(partial(events.keep_before, row.id, line, seen.stored.event))
    _changed(seen, row, after, moment)


@_told
def undo(
    key: str, phone_key: str, revision: int | None, number: int, tap: str | None = None
) -> StoredEvent:
    """Undo the act in line ``number``, which must be the newest one that applies.

    Undoing one that is already undone succeeds. Raises the errors of :func:`act`.
    """
    stored = events.read(key)
    if last := last_act(stored):
        events.before(stored.id, last)
    return _undo(key, phone_key, revision, number, tap)


@transaction
def _undo(
    key: str, phone_key: str, revision: int | None, number: int, tap: str | None
) -> StoredEvent:
    seen = events.runnable(key, phone_key, lock=True)
    stored = seen.stored
    line = db.session.get(ActRow, (stored.id, number))
    if line is None:
        raise RefusedError(Problem(EventCode.UNDO_NONE))
    if _is_done(stored, tap) or line.undone is not None:
        return stored
    _check_revision(stored, revision)
    last = _newest_act(stored)
    _check_undo(stored, last, number)
    after = events.before(stored.id, last)
    row, phone = desks.locked_row(key, phone_key)
    desks.check_reserve(row)
    line.undone = desks.write_line(row, phone, Note.UNDO, {"number": number}, tap=tap)
    return _changed(seen, row, after, now())


def last_act(stored: StoredEvent) -> NumberedAct | None:
    """The act that Undo would reverse next; None if only the creation of the event is left."""
    newest = _newest_act(stored)
    return None if isinstance(newest.act, Created) else newest


def _newest_act(stored: StoredEvent) -> NumberedAct:
    return events.acts_of(stored.id, stored.revision, 1)[-1]


def _check_undo(stored: StoredEvent, newest: NumberedAct, number: int) -> None:
    if newest.number != number:
        raise RefusedError(Problem(EventCode.UNDO_NONE))
    number, last = len(stored.event.rounds), newest.act
    has_hands = last.rests_on_hands and tables.played_since(stored.id, number, newest.at)
    require_undo(last, has_hands=has_hands)


def _changed(seen: EventAccess, row: EventRow, after: Event, moment: datetime) -> StoredEvent:
    tables.update_games(seen, after, moment)
    events.update_row(row, after)
    db.session.flush()
    db.session.refresh(row)
    stored = events.stored_from(row, after)
    after_commit(partial(events.keep, stored))
    return stored


def is_awaited(stored: StoredEvent, revision: int | None, tap: str | None) -> bool:
    """Return whether :func:`act` would build an act for this page: it is neither done nor stale."""
    try:
        _check_revision(stored, revision)
    except StaleEventError:
        return False
    return not _is_done(stored, tap)


def _is_done(stored: StoredEvent, tap: str | None) -> bool:
    if tap is None:
        return False
    query = select(ACT.c.number).where(ACT.c.event_id == stored.id, ACT.c.tap == tap)
    return run(query).first() is not None


def _check_revision(stored: StoredEvent, revision: int | None) -> None:
    """Raise StaleEventError if an act or Undo came after the page's revision; a change of rights
    conflicts with none."""
    if revision is None or revision == stored.revision:
        return
    here = select(ACT.c.number).where(ACT.c.event_id == stored.id)
    later = run(here.where(ACT.c.number > revision, _IS_ACT).limit(1)).first()
    if later or run(here.where(ACT.c.number == revision)).first() is None:
        raise StaleEventError(stored, revision)


def _since(stored: StoredEvent, revision: int) -> list[EventLine]:
    """The acts and Undos since a revision, newest first; none if there are too many to tell."""
    later = ACT.c.number.between(revision + 1, stored.revision)
    found = log(stored.id, later, _IS_ACT, most=MOST_TOLD + 1)
    return found if len(found) <= MOST_TOLD else []


class IncomingLine(NamedTuple):
    """A line of the log in a file: the name of the phone (``by``), and the act or other ``data``,
    which ``text`` has as its row will; ``undone`` is the number of the line that reversed it, from
    1."""

    at: datetime
    by: str
    kind: str
    act: Act | None
    data: Mapping[str, Any]
    text: str
    undone: int | None


class TableFile(NamedTuple):
    """A table in a file: the stable id of its game, and when that ended."""

    round: int
    table: int
    game: str
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class IncomingEvent:
    """An event from a file, checked: its stable id, the ``event`` computed from its log, and its
    games."""

    uid: str
    started_at: datetime
    event: Event
    log: tuple[IncomingLine, ...]
    tables: Mapping[TableKey, TableFile]
    games: tuple[Incoming, ...]


class ImportedEvent(NamedTuple):
    """The key of an event in the book, and whether the file added it."""

    key: str
    is_new: bool


def import_event(phone_key: str, incoming: IncomingEvent) -> ImportedEvent:
    """Write an event with its log and games into this phone's book: all or nothing. The phone runs
    the event. An event that the book already has stays as it is. Games that the book already has
    become its tables. Raises UnreadableError if one cannot, as another event has it."""
    book_id = phones.book_id(phone_key)
    if key := _known(book_id, incoming.uid):
        return ImportedEvent(key, is_new=False)
    written: list[ImportedEvent] = []
    lines = [_file_line(*one) for one in enumerate(incoming.log, 1)]

    def write() -> None:
        written.append(_write(phone_key, incoming, lines))

    importing.import_games(phone_key, incoming.games, deleted_too=True, then=write)
    return written[-1]


def _known(book_id: int | None, uid: str) -> str | None:
    return db.session.scalar(select(EventRow.key).filter_by(book_id=book_id, uid=uid).limit(1))


def _write(
    phone_key: str, incoming: IncomingEvent, lines: Sequence[dict[str, Any]]
) -> ImportedEvent:
    """Write the event of games that are in the book; call it inside the transaction that shows
    them. All others wait for it, so it only writes what was prepared."""
    phone = phones.row_of(phone_key)
    if key := _known(phone.book_id, incoming.uid):
        return ImportedEvent(key, is_new=False)
    row = events.new_row(phone.book_id)
    row.uid, row.revision = incoming.uid, len(incoming.log)
    row.started_at = incoming.started_at.replace(tzinfo=None)
    events.update_row(row, incoming.event)
    db.session.add(row)
    db.session.flush()
    db.session.add(EventDesk(event_id=row.id, phone_id=phone.id, claimed=True))
    run(insert(ACT), [{"event_id": row.id, **line} for line in lines])
    _write_tables(row, incoming)
    return ImportedEvent(row.key, is_new=True)


def _file_line(number: int, line: IncomingLine) -> dict[str, Any]:
    return {
        "number": number,
        "at": line.at.replace(tzinfo=None),
        "name": line.by,
        "kind": line.kind,
        "data": line.text,
        "undone": line.undone,
    }


def _write_tables(row: EventRow, incoming: IncomingEvent) -> None:
    """Make the games the tables of the event. Raises UnreadableError for a game of another event,
    one that a phone brought into the book, or one of the book that lacks a seat of its table."""
    ids = importing.ids_of(row.book_id, [one.game for one in incoming.tables.values()])
    games = {key: ids[one.game] for key, one in incoming.tables.items()}
    if not games:
        return
    # A game that another phone brought along would leave the book without its event.
    elsewhere = GAME.c.event_id.is_not(None) | GAME.c.brought_by.is_not(None)
    taken = GAME.c.id.in_(list(games.values())), elsewhere
    is_taken = run(select(GAME.c.id).where(*taken).limit(1)).first() is not None
    if is_taken or _lacks_seats(incoming.event, games):
        raise UnreadableError(Problem(Code.EVENT_GAME_TAKEN))
    link_tables(row.id, games)
    here = update(GAME).where(GAME.c.id == bindparam("of_game"))
    values = {"event_id": row.id, "ended_at": bindparam("ended")}
    ends = [(ids[one.game], one.ended) for one in incoming.tables.values()]
    rows = [{"of_game": game, "ended": at and at.replace(tzinfo=None)} for game, at in ends]
    run(here.values(values), rows)
    count_results(row.id, {}, counted_in(incoming.event))
    close_tables(row.id, *incoming.event.closed)


def _lacks_seats(event: Event, games: Mapping[TableKey, int]) -> bool:
    """Return whether a game, which the book may have had before the file, has fewer players than
    its table has seats."""
    players = select(PLAYER.c.game_id, func.count()).where(PLAYER.c.game_id.in_([*games.values()]))
    seats = dict(run(players.group_by(PLAYER.c.game_id)).tuples().all())
    return any(
        seats[games[one.number, table.number]] < len(table.seats)
        for one in event.published
        for table in one.tables
    )
