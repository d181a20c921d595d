"""The draw of one round: random seats, then swaps until as few pairs as possible meet again.

The cost of a draw is the sum, over all pairs at a table, of the square of the number of times they
have met. The effort is limited in steps, not in time, so that a seed gives the same draw on every
machine.
"""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.rules.events.chance import Chance
from scorekeeper.rules.events.event import Pair

Tables = list[list[int]]
"""The people at each table."""
Weights = Mapping[int, Mapping[int, int]]
"""The cost of seating a person beside others; 0 for those who are missing."""
STARTS = 400
"""The number of starts, multiplied by the number of people."""


def weights_of(meetings: Mapping[Pair, int], apart: Iterable[Pair] = ()) -> Weights:
    """The cost of each pair: the square of the number of times they have met. Pairs in ``apart``
    cost as much as if they had met once."""
    weights: dict[int, dict[int, int]] = {}
    for pairs, met in (*((pair, met) for pair, met in meetings.items()), *((p, 1) for p in apart)):
        for one, other in (pairs, pairs[::-1]):
            row = weights.setdefault(one, {})
            row[other] = row.get(other, 0) + met * met
    return weights


def seated(people: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Seat the people at tables of these sizes, in order."""
    rest = iter(people)
    return [[next(rest) for _ in range(size)] for size in sizes]


def draw_tables(
    people: Sequence[int], sizes: Sequence[int], weights: Weights, chance: Chance
) -> Tables:
    """Random tables; of several starts, those with the lowest cost."""
    best: Tables = []
    least: int | None = None
    for _ in range(max(1, STARTS // len(people))):
        tables = seated(chance.shuffled(people), sizes)
        improve(tables, weights)
        found = cost(tables, weights)
        if least is None or found < least:
            best, least = tables, found
        if not found:
            break
    return best


def cost(tables: Iterable[Sequence[int]], weights: Weights) -> int:
    """The cost of these tables."""
    return sum(beside(one, table, weights) for table in tables for one in table) // 2


def beside(one: int, table: Iterable[int], weights: Weights) -> int:
    """The cost of a person beside those at a table."""
    row = weights.get(one)
    return sum(row.get(other, 0) for other in table) if row else 0


def improve(tables: Tables, weights: Weights) -> None:
    """Swap people between tables as long as a swap reduces the cost."""
    falls = True
    while falls:
        falls = False
        for at, table in enumerate(tables):
            for seat, one in enumerate(table):
                if beside(one, table, weights) and _move(tables, at, seat, weights):
                    falls = True


def _move(tables: Tables, at: int, seat: int, weights: Weights) -> bool:
    """Make the swap of this person that reduces the cost most; returns False if none reduces it."""
    one, table = tables[at][seat], tables[at]
    now = beside(one, table, weights)
    best, where = 0, (0, 0)
    for number, other in enumerate(tables):
        if number == at:
            continue
        there = beside(one, other, weights)
        for place, person in enumerate(other):
            between = weights.get(one, {}).get(person, 0)
            change = there + beside(person, table, weights) - 2 * between
            change -= now + beside(person, other, weights)
            if change < best:
                best, where = change, (number, place)
    if best == 0:
        return False
    number, place = where
    table[seat], tables[number][place] = tables[number][place], one
    return True
