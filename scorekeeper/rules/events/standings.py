"""The standings of an event, and its final.

The standings of an event: everybody in the agreed order. People who are equal in all values
share a rank.

The share of bids made decides only between people who all have a result with bids.

At a table, of two players with equal points the one with more bids made is ahead. If these are
equal too, both get the higher place and its points (1, 1, 3). Players who left come after all who
stayed.

The final: its players, its tables, those who advance, and the ranks at the end.

The tables are seeded so that their sums of ranks are as equal as possible: of 16 players, the ranks
1, 8, 9 and 16 sit together. The best one (or two) of each table advance until one table is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

from scorekeeper.rules.events.draw import Chance
from scorekeeper.rules.events.event import (
    Entrant,
    Event,
    Outcome,
    Outcomes,
    Round,
    RoundState,
    Seats,
    State,
    Table,
    is_late,
)
from scorekeeper.rules.events.result_acts import Finalised
from scorekeeper.rules.events.settings import (
    FINAL_TABLE,
    Carry,
    Counts,
    EventCode,
    EventSettings,
    Measure,
    TimeUp,
)
from scorekeeper.rules.problems import Problem, RefusedError


class Placed(NamedTuple):
    """The result of an entrant in a round. ``place`` is 0 if the table was set aside; ``value`` is
    the value of the round in the standings; ``points`` are the points of the game. ``bids`` is 0 if
    they are unknown. ``away``: left in mid-game, and so placed last."""

    number: int
    round: int
    table: int
    place: int
    level: bool
    points: int
    value: int
    made: int = 0
    bids: int = 0
    late: bool = False
    away: bool = False


def result_of(round_: Round, table: Table, outcomes: Outcomes) -> Outcome | None:
    """The outcome of a table, entered by hand or taken from its game; None while it is missing."""
    return table.by_hand or outcomes.get((round_.number, table.number))


def who_left(event: Event, round_: Round, standings: Outcomes) -> tuple[Entrant, ...]:
    """Those who left a table of this round in mid-game but are still ticked for the next draw,
    until the desk says that they play on; ``standings`` are the games so far. In a final, nobody is
    drawn any more."""
    if round_.stage or event.ended:
        return ()
    return tuple(
        one
        for table in round_.tables
        if (standing := standings.get((round_.number, table.number)))
        for seat in standing.away
        if (one := event.entrant(table.seats[seat])).state is State.IN
        and one.ticked_in < round_.number
    )


def short_hands(table: Table, outcome: Outcome | None) -> int | None:
    """The hands of a table's game that ended before all hands planned; None if it did not."""
    if outcome is None or outcome.hands is None or outcome.hands >= len(table.sizes):
        return None
    return outcome.hands


def placed(
    settings: EventSettings, round_: Round, table: Table, outcomes: Outcomes
) -> list[Placed]:
    """The results of a table, by seat; empty while its outcome is missing."""
    if table.set_aside is not None:
        return list(_aside(settings, round_, table))
    outcome = result_of(round_, table, outcomes)
    if outcome is None:
        return []
    late = _was_late(settings, round_, table, outcome)
    seats = min(len(table.seats), len(outcome.totals))
    keys = seat_keys(outcome)[:seats]
    best_first = sorted(keys, reverse=True)
    values = _values(settings, seats)
    found = []
    for number, key, tally in zip(table.counts_for, keys, _tallies(outcome), strict=False):
        place, level = 1 + best_first.index(key), keys.count(key) > 1
        points = key[1] - late * settings.late_points
        value = values[place - 1] if values else points
        result = number, round_.number, table.number, place, level, points, value
        found.append(Placed(*result, *tally, late, away=not key[0]))
    return found


def seat_keys(outcome: Outcome) -> list[tuple[bool, int, int]]:
    """A sort key for each seat; the highest is the first place."""
    made = outcome.made or (0,) * len(outcome.totals)
    both = enumerate(zip(outcome.totals, made, strict=False))
    return [(seat not in outcome.away, total, bids) for seat, (total, bids) in both]


def _tallies(outcome: Outcome) -> list[tuple[int, int]]:
    """Bids made and all bids, by seat; 0 of 0 if unknown."""
    if not outcome.bids:
        return [(0, 0)] * len(outcome.totals)
    return list(zip(outcome.made, outcome.bids, strict=True))


def _aside(settings: EventSettings, round_: Round, table: Table) -> Iterator[Placed]:
    """The agreed points of a table that was set aside; nothing while they are hidden."""
    agreed = table.set_aside.points if table.set_aside else ()
    for number, value in zip(table.counts_for if agreed else (), agreed, strict=True):
        points = value if settings.counts is Counts.POINTS else 0
        yield Placed(number, round_.number, table.number, 0, False, points, value)


def _was_late(settings: EventSettings, round_: Round, table: Table, outcome: Outcome) -> bool:
    if settings.time_up is not TimeUp.LATE or outcome.ended is None:
        return False
    return is_late(round_.clock, outcome.ended, table.extra_minutes)


def _values(settings: EventSettings, players: int) -> tuple[int, ...]:
    """The value of each place at a table of this size; () if the points of the game count."""
    match settings.counts:
        case Counts.POINTS:
            return ()
        case Counts.PLACEMENT:
            return settings.placement_for(players)
        case Counts.BEATEN:
            return tuple(players + 1 - 2 * place for place in range(1, players + 1))


def results(event: Event, outcomes: Outcomes, rounds: list[Round]) -> dict[int, list[Placed]]:
    found: dict[int, list[Placed]] = {}
    for round_ in rounds:
        for table in round_.tables:
            for result in placed(event.settings, round_, table, outcomes):
                found.setdefault(result.number, []).append(result)
    return found


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


LAST = 1000
"""A place after all others."""


def cut(event: Event, outcomes: Outcomes, seed: int) -> Finalised:
    """The act that begins the final with the best of the standings, without those who left. If
    several players are level for the last places, these are drawn by lot, and the act lists them.
    Raises RefusedError if there are too few players."""
    final = event.settings.final
    if final is None:
        raise RefusedError(Problem(EventCode.FINAL_NONE))
    places = standings(event, outcomes)
    lines = [one for one in places if event.entrant(one.number).state is State.IN]
    if len(lines) < final.cut:
        values = {"most": final.cut, "number": len(lines)}
        raise RefusedError(Problem(EventCode.FINAL_FEW, values=values))
    last = lines[final.cut - 1].rank
    safe = [one.number for one in lines if one.rank < last]
    level = [one.number for one in lines if one.rank == last]
    if len(safe) + len(level) == final.cut:
        return Finalised((*safe, *level), seed=seed)
    lots = Chance(seed).shuffled(level)
    return Finalised((*safe, *lots[: final.cut - len(safe)]), tuple(level), seed)


def seeded(order: Sequence[int]) -> list[list[int]]:
    """Tables of four with equal sums of ranks: row by row, alternately forwards and backwards."""
    count = len(order) // FINAL_TABLE
    rows = [order[at : at + count] for at in range(0, len(order), count)]
    ways = [row if number % 2 == 0 else row[::-1] for number, row in enumerate(rows)]
    return [list(table) for table in zip(*ways, strict=True)]


def final_rounds(event: Event) -> list[Round]:
    return [one for one in event.rounds if one.stage is not None]


def left_in(event: Event, outcomes: Outcomes) -> Seats:
    """The players who are left in the final, those with the best ranks before it first; four once
    its last table is seated."""
    return _stages(event, outcomes)[-1]


def _stages(event: Event, outcomes: Outcomes) -> list[Seats]:
    """The finalists, then those who were left after each round in which some of them advanced."""
    closed = [one for one in final_rounds(event) if one.state is RoundState.CLOSED]
    advanced = [_advancing(event, outcomes, one) for one in closed if len(one.tables) > 1]
    return [event.finalists, *advanced]


def _advancing(event: Event, outcomes: Outcomes, round_: Round) -> Seats:
    """The players of each table who advance: the best one, or the best two if one would be too few
    to fill a table."""
    final, tables = event.settings.final, round_.tables
    winners = final.winners if final else 1
    winners = 2 if len(tables) * winners < FINAL_TABLE else winners
    totals = final_totals(event, outcomes, round_)
    on: set[int] = set()
    for table in tables:
        seats = sorted(table.seats, key=event.finalists.index)
        on |= {*sorted(seats, key=lambda one: totals.get(one, (0, -LAST)), reverse=True)[:winners]}
    return tuple(number for number in event.finalists if number in on)


def final_totals(event: Event, outcomes: Outcomes, round_: Round) -> dict[int, tuple[int, int]]:
    """The values that decide at the tables of a round: the total, then the negative place. If no
    points carry over into the final, the total is that of the round alone."""
    final = event.settings.final
    carry = final.carry if final else Carry.NONE
    rounds, totals = [round_], dict.fromkeys(event.finalists, 0)
    if carry is not Carry.NONE:
        rounds = [one for one in final_rounds(event) if one.number <= round_.number]
        before = {one.number: one.counted for one in standings(event, outcomes)}
        share = 2 if carry is Carry.HALF else 1
        totals = {number: before.get(number, 0) // share for number in event.finalists}
    for result in (result for one in rounds for result in _results(event, outcomes, one)):
        totals[result.number] = totals.get(result.number, 0) + result.value
    for one in event.adjustments:
        if one.round in {each.number for each in rounds}:
            totals[one.entrant] = totals.get(one.entrant, 0) + one.points
    places = {one.number: one.place or LAST for one in _results(event, outcomes, round_)}
    return {number: (total, -places.get(number, LAST)) for number, total in totals.items()}


def _results(event: Event, outcomes: Outcomes, round_: Round) -> list[Placed]:
    tables = [placed(event.settings, round_, table, outcomes) for table in round_.tables]
    return [result for table in tables for result in table]


def ranking(event: Event, outcomes: Outcomes) -> tuple[Standing, ...]:
    """The ranks of the whole event: first the last table, by its result; then the others by the
    stage that they reached, then by their rank before the final. Without a final, the standings."""
    before = standings(event, outcomes)
    if not event.finalists:
        return before
    stages = {number: len(on) for on in _stages(event, outcomes) for number in on}
    last = final_rounds(event)[-1:]
    totals: dict[int, tuple[int, int]] = {}
    if last and len(last[0].tables) == 1 and _results(event, outcomes, last[0]):
        totals = final_totals(event, outcomes, last[0])
    lines = [one._replace(stage=stages.get(one.number, 0)) for one in before]

    def key(line: Standing) -> tuple[float, ...]:
        decided = line.number in totals and line.stage == FINAL_TABLE
        result = totals[line.number] if decided else (0, -line.rank)
        return (-(line.stage or LAST), *result)

    return ranked(lines, key)
