"""The draw by rank, so that nobody meets twice (the German championship since 2019)."""

from collections.abc import Mapping, Sequence

from scorekeeper.rules.events.chance import Chance
from scorekeeper.rules.events.draw import Tables, Weights, beside, cost
from scorekeeper.rules.events.event import Pair
from scorekeeper.rules.events.planned import Past, Search

AGAIN = 1000
"""The cost of a pair that meets again; a little more, the more often it has met."""


PLACES = 12
"""The most places in the order of the standings at which tables of the odd size are tried."""


def draw_by_standing(
    order: Sequence[int], sizes: Sequence[int], past: Past, chance: Chance
) -> Tables:
    """Seat people at tables of these sizes by rank: beside the leader sits the best player whom the
    leader has not met, then the best whom neither has met, and so on. ``order`` has the best player
    first. Tables of the odd size are filled where those sit who have sat there least often, by
    default last."""
    weights = _weights(past.meetings)
    filled = [_greedy(order, one, weights) for one in _arranged(sizes)]
    tables = min(filled, key=lambda tables: _odd_again(tables, sizes[0], past))
    rank = {person: at for at, person in enumerate(order)}
    while _swap(tables, weights, rank):
        pass
    tables.sort(key=lambda table: len(table) != sizes[0])
    if cost(tables, weights):
        return Search(order, [tables], Past(past.meetings), ()).run(0, chance)[0]
    return tables


def _arranged(sizes: Sequence[int]) -> list[list[int]]:
    """The sizes with those of the odd size last, and at other places."""
    usual = [size for size in sizes if size == sizes[0]]
    odd = [size for size in sizes if size != sizes[0]]
    if not odd:
        return [usual]
    step = -(-len(usual) // PLACES)
    return [usual[:at] + odd + usual[at:] for at in range(len(usual), -1, -step)]


def _odd_again(tables: Tables, usual: int, past: Past) -> int:
    """How often those at tables of the odd size have sat there before."""
    return sum(
        past.odd_seats.get(one, 0) for table in tables if len(table) != usual for one in table
    )


def _weights(meetings: Mapping[Pair, int]) -> Weights:
    """The cost of each pair that has met."""
    weights: dict[int, dict[int, int]] = {}
    for (one, other), met in meetings.items():
        weights.setdefault(one, {})[other] = AGAIN + met
        weights.setdefault(other, {})[one] = AGAIN + met
    return weights


def _greedy(order: Sequence[int], sizes: Sequence[int], weights: Weights) -> Tables:
    """Fill one table after the other; each begins with the best player who is left."""
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


def _swap(tables: Tables, weights: Weights, rank: Mapping[int, int]) -> bool:
    """Swap somebody who meets another again. Of all swaps, take the one that reduces the cost most,
    then the one that spreads the ranks least. Returns False if no swap reduces the cost."""
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
    """The changes of the cost and of the spread of ranks if two people swap their tables."""
    one, other = pair
    mine, theirs = ([p for p in table if p not in pair] for table in (here, there))
    change = beside(one, theirs, weights) + beside(other, mine, weights)
    change -= beside(one, mine, weights) + beside(other, theirs, weights)
    if change >= 0:
        return change, 0
    spread = _spread([*mine, other], rank) + _spread([*theirs, one], rank)
    return change, spread - _spread(here, rank) - _spread(there, rank)


def _spread(table: Sequence[int], rank: Mapping[int, int]) -> int:
    """The difference between the best and the worst rank at a table."""
    ranks = [rank[person] for person in table]
    return max(ranks) - min(ranks)
