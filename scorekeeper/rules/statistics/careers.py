"""A person's figures, added up from their finished games; docs/statistics.md has the definitions.

Shares and means are exact fractions, and None if there is too little data; pages round them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from heapq import heappop, heappush
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.rules.statistics.figures import Hands, Peak, Played, Stretch, Turn, added, trend

LEAST_HANDS = 10
"""The minimum for a share of bids made."""
LEAST_ZEROS = 3
"""The minimum of bids of 0 for a share of those made."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over all games; ``behind`` is the sum of the shares of rivals beaten."""

    games: int = 0
    wins: int = 0
    hands: int = 0
    made: int = 0
    zeros: int = 0
    zeros_made: int = 0
    behind: Fraction = Fraction(0)

    def plus(self, other: Sums) -> Sums:
        """The sum of both."""
        names = (each.name for each in fields(Sums))
        return Sums(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def rate(self) -> Fraction | None:
        """The share of bids made."""
        return share(self.made, self.hands, LEAST_HANDS)

    @property
    def zero_rate(self) -> Fraction | None:
        """The share of bids of 0 made."""
        return share(self.zeros_made, self.zeros, LEAST_ZEROS)

    @property
    def rivals(self) -> Fraction | None:
        """The mean share of the other players who ended behind."""
        return share(self.behind, self.games)


class PersonPeak(NamedTuple):
    """Points, and where they were made: the index of the game in its list, and the hand."""

    points: int
    game: int
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Points:
    """The points of one kind of game; ``steps`` has points per hand over time."""

    kind: str
    games: int
    hands: int
    total: int
    best: PersonPeak
    worst: PersonPeak
    best_hand: PersonPeak
    worst_hand: PersonPeak
    steps: tuple[Stretch, ...]

    @property
    def mean(self) -> Fraction:
        """Points per hand."""
        return Fraction(self.total, self.hands)


@dataclass(frozen=True, slots=True)
class Career:
    """All figures of a person. ``place`` is the mean place at tables of ``table`` players.

    ``run`` (bids made in a row) and ``climbed`` (places gained) name their game. ``points`` has the
    kind of most games first, ``steps`` the share of bids made over time.
    """

    sums: Sums
    boldness: Fraction | None
    lean: Fraction | None
    place: Fraction | None
    table: Fraction | None
    run: PersonPeak
    climbed: PersonPeak
    wins_in_a_row: int
    points: tuple[Points, ...]
    sizes: tuple[tuple[int, Hands], ...]
    turns: tuple[tuple[Turn, Hands], ...]
    steps: tuple[Stretch, ...]


def career(games: Sequence[Played]) -> Career:
    """The figures of these games, given the oldest first."""
    hands = sum(game.hands for game in games)
    sizes = added(pair for game in games for pair in game.sizes)
    turns = added(pair for game in games for pair in game.turns)
    bold = sum((Fraction(of.bid, cards) for cards, of in sizes), Fraction(0))
    return Career(
        sums=summed(games),
        boldness=share(bold, hands),
        lean=share(sum(game.bid - game.took for game in games), hands),
        place=share(sum(game.position for game in games), len(games)),
        table=share(sum(game.players for game in games), len(games)),
        run=_most(PersonPeak(game.run, at) for at, game in enumerate(games)),
        climbed=_most(PersonPeak(game.climbed, at) for at, game in enumerate(games)),
        wins_in_a_row=_longest(game.won for game in games),
        points=tuple(sorted(_by_kind(games), key=lambda points: -points.games)),
        sizes=sizes,
        turns=tuple(sorted(turns, key=lambda pair: [*Turn].index(pair[0]))),
        steps=trend([(game.made, game.hands) for game in games]),
    )


def summed(games: Iterable[Played]) -> Sums:
    """The sums of these games."""
    played = list(games)
    beaten: Counter[int] = Counter()
    for game in played:
        beaten[game.players - 1] += game.beaten
    return Sums(
        games=len(played),
        wins=sum(game.won for game in played),
        hands=sum(game.hands for game in played),
        made=sum(game.made for game in played),
        zeros=sum(game.zeros for game in played),
        zeros_made=sum(game.zeros_made for game in played),
        behind=sum((Fraction(count, others) for others, count in beaten.items()), Fraction(0)),
    )


def share(part: int | Fraction, whole: int, least: int = 1) -> Fraction | None:
    """The quotient, or None if the whole is less than ``least``."""
    return Fraction(part) / whole if whole >= least else None


def _by_kind(games: Sequence[Played]) -> Iterable[Points]:
    for kind in dict.fromkeys(game.kind for game in games if game.kind):
        of_kind = [(at, game) for at, game in enumerate(games) if game.kind == kind]
        ends = [PersonPeak(game.total, at) for at, game in of_kind]
        yield Points(
            kind=kind,
            games=len(of_kind),
            hands=sum(game.hands for _, game in of_kind),
            total=sum(game.total for _, game in of_kind),
            best=_most(ends),
            worst=min(ends, key=lambda found: found.points),
            best_hand=_most(_found(game.best, at) for at, game in of_kind),
            worst_hand=min(
                (_found(game.worst, at) for at, game in of_kind), key=lambda found: found.points
            ),
            steps=trend([(game.total, game.hands) for _, game in of_kind]),
        )


def _found(peak: Peak, game: int) -> PersonPeak:
    return PersonPeak(peak.points, game, peak.hand)


def _most(found: Iterable[PersonPeak]) -> PersonPeak:
    """The highest value; if several are equal, the earliest."""
    return max(found, key=lambda one: one.points, default=PersonPeak(0, 0))


def _longest(won: Iterable[bool]) -> int:
    return max((len(list(run)) for is_won, run in groupby(won) if is_won), default=0)


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
