"""The agreement of a table: somebody else than the phone that keeps score confirms the result, or
disputes it. Both hold for one revision of the sheet; the desk can decide."""

from sqlalchemy import select

from scorekeeper.rules.events.act import LONGEST_DISPUTE
from scorekeeper.rules.events.event import RoundState
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store import phones
from scorekeeper.store.engine.locks import lock_game, note_event
from scorekeeper.store.engine.transaction import transaction
from scorekeeper.store.events.places import Place, place_of
from scorekeeper.store.events.tables import TableGame
from scorekeeper.store.games import games, reading
from scorekeeper.store.mapping.stored import Note, StoredGame, UnknownGameError
from scorekeeper.store.models import EventRow, EventTable, GameRow, db
from scorekeeper.store.sharing import desks


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
