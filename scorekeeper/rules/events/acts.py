"""All acts of an event's desk, and the event that results from them.

The log of an event is the list of its acts; the event is computed from it, as a sheet is computed
from the hands of a game.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from scorekeeper.rules.events import entrant_acts, result_acts, round_acts
from scorekeeper.rules.events.entrant_acts import (
    Created,
    Entered,
    Joined,
    Marked,
    Numbered,
    Removed,
    Renamed,
    TableAdded,
    Waits,
)
from scorekeeper.rules.events.event import Act, Event, require
from scorekeeper.rules.events.result_acts import (
    Adjusted,
    ByHand,
    Corrected,
    Counted,
    PutAside,
    PutBack,
    Withdrawn,
)
from scorekeeper.rules.events.round_acts import MoreTime, Paused, Resumed, Started
from scorekeeper.rules.events.settings import EventCode

ACTS: dict[str, type[Act]] = {
    one.kind: one
    for module in (entrant_acts, entrant_acts, round_acts, entrant_acts, result_acts)
    for one in vars(module).values()
    if isinstance(one, type) and issubclass(one, Act) and one is not Act
}
"""Every act by its kind: all that these modules define."""
OF_TABLES = (ByHand, Counted, PutAside, PutBack, MoreTime, Paused, Resumed)
"""Acts about tables and the clock, which no act about people depends on."""
OF_PEOPLE = (Entered, Marked, Renamed, Adjusted, Withdrawn, TableAdded, Waits)
"""Acts about people that leave all seats and results of a round as they were."""
OF_ONE_TABLE = (ByHand, Counted, PutAside, PutBack, Corrected, Joined)
"""Acts about one table, named by its ``round`` and ``table``."""
Apart = Callable[[Act], bool]
"""Whether an act that a page did not show leaves what the page is about as it was."""


def apply(event: Event, act: Act, at: datetime) -> Event:
    """The event after an act at this time. Raises RefusedError if it is not possible."""
    require(act.after_end or not event.ended, EventCode.EVENT_ENDED)
    return act.after_at(event, at)


def fold(acts: Iterable[tuple[Act, datetime]]) -> Event:
    """The event that results from these acts; the first act creates it."""
    for event in states(acts):
        last = event
    return last


def states(acts: Iterable[tuple[Act, datetime]]) -> Iterator[Event]:
    """The event after each of these acts; the first act creates it."""
    (first, _), *others = acts
    if not isinstance(first, Created):
        raise TypeError(first)
    yield (event := Event(first.settings))
    for act, at in others:
        yield (event := apply(event, act, at))


def require_undo(last: Act, *, has_hands: bool) -> None:
    """Raise RefusedError if the last act cannot be undone because something depends on it.
    ``has_hands``: a hand was played after it, in one of the games of its round."""
    require(not isinstance(last, Created), EventCode.UNDO_FIRST)
    require(not (last.rests_on_hands and has_hands), EventCode.UNDO_PLAYED)


def apart_from_people(*people: int) -> Apart:
    """Whether an act about these start numbers may follow: acts about other people, about results
    or about the clock leave it as it was."""

    def is_apart(act: Act) -> bool:
        match act:
            case Marked() | Renamed() | Removed() | Adjusted() | Withdrawn():
                return act.number not in people
            case Numbered():
                return {act.number, act.new}.isdisjoint(people)
        return act.of_guest or isinstance(act, (Entered, *OF_TABLES))

    return is_apart


def apart_from_table(round_: int, table: int) -> Apart:
    """Whether an act about this table may follow: acts about other tables, about people or about
    the clock of all leave its seats and its result as they were."""

    def is_apart(act: Act) -> bool:
        if isinstance(act, (*OF_ONE_TABLE, MoreTime)):
            return (act.round, act.table) != (round_, table)
        return is_apart_from_clock(act) or isinstance(act, (Started, Paused, Resumed))

    return is_apart


def is_apart_from_clock(act: Act) -> bool:
    """Whether an act about the clock of all tables may follow: acts about people or about one
    table leave it as it was."""
    if isinstance(act, MoreTime):
        return act.table is not None
    return act.of_guest or isinstance(act, (*OF_PEOPLE, *OF_ONE_TABLE))
