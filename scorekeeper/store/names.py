"""Who sits at the seats of a game."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, update

from scorekeeper.rules.game import Game
from scorekeeper.store import rows
from scorekeeper.store.models.tables import PLAYER, run
from scorekeeper.store.persons import forget_misspelt, people_called


def write_players(game_id: int, book_id: int, before: Game, after: Game) -> None:
    """Write who sits where, and which people they are; inside a writing transaction."""
    people = people_called(book_id, after.players, game_id)
    both = zip(rows.player_values(after), people, strict=True)
    values = [{**player, "person_id": person} for player, person in both]
    known = len(before.players)
    run(_SEAT, [{"of_game": game_id, "of_seat": one["seat"], **one} for one in values[:known]])
    if added := values[known:]:
        run(insert(PLAYER), [{"game_id": game_id, **one} for one in added])
    for seat in range(len(after.players), known):
        run(_GONE, {"of_game": game_id, "of_seat": seat})
    if set(before.players) - set(after.players):
        forget_misspelt(book_id)


_HERE = (PLAYER.c.game_id == bindparam("of_game"), PLAYER.c.seat == bindparam("of_seat"))
_SEAT, _GONE = update(PLAYER).where(*_HERE), delete(PLAYER).where(*_HERE)
