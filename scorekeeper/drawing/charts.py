"""Charts as numbers for an SVG: the curve of the totals, columns, strips of points, and the race
to a target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, pairwise
from statistics import fmean

from scorekeeper.rules.sheet import Row, Sheet

Point = tuple[int, int]
Number = int | Fraction
STEPS = 5
"""The maximum number of intervals between lines of the grid."""
LABELLED = 20
"""The distance between two labels of columns."""
LONGEST = 140
"""The length of the longest bar beside a number."""


@dataclass(frozen=True, slots=True)
class Box:
    """The paper: its size, and the margins around the grid. ``gap`` is from label to label."""

    width: int = 358
    height: int = 200
    left: int = 34
    right: int = 66
    top: int = 12
    bottom: int = 24
    gap: int = 22

    @property
    def label_x(self) -> int:
        """The right edge of the grid's numbers."""
        return self.left - 7

    @property
    def end(self) -> int:
        return self.width - self.right

    @property
    def base(self) -> int:
        """The baseline of the columns' labels."""
        return self.height - self.bottom + 17

    @property
    def crest_x(self) -> int:
        """The left edge of the crests beside the ends of lines."""
        return self.end + 13

    @property
    def text_x(self) -> int:
        """The left edge of the numbers beside the ends of lines."""
        return self.end + 33

    def columns(self, hands: int) -> list[int]:
        """The horizontal positions of the start and of each hand."""
        return [self.left + round((self.end - self.left) * n / hands) for n in range(hands + 1)]


PAPER = Box(height=170, right=8)


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing: ``grid`` has number and height, ``labels`` text and horizontal position.

    ``bars``, ``dots`` and ``line`` are SVG paths to be stroked, "" if there are none; a bar is
    ``thick`` units wide.
    """

    box: Box
    grid: tuple[tuple[int, int], ...]
    zero: int
    labels: tuple[tuple[str, int], ...]
    bars: str
    dots: str
    line: str
    thick: int

    @property
    def rules(self) -> str:
        """The lines of the grid as one path."""
        return "".join(f"M{self.box.left} {y}H{self.box.end}" for _, y in self.grid)


def draw_chart(
    labels: Sequence[str],
    *,
    dots: Sequence[Number] = (),
    line: Sequence[Number] = (),
    bars: Sequence[tuple[Number, Number]] = (),
    ends: tuple[int, int] = (0, 0),
) -> Chart:
    """A column for each label; the other lists are empty or have a value for each column.

    A bar extends from one number to another. The grid includes 0 and both ``ends``.
    """
    box, numbers = PAPER, [*dots, *line, *(end for bar in bars for end in bar), *ends]
    grid = grid_of(min(numbers), max(numbers))
    top, base = box.top, box.height - box.bottom
    room = (box.end - box.left) / max(1, len(labels))
    across = [box.left + round(room * (column + 0.5)) for column in range(len(labels))]

    def height(number: Number) -> int:
        return round(base - (base - top) * (number - grid[0]) / (grid[-1] - grid[0]))

    drawn = [(x, height(low), height(high)) for x, (low, high) in zip(across, bars, strict=False)]
    return Chart(
        box=box,
        grid=tuple((number, height(number)) for number in grid),
        zero=height(0),
        labels=tuple(zip(labels, across, strict=True))[:: -(-LABELLED // round(room))],
        bars="".join(f"M{x} {low}V{high}" for x, low, high in drawn),
        dots="".join(f"M{x} {height(dot)}h0" for x, dot in zip(across, dots, strict=False)),
        line=path_of([*zip(across, map(height, line), strict=False)]) if line else "",
        thick=max(3, min(16, round(room * 0.6))),
    )


def number_columns(box: Box, numbers: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The hands with a number below them: each of these ``numbers``, or every second, fifth or
    tenth one."""
    room = (box.end - box.left) / len(numbers)
    every = next((k for k in (1, 2, 5) if k * room >= LABELLED), 10)
    columns = zip(numbers, box.columns(len(numbers))[1:], strict=True)
    return tuple((number, x) for number, x in columns if number % every == 0)


def path_of(points: Sequence[Point]) -> str:
    """A line through the points as the shortest SVG path: ``M30 145l18-7 18 3``."""
    steps = [(x - was_x, y - was_y) for (was_x, was_y), (x, y) in pairwise(points)]
    first = "M{} {}l".format(*points[0])
    return first + " ".join(f"{x} {y}" for x, y in steps).replace(" -", "-")


def grid_of(low: Number, high: Number) -> list[int]:
    """Round numbers from below the lowest to above the highest, 0 among them."""
    for power in count(0):
        for step in (10**power, 2 * 10**power, 5 * 10**power):
            below, above = min(low, 0) // step, -(-max(high, 0) // step)
            if above - below <= STEPS:
                return [step * k for k in range(below, max(above, below + 1) + 1)]
    raise AssertionError


def bar_lengths(pairs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Two bars for each pair of numbers, all to the same scale."""
    most = max((number for pair in pairs for number in pair), default=0) or 1
    return tuple(
        (round(LONGEST * first / most), round(LONGEST * second / most)) for first, second in pairs
    )


def share_length(part: Fraction | None) -> int:
    """The length of the bar of a share; the longest means 100 %."""
    return round(LONGEST * (part or 0))


GAP = 3
"""The least distance of two lines in a hand, as wide as a line: equal totals stay visible side by
side, and look equal."""


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line, with a label beside its end at the height ``label``."""

    seat: int
    total: int
    points: tuple[Point, ...]
    label: int

    @property
    def end(self) -> Point:
        return self.points[-1]

    @property
    def path(self) -> str:
        return path_of(self.points)

    @property
    def lead(self) -> str:
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


TALL = 38
"""The height of a strip."""
SPACE = 4
"""Between the bars of one strip and those of the next."""
THICKEST = 13
"""The most width of a bar."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A player's bars as one SVG path to be stroked, on a line at the height ``zero``; ``number``
    are the points of the last hand, None if the player sat out.
    """

    seat: int
    number: int | None
    zero: int
    bars: str


@dataclass(frozen=True, slots=True)
class Strips:
    """The drawing; ``hands`` are number and horizontal position, a bar is ``thick`` units wide."""

    box: Box
    hands: tuple[tuple[int, int], ...]
    strips: tuple[Strip, ...]
    thick: int


def draw_strips(sheet: Sheet, paper: Box = PAGE) -> Strips | None:
    """The strips of the hands that count, the highest total first; None before the first."""
    rows = sheet.counting
    if not rows:
        return None
    seats = sorted(range(len(sheet.totals)), key=lambda seat: sheet.positions[seat])
    box = replace(paper, height=TALL * len(seats) + 24, top=0)
    points = [cell.points or 0 for row in rows for cell in row.cells]
    high, low = max(0, *points), min(0, *points)
    scale = (TALL - SPACE) / max(1, high - low)
    across = box.columns(len(rows))[1:]
    return Strips(
        box=box,
        hands=number_columns(box, [row.hand.number for row in rows]),
        strips=tuple(
            _strip(rows, seat, across, TALL * index + SPACE // 2 + round(high * scale), scale)
            for index, seat in enumerate(seats)
        ),
        thick=max(2, min(THICKEST, round(0.6 * (box.end - box.left) / len(rows)))),
    )


def _strip(rows: tuple[Row, ...], seat: int, across: list[int], zero: int, scale: float) -> Strip:
    """A player's strip. A hand with 0 points has a dot, to distinguish it from one that was sat
    out."""
    cells = [row.cells[seat] for row in rows]
    bars = "".join(
        f"M{x} {zero}v{-round(scale * (cell.points or 0)) or 1}"
        for x, cell in zip(across, cells, strict=True)
        if not cell.out
    )
    return Strip(seat, None if cells[-1].out else cells[-1].points, zero, bars)


START, LENGTH = 12, 304
LANE, CREST = 22, 22
"""The heights of a lane and of its crest."""
EDGE = 2


@dataclass(frozen=True, slots=True)
class Lane:
    """A player's lane at the height ``y``; the corner of its crest is at ``x`` and ``top``."""

    seat: int
    total: int
    y: int
    run: int
    x: int
    top: int


@dataclass(frozen=True, slots=True)
class Race:
    """The lanes by seat; ``middle`` is the height of the target's number."""

    target: int
    height: int
    middle: int
    lanes: tuple[Lane, ...]


def draw_race(totals: tuple[int, ...], target: int) -> Race:
    """A total below 0 is at the start, one above the target at its line."""
    lanes = []
    for seat, total in enumerate(totals):
        run, top = round(LENGTH * min(max(total, 0), target) / target), EDGE + LANE * seat
        lanes.append(Lane(seat, total, top + LANE // 2, run, START + run - CREST // 2, top))
    height = LANE * len(lanes) + 2 * EDGE
    return Race(target, height, height // 2 + 6, tuple(lanes))
