"""The seats of a round by name, in pages of a projector."""

from typing import NamedTuple

from scorekeeper.rules.events.event import Event, Round
from scorekeeper.rules.events.names import short_names

SEATS = 33
"""Names on a page of the wall: three columns of eleven."""


class SeatLine(NamedTuple):
    """A name and its table."""

    name: str
    table: int


def seat_pages(event: Event, round_: Round) -> tuple[tuple[SeatLine, ...], ...]:
    """Everybody who sits at a table, by name, in pages of ``SEATS``."""
    seated = [(number, table.number) for table in round_.tables for number in table.seats]
    names = [event.entrant(number).name for number, _ in seated]
    shown = names if len(names) <= SEATS else short_names(names)
    lines = [SeatLine(name, table) for name, (_, table) in zip(shown, seated, strict=True)]
    by_name = tuple(sorted(lines, key=lambda one: one.name.casefold()))
    return tuple(by_name[at : at + SEATS] for at in range(0, len(by_name), SEATS))
