"""The leader of a book in a share, and the game since which they have led."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
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
    leader = since = None
    for game, played in groupby(shares, key=lambda one: one.game):
        for one in played:
            made, of = sums.get(one.person, (0, 0))
            sums[one.person] = made, of = made + one.made, of + one.of
            if (part := share(made, of, least)) is not None:
                rank[one.person] = part, made
        best = max(rank.values(), default=None)
        if best is not None and (leader is None or rank[leader] != best):
            leader, since = next(person for person, has in rank.items() if has == best), game
    return None if leader is None or since is None else Lead(leader, *sums[leader], since)
