"""All rounds drawn at once, so that as few as possible meet again.

The lines of a finite field plan many halls without a search. Otherwise rounds are drawn one after
the other; if people meet again, a tabu search swaps them within a round, and does not swap them
back for a while. Sets of people are the bits of numbers, so that a swap is weighed quickly.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.rules.events.chance import Chance
from scorekeeper.rules.events.draw import Tables, Weights, draw_tables, weights_of
from scorekeeper.rules.events.event import Pair, pairs

EFFORT = 100_000
"""The most swaps that are weighed, for each round up to ``MOST_EFFORT``."""
MOST_EFFORT = 5
SAMPLE = 5
"""People in conflict whose swaps are weighed in one step."""
REST = 5
"""Steps for which a swap is not taken back, at least; and by chance up to as many more."""
PRODUCTS_OF_4 = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Products in the field of four, whose sum is the exclusive or."""

Plan = list[Tables]
"""The tables of each round."""
Move = tuple[int, int, int]
"""A round, and the two who swap in it, the lower number first."""


def plan_rounds(
    people: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    meetings: Mapping[Pair, int],
    apart: Sequence[Pair],
    chance: Chance,
) -> Plan:
    """The tables of so many rounds for these people, some of whom have met. The pairs ``apart``
    are kept apart in the first of them."""
    order = chance.shuffled(people)
    lines = None if meetings or apart else _lines(order, sizes, rounds)
    if lines:
        return lines
    plan = _one_by_one(people, sizes, rounds, meetings, apart, chance)
    search = Search(people, plan, meetings, apart)
    least = least_again(len(people), sizes, rounds)
    return search.run(least, chance)


def least_again(people: int, sizes: Sequence[int], rounds: int) -> int:
    """Pairs that must meet again whatever the draw, if everybody is drawn in every round: a table
    with more people than the round before had tables seats two of one of those together; and there
    are only so many pairs."""
    crowded = 0
    for size in sizes:
        each, over = divmod(size, len(sizes))
        crowded += over * (each + 1) * each // 2 + (len(sizes) - over) * each * (each - 1) // 2
    seated = rounds * sum(size * (size - 1) // 2 for size in sizes)
    return max((rounds - 1) * crowded, seated - people * (people - 1) // 2, 0)


def _lines(order: Sequence[int], sizes: Sequence[int], rounds: int) -> Plan | None:
    """The plan whose tables are parallel lines of a plane over the field of as many elements as
    there are tables, on which no two points share two lines; None if there is no such field."""
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
    """The number of the line through a point, of those with this slope; the rows are the last."""
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
    """Rounds drawn one after the other."""
    met, plan = dict(meetings), []
    for number in range(rounds):
        weights: Weights = weights_of(met, () if number else apart)
        tables = draw_tables(people, sizes, weights, chance)
        for pair in (pair for table in tables for pair in pairs(table)):
            met[pair] = met.get(pair, 0) + 1
        plan.append(tables)
    return plan


class Search:
    """A tabu search from a plan. People are numbered from 0, and bit n of a set is person n.

    ``met[a][b]`` is how often two meet in all, ``once[a]`` the set of those whom a meets,
    ``twice[a]`` of those whom a meets more than once; ``apart[a]`` is kept apart from a in the
    first round. ``again`` is the number of meetings too many.
    """

    def __init__(
        self,
        people: Sequence[int],
        plan: Plan,
        meetings: Mapping[Pair, int],
        apart: Sequence[Pair],
    ) -> None:
        self.people = people
        at = {person: number for number, person in enumerate(people)}
        self.met = [[0] * len(people) for _ in people]
        self.once, self.twice, self.apart = ([0] * len(people) for _ in range(3))
        self.again = 0
        for (one, other), met in meetings.items():
            if one in at and other in at:
                self._count(at[one], at[other], met)
        for one, other in apart:
            self.apart[at[one]] |= 1 << at[other]
            self.apart[at[other]] |= 1 << at[one]
        self.again = 0
        self.plan = [[[at[person] for person in table] for table in tables] for tables in plan]
        self.sets = [[sum(1 << one for one in table) for table in one] for one in self.plan]
        for pair in [pair for tables in self.plan for table in tables for pair in pairs(table)]:
            self._count(*pair, 1)
        first = zip(self.plan[0], self.sets[0], strict=True)
        near = [(self.apart[one] & beside).bit_count() for table, beside in first for one in table]
        self.again += sum(near) // 2

    def _count(self, one: int, other: int, change: int) -> None:
        """Count meetings of two more, or less."""
        before = self.met[one][other]
        now = self.met[one][other] = self.met[other][one] = before + change
        self.again += max(now - 1, 0) - max(before - 1, 0)
        for a, bit in ((one, 1 << other), (other, 1 << one)):
            self.once[a] = self.once[a] | bit if now else self.once[a] & ~bit
            self.twice[a] = self.twice[a] | bit if now > 1 else self.twice[a] & ~bit

    def run(self, least: int, chance: Chance) -> Plan:
        """The best plan found; the search stops at ``least``, or after its effort."""
        best, found, weighed, step = self.again, self._named(), 0, 0
        resting: dict[Move, int] = {}
        effort = EFFORT * min(len(self.plan), MOST_EFFORT)
        while best > least and weighed < effort:
            step += 1
            moves = self._moves(chance)
            weighed += len(moves) + len(self.people) * len(self.plan)
            allowed = [
                (change, move)
                for change, move in moves
                if resting.get(move, 0) < step or self.again + change < best
            ]
            if not allowed:
                continue
            falls = min(change for change, _ in allowed)
            choice = [move for change, move in allowed if change == falls]
            move = choice[chance.below(len(choice))]
            self._swap(move, falls)
            resting[move] = step + REST + chance.below(REST)
            if self.again < best:
                best, found = self.again, self._named()
        return found

    def _named(self) -> Plan:
        return [[[self.people[one] for one in table] for table in one] for one in self.plan]

    def _moves(self, chance: Chance) -> list[tuple[int, Move]]:
        """All swaps of some people in conflict, with the change of ``again``."""
        in_conflict = [
            (number, at, one)
            for number, tables in enumerate(self.plan)
            for at, table in enumerate(tables)
            for one in table
            if (self.twice[one] | self._far(number)[one]) & self.sets[number][at]
        ]
        some = [in_conflict[chance.below(len(in_conflict))] for _ in range(SAMPLE)]
        return [move for one in dict.fromkeys(some) for move in self._weighed(*one)]

    def _far(self, number: int) -> list[int]:
        return [0] * len(self.people) if number else self.apart

    def _weighed(self, number: int, at: int, one: int) -> list[tuple[int, Move]]:
        """The swaps of a person in a round, with the change of ``again``."""
        once, twice, far, found = self.once, self.twice, self._far(number), []
        here = self.sets[number][at] & ~(1 << one)
        now = (twice[one] & here).bit_count() + (far[one] & here).bit_count()
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
                found.append((change, (number, min(one, other), max(one, other))))
        return found

    def _swap(self, move: Move, change: int) -> None:
        """Make a move that changes ``again`` as it was weighed."""
        number, one, other = move
        again, sets = self.again + change, self.sets[number]
        both = 1 << one | 1 << other
        for mine, theirs in ((one, other), (other, one)):
            at = next(at for at, people in enumerate(sets) if people >> mine & 1)
            for beside in self.plan[number][at]:
                if beside != mine:
                    self._count(mine, beside, -1)
                    self._count(theirs, beside, 1)
        for at, table in enumerate(self.plan[number]):
            if sets[at] & both:
                sets[at] ^= both
                swap = {one: other, other: one}
                table[:] = [swap.get(person, person) for person in table]
        self.again = again
