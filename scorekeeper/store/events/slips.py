"""The slips of an event's tables: the first phone that opens one keeps score at that table.

Only the slip itself grants that, and to each phone only once in a round. Any other phone asks the
desk, which confirms or refuses; the public address of a table, without the secret of its slip, only
asks.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, and_, select, update

from scorekeeper.keys import link_token, wall_code
from scorekeeper.rules.events.entrant_acts import Joined, Renamed, Wish
from scorekeeper.rules.events.event import LONGEST_DISPUTE, Act, Event, RoundState
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store import phones
from scorekeeper.store.engine import lock_game, note_event, transaction
from scorekeeper.store.events import events
from scorekeeper.store.events.events import Place, StoredEvent, place_of
from scorekeeper.store.events.tables import TableGame, TableKey, end_corrections
from scorekeeper.store.games import games, reading
from scorekeeper.store.games.games import locked_row
from scorekeeper.store.games.reading import desks_of, is_keeper, keepers_of
from scorekeeper.store.mapping.stored import (
    Note,
    StoredGame,
    UnknownEventError,
    UnknownGameError,
    wish_of,
)
from scorekeeper.store.models import (
    EVENT,
    EVENT_TABLE,
    EventRow,
    EventTable,
    GameRow,
    Keeper,
    Phone,
    db,
    run,
)
from scorekeeper.store.phones import PhoneLine
from scorekeeper.store.sharing import desks, keepers

TOKEN = re.compile(r"([1-9][0-9]?)-([1-9][0-9]{0,2})(-[A-Za-z0-9_-]{22})?\Z")
AT_ONCE = 10
"""The tables that get their pencils in one transaction."""


class State(StrEnum):
    """The state of a slip for the phone that opens it. ``ASK``: nobody keeps score, but this phone
    has to ask; ``WAITS``: another phone has asked, and the desk answers that first."""

    FREE = "free"
    OWN = "own"
    ASK = "ask"
    TAKEN = "taken"
    ASKED = "asked"
    WAITS = "waits"
    CLOSED = "closed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Slip:
    """The state of a slip for a phone, its table, and the key of the table's game. ``other`` is the
    table of the round whose score the phone keeps already, with the key of its game.
    ``has_secret``: the phone has the slip's own address."""

    state: State
    table: TableKey = (0, 0)
    game: str = ""
    other: tuple[int, str] | None = None
    has_secret: bool = False


def token(stored: StoredEvent, table: TableKey) -> str:
    """The token at the end of the address on a table's slip."""
    secret = link_token(stored.secret, "slip", public_token(table))
    return f"{public_token(table)}-{secret}"


def public_token(table: TableKey) -> str:
    """The token with which a phone can only ask, at the end of an address that everybody sees."""
    return "{}-{}".format(*table)


def state_of(key: str, slip: str, phone_key: str) -> Slip:
    """The state of a slip for this phone; changes nothing. Raises UnknownEventError."""
    return _seen(events.read(key), slip, phones.find(phone_key))[0]


@transaction
def claim(key: str, slip: str, phone_key: str, name: str = "") -> Slip:
    """Let this phone keep score at the table if the slip gives it that right; otherwise pass its
    request on to the desk. A ``name`` other than "" becomes the phone's. Raises
    UnknownEventError."""
    stored = events.read(key)
    found, table = _seen(stored, slip, phones.find(phone_key))
    if table is None or found.state not in (State.FREE, State.ASK, State.TAKEN):
        return found
    phone = phones.row_of(phone_key)
    phone.name = name or phone.name
    note_event(key)
    db.session.get_one(EventRow, stored.id).rights += 1
    if found.state is State.FREE:
        table.claimed_by, table.used = phone.id, True
        keepers.give(_game(table), phone)
    else:
        # A phone asks at one table, so that it cannot keep others from asking.
        asked = EventTable.event_id == stored.id, EventTable.asked_by == phone.id
        db.session.execute(update(EventTable).where(*asked).values(asked_by=None))
        table.asked_by = phone.id
    db.session.flush()
    return _seen(stored, slip, phone)[0]


@transaction
def confirm(key: str, phone_key: str, table: TableKey, phone_id: int) -> None:
    """Give the pencil of a table to the phone that asks for it. Nothing changes if that phone no
    longer asks. Raises UnknownEventError unless this phone runs the event."""
    _confirm(*_own_table(key, phone_key, table), phone_id)


def confirm_all(key: str, phone_key: str, round_: int, asking: Iterable[tuple[int, int]]) -> None:
    """Give the pencils of a round to the phones that ask: the numbers of the tables with the ids of
    the phones. A phone that keeps score at another table stays to be answered by itself. Raises the
    errors of :func:`confirm`.

    A few tables at a time, so that nobody waits long."""
    stored = events.runnable(key, phone_key).stored
    query = select(EventTable.number, EventTable.asked_by)
    here = query.filter_by(event_id=stored.id, round=round_, closed=False)
    wanted = {*asking}
    waiting = [
        pair for table, phone in db.session.execute(here) if (pair := (table, phone)) in wanted
    ]
    for start in range(0, len(waiting), AT_ONCE):
        _confirm_some(key, phone_key, round_, waiting[start : start + AT_ONCE])


@transaction
def _confirm_some(key: str, phone_key: str, round_: int, asking: Sequence[tuple[int, int]]) -> None:
    row, desk = desks.locked_row(key, phone_key)
    for table, phone_id in asking:
        found = db.session.get(EventTable, (row.id, round_, table))
        if found is not None and _other(found, phone_id) is None:
            _confirm(row, desk, found, phone_id)
            db.session.flush()


def _confirm(row: EventRow, desk: Phone, found: EventTable, phone_id: int) -> None:
    if found.asked_by != phone_id or found.closed:
        return
    phone = db.session.get_one(Phone, phone_id)
    game = _game(found)
    _take(row, game)
    keepers.give(game, phone)
    found.claimed_by, found.used, found.asked_by = phone.id, True, None
    _note(row, desk, Note.PENCIL_PASSED, found, phone.name)


@transaction
def refuse(key: str, phone_key: str, table: TableKey) -> None:
    """Refuse the phone that asks for the pencil of a table. Raises the errors of
    :func:`confirm`."""
    row, desk, found = _own_table(key, phone_key, table)
    if found.asked_by is not None:
        phone = db.session.get_one(Phone, found.asked_by)
        found.asked_by = None
        _note(row, desk, Note.PENCIL_REFUSED, found, phone.name)


@transaction
def call_back(key: str, phone_key: str, table: TableKey) -> None:
    """Take the pencil of a table from all phones but those of the desk; the phone that opens the
    slip next has to ask. Raises the errors of :func:`confirm`."""
    row, desk, found = _own_table(key, phone_key, table)
    names = _take(row, _game(found))
    found.claimed_by, found.used = None, found.used or bool(names)
    if names:
        _note(row, desk, Note.PENCIL_TAKEN, found, ", ".join(filter(None, names)))


def take_up(row: EventRow, desk: Phone, table: TableKey) -> None:
    """Let a phone of the desk, and no other, correct the sheet of a table whose round is closed;
    call it inside a writing transaction."""
    found = db.session.get(EventTable, (row.id, *table))
    if found is not None and found.closed:
        db.session.flush()
        end_corrections(*_is(found))
        db.session.expire_all()
        found.corrected_by = desk.id
        keepers.give(_game(found), desk, claimed=True)


@transaction
def lay_down(key: str, phone_key: str, table: TableKey) -> None:
    """End the correction of a table's sheet. Raises the errors of :func:`confirm`."""
    row, _, found = _own_table(key, phone_key, table)
    if found.corrected_by is not None:
        note_event(row.key)
        row.rights += 1
        db.session.flush()
        end_corrections(*_is(found))


def _is(table: EventTable) -> tuple[ColumnElement[bool], ...]:
    columns = EVENT_TABLE.c
    return (
        columns.event_id == table.event_id,
        columns.round == table.round,
        columns.number == table.number,
    )


def keepers_at(key: str, phone_key: str, table: TableKey) -> list[PhoneLine]:
    """The phones that keep score at a table. Raises UnknownEventError unless this phone runs the
    event."""
    stored = events.runnable(key, phone_key).stored
    found = db.session.get(EventTable, (stored.id, *table))
    return keepers.listed(found.game_id, phone_key) if found else []


def _own_table(key: str, phone_key: str, table: TableKey) -> tuple[EventRow, Phone, EventTable]:
    row, phone = desks.locked_row(key, phone_key)
    found = db.session.get(EventTable, (row.id, *table))
    if found is None:
        raise UnknownEventError(key)
    return row, phone, found


def _game(table: EventTable) -> GameRow:
    """The row of a table's game; changes its stamp, so that other processes learn of its new
    rights."""
    game = db.session.get_one(GameRow, table.game_id)
    lock_game(game.key)
    return game


def _take(row: EventRow, game: GameRow) -> list[str]:
    """Take the pencil from all phones that do not run the event; returns the names of these phones.
    The others then keep score only as long as they run the event."""
    at_desk = desks_of(row.id)
    phones_ = db.session.scalars(select(Phone).where(Phone.id.in_(keepers_of(game.id)))).all()
    for phone in phones_:
        if phone.id in at_desk:
            db.session.get_one(Keeper, (game.id, phone.id)).claimed = True
        else:
            keepers.drop(game, phone)
    return [phone.name for phone in phones_ if phone.id not in at_desk]


def _note(row: EventRow, desk: Phone, note: Note, table: EventTable, name: str) -> None:
    row.rights += 1
    data = {"round": table.round, "table": table.number, "phone": name}
    desks.write_line(row, desk, note, data)


def _seen(stored: StoredEvent, slip: str, phone: Phone | None) -> tuple[Slip, EventTable | None]:
    """The state of a slip for a phone, and the published table that it belongs to."""
    found = TOKEN.match(slip)
    table = db.session.get(EventTable, (stored.id, int(found[1]), int(found[2]))) if found else None
    if found is None or table is None:
        return Slip(State.UNKNOWN), None
    where, has_secret = (table.round, table.number), found[3] is not None
    if has_secret and not hmac.compare_digest(token(stored, where), slip):
        return Slip(State.UNKNOWN), None
    game = db.session.get_one(GameRow, table.game_id)
    other = _other(table, phone.id) if phone else None
    state = _state(table, phone, has_secret=has_secret, has_other=other is not None)
    return Slip(state, where, game.key, other, has_secret), table


def _state(table: EventTable, phone: Phone | None, *, has_secret: bool, has_other: bool) -> State:
    if phone is not None and is_keeper(table.game_id, phone.id):
        return State.OWN
    if table.closed:
        return State.CLOSED
    if has_secret and not has_other and _is_free(table, phone):
        return State.FREE
    if table.asked_by is not None:
        asks = phone is not None and table.asked_by == phone.id
        return State.ASKED if asks else State.WAITS
    return State.TAKEN if keepers_of(table.game_id) else State.ASK


def _is_free(table: EventTable, phone: Phone | None) -> bool:
    """Return whether the slip itself gives the pencil to this phone, if it has no other table of
    the round: it is the first, or was."""
    if phone is None:
        return not table.used
    if table.used and table.claimed_by != phone.id:
        return False
    keeper = db.session.get(Keeper, (table.game_id, phone.id))
    return keeper is None or not keeper.taken_away


def _other(table: EventTable, phone_id: int) -> tuple[int, str] | None:
    """Another table of the round whose pencil the phone has by its slip, with the key of its
    game."""
    query = select(EventTable.number, GameRow.key).filter_by(
        event_id=table.event_id, round=table.round
    )
    query = query.join(GameRow, GameRow.id == EventTable.game_id)
    others = query.where(EventTable.claimed_by == phone_id, EventTable.number != table.number)
    row = db.session.execute(others.order_by(EventTable.number).limit(1)).first()
    return None if row is None else (row.number, row.key)


MOST_EVENTS = 2000
"""The most events, of those changed last, among which a code is looked for: each attempt costs at
most some milliseconds."""


def code_of(stored: StoredEvent) -> str:
    """The code of the event's wall; "" once the event has ended."""
    return "" if stored.event.ended else wall_code(stored.secret)


def key_of(code: str) -> str:
    """The address of the event whose wall has this code; raises UnknownEventError."""
    query = select(EVENT.c.key, EVENT.c.secret).where(~EVENT.c.ended)
    for row in run(query.order_by(EVENT.c.changed_at.desc()).limit(MOST_EVENTS)):
        if wall_code(row.secret) == code:
            return str(row.key)
    raise UnknownEventError(code)


@transaction
def ask(key: str, phone_key: str, wish: Wish | None) -> None:
    """Ask the desk for this at the table of a game; None withdraws the request. A table asks for
    one thing at a time. Raises UnknownGameError unless this phone keeps the score of an open
    table."""
    game, _ = locked_row(key, phone_key)
    table = db.session.query(EventTable).filter_by(game_id=game.id, closed=False).one_or_none()
    if table is None:
        raise UnknownGameError(key)
    if wish_of(table) == wish:
        return
    event = db.session.get_one(EventRow, table.event_id)
    note_event(event.key)
    table.joining, table.renames = wish or (None, None)
    event.rights += 1
    game.rights += 1


@transaction
def refuse_wish(key: str, phone_key: str, where: TableKey, wish: Wish) -> None:
    """Refuse this request of a table; nothing changes if it asks for nothing. Raises RefusedError
    if it asks for something else, and UnknownEventError unless this phone runs the event."""
    row, desk = desks.locked_row(key, phone_key)
    table = db.session.get(EventTable, (row.id, *where))
    if table is None:
        raise UnknownEventError(key)
    if table.joining is None:
        return
    check(wish_of(table), wish, where)
    table.joining = table.renames = None
    row.rights += 1
    number, place = where
    kind = Note.JOINING_REFUSED if wish.renames is None else Note.NAME_REFUSED
    desks.write_line(row, desk, kind, {"round": number, "table": place, "phone": wish.name})


def check(asked: Wish | None, wish: Wish, where: TableKey) -> None:
    if asked != wish:
        raise RefusedError(Problem(EventCode.JOINING_GONE, values={"number": where[1]}))


def settle(event_id: int, made: Act, event: Event) -> None:
    """Clear the requests that an act of the desk has answered: for somebody who has a seat now, or
    has been renamed. Inside a writing transaction."""
    renames = EVENT_TABLE.c.renames
    match made:
        case Joined():
            is_for = EVENT_TABLE.c.joining == event.entrant(made.number).name
            answered = and_(is_for, renames.is_(None))
        case Renamed():
            answered = renames == made.number
        case _:
            return
    here = EVENT_TABLE.c.event_id == event_id, answered
    run(update(EVENT_TABLE).where(*here).values(joining=None, renames=None))


def may_agree(place: Place, stored: StoredGame) -> bool:
    """Return whether the result of a table waits until the table agrees, or the desk decides."""
    if not place.event.event.settings.agrees or stored.sheet.result is None:
        return False
    is_decided = place.table.by_hand is not None or place.table.set_aside is not None
    is_open = place.round.state is not RoundState.CLOSED and not place.event.event.ended
    return is_open and not is_decided and place.confirmed != stored.revision


@transaction
def agree(key: str, phone_key: str, revision: int, seat: int, dispute: str | None) -> None:
    """Confirm the result of a game for the player of a seat, or with a ``dispute`` call the desk.

    Any phone may do this once in a round, and a phone that keeps score only at its own table.
    Raises UnknownGameError if no result waits, and RefusedError for another revision, after a
    dispute, or for a phone that did so at another table.
    """
    row = games.find(key, lock=True)
    place = place_of(row.id) if row else None
    if row is None or place is None:
        raise UnknownGameError(key)
    stored, phone = reading.read(key), phones.row_of(phone_key)
    if not may_agree(place, stored) or not 0 <= seat < len(place.table.seats):
        raise UnknownGameError(key)
    table = db.session.get_one(EventTable, (place.event.id, place.round.number, place.table.number))
    if revision != stored.revision:
        raise RefusedError(Problem(EventCode.AGREE_CHANGED))
    if place.disputed == stored.revision:
        raise RefusedError(Problem(EventCode.AGREE_DISPUTED))
    if _elsewhere(table, phone.id):
        raise RefusedError(Problem(EventCode.AGREE_ELSEWHERE))
    event = db.session.get_one(EventRow, place.event.id)
    table.agreed_by = phone.id
    if dispute is None:
        table.confirmed = stored.revision
    else:
        name = place.event.event.entrant(place.table.seats[seat]).name
        table.disputed, table.dispute = stored.revision, f"{name}\n{dispute[:LONGEST_DISPUTE]}"
        where = {"round": place.round.number, "table": place.table.number, "phone": name}
        desks.write_line(event, phone, Note.RESULT_DISPUTED, where)
    _tell(event, row)


def _elsewhere(table: EventTable, phone_id: int) -> bool:
    """Return whether the phone agreed or keeps score at another table of the round."""
    others = select(EventTable.number).filter_by(event_id=table.event_id, round=table.round)
    others = others.where(EventTable.number != table.number)
    mine = (EventTable.agreed_by == phone_id) | (EventTable.claimed_by == phone_id)
    return db.session.scalar(others.where(mine).limit(1)) is not None


def check_waits(game: TableGame | None, revision: int) -> None:
    """Raise RefusedError unless the result of this revision waits until the table agrees."""
    if game is None or not game.awaits or game.revision != revision:
        raise RefusedError(Problem(EventCode.AGREE_CHANGED))


def _tell(event: EventRow, game: GameRow) -> None:
    """Change the stamps of the event and of the game, so that their pages show it."""
    note_event(event.key)
    lock_game(game.key)
    event.rights += 1
    game.rights += 1
