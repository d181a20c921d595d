"""An act of the desk: a value that makes the next event from an event."""

from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from scorekeeper.rules.events.event import Event, Round, RoundState
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.problems import Problem, RefusedError, refuse_if

LONGEST_REASON = 60
MOST_POINTS = 10_000
"""The most points of a penalty, a bonus or an agreed result."""


class Act:
    """One act of the desk. ``kind`` names it in the log and in files: never change one.

    ``rests_on_hands``: once a hand was played after it, it cannot be undone. ``after_end``: it may
    come after the end of the event.
    """

    __slots__ = ()
    kind: ClassVar[str] = ""
    rests_on_hands: ClassVar[bool] = False
    after_end: ClassVar[bool] = False

    def after(self, event: Event) -> Event:
        """The event after this act. Raises RefusedError if it is not possible."""
        raise NotImplementedError

    def after_at(self, event: Event, at: datetime) -> Event:  # noqa: ARG002
        """The event after this act at a time, which matters only to the clock."""
        return self.after(event)


def require(condition: bool, code: EventCode, **values: int) -> None:
    """Refuse an act unless the condition holds."""
    if not condition:
        raise RefusedError(Problem(code, values=values))


def require_of(event: Event, number: int, condition: bool, code: EventCode, **values: int) -> None:
    """Refuse an act because of somebody, unless the condition holds; the sentence names them."""
    if not condition:
        raise RefusedError(event.problem(code, number, **values))


def reason_problems(reason: str) -> list[Problem]:
    """A missing or overlong reason."""
    if not reason.strip():
        return [Problem(EventCode.REASON_EMPTY)]
    long = Problem(EventCode.REASON_LONG, values={"most": LONGEST_REASON})
    return [long] if len(reason) > LONGEST_REASON else []


def points_problems(*points: int) -> list[Problem]:
    """Points beyond all reason."""
    if all(abs(number) <= MOST_POINTS for number in points):
        return []
    return [Problem(EventCode.POINTS_RANGE, values={"most": MOST_POINTS})]


def require_reason(reason: str, *points: int) -> None:
    """Refuse a missing reason, or points beyond all reason."""
    refuse_if([*reason_problems(reason), *points_problems(*points)])


def open_round(event: Event, number: int) -> Round:
    """A round that is not closed."""
    found = event.round(number)
    require(found.state is not RoundState.CLOSED, EventCode.ROUND_CLOSED, number=number)
    return found


def published_round(event: Event, number: int) -> Round:
    """A round that is published and not closed."""
    found = open_round(event, number)
    require(found.state is not RoundState.DRAWN, EventCode.ROUND_UNPUBLISHED, number=number)
    return found


def running_round(event: Event, number: int) -> Round:
    """A round whose clock was started."""
    found = published_round(event, number)
    require(found.state is RoundState.RUNNING, EventCode.ROUND_NOT_RUNNING, number=number)
    return found


def without_draw(event: Event) -> Event:
    """The event without a round that is only drawn."""
    last = event.last
    if last is None or last.state is not RoundState.DRAWN:
        return event
    return replace(event, rounds=event.rounds[:-1])
