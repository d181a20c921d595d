"""Requests of a table to the desk: to seat somebody there too, or to correct a name."""

from sqlalchemy import and_, update

from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.entrant_acts import Joined, Renamed, Wish
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store.engine.locks import note_event
from scorekeeper.store.engine.transaction import transaction
from scorekeeper.store.events.tables import TableKey
from scorekeeper.store.games.games import locked_row
from scorekeeper.store.mapping.stored import Note, UnknownEventError, UnknownGameError
from scorekeeper.store.models import EventRow, EventTable, db
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
    if _wish(table) == wish:
        return
    event = db.session.get_one(EventRow, table.event_id)
    note_event(event.key)
    table.joining, table.renames = wish or (None, None)
    event.rights += 1
    game.rights += 1


def _wish(table: EventTable) -> Wish | None:
    return None if table.joining is None else Wish(table.joining, table.renames)


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
    check(_wish(table), wish, where)
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
