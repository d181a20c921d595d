"""The picture of a result as positions and sizes: winners' cards, a bar for each player, awards,
the curve."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec

from scorekeeper.config import ROOT
from scorekeeper.drawing.charts import Box, Curve, draw_curve
from scorekeeper.drawing.names import fit, width_of
from scorekeeper.rules.sheet import Sheet, ranking

CARD = (216, 262)
"""A winner's card, before it is scaled: width and height."""
BAR = 60
"""The height of a bar, before it is scaled."""
SHORTEST = 0.6
"""The share of the longest bar that the shortest one has; the others follow from their points."""
AWARD = 64
"""The distance from a row of awards to the next."""
GAP = 10
PILL = 44
"""What the words about equal winners take of the room for cards, at its lower edge."""
SPARKS = ((8, 26, 1.4), (86, 18, 1.0), (13, 66, 0.7), (84, 58, 1.4), (5, 44, 0.6), (80, 84, 0.7))
"""Stars around the cards: horizontal and vertical position in percent, and their scale."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the picture, in its units."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        return self.x + self.width // 2

    @property
    def half(self) -> str:
        """The right half of an area at 0, with a slanted edge, as a path."""
        left, right = round(0.42 * self.width), round(0.58 * self.width)
        return f"M{right} 0H{self.width}V{self.height}H{left}z"

    @property
    def sparks(self) -> tuple[tuple[int, int, float], ...]:
        """Positions and scales of the stars."""
        across, down = self.width / 100, self.height / 100
        return tuple((round(x * across), round(y * down), size) for x, y, size in SPARKS)


@dataclass(frozen=True, slots=True)
class Frame:
    """A format: its size, and the positions and sizes of the cards, bars and words.

    ``finale`` is the coloured area, ``cards`` the room on it, ``bars`` the largest room for bars; a
    bar takes at most ``bar``. The words begin (``start``) or are centred (``middle``) at ``words``.
    ``awards`` is the most awards that it shows, two in a row. ``curve`` is the scale of the curve,
    which takes the rest above ``bottom``, the line with the name of the app.
    """

    width: int
    height: int
    finale: Area
    cards: Area
    bars: Area
    bar: int
    words: Area
    anchor: str
    title: int
    awards: int
    curve: float
    bottom: int

    @property
    def signature(self) -> Area:
        """The end of the name of the app, and its size."""
        right, up = self.bars.x + self.bars.width, self.bottom // 3
        return Area(right, self.height - up, 0, self.bottom // 2)


FRAMES = {
    "wide": Frame(
        width=1200,
        height=630,
        finale=Area(0, 0, 430, 630),
        cards=Area(36, 40, 358, 520),
        bars=Area(462, 108, 706, 228),
        bar=58,
        words=Area(462, 54, 706, 38),
        anchor="start",
        title=44,
        awards=2,
        curve=1.3,
        bottom=40,
    ),
    "tall": Frame(
        width=1080,
        height=1350,
        finale=Area(0, 0, 1080, 520),
        cards=Area(60, 140, 960, 350),
        bars=Area(40, 544, 1000, 340),
        bar=84,
        words=Area(540, 72, 1000, 50),
        anchor="middle",
        title=54,
        awards=4,
        curve=2.0,
        bottom=58,
    ),
}
"""The formats by name: one for link previews, and the highest that chats show."""


@dataclass(frozen=True, slots=True)
class Card:
    """A winner's card around its centre, turned by degrees, with the sizes of its words."""

    seat: int
    x: int
    y: int
    scale: float
    turn: int
    name_size: float
    total_size: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A player's bar in the ranking, like a podium on its side, before it is scaled."""

    position: int
    seat: int
    total: int
    y: int
    scale: float
    width: int
    name_size: float

    @property
    def end(self) -> int:
        """The right edge of the total."""
        return self.width - 18


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole drawing; ``awards`` has a card for each, and ``paper`` is that of the curve."""

    frame: Frame
    cards: tuple[Card, ...]
    bars: tuple[Bar, ...]
    awards: tuple[Area, ...]
    paper: Area
    curve: Curve


def draw_picture(
    players: tuple[str, ...], sheet: Sheet, shape: str, awards: int = 0
) -> Picture | None:
    """The picture of a finished game in a format of ``FRAMES``; None if no hand counts."""
    frame = FRAMES[shape]
    bars = _bars(players, sheet, frame)
    top = frame.bars.y + min(frame.bar, frame.bars.height // len(bars)) * len(bars) + GAP
    medals = _awards(min(awards, frame.awards), frame.bars, top)
    top += AWARD * -(-len(medals) // 2)
    height = frame.height - frame.bottom - top
    paper = Area(frame.bars.x, top, frame.bars.width, height)
    scale = frame.curve
    width, height = int((paper.width - 20) / scale), int((height - 12) / scale)
    box = Box(width, height, left=46, right=84)
    curve = draw_curve(sheet, box)
    if sheet.result is None or curve is None:
        return None
    return Picture(frame, _cards(players, sheet, frame.cards), bars, medals, paper, curve)


def _awards(count: int, room: Area, top: int) -> tuple[Area, ...]:
    """Two in a row; the last one alone takes the whole row."""
    half, height = (room.width - GAP) // 2, AWARD - GAP
    areas = []
    for index in range(count):
        is_alone = index == count - 1 and index % 2 == 0
        x, y = room.x + index % 2 * (half + GAP), top + index // 2 * AWARD
        areas.append(Area(x, y, room.width if is_alone else half, height))
    return tuple(areas)


def _bars(players: tuple[str, ...], sheet: Sheet, frame: Frame) -> tuple[Bar, ...]:
    pitch = min(frame.bar, frame.bars.height // len(players))
    scale = round((pitch - 6) / BAR, 3)
    whole = frame.bars.width / scale
    best, worst = max(sheet.totals), min(sheet.totals)
    bars = []
    for index, rank in enumerate(ranking(sheet)):
        share = (rank.total - worst) / (best - worst) if best > worst else 1
        width = round(whole * (SHORTEST + (1 - SHORTEST) * share))
        room = width - 130 - 40 * width_of(str(rank.total))
        name = fit(players[rank.seat], room, 40)
        y = frame.bars.y + index * pitch
        bars.append(Bar(rank.position, rank.seat, rank.total, y, scale, width, name))
    return tuple(bars)


def _cards(players: tuple[str, ...], sheet: Sheet, room: Area) -> tuple[Card, ...]:
    """The winners' cards in rows, as large as possible."""
    seats = sheet.leaders
    height = room.height - (PILL if len(seats) > 1 else 0)
    scales = [
        min(room.width / columns / (CARD[0] + 30), height / rows / (CARD[1] + 30))
        for columns in range(1, len(seats) + 1)
        for rows in [-(-len(seats) // columns)]
    ]
    scale = round(max(scales), 3)
    columns = scales.index(max(scales)) + 1
    rows = -(-len(seats) // columns)
    cards = []
    for index, seat in enumerate(seats):
        row, column = divmod(index, columns)
        in_row = min(columns, len(seats) - row * columns)
        x = room.middle + (column - (in_row - 1) / 2) * scale * (CARD[0] + 20)
        y = room.y + height / 2 + (row - (rows - 1) / 2) * scale * (CARD[1] + 20)
        name = fit(players[seat], CARD[0] - 56, 52)
        total = fit(str(sheet.totals[seat]), CARD[0] - 30, 84)
        cards.append(Card(seat, round(x), round(y), scale, 4 if index % 2 else -3, name, total))
    return tuple(cards)


FONT = ROOT / "static" / "fonts" / "sansita-800.ttf"
HAS_LIBRARY = find_spec("resvg_py") is not None
DRAW = """\
import sys
from resvg_py import svg_to_bytes
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(svg_to_bytes(svg_string=svg, font_files=sys.argv[1:]))
"""
PATIENCE = 20
"""Seconds for a drawing, which takes 0.1 s to 0.5 s on a quiet machine."""
log = logging.getLogger(__name__)


def png_of(svg: str) -> bytes | None:
    """The drawing as PNG; None without the library, or if it cannot draw this. Raises TimeoutError
    if the machine is too busy.

    Another process draws: the library holds Python's lock meanwhile, and saves would wait for it.

    A letter that the typeface of names lacks comes from one of the machine's fonts; if none has it,
    it is left blank. The typeface lacks the hyphen at which no line breaks, and no line of a
    drawing does.
    """
    if not HAS_LIBRARY:
        return None
    command = sys.executable, "-I", "-c", DRAW, str(FONT)
    text = svg.replace("\u2011", "-").encode()
    try:
        done = subprocess.run(  # noqa: S603  the command is ours
            command, input=text, capture_output=True, timeout=PATIENCE, check=True
        )
    except subprocess.TimeoutExpired as slow:
        raise TimeoutError from slow
    except (OSError, subprocess.SubprocessError) as failure:
        # What it says may contain a name.
        log.error("resvg failed: %s", type(failure).__name__)
        return None
    return done.stdout


STYLE = ROOT / "static" / "style" / "tokens.css"
RULE = re.compile(r"^(:root|\.s\d+)(?:,\n[^{}]*)? \{([^{}]*)\}", re.MULTILINE)
"""A rule that sets colours. Some have more selectors."""
COLOUR = re.compile(
    r"--([\w-]+): (?:light-dark\((#[0-9a-f]{3,8}), (#[0-9a-f]{3,8})\)|(#[0-9a-f]{3,8}));"
)
ON_SEAT = "#fff8e8"
"""The colour of text on a seat's surface, unless the seat has its own."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The colours of a seat: its crest, its surface, the text on that, its mark on ivory."""

    crest: str
    surface: str
    on: str
    mark: str


@dataclass(frozen=True, slots=True)
class Colours:
    """Colours by their name in the style sheet (``gold``), and those of each seat."""

    named: dict[str, str]
    seats: tuple[Seat, ...]


def read_colours(css: str) -> tuple[Colours, Colours]:
    """The colours by day and by night; a colour without its own for the night is that of the
    day."""
    day: dict[str, dict[str, str]] = {}
    night: dict[str, dict[str, str]] = {}
    for where, body in RULE.findall(css):
        for name, light, dark, both in COLOUR.findall(body):
            day.setdefault(where, {})[name] = light or both
            night.setdefault(where, {})[name] = dark or both
    return _colours(day), _colours(night)


def _colours(rules: dict[str, dict[str, str]]) -> Colours:
    shades = sorted(rules.keys() - {":root"}, key=lambda where: int(where.removeprefix(".s")))
    seats = [rules[where] for where in shades]
    return Colours(
        rules[":root"],
        tuple(
            Seat(
                crest=seat["seat"],
                surface=seat.get("deep", seat["seat"]),
                on=seat.get("on", ON_SEAT),
                mark=seat.get("mark", seat["seat"]),
            )
            for seat in seats
        ),
    )


DAY, NIGHT = read_colours(STYLE.read_text(encoding="utf-8"))
