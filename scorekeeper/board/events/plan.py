"""The tables that the people of an event make."""

from typing import NamedTuple

from scorekeeper.language import gettext
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.plan import planned_sizes
from scorekeeper.rules.problems import RefusedError
from scorekeeper.words.events import seated_line, states_line
from scorekeeper.words.problems import sentences


class Plan(NamedTuple):
    """How many play, the people at each table, and a line on each; without ``sizes`` they cannot be
    seated, and ``title`` says which numbers can."""

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
    return Plan(playing, sizes, seated_line(sizes), states_line(event))
