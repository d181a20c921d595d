"""Events in a list, in sentences."""

from collections.abc import Sequence

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.events.event import Event
from scorekeeper.words.events.rounds import before_line, out_line
from scorekeeper.words.events.settings import final_line
from scorekeeper.words.names import and_list
from scorekeeper.words.rules import number_of_players


def players_line(event: Event) -> str:
    """The number of people who play or have played."""
    seated = {number for one in event.rounds for table in one.tables for number in table.seats}
    players = len(seated | {*event.playing})
    return number_of_players(players) if players else ""


def going_line(event: Event) -> str:
    """The progress of a running event: "Round 2 of 3 · 18 players"."""
    return _together(before_line(event), players_line(event))


def broken_line() -> str:
    """The line of an event whose data make no sense."""
    return gettext("This event cannot be shown.")


def still_line(out: int) -> str:
    """The number of tables without a result."""
    return out_line(out) if out else gettext("All results are in")


def coming_line(event: Event) -> str:
    """The plan of an event that has not begun, or its progress: "64 players · 5 rounds"."""
    settings = event.settings
    plan = ngettext("%(num)s round", "%(num)s rounds", settings.rounds)
    final = final_line(settings) if settings.final else ""
    begun = before_line(event) if event.rounds else ""
    return _together(players_line(event), begun or plan, final, settings.place)


def winners_line(event: Event, winners: Sequence[str]) -> str:
    """The winner of an event: "Zoë wins · 11 players"."""
    # L10N: %(names)s is a name, or several such as “Ann and Ben”.
    line = ngettext("%(names)s wins", "%(names)s win", len(winners), names=and_list([*winners]))
    return _together(line if winners else "", players_line(event), event.settings.place)


def _together(*lines: str) -> str:
    return " · ".join(filter(None, lines))
