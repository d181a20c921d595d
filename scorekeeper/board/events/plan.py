"""The tables that the people of an event make."""

from typing import NamedTuple

from scorekeeper.language import gettext
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.plan import planned_sizes
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
