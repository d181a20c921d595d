"""The numbers of a game, searched in the points of a sheet: those of a known game, or of one with a
few house rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorekeeper.rules.variants.custom import FEW, MOST_POINTS, Points
from scorekeeper.rules.variants.custom import MORE as RARE
from scorekeeper.rules.variants.custom import points_of as numbers_of
from scorekeeper.rules.variants.model import Score, Variant

MOST_CHANGES = 3
"""Numbers that a table changes."""
LEAST_SEEN = 2
"""Cells that one number must explain; a single one may be a slip of the pen."""
MOST_TRIED = 3
"""Rules from which the search goes on."""
MOST_VALUES = 6
"""Values of a number that are tried."""
MOST_SEARCHED = 3000
"""Cells of a file that are searched; most sheets have fewer than 100."""
NUMBERS = (*FEW, *RARE)


@dataclass(frozen=True, slots=True)
class Cell:
    """The points of a bid in a hand of this many cards, and the tricks that it may have taken."""

    bid: int
    cards: int
    points: int
    tricks: Sequence[int]


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a hand, whose tricks add up to ``tricks``."""

    cells: tuple[Cell, ...]
    tricks: int


@dataclass(frozen=True)
class Rules:
    """A known game, or one with other numbers: how many of them differ."""

    game: Variant
    numbers: Points
    changes: int = 0

    def tricks_for(self, cell: Cell) -> tuple[int, ...]:
        """The tricks that give a bid its points."""
        known = self._tricks.get((cell.bid, cell.cards))
        if known is None:
            known = self._tricks[cell.bid, cell.cards] = {}
            for took, points in enumerate(self._score.by_tricks(cell.bid, cell.cards)):
                known[points] = (*known.get(points, ()), took)
        return known.get(cell.points, ())

    @cached_property
    def _score(self) -> Score:
        return self.numbers.score

    @cached_property
    def _tricks(self) -> dict[tuple[int, int], dict[int, tuple[int, ...]]]:
        return {}


@dataclass(slots=True)
class Searches:
    """The searches for rules in a file: how many more ``cells`` they may take, below 0 if they took
    more, and the house rules that were ``found``."""

    cells: int = MOST_SEARCHED
    found: list[Rules] = field(default_factory=list)


def rules_of(game: Variant) -> Rules:
    """The rules of a known game."""
    return Rules(game, numbers_of(game.score))


def sums_of(options: Sequence[Iterable[int]]) -> list[int]:
    """For each position, the sums of one number from each of the options that follow, as bits."""
    found = [1]
    for some in reversed(options):
        found.append(0)
        for number in some:
            found[-1] |= found[-2] << number
    return found[::-1]


def misfits(rules: Rules, rows: Iterable[Row], most: int | None = None) -> int:
    """How many cells the rules do not explain, and rows whose tricks do not add up; any number
    above ``most`` if there are more."""
    total = 0
    for row in rows:
        total += len(_odd(rules, row)) or not _adds_up(rules, row)
        if most is not None and total > most:
            break
    return total


def rules_found(bases: Iterable[Rules], rows: Sequence[Row], limit: int) -> list[tuple[int, Rules]]:
    """Rules with the number of misfits that they leave, those that leave least and change least
    first. Each changed number explains at least two misfits, and more while there are more than
    the ``limit``: what leaves more than that in the end is of no use."""
    found = sorted(((misfits(base, rows), base) for base in bases), key=_cost)
    front = found[:MOST_TRIED]
    for more in range(MOST_CHANGES, 0, -1):
        if min(left for left, _ in found) < LEAST_SEEN:
            break
        better = {}
        for before, rules in front:
            # The changes that follow may explain more than the first one, but not everything.
            least = max(LEAST_SEEN, (before - limit) // more**2)
            for changed in _changed(rules, rows, least):
                if (left := misfits(changed, rows, before - least)) <= before - least:
                    better[changed.numbers] = left, changed
        front = sorted(better.values(), key=_cost)[:MOST_TRIED]
        found += front
    return sorted(found, key=_cost)


def _cost(found: tuple[int, Rules]) -> int:
    left, rules = found
    return left + rules.changes


def _odd(rules: Rules, row: Row) -> list[Cell]:
    return [cell for cell in row.cells if not rules.tricks_for(cell)]


def _adds_up(rules: Rules, row: Row) -> bool:
    return bool(sums_of([rules.tricks_for(cell) for cell in row.cells])[0] >> row.tricks & 1)


def _changed(rules: Rules, rows: Iterable[Row], least: int) -> Iterator[Rules]:
    """The rules with one number changed so that it explains at least so many of the cells that are
    odd, or in rows that do not add up."""
    odd = Counter(
        cell
        for row in rows
        for cell in _odd(rules, row) or (() if _adds_up(rules, row) else row.cells)
    )
    for name in NUMBERS:
        for value, seen in _votes(rules.numbers, name, odd).most_common(MOST_VALUES):
            if seen >= least:
                yield _with(rules, **{name: value})
    gains = Counter(cell.points for cell in odd.elements() if cell.points <= 0)
    for value, seen in gains.most_common(1):
        # What a miss costs need not depend on its tricks.
        if seen >= least and rules.numbers.miss:
            yield _with(rules, miss=0, flat=value)


def _with(rules: Rules, **numbers: int) -> Rules:
    return Rules(rules.game, replace(rules.numbers, **numbers), rules.changes + 1)


def _votes(numbers: Points, name: str, cells: Counter[Cell]) -> Counter[int]:
    """The other values of a number by how many of these cells each explains."""
    without, once = (replace(numbers, **{name: amount}).score for amount in (0, 1))
    terms: dict[tuple[int, int, Sequence[int]], set[tuple[int, int]]] = {}
    votes: Counter[int] = Counter()
    for cell, seen in cells.items():
        place = cell.bid, cell.cards, cell.tricks
        if place not in terms:
            rest, one = (score.by_tricks(*place[:2]) for score in (without, once))
            terms[place] = {
                (rest[took], one[took] - rest[took])
                for took in cell.tricks
                if took <= cell.cards and one[took] != rest[took]
            }
        for value in {
            (cell.points - rest) // each
            for rest, each in terms[place]
            if (cell.points - rest) % each == 0
        }:
            votes[value] += seen
    least = 0 if name in FEW else -MOST_POINTS
    now = getattr(numbers, name)
    return Counter({v: n for v, n in votes.items() if v != now and least <= v <= MOST_POINTS})
