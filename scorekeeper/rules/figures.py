"""

The figures of a game: bids made, bids against tricks, bids against cards.

docs/statistics.md has the definitions. Hands that do not count and negated tricks are left out.

Shares and means are exact fractions, and None if there is too little data; pages round them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from heapq import heappop, heappush
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeVar

from scorekeeper.rules.game import Game, Hand, left_of
from scorekeeper.rules.sheet import Cell, Row, Sheet, Standing, ranking
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import VARIANTS, counts_on_a_miss

PODIUM_STEPS = 3
"""The most steps of a podium."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One player's figures; ``made`` has an item for each hand, ``bid`` and ``took`` are sums."""

    seat: int
    position: int
    total: int
    made: tuple[bool, ...]
    bid: int
    took: int

    @property
    def times_made(self) -> int:
        return sum(self.made)


@dataclass(frozen=True, slots=True)
class Balance:
    """The bids of a hand against its cards; ``over`` is below 0 if they were under."""

    number: int
    over: int

    @property
    def tone(self) -> str:
        """``under``, ``even`` or ``over``."""
        return "under" if self.over < 0 else "over" if self.over else "even"


@dataclass(frozen=True, slots=True)
class Step:
    position: int
    total: int
    seats: tuple[int, ...]


def figures(sheet: Sheet) -> tuple[Figures, ...]:
    """A line for each player, the highest total first; equal totals in the order of seats."""
    found = []
    for rank in ranking(sheet):
        cells = column(sheet.counting, rank.seat)
        made = tuple(cell.made for cell in cells)
        bid, took = sum(cell.bid for cell in cells), sum(cell.counted for cell in cells)
        found.append(Figures(rank.seat, rank.position, rank.total, made, bid, took))
    return tuple(found)


def balances(sheet: Sheet) -> tuple[Balance, ...]:
    """Each hand's bids, before a cloud, minus its cards."""
    return tuple(
        Balance(row.hand.number, sum(cell.announced for cell in row.cells) - row.hand.cards)
        for row in sheet.counting
    )


def podium(sheet: Standing) -> tuple[Step, ...]:
    """The players by position, the first one first; equal totals share a step."""
    steps = groupby(ranking(sheet), key=lambda rank: (rank.position, rank.total))
    return tuple(Step(*place, tuple(rank.seat for rank in ranks)) for place, ranks in steps)


def podium_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The first three places of the podium; with up to three players, each has a step of their
    own."""
    best = [step for step in steps if step.position <= PODIUM_STEPS]
    if sum(len(step.seats) for step in best) > PODIUM_STEPS:
        return tuple(best)
    return tuple(replace(step, seats=(seat,)) for step in best for seat in step.seats)


def column(rows: tuple[Row, ...], seat: int) -> tuple[Cell, ...]:
    """The cells of one player, without the hands that they sat out."""
    return tuple(row.cells[seat] for row in rows if not row.cells[seat].out)


def longest_run(cells: tuple[Cell, ...]) -> int:
    """The most bids that a player made in a row."""
    runs = groupby(cell.made for cell in cells)
    return max((len(list(run)) for made, run in runs if made), default=0)


class Turn(StrEnum):
    """A seat's turn to bid in a hand, comparable for all numbers of players."""

    FIRST = "first"
    BETWEEN = "between"
    LAST = "last"


Key = TypeVar("Key", int, Turn)


class Hands(NamedTuple):
    """Hands of one kind: their number, bids made, points, and the sum of the bids."""

    hands: int
    made: int
    points: int
    bid: int


class Peak(NamedTuple):
    points: int
    hand: int


@dataclass(frozen=True, slots=True)
class Played:
    """One player in one finished game; ``bid``, ``took`` and ``zeros`` (bids of 0) are sums.

    ``kind`` is the kind of game within which its points are comparable, or None. ``beaten`` counts
    the players behind, ``run`` the bids made in a row, ``climbed`` the places gained in the second
    half. ``sizes`` has the hands by cards, ``turns`` by when the player bid, without those in which
    all bid at once.
    """

    seat: int
    kind: str | None
    players: int
    position: int
    won: bool
    beaten: int
    total: int
    hands: int
    made: int
    bid: int
    took: int
    zeros: int
    zeros_made: int
    run: int
    climbed: int
    best: Peak
    worst: Peak
    sizes: tuple[tuple[int, Hands], ...]
    turns: tuple[tuple[Turn, Hands], ...]


def played(game: Game, sheet: Sheet) -> tuple[Played, ...]:
    """A value for each seat that was dealt cards in a finished game; () while it is running."""
    rows = sheet.counting
    if sheet.result is None:
        return ()
    present = [seat for seat in game.seats if column(rows, seat)]
    return tuple(_played(game, sheet, seat) for seat in present)


def kind_of(variant: Variant) -> str | None:
    """The key of the game if its points are comparable; None for custom games, and if captured
    cards count with a missed bid too."""
    printed = VARIANTS.get(variant.key)
    is_printed = printed is not None and printed.score == variant.score
    is_other = variant.is_custom or counts_on_a_miss(variant)
    return variant.key if is_printed and not is_other else None


def turn_of(game: Game, hand: Hand, seat: int) -> Turn:
    """A seat's turn to bid: the dealer's left neighbour first, the dealer last."""
    first = left_of(game, hand.dealer, hand.out)
    return {hand.dealer: Turn.LAST, first: Turn.FIRST}.get(seat, Turn.BETWEEN)


def _played(game: Game, sheet: Sheet, seat: int) -> Played:
    places = sheet.positions
    dealt = [row.hand for row in sheet.counting if seat not in row.hand.out]
    cells, players = column(sheet.counting, seat), len(places)
    # A total with starting points says nothing about the hands.
    kind = None if game.starts and game.starts[seat] else kind_of(game.variant)
    peaks = [Peak(cell.points or 0, hand.number) for cell, hand in zip(cells, dealt, strict=True)]
    zeros = [cell for cell in cells if cell.bid == 0]
    sums = [Hands(1, int(cell.made), cell.points or 0, cell.bid) for cell in cells]
    return Played(
        seat=seat,
        kind=kind,
        players=players,
        position=places[seat],
        won=sheet.result is not None and seat in sheet.result.winners,
        beaten=sum(other > places[seat] for other in places),
        total=sheet.totals[seat],
        hands=len(cells),
        made=sum(cell.made for cell in cells),
        bid=sum(cell.bid for cell in cells),
        took=sum(cell.counted for cell in cells),
        zeros=len(zeros),
        zeros_made=sum(cell.made for cell in zeros),
        run=longest_run(cells),
        climbed=_place_at_half(sheet.counting, seat) - places[seat],
        best=max(peaks, key=lambda peak: peak.points),
        worst=min(peaks, key=lambda peak: peak.points),
        sizes=added(zip((hand.cards for hand in dealt), sums, strict=True)),
        turns=added(
            (turn_of(game, hand, seat), one)
            for hand, one in zip(dealt, sums, strict=True)
            if not hand.bid_rule.at_once
        ),
    )


def _place_at_half(rows: tuple[Row, ...], seat: int) -> int:
    """The place after half of the hands, rounded down; before the first hand, all are first."""
    if len(rows) < 2:
        return 1
    totals = [cell.total or 0 for cell in rows[len(rows) // 2 - 1].cells]
    return 1 + sum(total > totals[seat] for total in totals)


def added(pairs: Iterable[tuple[Key, Hands]]) -> tuple[tuple[Key, Hands], ...]:
    found: dict[Key, list[Hands]] = {}
    for key, hands in pairs:
        found.setdefault(key, []).append(hands)
    sums = {key: Hands(*map(sum, zip(*each, strict=True))) for key, each in found.items()}
    return tuple(sorted(sums.items()))


LEAST_GAMES = 3
"""The minimum number of games for figures over time."""
MOST_STEPS = 24
LENGTHS = (1, 5, 10, 25, 50, 100, 250, 500, 1000)
"""Numbers of games that may form a step."""
LEAST_VALUES = 4
"""The minimum number of values of a hand size for its quartiles."""


class Stretch(NamedTuple):
    """Some consecutive games, by their numbers from 1: the mean of their hands, and that of all
    hands so far."""

    first: int
    last: int
    mean: Fraction
    so_far: Fraction


class Quarters(NamedTuple):
    """The quartiles of the points in hands with this many ``cards``: ``low``, ``middle`` and
    ``high``."""

    cards: int
    hands: int
    low: Fraction
    middle: Fraction
    high: Fraction


def trend(games: Sequence[tuple[int, int]]) -> tuple[Stretch, ...]:
    """The steps of these games, the oldest first, from an amount and the number of hands in each
    game.

    () for too few games. All steps have the same number of games, the fewest that give at most 24
    steps; the last may have fewer.
    """
    if len(games) < LEAST_GAMES:
        return ()
    length = next((size for size in LENGTHS if size * MOST_STEPS >= len(games)), len(games))
    steps, all_amounts, all_hands = [], 0, 0
    for start in range(0, len(games), length):
        some = games[start : start + length]
        amount, hands = (sum(column) for column in zip(*some, strict=True))
        all_amounts, all_hands = all_amounts + amount, all_hands + hands
        so_far = Fraction(all_amounts, all_hands)
        steps.append(Stretch(start + 1, start + len(some), Fraction(amount, hands), so_far))
    return tuple(steps)


def by_cards(sizes: Iterable[tuple[int, Hands]]) -> tuple[Quarters, ...]:
    """The quartiles of each hand size with enough values.

    If a player had several hands of a size in a game, their mean is one value.
    """
    found: dict[int, list[Fraction]] = {}
    for cards, hands in sizes:
        found.setdefault(cards, []).append(Fraction(hands.points, hands.hands))
    return tuple(
        Quarters(cards, len(points), *_quarters(sorted(points)))
        for cards, points in sorted(found.items())
        if len(points) >= LEAST_VALUES
    )


def _quarters(points: list[Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """The smallest value that this many quarters of the points do not exceed."""
    low, middle, high = (points[-(-part * len(points) // 4) - 1] for part in (1, 2, 3))
    return low, middle, high


@dataclass(frozen=True, slots=True)
class Duel:
    """The number of games in which one person ended ahead of the other, behind, or equal.
    ``differences`` has the mean of their total minus the other's, by the kind of game.
    """

    ahead: int
    level: int
    behind: int
    differences: tuple[tuple[str, Fraction], ...]

    @property
    def games(self) -> int:
        return self.ahead + self.level + self.behind


def duel(games: Iterable[tuple[Played, Played]]) -> Duel:
    pairs = list(games)
    leads = [other.position - one.position for one, other in pairs]
    gaps: dict[str, list[int]] = {}
    for one, other in pairs:
        if one.kind and other.kind:
            gaps.setdefault(one.kind, []).append(one.total - other.total)
    return Duel(
        ahead=sum(lead > 0 for lead in leads),
        level=leads.count(0),
        behind=sum(lead < 0 for lead in leads),
        differences=tuple((kind, Fraction(sum(all_), len(all_))) for kind, all_ in gaps.items()),
    )


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
        names = (each.name for each in fields(Sums))
        return Sums(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def rate(self) -> Fraction | None:
        return share(self.made, self.hands, LEAST_HANDS)

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
