"""The discrepancies of an imported sheet, in words."""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.language import gettext
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import sum_problem
from scorekeeper.rules.incoming import Discrepancy
from scorekeeper.words.names import name_at, value_line
from scorekeeper.words.problems import sentences


class Difference(NamedTuple):
    """A line of a table: ``Hand 3``, the player, the points on the other sheet and ours."""

    where: str
    name: str
    stated: int
    counted: int


def difference_lines(
    discrepancies: Iterable[Discrepancy], players: tuple[str, ...]
) -> list[Difference]:
    """A line for each discrepancy: hands, then totals."""
    by_hand = sorted(discrepancies, key=lambda item: (item.hand == 0, item.hand, item.seat))
    return [
        Difference(_where(item.hand), name_at(players, item.seat), item.stated, item.counted)
        for item in by_hand
    ]


def uneven_lines(game: Game) -> list[str]:
    """A sentence for each scored hand whose tricks do not add up."""
    found = [(hand, sum_problem(game, hand)) for hand in game.scored]
    return [
        value_line(_where(hand.number), sentence)
        for hand, problems in found
        for sentence in sentences(problems, game.players)
    ]


def _where(hand: int) -> str:
    # L10N: the total at the end, beside the hands of a game.
    return gettext("Hand %(number)s", number=hand) if hand else gettext("Total")
