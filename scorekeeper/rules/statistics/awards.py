"""At most one award for each player of a finished game.

docs/statistics.md has the definitions.
"""

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.rules.sheet import Cell, Sheet
from scorekeeper.rules.statistics.figures import column, longest_run
from scorekeeper.rules.variants.points import Score

SHORTEST = 3
"""Hands that a game needs for any award."""
STRETCH = 2
"""Hands of a start and of a finish. A game needs one more than twice as many."""

Column = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """``number`` is the figure that earned it; a game has each ``kind`` at most once."""

    kind: str
    seat: int
    number: int


def awards(sheet: Sheet, score: Score) -> tuple[Award, ...]:
    """The awards by seat. Each goes to the only player with the best figure, unless they have one
    already. If a miss costs nothing by this ``score``, nobody gets an award for losing little."""
    columns = [column(sheet.counting, seat) for seat in range(len(sheet.totals))]
    if len(sheet.counting) < SHORTEST:
        return ()
    given: dict[int, Award] = {}
    for kind, (measure, least) in MEASURES.items():
        if kind == "steady" and not score.costs_a_miss:
            continue
        numbers = [measure(cells) if cells else None for cells in columns]
        best = max((n for n in numbers if n is not None), default=None)
        if best is None or best < least or numbers.count(best) > 1:
            continue
        seat = numbers.index(best)
        given.setdefault(seat, Award(kind, seat, best))
    return tuple(given[seat] for seat in sorted(given))


def _made(cells: Column) -> int:
    return sum(cell.made for cell in cells)


def _mildest(cells: Column) -> int | None:
    """The points of the worst hand, for players who missed a bid."""
    worst = min(cell.points or 0 for cell in cells)
    return worst if worst < 0 else None


def _start(cells: Column) -> int | None:
    return _sum(cells[:STRETCH]) if len(cells) > 2 * STRETCH else None


def _finish(cells: Column) -> int | None:
    return _sum(cells[-STRETCH:]) if len(cells) > 2 * STRETCH else None


def _missed(cells: Column) -> int | None:
    """The bids missed, for players whose total is still above 0."""
    return len(cells) - _made(cells) if _sum(cells) > 0 else None


def _sum(cells: Column) -> int:
    return sum(cell.points or 0 for cell in cells)


MEASURES: dict[str, tuple[Callable[[Column], int | None], int]] = {
    "sight": (_made, 2),
    "hand": (lambda cells: max(cell.points or 0 for cell in cells), 30),
    "run": (longest_run, 3),
    "bold": (lambda cells: max((cell.bid for cell in cells if cell.made), default=0), 2),
    "zeros": (lambda cells: sum(cell.made and cell.bid == 0 for cell in cells), 2),
    "finish": (_finish, 1),
    "start": (_start, 1),
    "steady": (_mildest, -20),
    "loser": (_missed, 2),
}
"""The awards in order: the figure, and its minimum."""
