"""The draw by standing, so that nobody meets twice (the German championship since 2019)."""

from collections.abc import Mapping, Sequence

from scorekeeper.rules.events.chance import Chance
from scorekeeper.rules.events.draw import Tables, Weights, beside, cost
from scorekeeper.rules.events.event import Pair
from scorekeeper.rules.events.planned import Search

AGAIN = 1000
"""A pair that meets again costs this, and a little more the more often it met."""


def draw_by_standing(
    order: Sequence[int], sizes: Sequence[int], meetings: Mapping[Pair, int], chance: Chance
) -> Tables:
    """Tables of these sizes: the leader plays the best placed whom he has not met, then the best
    who met neither, and so on. ``order`` has the best first."""
    weights = _weights(meetings)
    tables = _greedy(order, sizes, weights)
    rank = {person: at for at, person in enumerate(order)}
    while _mend(tables, weights, rank):
        pass
    if cost(tables, weights):
        return Search(order, [tables], meetings, ()).run(0, chance)[0]
    return tables


def _weights(meetings: Mapping[Pair, int]) -> Weights:
    """The cost of each pair that met."""
    weights: dict[int, dict[int, int]] = {}
    for (one, other), met in meetings.items():
        weights.setdefault(one, {})[other] = AGAIN + met
        weights.setdefault(other, {})[one] = AGAIN + met
    return weights


def _greedy(order: Sequence[int], sizes: Sequence[int], weights: Weights) -> Tables:
    """Each table begins with the best who is left."""
    left, tables = list(order), []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            costs = (beside(one, table, weights) for one in left)
            at = next((at for at, price in enumerate(costs) if not price), None)
            if at is None:
                at = min(range(len(left)), key=lambda n: beside(left[n], table, weights))
            table.append(left.pop(at))
        tables.append(table)
    return tables


def _mend(tables: Tables, weights: Weights, rank: Mapping[int, int]) -> bool:
    """Swap somebody who meets again, so that the cost falls most and ranks spread least; False if
    it falls with no swap."""
    best, where = (0, 0), None
    for at, table in enumerate(tables):
        for one in [one for one in table if beside(one, table, weights)]:
            for place in [place for place in range(len(tables)) if place != at]:
                for other in tables[place]:
                    change = _change(table, tables[place], (one, other), weights, rank)
                    if change < best and change[0] < 0:
                        best, where = change, (at, place, one, other)
    if where is None:
        return False
    at, place, one, other = where
    swap = {one: other, other: one}
    for number in (at, place):
        tables[number][:] = [swap.get(person, person) for person in tables[number]]
    return True


def _change(
    here: Sequence[int],
    there: Sequence[int],
    pair: tuple[int, int],
    weights: Weights,
    rank: Mapping[int, int],
) -> tuple[int, int]:
    """The change of the cost and of the spread of ranks if two swap their tables."""
    one, other = pair
    mine, theirs = ([p for p in table if p not in pair] for table in (here, there))
    change = beside(one, theirs, weights) + beside(other, mine, weights)
    change -= beside(one, mine, weights) + beside(other, theirs, weights)
    if change >= 0:
        return change, 0
    spread = _spread([*mine, other], rank) + _spread([*theirs, one], rank)
    return change, spread - _spread(here, rank) - _spread(there, rank)


def _spread(table: Sequence[int], rank: Mapping[int, int]) -> int:
    """From the best to the last of a table."""
    ranks = [rank[person] for person in table]
    return max(ranks) - min(ranks)
