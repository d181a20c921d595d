"""Playing a game again from the lines of its log, as the database has them."""

from collections.abc import Iterable

from scorekeeper.rules.game import Game
from scorekeeper.store.mapping.log import Places, from_json, patched, places_between, to_json


def line_of(before: Game, after: Game) -> Places:
    """The line of a save."""
    return from_json(to_json(places_between((before, ()), (after, ()))))


def replayed(game: Game, lines: Iterable[Places]) -> Game:
    """The game with these lines, the oldest first."""
    for line in lines:
        game, _ = patched((game, ()), line)
    return game
