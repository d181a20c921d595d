"""The points of each hand: a strip for each player, with a bar up or down for each hand."""

from dataclasses import dataclass, replace

from scorekeeper.drawing.chart import Box, number_columns
from scorekeeper.drawing.curve import PAGE
from scorekeeper.rules.sheet import Row, Sheet

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
