"""The acts about results: tables entered by hand or set aside, penalties, the final, the end."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.rules.events.event import (
    Act,
    Adjustment,
    Event,
    Outcome,
    RoundState,
    Seats,
    SetAside,
    Table,
    open_round,
    points_problems,
    published_round,
    require,
    require_in,
    require_reason,
    without_draw,
)
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.problems import Problem, refuse_if
from scorekeeper.rules.variants.variants import possible_totals


@dataclass(frozen=True, slots=True)
class ByHand(Act):
    """Enter the result of a table that played on paper; None removes it. It can be corrected
    later."""

    kind = "by-hand"
    after_end = True
    round: int
    table: int
    outcome: Outcome | None

    def after(self, event: Event) -> Event:
        found = event.round(self.round)
        table = found.table(self.table)
        require(found.state is not RoundState.DRAWN, EventCode.ROUND_UNPUBLISHED, number=self.round)
        if self.outcome is None:
            open_round(event, self.round)
        else:
            _check_outcome(self.outcome, len(table.seats))
        require(table.set_aside is None, EventCode.TABLE_ASIDE, number=self.table)
        return event.with_round(found.with_table(replace(table, by_hand=self.outcome)))

    def after_at(self, event: Event, at: datetime) -> Event:
        """The event with the result, entered at this time."""
        found = self.after(event).round(self.round)
        table = replace(found.table(self.table), by_hand_at=at if self.outcome else None)
        return event.with_round(found.with_table(table))


def is_entry(event: Event, act: Act) -> bool:
    """Return whether an act only enters a result of an open round, as a helper of the desk may."""
    return isinstance(act, ByHand) and event.round(act.round).state is not RoundState.CLOSED


def _check_outcome(outcome: Outcome, seats: int) -> None:
    made, bids = outcome.made, outcome.bids
    require(len(outcome.totals) == seats, EventCode.RESULT_SHORT)
    refuse_if(points_problems(*outcome.totals))
    require(not made or len(made) == seats, EventCode.RESULT_BIDS)
    require(not bids or len(bids) == len(made), EventCode.RESULT_BIDS)
    possible = all(0 <= a <= b for a, b in zip(made, bids or made, strict=True))
    require(possible, EventCode.RESULT_RANGE)


def doubts(event: Event, round_: int, table: int, outcome: Outcome) -> list[Problem]:
    """A problem for each total that the hands of a table cannot give without extra points, or not
    with the bids made. The act itself allows these, because a table may have given such points."""
    at = event.round(round_).table(table)
    made = outcome.made or (None,) * len(outcome.totals)
    lines = zip(at.seats, outcome.totals, made, strict=False)
    return [one for line in lines for one in _doubts(event, at, *line)] if at.sizes else []


def _doubts(
    event: Event, table: Table, number: int, total: int, made: int | None
) -> Iterator[Problem]:
    played = event.settings.variant, table.sizes, len(table.seats)
    known = possible_totals(*played)
    if total > known.high:
        yield event.problem(EventCode.RESULT_HIGH, number, points=total, most=known.high)
    elif total < known.low:
        yield event.problem(EventCode.RESULT_LOW, number, points=total, least=known.low)
    elif not known.allow(total):
        yield event.problem(EventCode.RESULT_STEP, number, points=total, step=known.step)
    elif made is not None and not possible_totals(*played, made).allow(total):
        yield event.problem(EventCode.RESULT_MADE, number, points=total, made=made)


@dataclass(frozen=True, slots=True)
class PutAside(Act):
    """Set a table aside: its game does not count, and those who sat there get 0 or agreed points,
    by seat."""

    kind = "put-aside"
    ends = True
    round: int
    table: int
    points: tuple[int, ...]
    reason: str

    def after(self, event: Event) -> Event:
        found = published_round(event, self.round)
        table = found.table(self.table)
        require(table.set_aside is None, EventCode.TABLE_ASIDE, number=self.table)
        require_reason(self.reason, *self.points)
        require(len(self.points) == len(table.seats), EventCode.RESULT_SHORT)
        aside = SetAside(self.points, self.reason)
        return event.with_round(found.with_table(replace(table, set_aside=aside)))


@dataclass(frozen=True, slots=True)
class PutBack(Act):
    kind = "put-back"
    round: int
    table: int

    def after(self, event: Event) -> Event:
        found = published_round(event, self.round)
        table = found.table(self.table)
        require(table.set_aside is not None, EventCode.TABLE_PLAYED, number=self.table)
        return event.with_round(found.with_table(replace(table, set_aside=None)))


@dataclass(frozen=True, slots=True)
class Counted(Act):
    """Let the result of a table count that the table has not agreed on: that of this revision of
    its game."""

    kind = "counted"
    round: int
    table: int
    revision: int

    def after(self, event: Event) -> Event:
        """The event in which this result counts. The store refuses it unless it waits."""
        found = published_round(event, self.round)
        table = found.table(self.table)
        require(table.set_aside is None, EventCode.TABLE_ASIDE, number=self.table)
        return event.with_round(found.with_table(replace(table, counted=self.revision)))


@dataclass(frozen=True, slots=True)
class Adjusted(Act):
    """Give somebody a penalty (negative) or bonus, for a round or for the whole event."""

    kind = "adjusted"
    after_end = True
    number: int
    points: int
    reason: str
    round: int | None = None

    def after(self, event: Event) -> Event:
        """The event with the penalty or bonus, which counts in the standings and in the next
        draw."""
        event.entrant(self.number)
        if self.round is not None:
            event.round(self.round)
        require(self.points != 0, EventCode.POINTS_NONE)
        require_reason(self.reason, self.points)
        added = Adjustment(self.number, self.points, self.reason, self.round)
        return replace(event, adjustments=(*event.adjustments, added))


@dataclass(frozen=True, slots=True)
class Withdrawn(Act):
    """Remove a penalty or bonus. The act has its values, not its place in a list."""

    kind = "withdrawn"
    after_end = True
    number: int
    points: int
    reason: str
    round: int | None = None

    def after(self, event: Event) -> Event:
        left = list(event.adjustments)
        given = Adjustment(self.number, self.points, self.reason, self.round)
        require(given in left, EventCode.ADJUSTMENT_UNKNOWN)
        left.remove(given)
        return replace(event, adjustments=tuple(left))


@dataclass(frozen=True, slots=True)
class Corrected(Act):
    """Note that the desk corrects the sheet of a table, and why. The standings change; the draws
    stay."""

    kind = "corrected"
    after_end = True
    round: int
    table: int
    reason: str

    def after(self, event: Event) -> Event:
        event.round(self.round).table(self.table)
        require_reason(self.reason)
        return event


@dataclass(frozen=True, slots=True)
class Finalised(Act):
    """Begin the final with these players, the best first. ``level`` are the players among whom the
    last places were drawn by lot; ``seed`` proves the draw."""

    kind = "finalised"
    finalists: Seats
    level: Seats = ()
    seed: int = 0

    def after(self, event: Event) -> Event:
        final, last = event.settings.final, event.last
        require(final is not None, EventCode.FINAL_NONE)
        require(not event.finalists, EventCode.FINAL_BEGUN)
        require(last is not None, EventCode.ROUND_NONE_LEFT, most=event.settings.rounds)
        if final is None or last is None:
            return event
        require(last.state is RoundState.CLOSED, EventCode.ROUND_UNCLOSED, number=last.number)
        complete = len({*self.finalists}) == len(self.finalists) == final.cut
        require(complete, EventCode.FINAL_FEW, most=final.cut, number=len(self.finalists))
        for number in self.finalists:
            require_in(event, number)
        return replace(event, finalists=self.finalists, ahead=())


@dataclass(frozen=True, slots=True)
class Ended(Act):
    kind = "ended"
    ends = True

    def after(self, event: Event) -> Event:
        """The ended event, without a round that is only drawn. Raises RefusedError if a round is
        open."""
        event = without_draw(event)
        for one in event.rounds:
            require(one.state is RoundState.CLOSED, EventCode.ROUND_UNCLOSED, number=one.number)
        require(bool(event.rounds), EventCode.ROUND_NONE_LEFT, most=event.settings.rounds)
        return replace(event, ended=True)
