"""The final: its players, its tables, those who advance, and the ranks at the end.

The tables are seeded so that their sums of ranks are as equal as possible: of 16 players, the ranks
1, 8, 9 and 16 sit together. The best one (or two) of each table advance until one table is left.
"""

from collections.abc import Sequence

from scorekeeper.rules.events.draw import Chance
from scorekeeper.rules.events.event import Event, Outcomes, Round, RoundState, Seats, State
from scorekeeper.rules.events.result_acts import Finalised
from scorekeeper.rules.events.settings import FINAL_TABLE, Carry, EventCode
from scorekeeper.rules.events.standings import Placed, Standing, placed, ranked, standings
from scorekeeper.rules.problems import Problem, RefusedError

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
    """The rounds of the final so far."""
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
