"""The draw of one round: random seats, then swaps until as few pairs as possible meet again.

The cost of a draw is the sum, over all pairs at a table, of the square of the number of times they
have met. The effort is limited in steps, not in time, so that a seed gives the same draw on every
machine.

All rounds can be drawn at once, so that as few pairs as possible meet again, and everybody sits at
the tables of the odd size about as often. For many halls, the lines of a finite field give such a
plan without any search. Otherwise rounds are drawn one after the other; if pairs meet again, a tabu
search swaps people within a round, and does not reverse a swap for a while. Sets of people are
stored as the bits of numbers, so that evaluating a swap is fast.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from scorekeeper.rules.events.event import Event, Pair, count_meetings, meetings, pairs
from scorekeeper.rules.events.settings import EventCode, EventSettings
from scorekeeper.rules.problems import Problem, RefusedError


def sizes(people: int, size: int, remainder: int) -> tuple[int, ...] | None:
    """The size of each table: as few tables of ``remainder`` as possible, at the end; None if this
    number of people cannot be seated."""
    if people < 1:
        return None
    for others in range(people // remainder + 1):
        tables, over = divmod(people - others * remainder, size)
        if not over:
            return (size,) * tables + (remainder,) * others
    return None


def nearest(people: int, size: int, remainder: int) -> tuple[int, ...]:
    """The next lower and the next higher number of people that can be seated; without the lower one
    if there is none."""
    fits = [n for n in range(1, people + size + 1) if sizes(n, size, remainder)]
    lower = [n for n in fits if n < people][-1:]
    return (*lower, *[n for n in fits if n > people][:1])


def planned_sizes(settings: EventSettings, people: int) -> tuple[int, ...]:
    """The sizes of the tables of an event. If this number of people cannot be seated, raises
    RefusedError with the nearest numbers that can."""
    found = sizes(people, settings.size, settings.remainder)
    if found:
        return found
    lower, *higher = nearest(people, settings.size, settings.remainder)
    if not higher:
        raise RefusedError(Problem(EventCode.SEATS_FEW, values={"least": lower, "number": people}))
    values = {"number": people, "lower": lower, "higher": higher[0]}
    values |= {"size": settings.size, "remainder": settings.remainder}
    raise RefusedError(Problem(EventCode.SEATS_IMPOSSIBLE, values=values))


T = TypeVar("T")

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
MIX = (30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)


class Chance:
    """Random numbers from a seed, by SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom
    number generators, 2014). The seed itself comes from the system's secure numbers."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1."""
        self._state = mixed = (self._state + STEP) & MASK
        for shift, factor in MIX:
            mixed = ((mixed ^ (mixed >> shift)) * factor) & MASK
        return ((mixed ^ (mixed >> 31)) * bound) >> 64

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a random order (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            at = self.below(last + 1)
            order[last], order[at] = order[at], order[last]
        return order


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
    for pair, met in (*meetings.items(), *((p, 1) for p in apart)):
        for one, other in (pair, pair[::-1]):
            row = weights.setdefault(one, {})
            row[other] = row.get(other, 0) + met * met
    return weights


def seated(people: Sequence[int], sizes: Sequence[int]) -> Tables:
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


EFFORT = 100_000
"""The most swaps that are evaluated for each round, up to ``MOST_EFFORT`` in all."""
MOST_EFFORT = 5
PATIENCE = 2
"""The part of this effort after which a search ends that has found nothing better."""
SAMPLE, LARGER_SAMPLE = 5, 8
"""The number of people in conflict whose swaps are evaluated in one step: the larger one from
``LARGE`` people on. Of 160 draws of 25 people, in which nobody has to meet twice in 5 rounds, it
reaches this in 148 rather than 126, and as fast; with fewer people it misses the best plan more
often."""
LARGE = 23
REST = 5
"""The least number of steps for which a swap is not reversed; up to as many more are added at
random."""
PRODUCTS_OF_4 = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""The products in the field of four elements, whose sum is the exclusive or."""

AGAIN, UNFAIR = 4, 3
"""The prices of a pair that meets again, and of a second seat at a table of the odd size; a third
seat costs twice as much as a second."""

Plan = list[Tables]
"""The tables of each round."""
Move = tuple[int, int, int]
"""A round and two people who swap in it, the lower number first."""


class Past(NamedTuple):
    """The rounds before: how often each pair met, and how often each person sat at a table of the
    odd size."""

    meetings: Mapping[Pair, int] = MappingProxyType({})
    odd_seats: Mapping[int, int] = MappingProxyType({})


def plan_rounds(
    people: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    past: Past,
    apart: Sequence[Pair],
    chance: Chance,
) -> Plan:
    """The tables of this number of rounds. The pairs in ``apart`` are kept apart in the first
    round."""
    order = chance.shuffled(people)
    plan = None if past.meetings or apart else _lines(order, sizes, rounds)
    plan = plan or _one_by_one(people, sizes, rounds, past.meetings, apart, chance)
    search = Search(people, plan, past, apart)
    again = least_again(len(people), sizes, rounds)
    return search.run(AGAIN * again + UNFAIR * search.least_unfair(), chance)


def odd_tables(sizes: Sequence[int], usual: int) -> frozenset[int]:
    """The places of the tables that are not of the ``usual`` size; none if no table is."""
    odd = frozenset(at for at, size in enumerate(sizes) if size != usual)
    return odd if len(odd) < len(sizes) else frozenset()


def unfair(seats: Collection[int]) -> int:
    """How unevenly people sit at tables of the odd size, by the number of times of each: the sum of
    1 for a second time, 2 for a third, and so on."""
    return sum(map(pairs_among, seats))


def least_again(people: int, sizes: Sequence[int], rounds: int) -> int:
    """The number of pairs that have to meet again in any draw in which everybody takes part. A
    table with more people than the previous round had tables seats two people from one of those
    tables; and the number of pairs is limited."""
    seated = rounds * sum(map(pairs_among, sizes))
    return max((rounds - 1) * _crowded(sizes, len(sizes)), seated - pairs_among(people), 0)


def unmet(event: Event) -> tuple[int, int]:
    """Of those who play: the number of pairs that have not met, and of groups (the tables of the
    last round, and each who sat at none) within which all have."""
    playing, met = {*event.playing}, meetings(event.rounds)
    new = pairs_among(len(playing)) - sum(playing.issuperset(pair) for pair in met)
    before = [playing.intersection(table.seats) for table in event.rounds[-1].tables]
    return new, len(playing) - sum(len(sat) - 1 for sat in before if sat)


def least_again_next(sizes: Sequence[int], new: int, groups: int) -> int:
    """The number of pairs that have to meet again in the next round, with tables of these sizes;
    the other numbers are those of ``unmet()``."""
    return max(_crowded(sizes, groups), sum(map(pairs_among, sizes)) - new)


def pairs_among(people: int) -> int:
    """The number of pairs of so many people."""
    return people * (people - 1) // 2


def _crowded(sizes: Sequence[int], groups: int) -> int:
    """The pairs of one group that sit together at best, if each table takes its people evenly from
    all groups."""
    shares = [divmod(size, groups) for size in sizes]
    return sum(
        over * pairs_among(each + 1) + (groups - over) * pairs_among(each) for each, over in shares
    )


def _lines(order: Sequence[int], sizes: Sequence[int], rounds: int) -> Plan | None:
    """The plan whose tables are parallel lines of a plane over the field with as many elements as
    there are tables; two points share at most one line. None if there is no such field."""
    tables = len(sizes)
    rows = [order[at : at + tables] for at in range(0, len(order), tables)]
    is_field = tables == 4 or (tables > 1 and all(tables % n for n in range(2, tables)))
    is_even = max(sizes) - min(sizes) <= 1
    slopes = tables + (len(order) == tables * tables)
    if not (is_field and is_even) or len(rows) > tables or rounds > slopes:
        return None
    plan = []
    for slope in range(rounds):
        seats: Tables = [[] for _ in sizes]
        for row, people in enumerate(rows):
            for column, person in enumerate(people):
                seats[_line(row, column, slope, tables)].append(person)
        plan.append(sorted(seats, key=len, reverse=sizes[0] > sizes[-1]))
    return plan


def _line(row: int, column: int, slope: int, tables: int) -> int:
    """The number of the line with this slope through a point; the rows come last."""
    if slope == tables:
        return row
    if tables == 4:
        return column ^ PRODUCTS_OF_4[slope][row]
    return (column + slope * row) % tables


def _one_by_one(
    people: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    meetings: Mapping[Pair, int],
    apart: Sequence[Pair],
    chance: Chance,
) -> Plan:
    met, plan = dict(meetings), []
    for number in range(rounds):
        weights: Weights = weights_of(met, () if number else apart)
        tables = draw_tables(people, sizes, weights, chance)
        count_meetings(met, tables)
        plan.append(tables)
    return plan


class Search:
    """A tabu search that starts from a plan.

    People are numbered from 0, and bit n of a set is person n. ``met[a][b]`` is the number of times
    that two people meet in all; ``once[a]`` is the set of those whom a meets, ``twice[a]`` of those
    whom a meets more than once; ``apart[a]`` is the set of those kept apart from a in the first
    round; ``odd[a]`` is the number of times that a sits at a table of the odd size. ``price`` is
    that of the meetings beyond the first of each pair, and of unfair seats.
    """

    def __init__(
        self,
        people: Sequence[int],
        plan: Plan,
        past: Past,
        apart: Sequence[Pair],
    ) -> None:
        self.people = people
        self.sample = LARGER_SAMPLE if len(people) >= LARGE else SAMPLE
        at = {person: number for number, person in enumerate(people)}
        self.met = [[0] * len(people) for _ in people]
        self.once, self.twice, self.apart = ([0] * len(people) for _ in range(3))
        self.price = 0
        for (one, other), met in past.meetings.items():
            if one in at and other in at:
                self._count(at[one], at[other], met)
        for one, other in apart:
            self.apart[at[one]] |= 1 << at[other]
            self.apart[at[other]] |= 1 << at[one]
        self.price = 0
        self.plan = [[[at[person] for person in table] for table in tables] for tables in plan]
        self.sets = [[sum(1 << one for one in table) for table in one] for one in self.plan]
        for pair in [pair for tables in self.plan for table in tables for pair in pairs(table)]:
            self._count(*pair, 1)
        first = zip(self.plan[0], self.sets[0], strict=True)
        near = [(self.apart[one] & beside).bit_count() for table, beside in first for one in table]
        self.price += AGAIN * (sum(near) // 2)
        self.before = [past.odd_seats.get(person, 0) for person in people]
        self.odd, self.places = [*self.before], []
        for tables in self.plan:
            self.places.append(odd_tables([*map(len, tables)], len(tables[0])))
            for one in (one for table in self.places[-1] for one in tables[table]):
                self.odd[one] += 1
        self.price += UNFAIR * unfair(self.odd)

    def least_unfair(self) -> int:
        """The least that :func:`unfair` can be with as many seats at tables of the odd size."""
        seats = [*self.before]
        heapq.heapify(seats)
        for _ in range(sum(self.odd) - sum(self.before)):
            heapq.heapreplace(seats, seats[0] + 1)
        return unfair(seats)

    def _count(self, one: int, other: int, change: int) -> None:
        """Add this number to the meetings of two people."""
        before = self.met[one][other]
        now = self.met[one][other] = self.met[other][one] = before + change
        self.price += AGAIN * (max(now - 1, 0) - max(before - 1, 0))
        for a, bit in ((one, 1 << other), (other, 1 << one)):
            self.once[a] = self.once[a] | bit if now else self.once[a] & ~bit
            self.twice[a] = self.twice[a] | bit if now > 1 else self.twice[a] & ~bit

    def run(self, least: int, chance: Chance) -> Plan:
        """Search, and return the best plan found. The search stops at the price ``least`` or after
        its effort."""
        best, found, weighed, step = self.price, self._named(), 0, 0
        resting: dict[Move, int] = {}
        effort = EFFORT * min(len(self.plan), MOST_EFFORT)
        ends = effort // PATIENCE
        while best > least and weighed < min(effort, ends):
            step += 1
            moves = self._moves(chance)
            weighed += len(moves) + len(self.people) * len(self.plan)
            allowed = [
                (change, move)
                for change, move in moves
                if resting.get(move, 0) < step or self.price + change < best
            ]
            if not allowed:
                continue
            falls = min(change for change, _ in allowed)
            choice = [move for change, move in allowed if change == falls]
            move = choice[chance.below(len(choice))]
            self._swap(move, falls)
            resting[move] = step + REST + chance.below(REST)
            if self.price < best:
                best, found = self.price, self._named()
                ends = weighed + effort // PATIENCE
        return found

    def _named(self) -> Plan:
        return [[[self.people[one] for one in table] for table in one] for one in self.plan]

    def _moves(self, chance: Chance) -> list[tuple[int, Move]]:
        """All swaps of some people in conflict, each with the change of the price."""
        often = min(self.odd) + 1
        in_conflict = [
            (number, at, one)
            for number, tables in enumerate(self.plan)
            for at, table in enumerate(tables)
            for one in table
            if (self.twice[one] | self._far(number)[one]) & self.sets[number][at]
            or (self.odd[one] > often and at in self.places[number])
        ]
        if not in_conflict:
            return []
        some = [in_conflict[chance.below(len(in_conflict))] for _ in range(self.sample)]
        return [move for one in dict.fromkeys(some) for move in self._weighed(*one)]

    def _far(self, number: int) -> list[int]:
        return [0] * len(self.people) if number else self.apart

    def _weighed(self, number: int, at: int, one: int) -> list[tuple[int, Move]]:
        """The swaps of a person in a round, each with the change of the price."""
        once, twice, far, found = self.once, self.twice, self._far(number), []
        here = self.sets[number][at] & ~(1 << one)
        now = (twice[one] & here).bit_count() + (far[one] & here).bit_count()
        odd, places = self.odd, self.places[number]
        is_odd = at in places
        for place, table in enumerate(self.plan[number]):
            if place == at:
                continue
            for other in table:
                there = self.sets[number][place] & ~(1 << other)
                change = (once[one] & there).bit_count() + (once[other] & here).bit_count()
                change -= now + (twice[other] & there).bit_count()
                if not number:
                    change += (far[one] & there).bit_count() + (far[other] & here).bit_count()
                    change -= (far[other] & there).bit_count()
                change *= AGAIN
                if is_odd != (place in places):
                    fewer, more = (one, other) if is_odd else (other, one)
                    change += UNFAIR * (odd[more] - odd[fewer] + 1)
                found.append((change, (number, min(one, other), max(one, other))))
        return found

    def _swap(self, move: Move, change: int) -> None:
        number, one, other = move
        price, sets = self.price + change, self.sets[number]
        both = 1 << one | 1 << other
        for mine, theirs in ((one, other), (other, one)):
            at = next(at for at, people in enumerate(sets) if people >> mine & 1)
            if at in self.places[number]:
                self.odd[mine] -= 1
                self.odd[theirs] += 1
            for beside in self.plan[number][at]:
                if beside != mine:
                    self._count(mine, beside, -1)
                    self._count(theirs, beside, 1)
        for at, table in enumerate(self.plan[number]):
            if sets[at] & both:
                sets[at] ^= both
                swap = {one: other, other: one}
                table[:] = [swap.get(person, person) for person in table]
        self.price = price


REMATCH = 1000
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
    weights: dict[int, dict[int, int]] = {}
    for (one, other), met in meetings.items():
        weights.setdefault(one, {})[other] = REMATCH + met
        weights.setdefault(other, {})[one] = REMATCH + met
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


class Advice(NamedTuple):
    """Sizes of tables, and how many pairs would still meet again."""

    sizes: tuple[int, ...]
    again: int


def again_in(rounds: Iterable[Iterable[Sequence[int]]], before: Iterable[Pair]) -> int:
    """The pairs that meet again if these rounds are played one after the other."""
    seen, again = {*before}, 0
    for tables in rounds:
        now = [pair for seats in tables for pair in pairs(seats)]
        again += sum(pair in seen for pair in now)
        seen |= {*now}
    return again


def better_sizes(event: Event) -> Advice | None:
    """Sizes of tables for the drawn round, and for those planned with it, with which fewer pairs
    meet again; None if there are none. Of several, the one with the fewest such pairs, then the one
    most like the present sizes. The search may take as long as the draw itself, so call it once for
    each draw."""
    last = event.last
    if last is None:
        return None
    people = sorted(number for table in last.tables for number in table.seats)
    plan = [[table.seats for table in last.tables], *event.ahead]
    met = meetings(event.rounds[:-1])
    best: Advice | None = None
    least = again_in(plan, met)
    for shape in _shapes(event, len(people)):
        if least_again(len(people), shape, len(plan)) < least:
            found = plan_rounds(people, shape, len(plan), Past(met), (), Chance(last.seed))
            again = again_in(found, met)
            if again < least:
                best, least = Advice(shape, again), again
    return best


def _shapes(event: Event, people: int) -> list[tuple[int, ...]]:
    """The other possible pairs of sizes that differ by one player at most."""
    size = event.settings.size
    pairs_of_sizes = ((size, size - 1), (size, size + 1), (size - 1, size), (size + 1, size))
    possible = [pair for pair in pairs_of_sizes if all(map(event.settings.variant.is_for, pair))]
    shapes = [sizes(people, *pair) for pair in possible]
    return [shape for shape in dict.fromkeys(shapes) if shape]
