"""An act of the desk: a value that turns an event into the next one."""

from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from scorekeeper.rules.events.event import Event, Round, RoundState, State
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.problems import Problem, RefusedError, refuse_if

LONGEST_REASON = 60
LONGEST_DISPUTE = 80
"""The most characters of what a table says to the desk about its result."""
MOST_POINTS = 10_000
"""The most points of a penalty, a bonus or an agreed result."""


class Act:
    """One act of the desk.

    ``kind`` names it in the log and in files: never change one. ``rests_on_hands``: the act cannot
    be undone once a hand was played after it. ``after_end``: the act is allowed after the end of
    the event. ``ends``: it leads to the end of the event, so a full log always has room for it.
    ``of_guest``: a phone without the right to run the event did it, so no page of the desk has to
    know it.
    """

    __slots__ = ()
    kind: ClassVar[str] = ""
    rests_on_hands: ClassVar[bool] = False
    after_end: ClassVar[bool] = False
    ends: ClassVar[bool] = False
    of_guest: ClassVar[bool] = False

    def after(self, event: Event) -> Event:
        """The event after this act. Raises RefusedError if it is not possible."""
        raise NotImplementedError

    def after_at(self, event: Event, at: datetime) -> Event:  # noqa: ARG002
        """The event after this act, done at the time ``at``, which only the clock uses."""
        return self.after(event)


def require(condition: bool, code: EventCode, **values: int) -> None:
    """Raise RefusedError with this code unless the condition holds."""
    if not condition:
        raise RefusedError(Problem(code, values=values))


def require_of(event: Event, number: int, condition: bool, code: EventCode, **values: int) -> None:
    """Raise RefusedError unless the condition holds; the sentence names an entrant."""
    if not condition:
        raise RefusedError(event.problem(code, number, **values))


def require_in(event: Event, number: int) -> None:
    """Refuse an act about somebody who is not playing."""
    is_in = event.entrant(number).state is State.IN
    require_of(event, number, is_in, EventCode.ENTRANT_OUT)


def reason_problems(reason: str) -> list[Problem]:
    """The problems of a reason: missing or too long."""
    if not reason.strip():
        return [Problem(EventCode.REASON_EMPTY)]
    long = Problem(EventCode.REASON_LONG, values={"most": LONGEST_REASON})
    return [long] if len(reason) > LONGEST_REASON else []


def points_problems(*points: int) -> list[Problem]:
    """The problem of points that are too high or too low."""
    if all(abs(number) <= MOST_POINTS for number in points):
        return []
    return [Problem(EventCode.POINTS_RANGE, values={"most": MOST_POINTS})]


def require_reason(reason: str, *points: int) -> None:
    """Raise RefusedError for a bad reason or for points out of range."""
    refuse_if([*reason_problems(reason), *points_problems(*points)])


def open_round(event: Event, number: int) -> Round:
    """Return the round with this number. Raises RefusedError if it is closed."""
    found = event.round(number)
    require(found.state is not RoundState.CLOSED, EventCode.ROUND_CLOSED, number=number)
    return found


def published_round(event: Event, number: int) -> Round:
    """Return the round with this number. Raises RefusedError unless it is published and not
    closed."""
    found = open_round(event, number)
    require(found.state is not RoundState.DRAWN, EventCode.ROUND_UNPUBLISHED, number=number)
    return found


def running_round(event: Event, number: int) -> Round:
    """Return the round with this number. Raises RefusedError unless its clock was started."""
    found = published_round(event, number)
    require(found.state is RoundState.RUNNING, EventCode.ROUND_NOT_RUNNING, number=number)
    return found


def without_draw(event: Event) -> Event:
    """The event without its last round, if that is only drawn."""
    last = event.last
    if last is None or last.state is not RoundState.DRAWN:
        return event
    return replace(event, rounds=event.rounds[:-1])
