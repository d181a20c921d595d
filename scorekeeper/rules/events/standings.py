"""The standings of an event: everybody in the agreed order. People who are equal in all values
share a rank.

The share of bids made decides only between people who all have a result with bids.
"""

from collections.abc import Callable
from heapq import nlargest
from typing import NamedTuple

from scorekeeper.rules.events.event import Event, Outcomes, State
from scorekeeper.rules.events.outcomes import Placed, result_of, results
from scorekeeper.rules.events.settings import Counts, Measure


class Standing(NamedTuple):
    """A line of the standings.

    ``counted`` is the sum of the rounds in ``counting`` and of the ``adjusted`` points. ``points``,
    ``won``, ``made`` of ``bids`` and ``best`` are those of all rounds. ``stage`` is the number of
    players who were left in the final when this one was last in it; 0 if never.
    """

    rank: int
    number: int
    counted: int
    points: int
    won: int
    made: int
    bids: int
    best: int | None
    adjusted: int
    results: tuple[Placed, ...]
    counting: tuple[int, ...]
    stage: int = 0


MEASURES: dict[Measure, Callable[[Standing], float]] = {
    Measure.COUNTED: lambda one: one.counted,
    Measure.POINTS: lambda one: one.points,
    Measure.WON: lambda one: one.won,
    Measure.MADE: lambda one: one.made / one.bids,
    Measure.BEST: lambda one: float("-inf") if one.best is None else one.best,
}

PENALISED = {**MEASURES, Measure.POINTS: lambda one: one.points + one.adjusted}
"""The measures if the points of the games count: a penalty takes points of a game then."""


def standings(event: Event, outcomes: Outcomes, up_to: int | None = None) -> tuple[Standing, ...]:
    """The standings after a round (None: the newest), without the final, the best first; those with
    the same rank in the order of their numbers. Tables without a result count nothing yet; players
    without a result come last, even behind points below zero."""
    rounds = [
        one for one in event.rounds if one.stage is None and (not up_to or one.number <= up_to)
    ]
    played = results(event, outcomes, rounds)
    counted = {None, *(one.number for one in rounds)}
    adjusted: dict[int, int] = {}
    for one in event.adjustments:
        if one.round in counted:
            adjusted[one.entrant] = adjusted.get(one.entrant, 0) + one.points
    lines = [
        _line(event, one.number, played.get(one.number, []), adjusted.get(one.number, 0))
        for one in event.entrants
        if one.number in played or one.state is State.IN
    ]
    keys = _keys(event, lines)
    return ranked(lines, lambda line: keys[line.number])


def _keys(event: Event, lines: list[Standing]) -> dict[int, tuple[float, ...]]:
    """The values that decide, by number. Where somebody level so far has no result with bids, the
    share of bids made is the same for all of these."""
    measures = PENALISED if event.settings.counts is Counts.POINTS else MEASURES
    keys: dict[int, tuple[float, ...]] = {line.number: (bool(line.results),) for line in lines}
    for by in event.settings.order:
        unknown = {keys[line.number] for line in lines if by is Measure.MADE and not line.bids}
        for line in lines:
            key = keys[line.number]
            keys[line.number] = *key, 0 if key in unknown else measures[by](line)
    return keys


def without_bids(event: Event, outcomes: Outcomes) -> int:
    """The number of tables before the final whose result has no bids, if these decide at all."""
    if Measure.MADE not in event.settings.order:
        return 0
    played = [one for one in event.rounds if one.stage is None]
    tables = [(one, table) for one in played for table in one.tables if table.set_aside is None]
    found = [result_of(one, table, outcomes) for one, table in tables]
    return sum(one is not None and not one.bids for one in found)


def _line(event: Event, number: int, played: list[Placed], adjusted: int) -> Standing:
    """The line of an entrant, without a rank. It is one loop, because a hall has thousands of
    results."""
    most, counting = event.settings.best, played
    if most is not None and most < len(played):
        counting = nlargest(most, played, key=lambda one: one.value)
    counted, points, won, made, bids = adjusted, 0, 0, 0, 0
    best: int | None = None
    for one in played:
        points += one.points
        won += one.place == 1
        made += one.made
        bids += one.bids
        if one.place and (best is None or one.points > best):
            best = one.points
    for one in counting:
        counted += one.value
    rounds = tuple(sorted([one.round for one in counting]))
    sums = counted, points, won, made, bids, best, adjusted
    return Standing(0, number, *sums, tuple(played), rounds)


def ranked(
    lines: list[Standing], key: Callable[[Standing], tuple[float, ...]]
) -> tuple[Standing, ...]:
    """The lines in order, the highest key first; equal keys share the rank."""
    keyed = sorted(((key(line), line) for line in lines), key=lambda pair: pair[1].number)
    keyed.sort(key=lambda pair: pair[0], reverse=True)
    found: list[Standing] = []
    for at, (value, line) in enumerate(keyed):
        same = at > 0 and value == keyed[at - 1][0]
        found.append(line._replace(rank=found[-1].rank if same else at + 1))
    return tuple(found)
