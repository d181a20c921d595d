"""The place of a game in its event."""

from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, select

from scorekeeper.rules.events.event import Round, Table
from scorekeeper.store.events import events
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.models.tables import EVENT, EVENT_TABLE, run


class Place(NamedTuple):
    """A table of a round of an event."""

    event: StoredEvent
    round: Round
    table: Table


def place_of(game_id: int) -> Place | None:
    """The table at which a game is played; None if the game does not belong to an event (any
    more)."""
    row = run(_PLACES, {"game": game_id}).first()
    if row is None:
        return None
    stored = events.stored_from(row, events.event_of(row))
    round_ = stored.event.round(row.round)
    return Place(stored, round_, round_.table(row.table))


def _places() -> Select[Any]:
    at = EVENT_TABLE.c.round, EVENT_TABLE.c.number.label("table")
    query = select(*EVENT.c, *at).join_from(
        EVENT_TABLE, EVENT, EVENT.c.id == EVENT_TABLE.c.event_id
    )
    return query.where(EVENT_TABLE.c.game_id == bindparam("game"))


_PLACES = _places()
