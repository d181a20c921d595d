"""The standings of an event as lines of a list."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rules.events.event import Event, Outcomes
from scorekeeper.rules.events.final import ranking
from scorekeeper.rules.events.standings import Standing


@dataclass(frozen=True, slots=True)
class RoundValue:
    """The points of a round; ``won``: first at the table; ``counts``: among the best rounds."""

    value: int
    won: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class RankLine:
    """A line of the standings. ``adjusted`` are penalties and bonuses, ``stage`` how many were
    left in the final when they were last in it."""

    rank: int
    number: int
    name: str
    club: str
    rounds: tuple[RoundValue, ...]
    adjusted: int
    counted: int
    stage: int


def rank_lines(event: Event, outcomes: Outcomes) -> tuple[RankLine, ...]:
    """The standings as they are now, those of the final first."""
    return tuple(lines_of(event, ranking(event, outcomes)))


def lines_of(event: Event, standings: Iterable[Standing]) -> Iterable[RankLine]:
    """Standings as lines with names."""
    for one in standings:
        entrant = event.entrant(one.number)
        rounds = tuple(
            RoundValue(result.value, result.place == 1, result.round in one.counting)
            for result in one.results
        )
        yield RankLine(
            *(one.rank, one.number, entrant.name, entrant.club, rounds),
            *(one.adjusted, one.counted, one.stage),
        )
