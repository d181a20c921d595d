"""The tables for the people of an event, and seating by hand."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.language import gettext
from scorekeeper.rules.events.draw import planned_sizes
from scorekeeper.rules.events.event import Entrant, Event, RoundState
from scorekeeper.rules.events.settings import EventSettings
from scorekeeper.rules.problems import RefusedError
from scorekeeper.words.events.entrants import fuller_line, states_line
from scorekeeper.words.events.settings import seated_line
from scorekeeper.words.problems import sentences


class Plan(NamedTuple):
    """The number of players, the size of each table, and a line about each. Without ``sizes``, this
    number cannot be seated, and ``title`` says which numbers can."""

    playing: int
    sizes: tuple[int, ...]
    title: str
    about: str


def plan_of(event: Event) -> Plan:
    """The tables of the next draw."""
    playing = len(event.playing)
    if not playing:
        return Plan(0, (), gettext("Nobody yet"), "")
    try:
        sizes = planned_sizes(event.settings, playing)
    except RefusedError as refused:
        return Plan(playing, (), " ".join(sentences(refused.problems, ())), states_line(event))
    about = states_line(event) or _fuller(event.settings, playing, sizes)
    return Plan(playing, sizes, seated_line(sizes), about)


def _fuller(settings: EventSettings, playing: int, sizes: tuple[int, ...]) -> str:
    """The number of people with which all tables would have the usual size; "" if they do."""
    more = -playing % settings.size
    full = (settings.size,) * ((playing + more) // settings.size)
    return fuller_line(more, full) if {*sizes} != {settings.size} else ""


def seating_lines(event: Event, typed: Mapping[str, str]) -> list[tuple[Entrant, str]]:
    """All players, each with the table typed, the one drawn, or the next one in the order of the
    numbers."""
    last, sizes = event.last, plan_of(event).sizes
    in_order = [number for number, size in enumerate(sizes, 1) for _ in range(size)]
    tables = dict(zip(event.playing, in_order, strict=False))
    if last is not None and last.state is RoundState.DRAWN:
        tables = {seat: table.number for table in last.tables for seat in table.seats}
    return [
        (event.entrant(number), typed.get(str(number), str(tables.get(number, ""))))
        for number in event.playing
    ]
