"""The totals that the hands of a game can give a player, without extra points given at the table.

These are bounds: no hands give a total outside them, but some totals inside them may be impossible.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import floor, gcd
from typing import NamedTuple

from scorekeeper.rules.variants.model import Score, Variant


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals from ``low`` to ``high``, which differ from ``base`` by multiples of ``step``; any
    total between them if it is 0."""

    low: int
    high: int
    base: int
    step: int

    def allow(self, total: int) -> bool:
        """Return whether this can be a total."""
        is_on_step = self.step == 0 or (total - self.base) % self.step == 0
        return self.low <= total <= self.high and is_on_step


class _Gains(NamedTuple):
    """The lowest and the highest points of a hand; all are sums of ``halves``, in half points."""

    low: int
    high: int
    halves: frozenset[int]


def possible_totals(
    game: Variant, sizes: Sequence[int], players: int, made: int | None = None
) -> Totals:
    """The possible totals after hands of these sizes, of which a player may have missed some, with
    so many bids made (None: any number)."""
    of_made = [_gains(game, cards, players, made=True) for cards in sizes]
    of_other = [_gains(game, cards, players, made=False) for cards in sizes]
    first = game.score.points(0, 0, sizes[0])
    steps = [half for one in of_other for half in one.halves]
    steps += [half - 2 * first for one in of_made for half in one.halves]
    if made is None:
        pairs = [*zip(of_made, of_other, strict=True)]
        low = sum(min(one.low, another.low) for one, another in pairs)
        high = sum(max(one.high, another.high) for one, another in pairs)
        return Totals(low, high, 0, _whole(gcd(2 * first, *steps)))
    lows = sorted(one.low - another.low for one, another in zip(of_made, of_other, strict=True))
    highs = sorted(one.high - another.high for one, another in zip(of_made, of_other, strict=True))
    low = sum(one.low for one in of_other) + sum(lows[:made])
    high = sum(one.high for one in of_other) + sum(highs[len(sizes) - made :])
    return Totals(low, high, made * first, _whole(gcd(*steps)))


def _whole(halves: int) -> int:
    """A step of half points in points; with an odd one, rounding gives every total."""
    return 1 if halves % 2 else halves // 2


@lru_cache(500)
def _gains(game: Variant, cards: int, players: int, *, made: bool) -> _Gains:
    """The points of a made bid, or those of any other and of a hand without cards, which gives
    0."""
    lows, highs, halves = ([], [], set()) if made else ([0], [0], {0})
    for score in (game.score, *(extra.score for extra in game.extras if extra.score)):
        worths = [_worths(game, score, miss, players) for miss in range(3)]
        for bid in range(cards + 1):
            for took in [bid] if made else [one for one in range(cards + 1) if one != bid]:
                points, extras = score.points(bid, took, cards), worths[min(abs(bid - took), 2)]
                lows.append(points + floor(sum(min(each * most, 0) for each, most in extras)))
                highs.append(points + floor(sum(max(each * most, 0) for each, most in extras)))
                halves |= {2 * points, *(2 * points + int(2 * each) for each, _ in extras)}
    return _Gains(min(lows), max(highs), frozenset(halves))


def _worths(game: Variant, score: Score, miss: int, players: int) -> list[tuple[float, int]]:
    """The points of each extra, and how often a player can have it: a shared one with everybody
    else."""
    return [
        (extra.worth(1, miss, score), extra.most * (players if extra.shared else 1))
        for extra in game.extras
    ]
