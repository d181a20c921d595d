"""Requests of a table that the desk seat somebody there too."""

from sqlalchemy import update

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
def ask(key: str, phone_key: str, name: str | None) -> None:
    """Ask the desk to seat the person with this name at the table of a game; None withdraws the
    request. Raises UnknownGameError unless this phone keeps the score of an open table."""
    game, _ = locked_row(key, phone_key)
    table = db.session.query(EventTable).filter_by(game_id=game.id, closed=False).one_or_none()
    if table is None:
        raise UnknownGameError(key)
    if table.joining == name:
        return
    event = db.session.get_one(EventRow, table.event_id)
    note_event(event.key)
    table.joining = name
    event.rights += 1
    game.rights += 1


@transaction
def refuse(key: str, phone_key: str, where: TableKey, name: str) -> None:
    """Refuse the request of a table for this person; nothing changes if it asks for nobody. Raises
    RefusedError if it asks for somebody else, and UnknownEventError unless this phone runs the
    event."""
    row, desk = desks.locked_row(key, phone_key)
    table = db.session.get(EventTable, (row.id, *where))
    if table is None:
        raise UnknownEventError(key)
    if table.joining is None:
        return
    check(table.joining, name, where)
    table.joining = None
    row.rights += 1
    number, place = where
    desks.write_line(
        row, desk, Note.JOINING_REFUSED, {"round": number, "table": place, "phone": name}
    )


def check(joining: str | None, name: str, where: TableKey) -> None:
    """Raise RefusedError unless the table asks for the person with this name."""
    if joining != name:
        raise RefusedError(Problem(EventCode.JOINING_GONE, values={"number": where[1]}))


def forget(event_id: int, name: str) -> None:
    """Clear the requests for somebody who has a seat now; inside a writing transaction."""
    here = EVENT_TABLE.c.event_id == event_id, EVENT_TABLE.c.joining == name
    run(update(EVENT_TABLE).where(*here).values(joining=None))
