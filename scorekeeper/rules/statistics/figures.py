"""The figures of a game: bids made, bids against tricks, bids against cards.

docs/statistics.md has the definitions. Hands that do not count and negated tricks are left out.
"""

from dataclasses import dataclass, replace
from itertools import groupby

from scorekeeper.rules.sheet import Cell, Row, Sheet, Standing, ranking

PODIUM_STEPS = 3
"""The most steps of a podium."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One player's figures; ``made`` has an item for each hand, ``bid`` and ``took`` are sums."""

    seat: int
    position: int
    total: int
    made: tuple[bool, ...]
    bid: int
    took: int

    @property
    def times_made(self) -> int:
        """The number of bids made."""
        return sum(self.made)


@dataclass(frozen=True, slots=True)
class Balance:
    """The bids of a hand against its cards; ``over`` is below 0 if they were under."""

    number: int
    over: int

    @property
    def tone(self) -> str:
        """``under``, ``even`` or ``over``."""
        return "under" if self.over < 0 else "over" if self.over else "even"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the podium, with all who have its total."""

    position: int
    total: int
    seats: tuple[int, ...]


def figures(sheet: Sheet) -> tuple[Figures, ...]:
    """A line for each player, the highest total first; equal totals in the order of seats."""
    found = []
    for rank in ranking(sheet):
        cells = column(sheet.counting, rank.seat)
        made = tuple(cell.made for cell in cells)
        bid, took = sum(cell.bid for cell in cells), sum(cell.counted for cell in cells)
        found.append(Figures(rank.seat, rank.position, rank.total, made, bid, took))
    return tuple(found)


def balances(sheet: Sheet) -> tuple[Balance, ...]:
    """Each hand's bids, before a cloud, minus its cards."""
    return tuple(
        Balance(row.hand.number, sum(cell.announced for cell in row.cells) - row.hand.cards)
        for row in sheet.counting
    )


def podium(sheet: Standing) -> tuple[Step, ...]:
    """The players by position, the first one first; equal totals share a step."""
    steps = groupby(ranking(sheet), key=lambda rank: (rank.position, rank.total))
    return tuple(Step(*place, tuple(rank.seat for rank in ranks)) for place, ranks in steps)


def podium_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The first three places of the podium; with up to three players, each has a step of their
    own."""
    best = [step for step in steps if step.position <= PODIUM_STEPS]
    if sum(len(step.seats) for step in best) > PODIUM_STEPS:
        return tuple(best)
    return tuple(replace(step, seats=(seat,)) for step in best for seat in step.seats)


def column(rows: tuple[Row, ...], seat: int) -> tuple[Cell, ...]:
    """The cells of one player, without the hands that they sat out."""
    return tuple(row.cells[seat] for row in rows if not row.cells[seat].out)


def longest_run(cells: tuple[Cell, ...]) -> int:
    """The most bids that a player made in a row."""
    runs = groupby(cell.made for cell in cells)
    return max((len(list(run)) for made, run in runs if made), default=0)
