"""All acts of an event's desk, and the event that results from them.

The log of an event is the list of its acts; the event is computed from it, as a sheet is computed
from the hands of a game.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

from scorekeeper.rules.events import entrant_acts, late, result_acts, round_acts, sign_up
from scorekeeper.rules.events.act import Act, require
from scorekeeper.rules.events.entrant_acts import (
    Created,
    Entered,
    Marked,
    Numbered,
    Removed,
    Renamed,
)
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, PutAside, PutBack, Withdrawn
from scorekeeper.rules.events.round_acts import MoreTime, Paused, Resumed

ACTS: dict[str, type[Act]] = {
    one.kind: one
    for module in (entrant_acts, sign_up, round_acts, late, result_acts)
    for one in vars(module).values()
    if isinstance(one, type) and issubclass(one, Act) and one is not Act
}
"""Every act by its kind: all that these modules define."""
OF_TABLES = (ByHand, PutAside, PutBack, MoreTime, Paused, Resumed)
"""Acts about tables and the clock, which no act about people depends on."""


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


def is_independent(people: Collection[int], act: Act) -> bool:
    """Return whether an act about these start numbers may follow ``act``, which its page did not
    show: acts about other people, about results or about the clock may."""
    match act:
        case Marked() | Renamed() | Removed() | Adjusted() | Withdrawn():
            return act.number not in people
        case Numbered():
            return {act.number, act.new}.isdisjoint(people)
    return act.of_guest or isinstance(act, (Entered, *OF_TABLES))
