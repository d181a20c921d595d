"""The leader of a book in a share, and the game since which they have led."""

from collections.abc import Iterable
from fractions import Fraction
from heapq import heappop, heappush
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.rules.statistics.careers import share


class Share(NamedTuple):
    """A person's share in a game: ``made`` of a number of bids."""

    game: int
    person: int
    made: int
    of: int


class Lead(NamedTuple):
    """The leader, with the numbers of the share, and the first game of this lead."""

    person: int
    made: int
    of: int
    since: int


def lead(shares: Iterable[Share], least: int) -> Lead | None:
    """The highest share among people with at least ``least``; None before anybody has that many.

    ``shares`` are in the order of the games. Of equal shares, the one of more bids counts; if those
    are equal too, the earlier leader stays ahead.
    """
    sums: dict[int, tuple[int, int]] = {}
    rank: dict[int, tuple[Fraction, int]] = {}
    # The best first; of equal ones, who was ranked first. Old ranks stay until they come first.
    order: list[tuple[Fraction, int, int, int]] = []
    places: dict[int, int] = {}
    leader = since = None
    for game, played in groupby(shares, key=lambda one: one.game):
        for one in sorted(played, key=attrgetter("person")):
            made, of = sums.get(one.person, (0, 0))
            sums[one.person] = made, of = made + one.made, of + one.of
            if (part := share(made, of, least)) is not None:
                rank[one.person] = part, made
                place = places.setdefault(one.person, len(places))
                heappush(order, (-part, -made, place, one.person))
        while order and rank[order[0][3]] != (-order[0][0], -order[0][1]):
            heappop(order)
        if order and (leader is None or rank[leader] != rank[order[0][3]]):
            leader, since = order[0][3], game
    return None if leader is None or since is None else Lead(leader, *sums[leader], since)
