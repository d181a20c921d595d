"""Figures over time, and points by hand size; docs/statistics.md has the definitions."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.rules.statistics.played import Hands

LEAST_GAMES = 3
"""For figures over time."""
MOST_STEPS = 24
LENGTHS = (1, 5, 10, 25, 50, 100, 250, 500, 1000)
"""Games that may make a step."""
LEAST_HANDS = 4
"""Of a size, for its quarters."""


class Step(NamedTuple):
    """Some games one after the other, by their numbers from 1: the mean of their hands, and that
    of all hands until then.
    """

    first: int
    last: int
    mean: Fraction
    so_far: Fraction


class Quarters(NamedTuple):
    """The points of hands of so many ``cards``: a quarter of them is at most ``low``, half at most
    ``middle``, three quarters at most ``high``.
    """

    cards: int
    hands: int
    low: Fraction
    middle: Fraction
    high: Fraction


def trend(games: Sequence[tuple[int, int]]) -> tuple[Step, ...]:
    """The steps of these games, the oldest first: an amount and the hands that it is from.

    () for too few games. Each step has as many games, the fewest that make at most 24 steps; the
    last may have less.
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
    """The quarters of each hand size with enough of them.

    Hands that one player had of a size in one game are one value: their mean.
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
    """The least of the points that so many quarters of them are not above."""
    low, middle, high = (points[-(-part * len(points) // 4) - 1] for part in (1, 2, 3))
    return low, middle, high
