"""The numbers of a game, searched in the points of a sheet: those of a known game, or of one with a
few house rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.rules.variants.custom import FEW, MOST_POINTS, Points
from scorekeeper.rules.variants.custom import MORE as RARE
from scorekeeper.rules.variants.custom import points_of as numbers_of
from scorekeeper.rules.variants.model import Variant

MOST_CHANGES = 3
"""Numbers that a table changes."""
LEAST_SEEN = 2
"""Cells that one number must explain; a single one may be a slip of the pen."""
MOST_TRIED = 3
"""Values of a number that are tried, and rules from which the search goes on."""
NUMBERS = (*FEW, *RARE)


@dataclass(frozen=True, slots=True)
class Cell:
    """The points of a bid in a hand of this many cards, and the tricks that it may have taken."""

    bid: int
    cards: int
    points: int
    tricks: Sequence[int]


@dataclass(frozen=True)
class Rules:
    """A known game, or one with other numbers: how many of them differ."""

    game: Variant
    numbers: Points
    changes: int = 0

    @cached_property
    def _gains(self) -> dict[tuple[int, int], dict[int, tuple[int, ...]]]:
        return {}

    def tricks_for(self, bid: int, cards: int, points: int) -> tuple[int, ...]:
        """The tricks that give a bid these points."""
        known = self._gains.get((bid, cards))
        if known is None:
            known = self._gains[bid, cards] = {}
            score = self.game.score if not self.changes else self.numbers.score
            for took in range(cards + 1):
                gain = score.points(bid, took, cards)
                known[gain] = (*known.get(gain, ()), took)
        return known.get(points, ())


def rules_of(game: Variant) -> Rules:
    """The rules of a known game."""
    return Rules(game, numbers_of(game.score))


def rules_found(
    bases: Iterable[Rules], misfits: Callable[[Rules], tuple[int, Sequence[Cell]]]
) -> list[tuple[int, Rules]]:
    """Rules with the number of misfits that they leave, those that leave least and change least
    first. Each changed number explains at least two of the cells that are among the misfits."""
    known = sorted(((misfits(base)[0], base) for base in bases), key=_cost)
    found = known[:]
    front = known[:MOST_TRIED]
    for _ in range(MOST_CHANGES):
        if not front or min(misses for misses, _ in found) < LEAST_SEEN:
            break
        better = {
            changed.numbers: (left, changed)
            for misses, rules in front
            if misses >= LEAST_SEEN
            for changed in _changed(rules, misfits(rules)[1])
            if (left := misfits(changed)[0]) <= misses - LEAST_SEEN
        }
        front = sorted(better.values(), key=_cost)[:MOST_TRIED]
        found += front
    return sorted(found, key=_cost)


def _cost(found: tuple[int, Rules]) -> int:
    misses, rules = found
    return misses + rules.changes


def _changed(rules: Rules, odd: Sequence[Cell]) -> Iterable[Rules]:
    """The rules with one number changed so that it explains some of the cells."""
    gains = Counter(cell.points for cell in odd if cell.points <= 0)
    for name in NUMBERS:
        votes = Counter(value for cell in odd for value in _values(rules.numbers, name, cell))
        for value, seen in votes.most_common(MOST_TRIED):
            if seen >= LEAST_SEEN and value != getattr(rules.numbers, name):
                yield _with(rules, **{name: value})
    for value, seen in gains.most_common(1):
        # What a miss costs need not depend on its tricks.
        if seen >= LEAST_SEEN and rules.numbers.miss:
            yield _with(rules, miss=0, flat=value)


def _with(rules: Rules, **numbers: int) -> Rules:
    return Rules(rules.game, replace(rules.numbers, **numbers), rules.changes + 1)


def _values(numbers: Points, name: str, cell: Cell) -> set[int]:
    """The values of a number that give the cell its points."""
    without, once = (replace(numbers, **{name: amount}).score for amount in (0, 1))
    found = set()
    for took in cell.tricks:
        rest = without.points(cell.bid, took, cell.cards)
        each = once.points(cell.bid, took, cell.cards) - rest
        if each and (cell.points - rest) % each == 0:
            found.add((cell.points - rest) // each)
    least = 0 if name in FEW else -MOST_POINTS
    return {value for value in found if least <= value <= MOST_POINTS}
