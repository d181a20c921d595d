"""Charts as numbers for an SVG: columns with a bar, a dot and a line through them, on a grid; and
bars beside numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, pairwise

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
        """The right edge of the grid."""
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
