"""The tricks of a printed pad, which has only totals and bids.

A made bid is known by its points; a missed one leaves a trick more or less open, and the sum of the
tricks of the hand decides. What is not certain is asked about, never guessed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from scorekeeper.exchange.parsed.house_rules import Cell, Rules, rules_found, rules_of
from scorekeeper.exchange.parsed.parsed_game import Numbers
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.points import Score
from scorekeeper.rules.variants.variants import VARIANTS

MOST_OPTIONS = 6
"""Ways in which a hand may have gone that are told apart; with more, its tricks are typed."""
MOST_ODD = 4
"""One cell in this many may have points that no tricks give."""
DOUBT = 1
"""Rules that leave or change so many more are considered too: where they give other tricks, the
hand is asked about."""


@dataclass(frozen=True, slots=True)
class PadHand:
    """The bids of a hand and what each total grew by; both None for who was dealt no cards."""

    bids: Numbers
    gains: Numbers
    cards: int

    @property
    def seats(self) -> list[int]:
        """Who was dealt cards."""
        return [seat for seat, bid in enumerate(self.bids) if bid is not None]

    def cells(self) -> Iterator[tuple[int, Cell]]:
        """The seats that were dealt cards with their bids and points."""
        for seat, (bid, gain) in enumerate(zip(self.bids, self.gains, strict=True)):
            if bid is not None and gain is not None:
                yield seat, Cell(bid, self.cards, gain, range(self.cards + 1))


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
        if not self.ways:
            return tuple(None for _ in self.hand.bids)
        return tuple(
            took.pop() if len(took := {*column}) == 1 else None
            for column in zip(*self.ways, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad as read by these rules; ``odd`` counts what they do not explain."""

    rules: Rules
    hands: tuple[PadRead, ...]
    odd: int


def pad_read(
    bids: Sequence[Numbers], gains: Sequence[Numbers], sizes: Sequence[int | None]
) -> Pad | None:
    """The pad with these bids and gains, and the cards of its hands as far as they are written;
    None if no game and no house rules explain it."""
    players = len(bids[0]) if bids else 0
    plans = [
        ([PadHand(*one) for one in zip(bids, gains, cards, strict=True)], _bases(games, cards))
        for cards, games in _plans(players, sizes).items()
    ]
    if not plans:
        return None
    hands, bases = min(plans, key=lambda plan: min(_misfits(base, plan[0])[0] for base in plan[1]))
    found = rules_found(bases, lambda rules: _misfits(rules, hands))
    found += _other_zeros(found[0][1], hands)
    odd, rules = found[0]
    if MOST_ODD * odd > sum(len(hand.seats) for hand in hands):
        return None
    near = [one for left, one in found if left + one.changes <= odd + rules.changes + DOUBT]
    return Pad(rules, tuple(_reads(rules, near, hands)), odd)


def _plans(players: int, sizes: Sequence[int | None]) -> dict[tuple[int, ...], list[Variant]]:
    """The cards that the hands may have had, with the games that would deal them: any game one more
    in each hand, as the rows of a pad are numbered."""
    games, rows = [*_games(players)], len(sizes)
    plans = {tuple(range(1, rows + 1)): games} if games else {}
    for game in games:
        plan = game.sizes(players)[:rows]
        if plan not in plans or plans[plan] is not games:
            plans.setdefault(plan, []).append(game)
    written = tuple(n for n in sizes if n is not None)
    if len(written) == rows:
        return {written: games} if games else {}
    return {
        plan: some
        for plan, some in plans.items()
        if len(plan) == rows
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


def _other_zeros(rules: Rules, hands: Sequence[PadHand]) -> Iterator[tuple[int, Rules]]:
    """The rules with a price for a missed 0, if most that were missed cost the same and more than a
    trick does: where the tricks depend on it, they are not certain."""
    cells = [cell for hand in hands for _, cell in hand.cells()]
    lost = Counter(cell.points for cell in cells if cell.bid == 0 and cell.points < 0)
    for price, seen in lost.most_common(1):
        if 2 * seen > lost.total() and price != -rules.numbers.miss:
            numbers = replace(rules.numbers, lost_zero=price)
            other = Rules(rules.game, numbers, rules.changes + 1)
            yield _misfits(other, hands)[0], other


def _misfits(rules: Rules, hands: Sequence[PadHand]) -> tuple[int, list[Cell]]:
    """How many cells the rules do not explain, and hands whose tricks do not add up; and all cells
    of those hands, or the ones that are wrong."""
    total, cells = 0, []
    for hand in hands:
        odd = [cell for _, cell in hand.cells() if not rules.tricks_for(*_key(cell))]
        if not odd and not any(True for _ in _ways(rules, hand)):
            total += 1
            cells += [cell for _, cell in hand.cells()]
        total += len(odd)
        cells += odd
    return total, cells


def _key(cell: Cell) -> tuple[int, int, int]:
    return cell.bid, cell.cards, cell.points


def _ways(rules: Rules, hand: PadHand, free: int = -1) -> Iterator[Numbers]:
    """The tricks by seat that give all points and add up; those of the seat ``free`` give any."""
    options: list[Sequence[int | None]] = [(None,)] * len(hand.bids)
    for seat, cell in hand.cells():
        options[seat] = cell.tricks if seat == free else rules.tricks_for(*_key(cell))
    yield from _adding_up(options, hand.cards)


def _adding_up(options: Sequence[Sequence[int | None]], cards: int) -> Iterator[Numbers]:
    """All choices from the options whose sum is this."""
    reach: list[set[int]] = [{0}]
    for some in reversed(options):
        reach.append({have + (took or 0) for have in reach[-1] for took in some})
    reach.reverse()

    def chosen(seat: int, rest: int) -> Iterator[Numbers]:
        if seat == len(options):
            yield ()
            return
        for took in options[seat]:
            left = rest - (took or 0)
            if left in reach[seat + 1]:
                yield from ((took, *others) for others in chosen(seat + 1, left))

    if cards in reach[0]:
        yield from chosen(0, cards)


def _reads(rules: Rules, near: Sequence[Rules], hands: Sequence[PadHand]) -> list[PadRead]:
    """The hands as read by the rules, with doubts from other rules and from wrong cells."""
    ways: list[dict[Numbers, None]] = [{} for _ in hands]
    for one in (rules, *near):
        for known, hand in zip(ways, hands, strict=True):
            known.update(dict.fromkeys(islice(_ways(one, hand), MOST_OPTIONS)))
    own = [any(True for _ in _ways(rules, hand)) for hand in hands]
    for at, fits in enumerate(own):
        if not fits:
            for seat in hands[at].seats:
                for step in (-1, 1):
                    _doubt(rules, hands, at, seat, step, ways)
    reads = []
    for hand, found, fits in zip(hands, ways, own, strict=True):
        odd = tuple(s for s, cell in hand.cells() if not rules.tricks_for(*_key(cell)))
        options = tuple(islice(found, MOST_OPTIONS))
        # A hand that these rules do not explain is asked about, even if others would.
        reads.append(PadRead(hand, options if fits or len(options) != 1 else (), odd))
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
    while 0 <= other < len(hands) and hands[other].bids[seat] is None:
        other += step
    if not 0 <= other < len(hands):
        return
    score = rules.numbers.score if rules.changes else rules.game.score

    def gains(hand: PadHand) -> Iterator[tuple[int, Numbers]]:
        bid, gain = hand.bids[seat], hand.gains[seat]
        for way in _ways(rules, hand, seat):
            took = way[seat]
            if bid is not None and gain is not None and took is not None:
                yield score.points(bid, took, hand.cards) - gain, way

    shifts = {shift for shift, _ in gains(hands[at])}
    for shift, way in gains(hands[other]):
        if shift and -shift in shifts:
            ways[other].setdefault(way)
