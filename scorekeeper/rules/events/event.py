"""An event, computed from the acts of its desk; its results come from the games of its
tables. An act is a value that turns an event into the next one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from scorekeeper.rules.events.settings import EventCode, EventSettings, Seating
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
    last = event.last
    if last is None or last.state is not RoundState.DRAWN:
        return event
    return replace(event, rounds=event.rounds[:-1])


LONGEST_STOP = timedelta(days=1000)
"""The longest total of the pauses, so that the end of a clock is always a date."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock of ``minutes``, including the time added for all tables. ``stopped`` is the total of
    the pauses that have ended; ``paused_at`` is the start of the current one (None while the clock
    runs)."""

    minutes: int
    started: datetime | None = None
    paused_at: datetime | None = None
    stopped: timedelta = timedelta()

    def resume(self, at: datetime) -> Clock:
        pause = at - (self.paused_at or at)
        stopped = min(self.stopped + max(pause, timedelta()), LONGEST_STOP)
        return replace(self, paused_at=None, stopped=stopped)

    def ends(self, extra: int = 0) -> datetime | None:
        """The time at which the clock ends, with ``extra`` minutes for one table, unless it is
        paused (again); None before the start."""
        if self.started is None:
            return None
        return self.started + self.stopped + timedelta(minutes=self.minutes + extra)


def left(clock: Clock, now: datetime, extra: int = 0) -> int:
    """The remaining seconds; negative once the time is up."""
    end = clock.ends(extra)
    if end is None:
        return (clock.minutes + extra) * 60
    return round((end - (clock.paused_at or now)).total_seconds())


def is_late(clock: Clock, ended: datetime, extra: int = 0) -> bool:
    """Return whether a table that ended at this time was late."""
    end = clock.ends(extra)
    return end is not None and ended > end


Seats = tuple[int, ...]
"""The start numbers at a table, in the order of the seats."""
Pair = tuple[int, int]
"""Two start numbers, the lower first."""


class State(StrEnum):
    """An entrant's part in draws."""

    IN = "in"
    STAND_BY = "stand-by"
    OUT = "out"
    SIGNED_UP = "signed-up"


class RoundState(StrEnum):
    """The stages of a round; a drawn round is visible only to the desk."""

    DRAWN = "drawn"
    PUBLISHED = "published"
    RUNNING = "running"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of an event. ``ticked_in`` is the round in which the desk last said that they play,
    0 before the first draw; ``waits_in`` is the round that they sit out, because they came after
    its draw. ``name`` is theirs alone: of two people of one name it contains the club or the
    number, and ``entered`` is the name without it ("" if they are the same)."""

    number: int
    name: str
    club: str = ""
    state: State = State.IN
    ticked_in: int = 0
    waits_in: int = 0
    entered: str = ""

    @property
    def own(self) -> str:
        return self.entered or self.name

    @property
    def by_number(self) -> bool:
        """Whether only the number tells this person from another of the same name."""
        return bool(self.entered) and self.name.endswith(f" ({self.number})")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a table's game, by seat: totals and bids made, out of ``bids`` (() if unknown).
    Seats in ``away`` left before the end. ``ended`` is the time, and ``hands`` the number of hands
    that count; None if unknown."""

    totals: tuple[int, ...]
    made: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    ended: datetime | None = None
    hands: int | None = None


Outcomes = Mapping[tuple[int, int], Outcome]
"""The outcomes of the tables whose game is over, by round and table."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """The decision that a table's game does not count: its players get these agreed points, by
    seat."""

    points: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round.

    ``seats`` are the start numbers of the people who sit there; ``credit`` are those for whom the
    seats count (the same, unless somebody replaced another). ``sizes`` are the cards of its hands.
    ``extra_minutes`` are added to the clock of the round for this table only. ``by_hand`` is the
    result that the desk entered at the time ``by_hand_at``, and ``counted`` the revision of its
    game whose result the desk lets count although the table has not agreed on it.
    """

    number: int
    seats: Seats
    dealer: int
    sizes: tuple[int, ...] = ()
    credit: Seats = ()
    extra_minutes: int = 0
    set_aside: SetAside | None = None
    by_hand: Outcome | None = None
    by_hand_at: datetime | None = None
    counted: int | None = None

    @property
    def counts_for(self) -> Seats:
        """The start number for which each seat counts."""
        return self.credit or self.seats


@dataclass(frozen=True, slots=True)
class Round:
    """A round: one draw and its tables. In the final, ``stage`` is the number of players who are
    left."""

    number: int
    tables: tuple[Table, ...]
    clock: Clock
    seed: int = 0
    seating: Seating = Seating.PLANNED
    state: RoundState = RoundState.DRAWN
    stage: int | None = None

    def table(self, number: int) -> Table:
        """The table with this number. Raises RefusedError if there is none."""
        found = next((table for table in self.tables if table.number == number), None)
        if found is None:
            raise RefusedError(Problem(EventCode.TABLE_UNKNOWN, values={"number": number}))
        return found

    def table_of(self, entrant: int) -> Table | None:
        """The table at which an entrant sits; None if at none."""
        return next((table for table in self.tables if entrant in table.seats), None)

    def with_table(self, changed: Table) -> Round:
        tables = [changed if old.number == changed.number else old for old in self.tables]
        return replace(self, tables=tuple(tables))


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty (negative) or bonus of an entrant, for a round or for the whole event (None)."""

    entrant: int
    points: int
    reason: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class SignUp:
    """People sign up themselves for so many places; those beyond them wait."""

    places: int
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Event:
    """An event, except the hands of its games. ``finalists`` are the start numbers of those in the
    final, best first, once it has begun. ``ahead`` has the tables planned for later rounds."""

    settings: EventSettings
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    finalists: Seats = ()
    ahead: tuple[tuple[Seats, ...], ...] = ()
    ended: bool = False
    sign_up: SignUp | None = None
    by_number: Mapping[int, Entrant] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_number", _by_number(_Same(self.entrants)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the order of ``entrants``, for the sentences of problems."""
        return tuple(one.name for one in self.entrants)

    @property
    def playing(self) -> Seats:
        """The start numbers of those who take part in the next draw."""
        return tuple(one.number for one in self.entrants if one.state is State.IN)

    @property
    def last(self) -> Round | None:
        """The newest round, drawn or played; None before the first draw."""
        return self.rounds[-1] if self.rounds else None

    @property
    def published(self) -> tuple[Round, ...]:
        """The rounds whose seats everybody may see."""
        return tuple(one for one in self.rounds if one.state is not RoundState.DRAWN)

    @property
    def public(self) -> Event:
        """The event as everybody may see it: without a round that is only drawn, without those that
        are planned, and without the results of rounds that are hidden. The same value if there are
        none."""
        if len(self.published) == len(self.rounds) and not self.ahead and not self.is_hidden:
            return self
        shown = replace(self, rounds=self.published, ahead=())
        return _without_results(shown) if self.is_hidden else shown

    @property
    def is_hidden(self) -> bool:
        """Whether only the desk sees the standings now."""
        return self.hides(len(self.published))

    def hides(self, number: int) -> bool:
        """Return whether only the desk sees the results of a round."""
        first = self.settings.hidden_from
        return first is not None and number >= first and not self.ended

    @property
    def closed(self) -> tuple[int, ...]:
        return tuple(one.number for one in self.rounds if one.state is RoundState.CLOSED)

    def entrant(self, number: int) -> Entrant:
        """The entrant with this start number. Raises RefusedError if there is none."""
        if number not in self.by_number:
            raise RefusedError(Problem(EventCode.ENTRANT_UNKNOWN, values={"number": number}))
        return self.by_number[number]

    def round(self, number: int) -> Round:
        """The round with this number. Raises RefusedError if there is none."""
        if not 1 <= number <= len(self.rounds):
            raise RefusedError(Problem(EventCode.ROUND_UNKNOWN, values={"number": number}))
        return self.rounds[number - 1]

    def with_round(self, changed: Round) -> Event:
        rounds = [changed if old.number == changed.number else old for old in self.rounds]
        return replace(self, rounds=tuple(rounds))

    def problem(self, code: EventCode, number: int, /, **values: int) -> Problem:
        """A problem about the entrant with this number, whose sentence contains the name."""
        at = self.entrants.index(self.entrant(number))
        return Problem(code, at, {"number": number, **values})


def _without_results(event: Event) -> Event:
    """The event without what the desk has decided about rounds that are hidden, and without who
    reached a final whose seats nobody knows yet. A table whose result is known still has one."""
    rounds = tuple(
        replace(one, tables=tuple(map(_without_result, one.tables)))
        if event.hides(one.number)
        else one
        for one in event.rounds
    )
    kept = tuple(one for one in event.adjustments if not event.hides(one.round or 0))
    finalists = event.finalists if any(one.stage for one in event.rounds) else ()
    return replace(event, rounds=rounds, adjustments=kept, finalists=finalists)


def _without_result(table: Table) -> Table:
    by_hand = table.by_hand and Outcome((), ended=table.by_hand.ended, hands=table.by_hand.hands)
    aside = table.set_aside and SetAside((), table.set_aside.reason)
    return replace(table, by_hand=by_hand, set_aside=aside)


class _Same:
    """The entrants, compared by identity: most acts leave them as they are."""

    __slots__ = ("entrants",)

    def __init__(self, entrants: tuple[Entrant, ...]) -> None:
        self.entrants = entrants

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.entrants is other.entrants

    def __hash__(self) -> int:
        return id(self.entrants)


@lru_cache(20)
def _by_number(same: _Same) -> Mapping[int, Entrant]:
    """The entrants by their numbers; events with the same entrants share it."""
    return {one.number: one for one in same.entrants}


def pairs(seats: Iterable[int]) -> list[Pair]:
    return list(combinations(sorted(seats), 2))


def meetings(rounds: Iterable[Round]) -> dict[Pair, int]:
    """The number of times that each pair sat together; pairs that never did are missing."""
    found: dict[Pair, int] = {}
    for one in rounds:
        count_meetings(found, [table.seats for table in one.tables])
    return found


def count_meetings(met: dict[Pair, int], tables: Iterable[Iterable[int]]) -> None:
    """Add those who sit together at these tables."""
    for pair in (pair for seats in tables for pair in pairs(seats)):
        met[pair] = met.get(pair, 0) + 1


def odd_seats(rounds: Iterable[Round], usual: int) -> dict[int, int]:
    """How often each person sat at a table of another size than the ``usual`` one, in rounds that
    had tables of both; those who never did are missing."""
    found: dict[int, int] = {}
    for one in rounds:
        if any(len(table.seats) == usual for table in one.tables):
            for table in (table for table in one.tables if len(table.seats) != usual):
                for number in table.seats:
                    found[number] = found.get(number, 0) + 1
    return found


def sits_again(event: Event, number: int) -> tuple[int, ...] | None:
    """Those who sit more than once at a table of the odd size, up to this round and in those that
    are planned; None if there is no such table, or if so many sit there that most have to."""
    found, usual = event.round(number), event.settings.size
    here = odd_seats([found], usual)
    if not here or 2 * len(here) > sum(len(table.seats) for table in found.tables):
        return None
    often = odd_seats(event.rounds[:number], usual)
    for seats in (seats for tables in event.ahead for seats in tables if len(seats) != usual):
        for one in seats:
            often[one] = often.get(one, 0) + 1
    return tuple(one for one, times in often.items() if times > 1)


def meets_again(event: Event, number: int) -> tuple[Pair, ...]:
    """The pairs at the tables of a round that sat together before."""
    before = meetings(event.rounds[: number - 1])
    tables = event.round(number).tables
    return tuple(pair for table in tables for pair in pairs(table.seats) if pair in before)
