"""Playing a game again from its log."""

from collections.abc import Iterable

from scorekeeper.rules.game import Game
from scorekeeper.rules.history import Change, without_change


def replayed(game: Game, changes: Iterable[Change]) -> Game:
    """The game with these changes made, the oldest first."""
    for change in changes:
        game = without_change(game, change.reversed)
    return game
