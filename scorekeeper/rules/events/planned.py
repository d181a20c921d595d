"""The draw of all rounds at once, so that as few pairs as possible meet again, and everybody sits
at the tables of the odd size about as often.

For many halls, the lines of a finite field give a plan without any search. Otherwise rounds are
drawn one after the other; if pairs meet again, a tabu search swaps people within a round, and does
not reverse a swap for a while. Sets of people are stored as the bits of numbers, so that evaluating
a swap is fast.
"""

import heapq
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.rules.events.chance import Chance
from scorekeeper.rules.events.draw import Tables, Weights, draw_tables, weights_of
from scorekeeper.rules.events.event import Pair, count_meetings, pairs

EFFORT = 100_000
"""The most swaps that are evaluated for each round, up to ``MOST_EFFORT`` in all."""
MOST_EFFORT = 5
PATIENCE = 2
"""The part of this effort after which a search ends that has found nothing better."""
SAMPLE = 5
"""The number of people in conflict whose swaps are evaluated in one step."""
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
    return sum(times * (times - 1) // 2 for times in seats)


def least_again(people: int, sizes: Sequence[int], rounds: int) -> int:
    """The number of pairs that have to meet again in any draw in which everybody takes part. A
    table with more people than the previous round had tables seats two people from one of those
    tables; and the number of pairs is limited."""
    crowded = 0
    for size in sizes:
        each, over = divmod(size, len(sizes))
        crowded += over * (each + 1) * each // 2 + (len(sizes) - over) * each * (each - 1) // 2
    seated = rounds * sum(size * (size - 1) // 2 for size in sizes)
    return max((rounds - 1) * crowded, seated - people * (people - 1) // 2, 0)


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
    """Draw rounds one after the other."""
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
        some = [in_conflict[chance.below(len(in_conflict))] for _ in range(SAMPLE)]
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
        """Make a move that changes the price by this number."""
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
