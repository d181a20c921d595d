"""The people of a round who are seated by hand."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.board.events.plan import plan_of
from scorekeeper.rules.events.event import Entrant, Event, RoundState


class SeatingLine(NamedTuple):
    """A player, and the text in the input of their table."""

    entrant: Entrant
    table: str


def seating_lines(event: Event, typed: Mapping[str, str]) -> tuple[SeatingLine, ...]:
    """All players, each with the table typed, the one drawn, or the next one in the order of the
    numbers."""
    last, sizes = event.last, plan_of(event).sizes
    tables = dict(zip(event.playing, _in_order(sizes), strict=False))
    if last is not None and last.state is RoundState.DRAWN:
        tables = {seat: table.number for table in last.tables for seat in table.seats}
    return tuple(
        SeatingLine(event.entrant(number), typed.get(str(number), str(tables.get(number, ""))))
        for number in event.playing
    )


def _in_order(sizes: tuple[int, ...]) -> list[int]:
    return [number for number, size in enumerate(sizes, 1) for _ in range(size)]
