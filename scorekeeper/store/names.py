"""The names at the seats of a game."""

from __future__ import annotations

from sqlalchemy import bindparam, update

from scorekeeper.rules.history import Seats
from scorekeeper.store.models.tables import PLAYER, run


def write_names(game_id: int, seats: Seats) -> None:
    """Write who sits where; inside a writing transaction."""
    of_game = {"of_game": game_id}
    run(_NAME, [{**of_game, "of_seat": at, "called": who} for at, who in enumerate(seats.players)])


_NAME = (
    update(PLAYER)
    .where(PLAYER.c.game_id == bindparam("of_game"), PLAYER.c.seat == bindparam("of_seat"))
    .values(name=bindparam("called"))
)
