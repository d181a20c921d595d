"""

The tricks of a printed pad, which has only totals and bids.

A made bid is known by its points; a missed one leaves a trick more or less open, and the sum of the
tricks of the hand decides. What is not certain is asked about, never guessed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from scorekeeper.exchange.tables.guessing import (
    Cell,
    Row,
    Rules,
    dealt,
    misfits,
    rules_found,
    rules_of,
    sums_of,
)
from scorekeeper.exchange.tables.parsed_game import Numbers
from scorekeeper.rules.variants.model import LARGEST_HAND, Score, Variant
from scorekeeper.rules.variants.variants import VARIANTS

MOST_OPTIONS = 6
"""Ways in which a hand may have gone that are told apart; with more, its tricks are typed."""
MOST_ODD = 4
"""One cell in this many may have points that no tricks give."""
DOUBT = 1
"""Rules that leave or change so many more are considered too: where they give other tricks, the
hand is asked about."""


@dataclass(frozen=True)
class PadHand:
    """The bids of a hand and what each total grew by; both None for who was dealt no cards."""

    bids: Numbers
    gains: Numbers
    cards: int

    @cached_property
    def cells(self) -> dict[int, Cell]:
        """The bids and points of who was dealt cards, by seat."""
        every = range(self.cards + 1)
        return {
            seat: Cell(bid, self.cards, gain, every)
            for seat, (bid, gain) in enumerate(zip(self.bids, self.gains, strict=True))
            if bid is not None and gain is not None
        }

    @cached_property
    def row(self) -> Row:
        """The cells, whose tricks are all cards."""
        return Row(tuple(self.cells.values()), self.cards)


@dataclass(frozen=True, slots=True)
class PadRead:
    """How a hand can have gone: all ``ways``, tricks by seat; a single one is certain. ``odd`` are
    the seats whose points no tricks give."""

    hand: PadHand
    ways: tuple[Numbers, ...]
    odd: tuple[int, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Whether the tricks of the hand are known."""
        return len(self.ways) == 1

    @property
    def sure(self) -> Numbers:
        """The tricks that are the same however the hand went."""
        columns = zip(*self.ways, strict=True) if self.ways else [()] * len(self.hand.bids)
        return tuple(took[0] if len({*took}) == 1 else None for took in columns)


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad as read by these rules."""

    rules: Rules
    hands: tuple[PadRead, ...]


def pad_read(
    bids: Sequence[Numbers], gains: Sequence[Numbers], sizes: Sequence[int | None]
) -> Pad | None:
    """The pad with these bids and gains, and the cards of its hands as far as they are written;
    None if no game and no house rules explain it."""
    best: tuple[list[PadHand], list[Rules]] | None = None
    least = sum(map(len, bids)) + 1
    for cards, games in _plans(len(bids[0]), sizes).items():
        hands = [PadHand(*one) for one in zip(bids, gains, cards, strict=True)]
        bases = _bases(games, cards)
        rows = [hand.row for hand in hands]
        for base in bases:
            left = misfits(base, rows, least)
            if left < least:
                best, least = (hands, bases), left
    if best is None:
        return None
    hands, bases = best
    rows = [hand.row for hand in hands]
    limit = sum(len(row.cells) for row in rows) // MOST_ODD
    found = rules_found(bases, rows, limit)
    odd, rules = found[0]
    if odd > limit and not _is_one_total(rules, hands):
        return None
    found += [(misfits(other, rows), other) for other in _other_zeros(rules, rows)]
    near = [one for left, one in found if left + one.changes <= odd + rules.changes + DOUBT]
    rules = dealt(rules, len(bids[0]), [hand.cards for hand in hands])
    return Pad(rules, tuple(_reads(near, hands)))


def _plans(players: int, sizes: Sequence[int | None]) -> dict[tuple[int, ...], list[Variant]]:
    """The cards that the hands may have had, with the games that would deal them: any game one more
    in each hand, as the rows of a pad are numbered."""
    games, rows = [*_games(players)], len(sizes)
    if None not in sizes:
        return {tuple(n for n in sizes if n is not None): games} if games else {}
    plans = {tuple(range(1, rows + 1)): games} if games else {}
    for game in games:
        plan = game.sizes(players)[:rows]
        if plans.get(plan) is not games:
            plans.setdefault(plan, []).append(game)
    return {
        plan: some
        for plan, some in plans.items()
        if len(plan) == rows
        and max(plan) <= LARGEST_HAND
        and all(n in (None, cards) for n, cards in zip(sizes, plan, strict=True))
    }


def _games(players: int) -> Iterator[Variant]:
    """The games whose tricks all belong to players."""
    for game in VARIANTS.values():
        if not game.is_custom and game.is_for(players) and not game.dummies_beside(players):
            yield game
            if game.miss_terms is not None:
                yield game.keeping_tricks()


def _bases(games: Sequence[Variant], cards: tuple[int, ...]) -> list[Rules]:
    """The games that score differently; of those that score alike, the one that deals hands of
    these sizes to as many players."""
    found: dict[Score, Rules] = {}
    for game in sorted(games, key=lambda one: one.hands.up_to(max(cards))[: len(cards)] != cards):
        found.setdefault(game.score, rules_of(game))
    return [*found.values()]


def _other_zeros(rules: Rules, rows: Sequence[Row]) -> Iterator[Rules]:
    """The rules with a price for a missed 0, if most that were missed cost the same and more than a
    trick does: where the tricks depend on it, they are not certain."""
    lost = Counter(
        cell.points for row in rows for cell in row.cells if cell.bid == 0 and cell.points < 0
    )
    for price, seen in lost.most_common(1):
        if 2 * seen > lost.total() and price != -rules.numbers.miss:
            numbers = replace(rules.numbers, lost_zero=price)
            yield Rules(rules.game, numbers, rules.changes + 1)


def _ways(rules: Rules, hand: PadHand, known: tuple[int, int] | None = None) -> Iterator[Numbers]:
    """The tricks by seat that give all points and add up. A seat whose tricks are ``known`` may
    have any points."""
    options: list[Sequence[int | None]] = [(None,)] * len(hand.bids)
    for seat, cell in hand.cells.items():
        options[seat] = rules.tricks_for(cell)
    if known:
        options[known[0]] = known[1:]
    sums = sums_of([[took or 0 for took in some] for some in options])

    def chosen(seat: int, rest: int) -> Iterator[Numbers]:
        if seat == len(options):
            yield ()
            return
        for took in options[seat]:
            left = rest - (took or 0)
            if left >= 0 and sums[seat + 1] >> left & 1:
                yield from ((took, *others) for others in chosen(seat + 1, left))

    return chosen(0, hand.cards)


def _reads(near: Sequence[Rules], hands: Sequence[PadHand]) -> list[PadRead]:
    """The hands as read by the first of these rules, with doubts from the others and from wrong
    cells."""
    rules = near[0]
    fits = [any(True for _ in _ways(rules, hand)) for hand in hands]
    ways = [
        dict.fromkeys(way for one in near for way in islice(_ways(one, hand), MOST_OPTIONS))
        for hand in hands
    ]
    for at, hand in enumerate(hands):
        if not fits[at]:
            for seat in hand.cells:
                for step in (-1, 1):
                    _doubt(rules, hands, at, seat, step, ways)
    reads = []
    for hand, found, is_sure in zip(hands, ways, fits, strict=True):
        odd = tuple(seat for seat, cell in hand.cells.items() if not rules.tricks_for(cell))
        options = tuple(islice(found, MOST_OPTIONS))
        # A hand that these rules do not explain is asked about, even if others would.
        reads.append(PadRead(hand, options if is_sure or len(options) > 1 else (), odd))
    return reads


def _doubt(
    rules: Rules,
    hands: Sequence[PadHand],
    at: int,
    seat: int,
    step: int,
    ways: Sequence[dict[Numbers, None]],
) -> None:
    """Add how the hand before or after may have gone if the total between both is wrong."""
    other = at + step
    while 0 <= other < len(hands) and seat not in hands[other].cells:
        other += step
    if not 0 <= other < len(hands):
        return

    shifts = {*_shifts(rules, hands[at], seat).values()}
    for took, shift in _shifts(rules, hands[other], seat).items():
        if shift and -shift in shifts:
            found = islice(_ways(rules, hands[other], (seat, took)), MOST_OPTIONS)
            ways[other].update(dict.fromkeys(found))


def _is_one_total(rules: Rules, hands: Sequence[PadHand]) -> bool:
    """Whether a wrong total between two hands is all that the rules do not explain."""
    odd = [
        (at, seat)
        for at, hand in enumerate(hands)
        for seat, cell in hand.cells.items()
        if not rules.tricks_for(cell)
    ]
    if len(odd) != 2 or odd[1] != (odd[0][0] + 1, odd[0][1]):
        return False
    before, after = ({*_shifts(rules, hands[at], seat).values()} for at, seat in odd)
    return any(-shift in after for shift in before)


def _shifts(rules: Rules, hand: PadHand, seat: int) -> dict[int, int]:
    """By how much the total of a seat is wrong if it took so many tricks, for all tricks with which
    the hand adds up. Other cells that no tricks explain are wrong too."""
    cell = hand.cells[seat]
    others = [rules.tricks_for(one) or one.tricks for at, one in hand.cells.items() if at != seat]
    sums = sums_of(others)[0]
    points = rules.numbers.score.by_tricks(cell.bid, cell.cards)
    return {
        took: points[took] - cell.points for took in cell.tricks if sums >> (hand.cards - took) & 1
    }
