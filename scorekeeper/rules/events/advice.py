"""Advice on a draw in which people meet again: tables of other sizes, with which fewer people
would."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.rules.events.chance import Chance
from scorekeeper.rules.events.event import Event, Pair, meetings, pairs
from scorekeeper.rules.events.plan import sizes
from scorekeeper.rules.events.planned import Past, least_again, plan_rounds


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
