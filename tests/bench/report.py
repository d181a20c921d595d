"""The table that is printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles

GROWTH = 1.1
"""The allowed slowdown with 1,000,000 hands stored."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line: a figure, in milliseconds unless it names another unit, and its target.

    ``growth`` is the figure with 1,000,000 hands stored, divided by this one.
    """

    what: str
    figure: str
    ratio: float | None = None
    wanted: str = ""
    missed: bool = False
    growth: float | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """The texts of the line."""
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        growth = "" if self.growth is None else f"{self.growth:.2f}"
        grew = self.growth is not None and self.growth > GROWTH
        wanted = self.wanted or ("" if self.ratio is None else "–")
        return self.what, self.figure, ratio, wanted, growth, "missed" * (self.missed or grew)


def compared(what: str, ms: float, base: float, most: float | None = None) -> Row:
    """A time compared with the bare route's, with ``most`` as the allowed factor."""
    ratio = ms / base
    if most is None:
        return Row(what, f"{ms:.2f}", ratio)
    return Row(what, f"{ms:.2f}", ratio, f"≤ {most}", ratio > most)


def slow(times: list[float]) -> float:
    """The 99th percentile of the times."""
    return quantiles(times, n=100)[98]


def table(rows: Sequence[Row], *, growth: bool) -> str:
    """The table with its head."""
    head = ("what", "ms", "ratio", "wanted", f"million ≤ {GROWTH}" if growth else "", "")
    lines = [head, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "".join(_line(cells, widths) for cells in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """A line, with texts flush left and numbers flush right."""
    seats_with_pads = [
        cell.ljust(width) if column in (0, 3, 5) else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(seats_with_pads).rstrip() + "\n"
