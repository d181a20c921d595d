"""Acts of the desk: every change of an event goes through :func:`act` or :func:`undo`.

The writing transaction checks the revision and also updates the games of the tables. It runs alone,
so no other act and no save of a table can come between. All others wait for it, so whatever grows
with the log is read before it (folding.py).
"""

import json
from collections.abc import Callable
from datetime import datetime
from functools import partial, wraps
from typing import ParamSpec

from sqlalchemy import select

from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.acts import ACTS, apply, require_undo
from scorekeeper.rules.events.entrant_acts import Created, SignedOff, SignedUp, next_number
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.result_acts import Corrected, is_entry
from scorekeeper.rules.events.round_acts import Closed, close
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store import phones
from scorekeeper.store.engine.locks import after_commit
from scorekeeper.store.engine.transaction import aware, now, transaction
from scorekeeper.store.events import events, folding, following, joining, logs, slips, tables
from scorekeeper.store.events.events import EventAccess, StoredEvent
from scorekeeper.store.events.folding import NumberedAct
from scorekeeper.store.events.logs import EventLine
from scorekeeper.store.mapping.event_log import act_data
from scorekeeper.store.mapping.stored import NotDeskError, Note
from scorekeeper.store.models import ActRow, EventRow, Phone, db
from scorekeeper.store.models.tables import ACT, run
from scorekeeper.store.sharing import budget, desks

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
        budget.check_room(row, after, made)
        after = apply(after, made, aware(moment))
        if isinstance(made, Closed):
            # Refused if a table of the round has no result yet.
            outcomes = tables.outcomes_of(tables.tables_of(seen.stored.id))
            close(seen.stored.event, made.round, outcomes)
        number = desks.write_line(row, phone, made.kind, act_data(made), tap=tap, at=moment)
        line = NumberedAct(number, aware(moment), made)
        after_commit(partial(folding.keep_before, row.id, line, earlier))
        tap = None
        db.session.flush()
        joining.settle(row.id, made, after)
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
    budget.check_room(row, seen.stored.event, made)
    after = apply(seen.stored.event, made, aware(moment))
    number = desks.write_line(row, phone, made.kind, act_data(made), at=moment)
    line = NumberedAct(number, aware(moment), made)
    after_commit(partial(folding.keep_before, row.id, line, seen.stored.event))
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
        folding.before(stored.id, last)
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
    after = folding.before(stored.id, last)
    row, phone = desks.locked_row(key, phone_key)
    budget.check_reserve(row)
    line.undone = desks.write_line(row, phone, Note.UNDO, {"number": number}, tap=tap)
    return _changed(seen, row, after, now())


def last_act(stored: StoredEvent) -> NumberedAct | None:
    """The act that Undo would reverse next; None if only the creation of the event is left."""
    newest = _newest_act(stored)
    return None if isinstance(newest.act, Created) else newest


def _newest_act(stored: StoredEvent) -> NumberedAct:
    return folding.acts_of(stored.id, stored.revision, 1)[-1]


def _check_undo(stored: StoredEvent, newest: NumberedAct, number: int) -> None:
    """Raise RefusedError unless this is the newest act and nothing depends on it."""
    if newest.number != number:
        raise RefusedError(Problem(EventCode.UNDO_NONE))
    number, last = len(stored.event.rounds), newest.act
    has_hands = last.rests_on_hands and tables.played_since(stored.id, number, newest.at)
    require_undo(last, has_hands=has_hands)


def _changed(seen: EventAccess, row: EventRow, after: Event, moment: datetime) -> StoredEvent:
    """Update the games of the tables to the event, and return it."""
    following.update_games(seen, after, moment)
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
    found = logs.log(stored.id, later, _IS_ACT, most=MOST_TOLD + 1)
    return found if len(found) <= MOST_TOLD else []
