"""The places of games in their events."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, select

from scorekeeper.rules.events.entrant_acts import Wish
from scorekeeper.rules.events.event import Round, Table
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.events import events, folding
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.mapping.stored import BrokenEventError
from scorekeeper.store.models.tables import EVENT, EVENT_TABLE, GAME, run


class Place(NamedTuple):
    """A table of a round of an event; ``wish`` is what the table asks of the desk, ``confirmed``
    and ``disputed`` are the revisions of its game whose result was confirmed or disputed."""

    event: StoredEvent
    round: Round
    table: Table
    wish: Wish | None
    confirmed: int | None = None
    disputed: int | None = None


def place_of(game_id: int) -> Place | None:
    """The table at which a game is played; None if the game does not belong to an event (any
    more), or only to one that cannot be read."""
    row = run(_PLACE, {"game": game_id}).first()
    return _place(row) if row else None


def places_of(keys: Collection[str]) -> dict[str, Place]:
    """The tables at which the games with these keys are played; games of no event are left out."""
    if not keys:
        return {}
    query = _PLACES.add_columns(GAME.c.key.label("game"))
    query = query.join(GAME, GAME.c.id == EVENT_TABLE.c.game_id).where(GAME.c.key.in_(keys))
    found = {row.game: _place(row) for row in run(query).all()}
    return {key: place for key, place in found.items() if place}


def _place(row: Any) -> Place | None:
    try:
        stored = events.stored_from(row, folding.event_of(row))
        round_ = stored.event.round(row.round)
        wish = None if row.joining is None else Wish(row.joining, row.renames)
        return Place(stored, round_, round_.table(row.table), wish, row.confirmed, row.disputed)
    except (BrokenEventError, RefusedError):
        return None


def _places() -> Select[Any]:
    at = EVENT_TABLE.c.round, EVENT_TABLE.c.number.label("table")
    said = (EVENT_TABLE.c[name] for name in ("joining", "renames", "confirmed", "disputed"))
    return select(*EVENT.c, *at, *said).join_from(
        EVENT_TABLE, EVENT, EVENT.c.id == EVENT_TABLE.c.event_id
    )


_PLACES = _places()
_PLACE = _PLACES.where(EVENT_TABLE.c.game_id == bindparam("game"))
