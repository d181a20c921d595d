"""Figures over time, and points by hand size; docs/statistics.md has the definitions."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.rules.statistics.played import Hands

LEAST_GAMES = 3
"""The minimum number of games for figures over time."""
MOST_STEPS = 24
LENGTHS = (1, 5, 10, 25, 50, 100, 250, 500, 1000)
"""Numbers of games that may form a step."""
LEAST_HANDS = 4
"""The minimum number of values of a hand size for its quartiles."""


class Step(NamedTuple):
    """Some consecutive games, by their numbers from 1: the mean of their hands, and that of all
    hands so far."""

    first: int
    last: int
    mean: Fraction
    so_far: Fraction


class Quarters(NamedTuple):
    """The quartiles of the points in hands with this many ``cards``: ``low``, ``middle`` and
    ``high``."""

    cards: int
    hands: int
    low: Fraction
    middle: Fraction
    high: Fraction


def trend(games: Sequence[tuple[int, int]]) -> tuple[Step, ...]:
    """The steps of these games, the oldest first, from an amount and the number of hands in each
    game.

    () for too few games. All steps have the same number of games, the fewest that give at most 24
    steps; the last may have fewer.
    """
    if len(games) < LEAST_GAMES:
        return ()
    length = next((size for size in LENGTHS if size * MOST_STEPS >= len(games)), len(games))
    steps, all_amounts, all_hands = [], 0, 0
    for start in range(0, len(games), length):
        some = games[start : start + length]
        amount, hands = (sum(column) for column in zip(*some, strict=True))
        all_amounts, all_hands = all_amounts + amount, all_hands + hands
        so_far = Fraction(all_amounts, all_hands)
        steps.append(Step(start + 1, start + len(some), Fraction(amount, hands), so_far))
    return tuple(steps)


def by_cards(sizes: Iterable[tuple[int, Hands]]) -> tuple[Quarters, ...]:
    """The quartiles of each hand size with enough values.

    If a player had several hands of a size in a game, their mean is one value.
    """
    found: dict[int, list[Fraction]] = {}
    for cards, hands in sizes:
        found.setdefault(cards, []).append(Fraction(hands.points, hands.hands))
    return tuple(
        Quarters(cards, len(points), *_quarters(sorted(points)))
        for cards, points in sorted(found.items())
        if len(points) >= LEAST_HANDS
    )


def _quarters(points: list[Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """The smallest value that this many quarters of the points do not exceed."""
    low, middle, high = (points[-(-part * len(points) // 4) - 1] for part in (1, 2, 3))
    return low, middle, high
