"""The colours of the style sheet, for drawings outside of it, so that they are defined only
once."""

import re
from dataclasses import dataclass

from scorekeeper.places import ROOT

STYLE = ROOT / "static" / "style" / "base.css"
RULE = re.compile(r"^( *)(:root|\.s\d+)(?:,\n[^{}]*)? \{([^{}]*)\}", re.MULTILINE)
"""A rule that sets colours; rules for the night are indented, in their media query. Some have more
selectors."""
COLOUR = re.compile(r"--([\w-]+): (#[0-9a-f]{3,8});")
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
    """The colours by day and by night; colours not set for the night are those of the day."""
    day: dict[str, dict[str, str]] = {}
    night: dict[str, dict[str, str]] = {}
    for indent, where, body in RULE.findall(css):
        (night if indent else day).setdefault(where, {}).update(COLOUR.findall(body))
    return _colours(day), _colours({where: day[where] | night.get(where, {}) for where in day})


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
