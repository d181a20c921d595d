"""The people at a table of an event, in their seats around its number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.board.line_parts import seat_classes
from scorekeeper.drawing.fitting import name_width, width_of
from scorekeeper.rules.events.event import Event, Table
from scorekeeper.store.mapping.stored import StoredGame

LINE_END = re.compile(r"[\s-]|$")
"""The places in a name at which a line may end."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat. ``figure`` is the points so far or, before the round, the rank; None without either.
    ``deals``: this hand, or the first one."""

    name: str
    shade: int
    spot: str
    is_me: bool
    deals: bool
    leads: bool
    figure: int | None


@dataclass(frozen=True, slots=True)
class Ring:
    """A table: its seats, and the class for the widest line of their names, which have two."""

    number: int
    seats: tuple[Seat, ...]
    width: str
    has_ranks: bool
    is_begun: bool


def ring_of(
    event: Event,
    table: Table,
    stored: StoredGame,
    me: int | None = None,
    ranks: Mapping[int, int] | None = None,
    *,
    is_hidden: bool = False,
) -> Ring:
    """The seats of a table with this game; with ``ranks``, the rank of each number in place of the
    points; without either if they are hidden."""
    sheet, is_begun = stored.sheet, bool(stored.game.hands)
    names = tuple(event.entrant(number).name for number in table.seats)
    totals = sheet.totals if is_begun and not is_hidden else (None,) * len(names)
    dealer = table.dealer if not is_begun else sheet.hand.dealer if sheet.hand else None
    seats = tuple(
        Seat(
            name=names[seat],
            shade=stored.shades[seat],
            spot=seat_classes(range(len(names)), seat),
            is_me=number == me,
            deals=seat == dealer,
            leads=seat in sheet.leaders and table.set_aside is None and not is_hidden,
            figure=totals[seat] if ranks is None else ranks.get(number),
        )
        for seat, number in enumerate(table.seats)
    )
    width = name_width(line for name in names for line in two_lines(name))
    return Ring(table.number, seats, width, ranks is not None, is_begun)


def two_lines(name: str) -> tuple[str, str]:
    """The name in two lines, divided where it needs the least room; one may be empty."""
    ends = [found.end() for found in LINE_END.finditer(name)]
    splits = [(name[:end].strip(), name[end:].strip()) for end in ends]
    return min(splits, key=lambda lines: max(map(width_of, lines)))
