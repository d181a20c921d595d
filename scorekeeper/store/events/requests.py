"""What a table asks of the desk, or its players of each other: a seat for somebody, and whether the
result is right."""

from __future__ import annotations

from sqlalchemy import and_, select, update

from scorekeeper.rules.events.act import LONGEST_DISPUTE, Act
from scorekeeper.rules.events.entrant_acts import Joined, Renamed, Wish
from scorekeeper.rules.events.event import Event, RoundState
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store import phones
from scorekeeper.store.engine.locks import lock_game, note_event
from scorekeeper.store.engine.transaction import transaction
from scorekeeper.store.events.events import Place, place_of
from scorekeeper.store.events.tables import TableGame, TableKey
from scorekeeper.store.games import games, reading
from scorekeeper.store.games.games import locked_row
from scorekeeper.store.mapping.stored import (
    Note,
    StoredGame,
    UnknownEventError,
    UnknownGameError,
    wish_of,
)
from scorekeeper.store.models import EventRow, EventTable, GameRow, db
from scorekeeper.store.models.tables import EVENT_TABLE, run
from scorekeeper.store.sharing import desks


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
def refuse(key: str, phone_key: str, where: TableKey, wish: Wish) -> None:
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
    """Raise RefusedError unless the table asks for this."""
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
