"""The shades that people chose for themselves, read with their games."""

from collections.abc import Sequence

from sqlalchemy import BindParameter, String, bindparam, func, select
from sqlalchemy.sql.functions import aggregate_strings

from scorekeeper.rules.people import ChosenColours, shades
from scorekeeper.store.mapping.rows import AnyRow
from scorekeeper.store.models.tables import GAME, PERSON, PLAYER, run
from scorekeeper.store.people.persons import CALLED, IS_CALLED


def colours_from(text: str | None) -> ChosenColours:
    """The column CHOSEN_COLOURS as a value."""
    pairs = sorted(text.split(",")) if text else ()
    return tuple((int(pair[0]), int(pair[1])) for pair in pairs)


def colours_in(game_id: int) -> ChosenColours:
    """The shades that the people of a game chose."""
    return colours_from(run(select(CHOSEN_COLOURS).where(GAME.c.id == game_id)).scalar())


def shades_of(seated: Sequence[AnyRow]) -> tuple[int, ...]:
    """The shade of each seat of a game, from all its rows of SEATED."""
    chosen = tuple((one.seat, one.colour) for one in seated if one.colour is not None)
    return shades(len(seated), chosen)


_PEOPLE = PLAYER.outerjoin(PERSON, PERSON.c.id == PLAYER.c.person_id).outerjoin(CALLED, IS_CALLED)
_PAIR = PLAYER.c.seat.cast(String) + CALLED.c.colour.cast(String)
CHOSEN_COLOURS = (
    select(aggregate_strings(_PAIR, ","))
    .select_from(_PEOPLE)
    .where(PLAYER.c.game_id == GAME.c.id, CALLED.c.colour.is_not(None))
    .correlate(GAME)
    .scalar_subquery()
    .label("chosen_colours")
)
"""A column of seats and shades as text, for statements that read games."""
_IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
_CALLED = func.coalesce(CALLED.c.name, PLAYER.c.name).label("person")
_SEATS = select(*(PLAYER.c[name] for name in ("game_id", "seat", "name", "away")), _CALLED)
_SEATS = _SEATS.add_columns(CALLED.c.colour)
SEATED = _SEATS.select_from(_PEOPLE).where(PLAYER.c.game_id.in_(_IDS)).order_by(*PLAYER.primary_key)
"""The seats of some games, with the person and the shade that they chose."""
