"""The right to run an event: given, claimed, listed and ended; and the lines of the event's log.

The budget of an event is how long its log may get, and how fast it may grow. A championship of 400
people at 100 tables for 20 rounds needs about 3,000 lines: everybody is ticked, every table plays
on paper, and some results are corrected. Its draws with the plans of all later rounds take 0.4 MB,
or 2 MB if each is made five times.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, select, update

from scorekeeper.rules.events.event import Act, Event
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, Counted
from scorekeeper.rules.events.round_acts import Drawn
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store import phones
from scorekeeper.store.engine import note_event, now, transaction
from scorekeeper.store.games.reading import KEY, desks_of, helpers_of, helps, runs
from scorekeeper.store.mapping.stored import NotDeskError, Note, UnknownEventError
from scorekeeper.store.models import (
    ACT,
    ActRow,
    EventDesk,
    EventRow,
    EventTable,
    GameRow,
    Keeper,
    Phone,
    db,
    run,
)
from scorekeeper.store.phones import PhoneLine
from scorekeeper.store.sharing import keepers

LONGEST_LOG = 5_000
"""Lines of a log."""
LARGEST_LOG = 3_000_000
"""Characters of the lines in a log; what the reserve has room for comes on top."""
MOST_CHARACTERS = LARGEST_LOG + 500_000
RESERVE = 500
"""More lines for what a full event needs: results that the desk enters or lets count, Undo, and
notes of rights."""
MOST_LINES = 2 * RESERVE + LONGEST_LOG
"""The most lines of any log: ``RESERVE`` again has room for each open table to be set aside."""
ACTS_AN_HOUR = 1_000
"""Lines within an hour: each of 500 people ticked and unticked."""
DRAWS_AN_HOUR = 60
HOUR = timedelta(hours=1)
LARGEST_ACT = 100_000
"""Characters; a draw of 500 people with the plans of 20 rounds has 50,000."""
MOST_ADJUSTMENTS = 500
"""Penalties and bonuses at a time: one for each player of the largest event."""


def check_room(row: EventRow, event: Event, act: Act) -> None:
    """Raise RefusedError if the log has no room for this act, or grew faster than any desk works.

    Acts that lead to the end of the event always have room. Runs no statement until a log is long.
    """
    if act.ends:
        return
    if isinstance(act, ByHand | Counted):
        check_reserve(row)
        return
    _check_pace(row, act)
    if isinstance(act, Adjusted) and len(event.adjustments) >= MOST_ADJUSTMENTS:
        values = {"most": MOST_ADJUSTMENTS}
        raise RefusedError(Problem(EventCode.ADJUSTMENTS_MANY, values=values))
    if lines_of(row) >= LONGEST_LOG or _is_large(row):
        raise RefusedError(Problem(EventCode.LOG_FULL))


def check_reserve(row: EventRow) -> None:
    """Raise RefusedError if the log has no room for an Undo or a result, either."""
    if lines_of(row) >= LONGEST_LOG + RESERVE:
        raise RefusedError(Problem(EventCode.LOG_FULL))


def has_room(row: EventRow) -> bool:
    """Return whether the log has room for a note. Rights also change without one, because nobody
    may keep a right only because a log is full."""
    return lines_of(row) < LONGEST_LOG + RESERVE


def lines_of(row: EventRow) -> int:
    """The lines of an event's log; after a restore there are fewer than revisions."""
    if row.revision < LONGEST_LOG:
        return row.revision
    return run(select(func.count()).where(ACT.c.event_id == row.id)).scalar() or 0


def _is_large(row: EventRow) -> bool:
    if row.revision * LARGEST_ACT < LARGEST_LOG:
        return False
    size = select(func.sum(func.length(ACT.c.data))).where(ACT.c.event_id == row.id)
    return (run(size).scalar() or 0) >= LARGEST_LOG


def _check_pace(row: EventRow, act: Act) -> None:
    """Raise RefusedError if too many acts or draws were made within an hour."""
    if isinstance(act, Drawn) and row.revision > DRAWS_AN_HOUR:
        _require_pause(row, DRAWS_AN_HOUR, EventCode.DRAWS_OFTEN, act.kind)
    if row.revision >= ACTS_AN_HOUR:
        _require_pause(row, ACTS_AN_HOUR, EventCode.ACTS_OFTEN)


def _require_pause(row: EventRow, most: int, code: EventCode, *kinds: str) -> None:
    query = select(ACT.c.at).where(ACT.c.event_id == row.id)
    if kinds:
        query = query.where(ACT.c.kind.in_(kinds))
    at = run(query.order_by(ACT.c.number.desc()).offset(most - 1).limit(1)).scalar()
    # A clock that was fast must not stop a desk.
    if at is not None and timedelta() <= now() - at < HOUR:
        raise RefusedError(Problem(code, values={"most": most}))


NOTES = frozenset(Note) - {Note.UNDO}


def find(key: str, *, lock: bool = False) -> EventRow:
    """The row of the event with this key; raises UnknownEventError."""
    row = None
    if KEY.match(key):
        query = select(EventRow).where(EventRow.key == key)
        row = db.session.scalar(query.with_for_update() if lock else query)
    if row is None:
        raise UnknownEventError(key)
    return row


def locked_row(key: str, phone_key: str, *, enters: bool = False) -> tuple[EventRow, Phone]:
    """The event's row, locked, and the phone's; raises UnknownEventError, and NotDeskError
    unless it runs the event, or (``enters``) enters its results."""
    row, phone = find(key, lock=True), phones.find(phone_key)
    if phone is None or not (runs(row.id, phone.id) or (enters and helps(row.id, phone.id))):
        raise NotDeskError(key)
    phone.seen_at = now()
    return row, phone


def json_text(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def write_line(
    row: EventRow,
    phone: Phone,
    kind: str,
    data: dict[str, Any],
    *,
    tap: str | None = None,
    at: datetime | None = None,
) -> int:
    """Add a line to the event's log and return its number; inside a writing transaction. A note for
    which a full log has no room is left out."""
    note_event(row.key)
    if kind in NOTES and not has_room(row):
        return row.revision
    row.revision += 1
    row.changed_at = at or now()
    line = ActRow(event_id=row.id, number=row.revision, at=row.changed_at, phone_id=phone.id)
    line.kind, line.tap = kind, tap
    line.data = json_text(data)
    db.session.add(line)
    return row.revision


def _give(row: EventRow, phone: Phone, *, claimed: bool) -> None:
    """Give the phone the right to run the event; inside a writing transaction. A right that is
    ``claimed`` lasts as long as the phone shares the event's book."""
    db.session.merge(
        EventDesk(
            event_id=row.id, phone_id=phone.id, taken_away=False, claimed=claimed, helps=False
        )
    )
    row.rights += 1


def let_help(row: EventRow, giver: Phone, phone: Phone) -> None:
    """Let a phone enter results by a link, and note it; one that runs the event keeps that
    right."""
    if runs(row.id, phone.id) or helps(row.id, phone.id):
        return
    db.session.merge(EventDesk(event_id=row.id, phone_id=phone.id, taken_away=False, helps=True))
    row.rights += 1
    write_line(row, giver, Note.HELPER_GIVEN, {"phone": phone.name})


def pass_on(row: EventRow, giver: Phone, phone: Phone, *, hand_over: bool) -> None:
    """Give the right by a link, and note it; with ``hand_over`` the giver's right ends."""
    knew = runs(row.id, phone.id)
    _give(row, phone, claimed=False)
    if not knew:
        write_line(row, giver, Note.DESK_GIVEN, {"phone": phone.name})
    if hand_over:
        _drop(row, giver)


@transaction
def claim(key: str, phone_key: str) -> None:
    """Let a phone of the event's book run it too, as when the desk's computer is lost.

    Raises UnknownEventError for other phones, and for one whose right was revoked while another
    phone runs the event.
    """
    row = find(key, lock=True)
    if phones.book_id(phone_key) != row.book_id:
        raise UnknownEventError(key)
    phone = phones.row_of(phone_key)
    desk = db.session.get(EventDesk, (row.id, phone.id))
    if desk is not None and desk.taken_away and desks_of(row.id):
        raise UnknownEventError(key)
    if not runs(row.id, phone.id):
        _give(row, phone, claimed=True)
        write_line(row, phone, Note.DESK_CLAIMED, {})


def listed(event_id: int, phone_key: str) -> list[PhoneLine]:
    """The phones that run the event, with the asking one first."""
    return phones.listed(select(Phone).where(Phone.id.in_(desks_of(event_id))), phone_key)


def helpers(event_id: int, phone_key: str) -> list[PhoneLine]:
    return phones.listed(select(Phone).where(Phone.id.in_(helpers_of(event_id))), phone_key)


@transaction
def end(key: str, phone_key: str, phone_id: int | None) -> None:
    """End another phone's right to run the event or to enter results, or this phone's own, and note
    it.

    Raises UnknownEventError if this phone does not run the event, or is a guest and the other is a
    phone of the event's book.
    """
    row, asking = locked_row(key, phone_key)
    is_helper = phone_id is not None and helps(row.id, phone_id)
    if phone_id is None or not (is_helper or runs(row.id, phone_id)):
        return
    if asking.id == phone_id:
        _drop(row, asking)
        return
    phone = db.session.get_one(Phone, phone_id)
    if asking.book_id != row.book_id and phone.book_id == row.book_id:
        raise UnknownEventError(key)
    db.session.get_one(EventDesk, (row.id, phone_id)).taken_away = True
    _ended(row, phone)
    kind = Note.HELPER_TAKEN if is_helper else Note.DESK_TAKEN
    write_line(row, asking, kind, {"phone": phone.name})


def _drop(row: EventRow, phone: Phone) -> None:
    db.session.delete(db.session.get_one(EventDesk, (row.id, phone.id)))
    _ended(row, phone)
    write_line(row, phone, Note.DESK_LEFT, {})


def _ended(row: EventRow, phone: Phone) -> None:
    """End a correction by this phone, which no longer runs the event, and let pages learn that it
    does not keep score where it had claimed that right."""
    row.rights += 1
    corrected = update(EventTable).where(EventTable.corrected_by == phone.id)
    db.session.execute(corrected.where(EventTable.event_id == row.id).values(corrected_by=None))
    games = select(Keeper.game_id).join(GameRow, GameRow.id == Keeper.game_id)
    games = games.where(GameRow.event_id == row.id, Keeper.phone_id == phone.id)
    keepers.tell(db.session.scalars(games).all())


def forget_book(phone: Phone, book_id: int) -> None:
    """End the rights at the events of a book that a phone leaves: to run them, to correct a table,
    and to use a slip again; inside a writing transaction."""
    events = db.session.scalars(select(EventRow).where(EventRow.book_id == book_id)).all()
    ids = [row.id for row in events]
    desk = delete(EventDesk).where(EventDesk.phone_id == phone.id, EventDesk.event_id.in_(ids))
    db.session.execute(desk.where(EventDesk.taken_away.is_(False)))
    for column in (EventTable.claimed_by, EventTable.asked_by, EventTable.corrected_by):
        here = EventTable.event_id.in_(ids), column == phone.id
        db.session.execute(update(EventTable).where(*here).values({column: None}))
    for row in events:
        row.rights += 1
        note_event(row.key)
