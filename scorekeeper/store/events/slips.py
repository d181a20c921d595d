"""The slips of an event's tables: the first phone that opens one keeps score at that table.

A slip grants nothing else. A phone that opens it later asks the desk, which confirms or refuses.
"""

import hmac
import re
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import select

from scorekeeper.keys import link_token
from scorekeeper.store import phones
from scorekeeper.store.engine.locks import lock_game, note_event
from scorekeeper.store.engine.transaction import transaction
from scorekeeper.store.events import events
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import TableKey
from scorekeeper.store.games.games import is_keeper, runs
from scorekeeper.store.mapping.stored import Note, UnknownEventError
from scorekeeper.store.models import EventRow, EventTable, GameRow, Keeper, Phone, db
from scorekeeper.store.phones import PhoneLine
from scorekeeper.store.sharing import desks, keepers

TOKEN = re.compile(r"([1-9][0-9]?)-([1-9][0-9]{0,2})-([A-Za-z0-9_-]{22})\Z")


class State(StrEnum):
    """The state of a slip for the phone that opens it."""

    FREE = "free"
    OWN = "own"
    TAKEN = "taken"
    ASKED = "asked"
    CLOSED = "closed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Slip:
    """The state of a slip for a phone, its table, and the key of the table's game."""

    state: State
    table: TableKey = (0, 0)
    game: str = ""


def token(stored: StoredEvent, table: TableKey) -> str:
    """The token at the end of the address on a table's slip."""
    return _token(stored.secret, table)


def state_of(key: str, slip: str, phone_key: str) -> Slip:
    """The state of a slip for this phone; changes nothing. Raises UnknownEventError."""
    stored = events.read(key)
    return _seen(_table(stored, slip), phones.find(phone_key))


@transaction
def claim(key: str, slip: str, phone_key: str, name: str = "") -> Slip:
    """Let this phone keep score at the table if it is the first to ask, or was; otherwise pass its
    request on to the desk. A ``name`` other than "" becomes the phone's. Raises
    UnknownEventError."""
    stored = events.read(key)
    table = _table(stored, slip)
    found = _seen(table, phones.find(phone_key))
    if table is None or found.state not in (State.FREE, State.TAKEN):
        return found
    phone = phones.row_of(phone_key)
    phone.name = name or phone.name
    note_event(key)
    db.session.get_one(EventRow, stored.id).rights += 1
    if found.state is State.FREE:
        table.claimed_by = phone.id
        keepers.give(_game(table), phone)
    else:
        table.asked_by = phone.id
    db.session.flush()
    return _seen(table, phone)


@transaction
def confirm(key: str, phone_key: str, table: TableKey, phone_id: int) -> None:
    """Give the pencil of a table to the phone that asks for it. Nothing changes if that phone no
    longer asks. Raises UnknownEventError unless this phone runs the event."""
    row, desk, found = _own_table(key, phone_key, table)
    if found.asked_by != phone_id:
        return
    phone = db.session.get_one(Phone, phone_id)
    game = _game(found)
    _take(row, game)
    keepers.give(game, phone)
    found.claimed_by, found.asked_by = phone.id, None
    _note(row, desk, Note.PENCIL_PASSED, table, phone.name)


@transaction
def refuse(key: str, phone_key: str, table: TableKey) -> None:
    """Refuse the phone that asks for the pencil of a table. Raises the errors of
    :func:`confirm`."""
    row, desk, found = _own_table(key, phone_key, table)
    if found.asked_by is not None:
        phone = db.session.get_one(Phone, found.asked_by)
        found.asked_by = None
        _note(row, desk, Note.PENCIL_REFUSED, table, phone.name)


@transaction
def call_back(key: str, phone_key: str, table: TableKey) -> None:
    """Take the pencil of a table from all phones but those of the desk; the phone that opens the
    slip next has to ask. Raises the errors of :func:`confirm`."""
    row, desk, found = _own_table(key, phone_key, table)
    game = _game(found)
    if names := _take(row, game):
        # The slip stays used, but its first phone no longer gets the pencil unasked.
        found.claimed_by = desk.id
        _note(row, desk, Note.PENCIL_TAKEN, table, ", ".join(filter(None, names)))


def take_up(row: EventRow, desk: Phone, table: TableKey) -> None:
    """Give the pencil of a table to a phone of the desk, for a correction; call it inside a writing
    transaction."""
    found = db.session.get(EventTable, (row.id, *table))
    if found is not None:
        keepers.give(_game(found), desk)


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
    """Take the pencil from all phones that do not run the event; returns the names of these
    phones."""
    query = select(Phone).join(Keeper, Keeper.phone_id == Phone.id)
    phones_ = db.session.scalars(query.filter_by(game_id=game.id, taken_away=False)).all()
    others = [phone for phone in phones_ if not runs(row.id, phone.id)]
    for phone in others:
        keepers.drop(game, phone)
    return [phone.name for phone in others]


def _note(row: EventRow, desk: Phone, note: Note, table: TableKey, name: str) -> None:
    row.rights += 1
    number, place = table
    desks.write_line(row, desk, note, {"round": number, "table": place, "phone": name})


def _token(secret: str, table: TableKey) -> str:
    number, place = table
    return f"{number}-{place}-{link_token(secret, 'slip', f'{number}-{place}')}"


def _table(stored: StoredEvent, slip: str) -> EventTable | None:
    """The published table that this token belongs to."""
    if not (found := TOKEN.match(slip)):
        return None
    table = int(found[1]), int(found[2])
    if not hmac.compare_digest(_token(stored.secret, table), slip):
        return None
    return db.session.get(EventTable, (stored.id, *table))


def _seen(table: EventTable | None, phone: Phone | None) -> Slip:
    if table is None:
        return Slip(State.UNKNOWN)
    game = db.session.get_one(GameRow, table.game_id)
    return Slip(_state(table, phone), (table.round, table.number), game.key)


def _is_refused(table: EventTable, phone: Phone | None) -> bool:
    keeper = phone and db.session.get(Keeper, (table.game_id, phone.id))
    return bool(keeper and keeper.taken_away)


def _state(table: EventTable, phone: Phone | None) -> State:
    if phone is not None and is_keeper(table.game_id, phone.id):
        return State.OWN
    if table.closed:
        return State.CLOSED
    is_first = phone is not None and table.claimed_by == phone.id
    if table.claimed_by is None or (is_first and not _is_refused(table, phone)):
        return State.FREE
    return State.ASKED if phone is not None and table.asked_by == phone.id else State.TAKEN
