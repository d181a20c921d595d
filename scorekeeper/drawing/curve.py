"""The curve of the totals: a line for each player through their total after each hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from scorekeeper.drawing.chart import Box, Point, grid_of, number_columns, path_of
from scorekeeper.rules.sheet import Row, Sheet

GAP = 4
"""The least distance of two lines in a hand: equal totals stay visible side by side."""


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line, with a label beside its end at the height ``label``."""

    seat: int
    total: int
    points: tuple[Point, ...]
    label: int

    @property
    def end(self) -> Point:
        """The last point."""
        return self.points[-1]

    @property
    def path(self) -> str:
        """The line as an SVG path."""
        return path_of(self.points)

    @property
    def lead(self) -> str:
        """From the end of the line to its label."""
        x, y = self.end
        return f"M{x + 7} {y}L{x + 13} {self.label}"

    @property
    def crest_y(self) -> int:
        """The left edge of the crest beside the end; it is 16 wide and high."""
        return self.label - 8

    @property
    def text_y(self) -> int:
        """The left edge of the total beside the end."""
        return self.label + 6


@dataclass(frozen=True, slots=True)
class Curve:
    """The drawing: ``grid`` has total and height, ``hands`` number and horizontal position.

    ``lines`` are in the order of their labels, the highest total first.
    """

    box: Box
    grid: tuple[tuple[int, int], ...]
    zero: int
    hands: tuple[tuple[int, int], ...]
    lines: tuple[Line, ...]


PAGE = Box()


def draw_curve(sheet: Sheet, box: Box = PAGE) -> Curve | None:
    """The curve of the hands that count; None before the first."""
    rows = sheet.counting
    if not rows:
        return None
    series = [_series(rows, seat) for seat in range(len(sheet.totals))]
    grid = grid_of(min(map(min, series)), max(map(max, series)))
    top, base = box.top, box.height - box.bottom

    def exactly(total: int) -> float:
        return base - (base - top) * (total - grid[0]) / (grid[-1] - grid[0])

    def height(total: int) -> int:
        return round(exactly(total))

    # Totals that would round to one height keep their order.
    heights = [tuple(map(exactly, totals)) for totals in series]
    drawn = _side_by_side(heights, box.columns(len(rows)), (top, base))
    order = sorted(range(len(series)), key=lambda seat: (-sheet.totals[seat], drawn[seat][-1][1]))
    labels = spread([drawn[seat][-1][1] for seat in order], box.gap, top, base)
    return Curve(
        box=box,
        grid=tuple((total, height(total)) for total in grid),
        zero=height(0),
        hands=number_columns(box, [row.hand.number for row in rows]),
        lines=tuple(
            Line(seat, sheet.totals[seat], drawn[seat], label)
            for seat, label in zip(order, labels, strict=True)
        ),
    )


def _series(rows: tuple[Row, ...], seat: int) -> tuple[int, ...]:
    """A player's total at the start and after each hand, beginning with the total before their
    first hand.

    For a player who never played, only the last total.
    """
    cells = [row.cells[seat] for row in rows]
    first = cells[0]
    totals = ((first.total or 0) - (first.points or 0), *(cell.total or 0 for cell in cells))
    late = next((index for index, cell in enumerate(cells) if not cell.out), len(cells))
    return totals[late:]


def _side_by_side(
    heights: list[tuple[float, ...]], across: list[int], ends: tuple[int, int]
) -> list[tuple[Point, ...]]:
    """The points of each line. Lines that meet in a hand stay side by side, in the order in which
    they arrive and then leave; all start in one point.
    """
    drawn: list[list[Point]] = [[] for _ in heights]
    for column, x in enumerate(across):
        left = len(across) - column
        here = [seat for seat, line in enumerate(heights) if len(line) >= left]
        here.sort(key=lambda seat: (heights[seat][-left], drawn[seat][-1:], heights[seat][-left:]))
        wanted = [heights[seat][-left] for seat in here]
        for seat, y in zip(here, spread(wanted, GAP if column else 0, *ends), strict=True):
            drawn[seat].append((x, y))
    return [tuple(points) for points in drawn]


def spread(wanted: Sequence[float], gap: int, top: int, bottom: int) -> tuple[int, ...]:
    """The nearest heights that are ``gap`` apart, in the same order, between top and bottom.

    ``wanted`` is in ascending order. If there is too little room, they are closer.
    """
    gap = min(gap, (bottom - top) // max(1, len(wanted) - 1))
    # Minus the gaps, heights must ascend; descending runs are replaced by their mean.
    runs: list[list[float]] = []
    for index, height in enumerate(wanted):
        run = [height - index * gap]
        while runs and fmean(runs[-1]) > fmean(run):
            run = runs.pop() + run
        runs.append(run)
    levels = [fmean(run) for run in runs for _ in run]
    last = bottom - gap * (len(wanted) - 1)
    return tuple(
        round(min(max(level, top), last)) + index * gap for index, level in enumerate(levels)
    )
