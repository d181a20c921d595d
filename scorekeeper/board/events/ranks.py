"""The standings of an event as lines of a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from scorekeeper.board.events.entrants import word_width
from scorekeeper.memory import Memory
from scorekeeper.rules.events.event import Adjustment, Event, Outcomes, Round
from scorekeeper.rules.events.final import final_rounds, final_totals, ranking
from scorekeeper.rules.events.standings import Placed, Standing, results, without_bids
from scorekeeper.words.events.rounds import stage_line, standings_line

PODIUM = 3
MOST = 5
"""The most people on a podium if some of them are level."""


@dataclass(frozen=True, slots=True)
class RoundValue:
    """The value of a round; ``won``: first at the table; ``counts``: among the best rounds;
    ``aside``: agreed, because the table was set aside."""

    value: int
    won: bool
    counts: bool
    aside: bool


@dataclass(frozen=True, slots=True)
class RankLine:
    """A line of the standings.

    ``adjusted`` is the sum of the penalties and bonuses, which ``penalties`` lists. ``stage`` is
    the number of players who were left in the final when this one was last in it, and ``finals``
    are the rounds of it. ``points`` are the value that decides: the points that count or, at the
    last table, those in the final. ``up`` and ``down`` are the ranks gained and lost since the
    round before.
    """

    rank: int
    number: int
    name: str
    club: str
    rounds: tuple[RoundValue, ...]
    adjusted: int
    counted: int
    stage: int
    finals: tuple[RoundValue, ...]
    penalties: tuple[Adjustment, ...]
    points: int
    up: int
    down: int

    @property
    def has_result(self) -> bool:
        """Whether a table at which they sat is in: before that, they have no rank."""
        return bool(self.rounds or self.finals)

    @property
    def has_points(self) -> bool:
        """Whether they have a result, or a penalty or bonus."""
        return self.has_result or bool(self.adjusted)


class RankGroup(NamedTuple):
    """The lines of those who reached the same stage of the final; without a final, all lines."""

    title: str
    lines: tuple[RankLine, ...]


class RankTable(NamedTuple):
    """The standings after a round, or now. ``podium`` has the best players once the event has
    ended, with the class for their width; ``earlier`` has the rounds after which there are
    standings, and ``without_bids`` the number of results that lack bids."""

    title: str
    has_results: bool
    groups: tuple[RankGroup, ...]
    podium: tuple[RankLine, ...]
    podium_width: str
    earlier: tuple[int, ...]
    without_bids: int

    @property
    def has_aside(self) -> bool:
        """Whether a table was set aside."""
        return any(
            one.aside
            for group in self.groups
            for line in group.lines
            for one in line.rounds + line.finals
        )


def rank_lines(event: Event, outcomes: Outcomes) -> tuple[RankLine, ...]:
    """The standings now; players of the final come first."""
    return _lines(event, outcomes, {})


def rank_table(event: Event, outcomes: Outcomes, after: int | None = None) -> RankTable:
    """The standings after a round (None: now), with the changes of rank."""
    shown = event if after is None else as_of(event, after)
    last = _rounds_in(shown, outcomes)
    before = ranking(as_of(event, last - 1), outcomes) if last > 1 else ()
    lines = _lines(shown, outcomes, {one.number: one.rank for one in before})
    groups = [
        RankGroup(stage_line(stage) if shown.finalists else "", tuple(those))
        for stage, those in groupby(lines, key=lambda line: line.stage)
    ]
    podium = [line for line in lines if shown.ended and line.rank <= PODIUM][:MOST]
    width = word_width(line.name for line in podium)
    earlier = event.closed[:-1] if event.ended else event.closed
    lacking = without_bids(shown, outcomes)
    top, title = tuple(podium), standings_line(shown, after)
    return RankTable(title, last > 0, tuple(groups), top, width, earlier, lacking)


def as_of(event: Event, number: int) -> Event:
    """The event as it was after a round."""
    rounds = event.rounds[:number]
    has_final = any(one.stage is not None for one in rounds)
    return replace(
        event,
        rounds=rounds,
        adjustments=tuple(one for one in event.adjustments if (one.round or 0) <= number),
        finalists=event.finalists if has_final else (),
        ended=event.ended and len(rounds) == len(event.rounds),
    )


def _rounds_in(event: Event, outcomes: Outcomes) -> int:
    """The newest round in which a table has a result; 0 if none has."""
    return max((one.number for one in event.rounds if results(event, outcomes, [one])), default=0)


def _lines(event: Event, outcomes: Outcomes, before: Mapping[int, int]) -> tuple[RankLine, ...]:
    """The lines of all players; ``before`` has earlier ranks by number."""
    rounds = final_rounds(event)
    finals = results(event, outcomes, rounds)
    totals = _last_totals(event, outcomes, rounds)
    found = []
    for one in _ranking(event, outcomes):
        entrant, number = event.entrant(one.number), one.number
        mine, moved = finals.get(number, []), before.get(number, one.rank) - one.rank
        found.append(
            RankLine(
                *(one.rank, number, entrant.name, entrant.club),
                tuple(round_value(each, counts=each.round in one.counting) for each in one.results),
                *(one.adjusted, one.counted, one.stage),
                tuple(round_value(each, counts=True) for each in mine),
                tuple(each for each in event.adjustments if each.entrant == number),
                totals.get(number, one.counted),
                *(max(moved, 0), max(-moved, 0)),
            )
        )
    return tuple(found)


def _ranking(event: Event, outcomes: Outcomes) -> tuple[Standing, ...]:
    """The ranking, made again only after an act or a result: hands in between do not change it."""
    known = _known.get(id(event))
    if known is None or known[0] is not event or known[1] != outcomes:
        known = event, outcomes, ranking(event, outcomes)
        _known.keep(id(event), known)
    return known[2]


def round_value(one: Placed, *, counts: bool) -> RoundValue:
    """The value of a result; ``counts``: among the best rounds."""
    return RoundValue(one.value, one.place == 1, counts, one.place == 0)


def _last_totals(event: Event, outcomes: Outcomes, rounds: Sequence[Round]) -> dict[int, int]:
    """The totals of the last table of the final, which decide there; empty until its result is
    known."""
    if not rounds or len(rounds[-1].tables) > 1 or not results(event, outcomes, [rounds[-1]]):
        return {}
    seated = rounds[-1].tables[0].counts_for
    totals = final_totals(event, outcomes, rounds[-1])
    return {number: totals[number][0] for number in seated if number in totals}


_known: Memory[int, tuple[Event, Outcomes, tuple[Standing, ...]]] = Memory(20)
