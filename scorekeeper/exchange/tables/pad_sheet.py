"""A wide sheet whose columns say what they mean, or are understood from all of its hands: bid and
tricks or, on a printed pad, total and bid.

A made bid of a pad is known by its points; a missed one leaves a trick more or less open, and the
sum of the tricks of the hand decides. What is not certain is asked about, never guessed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import accumulate, islice

from scorekeeper.exchange.tables.building import (
    Cell,
    Row,
    Rules,
    Searches,
    dealt,
    later,
    misfits,
    rules_found,
    rules_of,
    sums_of,
    table_game,
)
from scorekeeper.exchange.tables.cells import Line, cell_of, dated, moment_in, whole
from scorekeeper.exchange.tables.csv_out import as_typed
from scorekeeper.exchange.tables.parsed_game import (
    Answers,
    Numbers,
    ParsedGame,
    ParsedHand,
    unreadable,
)
from scorekeeper.exchange.tables.sizes import Sizes, other_sizes, plain_sizes, usual_sizes
from scorekeeper.exchange.tables.wide import (
    NOT_THERE,
    Layout,
    Seat,
    has_player_rows,
    is_note,
    layout_of,
    number_of,
    pad_layout,
    rows_of,
    twos_of,
    unknown_sheet,
    wide_game,
)
from scorekeeper.rules.incoming import Found, Kind, Question, UnreadableError, WrongCell
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import LARGEST_HAND, LONGEST_GAME, Score, Variant
from scorekeeper.rules.variants.variants import MOST_PLAYERS, VARIANTS

MOST_OPTIONS = 6
"""Ways in which a hand may have gone that are told apart; with more, its tricks are typed."""
MOST_UNGIVEN = 4
"""One cell in this many may have points that no tricks give."""
CLEARER = 4
"""Other sizes are believed if the usual ones leave a misfit for each so many hands, and they leave
one for so many of these."""
DOUBT = 1
"""Rules that leave or change so many more are considered too: where they give other tricks, the
hand is asked about."""


Known = Mapping[int, int]
"""Tricks by seat that are known."""


@dataclass(frozen=True)
class PadHand:
    """The bids of a hand and what each total grew by; both None for who was dealt no cards."""

    bids: Numbers
    gains: Numbers
    cards: int

    @cached_property
    def cells(self) -> dict[int, Cell]:
        every = range(self.cards + 1)
        return {
            seat: Cell(bid, self.cards, gain, every)
            for seat, (bid, gain) in enumerate(zip(self.bids, self.gains, strict=True))
            if bid is not None and gain is not None
        }

    @cached_property
    def row(self) -> Row:
        return Row(tuple(self.cells.values()), self.cards)


@dataclass(frozen=True, slots=True)
class PadRead:
    """How a hand can have gone: ``ways``, tricks by seat, of which a single one is certain, and the
    tricks that are the same in all, also in those beyond MOST_OPTIONS. ``odd`` are the seats whose
    points no tricks give. A hand that is not ``is_sized`` may have had other cards."""

    hand: PadHand
    ways: tuple[Numbers, ...]
    sure: Numbers
    odd: tuple[int, ...] = ()
    is_sized: bool = True

    @property
    def is_certain(self) -> bool:
        """Whether the tricks of the hand are known."""
        return len(self.ways) == 1


class Ways:
    """The first ways in which a hand can have gone, and all tricks that each seat may have
    taken."""

    def __init__(self, hand: PadHand, near: Sequence[Rules]) -> None:
        self.hand = hand
        self.first: dict[Numbers, None] = {}
        self._took: list[set[int | None]] = [set() for _ in hand.bids]
        for rules in near:
            self.add(rules)

    def add(self, rules: Rules, known: Known | None = None) -> None:
        """Add those that these rules give, with the ``known`` tricks of seats."""
        found = [*islice(_ways(rules, self.hand, known), MOST_OPTIONS + 1)]
        self.first.update(dict.fromkeys(found[:MOST_OPTIONS]))
        for seat, took in enumerate(self._took):
            took.update(way[seat] for way in found)
            cell = self.hand.cells.get(seat)
            if cell and len(found) > MOST_OPTIONS and seat not in (known or {}):
                took.update(
                    n
                    for n in {*rules.tricks_for(cell)} - took
                    if any(_ways(rules, self.hand, {**(known or {}), seat: n}))
                )

    @property
    def sure(self) -> Numbers:
        """The tricks that are the same in all ways."""
        return tuple(next(iter(took)) if len(took) == 1 else None for took in self._took)


@dataclass(frozen=True, slots=True)
class Pad:
    rules: Rules
    hands: tuple[PadRead, ...]


def pad_read(
    bids: Sequence[Numbers],
    gains: Sequence[Numbers],
    sizes: Sequence[int | None],
    numbers: Sequence[int | None],
    searches: Searches,
) -> Pad | None:
    """The pad with these bids and gains, the cards of its hands as far as they are written, and
    the ``numbers`` of its hands; None if no game and no house rules explain it.

    What may be the rules of another pad of the file may be those of this one, if they explain all
    of it: a table seldom changes them.
    """
    best, others = _by_sizes(bids, gains, sizes, numbers)
    if best is None:
        return None
    rows = [hand.row for hand in best.hands]
    limit = sum(len(row.cells) for row in rows) // MOST_UNGIVEN
    same = [one for one in searches.pads if not misfits(one, rows, 0)]
    found = rules_found([*best.bases, *same], rows, limit)
    odd, rules = found[0]
    if odd > limit and not _is_one_total(rules, best.hands):
        return None
    found += [(misfits(zero, rows), zero) for zero in _other_zeros(rules, rows)]
    near = [one for left, one in found if left + one.changes <= odd + rules.changes + DOUBT]
    searches.pads += [one for one in near if one.changes and not same]
    rules = dealt(rules, len(bids[0]), [hand.cards for hand in best.hands])
    reads = _reads(near, best.hands)
    for other in others:
        reads = [
            one
            if one.hand.cards == two.cards
            else PadRead(one.hand, (), (None,) * len(bids[0]), is_sized=False)
            for one, two in zip(reads, other.hands, strict=True)
        ]
    return Pad(rules, tuple(reads))


Plans = dict[Sizes, list[Variant]]
"""The cards that the hands may have had, with the games that would deal them."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Hands of the sizes that fit best, with the games, and the misfits that these leave."""

    left: int
    hands: list[PadHand]
    bases: list[Rules]


def _by_sizes(
    bids: Sequence[Numbers],
    gains: Sequence[Numbers],
    sizes: Sequence[int | None],
    numbers: Sequence[int | None],
) -> tuple[Dealt | None, list[Dealt]]:
    """The hands by the usual sizes, or by others if these are clear, and all others that may have
    been dealt."""
    players, most = len(bids[0]), sum(map(len, bids))
    usual = _dealt(bids, gains, _usual_plans(players, sizes, numbers), sizes, most)
    if usual:
        # By chance, other sizes explain one more hand.
        most = max(usual[0].left - 2, min(usual[0].left, 1) - 1)
    others = _dealt(bids, gains, _other_plans(players, sizes), sizes, most)
    is_clear = bool(others) and (not usual or _is_clear(usual[0], others[0]))
    return next(iter(others if is_clear else usual), None), others


def _dealt(
    bids: Sequence[Numbers],
    gains: Sequence[Numbers],
    plans: Plans,
    sizes: Sequence[int | None],
    most: int,
) -> list[Dealt]:
    """The hands by the plans that fit best; none if all leave more misfits than ``most``, or other
    ``sizes`` are written."""
    found: dict[int, list[Dealt]] = {}
    for cards, games in plans.items():
        if len(cards) != len(sizes) or max(cards) > LARGEST_HAND:
            continue
        if any(n not in (None, size) for n, size in zip(sizes, cards, strict=True)):
            continue
        hands = [PadHand(*one) for one in zip(bids, gains, cards, strict=True)]
        bases = _bases(games, cards)
        rows = [hand.row for hand in hands]
        left = min(misfits(base, rows, most) for base in bases)
        if left <= most:
            found.setdefault(left, []).append(Dealt(left, hands, bases))
            most = left
    return found.get(most, [])


def _is_clear(usual: Dealt, other: Dealt) -> bool:
    """Whether the other sizes explain nearly all that the usual ones leave, which is much."""
    much = CLEARER * usual.left >= len(usual.hands)
    return much and CLEARER * other.left <= usual.left


def _usual_plans(players: int, sizes: Sequence[int | None], numbers: Sequence[int | None]) -> Plans:
    """Any game one more in each hand, as the rows of a pad are numbered, and each with its own
    sizes; any game with the sizes that are written, if all are."""
    games, rows = [*_games(players)], len(sizes)
    written = tuple(n for n in sizes if n is not None)
    if not games or len(written) == rows:
        return {written: games} if games else {}
    plans = dict.fromkeys(plain_sizes(rows, numbers), games)
    for game in games:
        plan = game.sizes(players)[:rows]
        if plans.get(plan) is not games:
            plans.setdefault(plan, []).append(game)
    return plans


def _other_plans(players: int, sizes: Sequence[int | None]) -> Plans:
    """Other sizes, with the games that have cards for them; none if all are written."""
    games, plans = [*_games(players)], other_sizes(len(sizes)) if None in sizes else ()
    able = {
        plan: [game for game in games if max(plan) <= game.largest_hand(players)] for plan in plans
    }
    return {plan: some for plan, some in able.items() if some}


def _games(players: int) -> Iterator[Variant]:
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


def _ways(rules: Rules, hand: PadHand, known: Known | None = None) -> Iterator[Numbers]:
    """The tricks by seat that give all points and add up. A seat whose tricks are ``known`` may
    have any points."""
    options: list[Sequence[int | None]] = [(None,)] * len(hand.bids)
    for seat, cell in hand.cells.items():
        options[seat] = rules.tricks_for(cell)
    for seat, took in (known or {}).items():
        options[seat] = (took,)
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
    ways = [Ways(hand, near) for hand in hands]
    fits = [any(_ways(rules, hand)) for hand in hands]
    for at, hand in enumerate(hands):
        if not fits[at]:
            for seat in hand.cells:
                for step in (-1, 1):
                    _doubt(rules, hands, at, seat, step, ways)
    reads = []
    for hand, found, is_sure in zip(hands, ways, fits, strict=True):
        odd = tuple(seat for seat, cell in hand.cells.items() if not rules.tricks_for(cell))
        options = tuple(islice(found.first, MOST_OPTIONS))
        # A hand that these rules do not explain is asked about, even if others would.
        reads.append(PadRead(hand, options if is_sure or len(options) > 1 else (), found.sure, odd))
    return reads


def _doubt(
    rules: Rules,
    hands: Sequence[PadHand],
    at: int,
    seat: int,
    step: int,
    ways: Sequence[Ways],
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
            ways[other].add(rules, {seat: took})


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


Reading = tuple[int, Kind, ParsedGame]
"""How many hands do not fit, the meaning of the columns, and the game."""
MOST_ODD = 4
"""One hand, or bid, in this many may not fit."""
FEW_HANDS = 3
MANY_CELLS = 30
"""So many totals that follow from the bids are not the points of hands by chance."""


def sheet_game(lines: Sequence[Line], answers: Answers, searches: Searches) -> ParsedGame:
    """The game on a wide sheet, which has no empty lines, as far as the answers tell. ``searches``
    are those in its file. Raises UnreadableError."""
    layout = layout_of(lines)
    if layout and has_player_rows(lines, layout):
        raise unreadable(Code.COLUMNS_NONE, layout.header.number)
    if layout:
        return _in_order(wide_game(lines, layout), layout)
    readings = _readings(lines, answers, searches)
    if not readings:
        raise unknown_sheet(lines, Code.COLUMNS_NONE)
    least = min(odd for odd, _, _ in readings)
    fine = [one for one in readings if one[0] <= 2 * least]
    chosen = next((one for one in fine if one[1] is answers.kind), None)
    _, _, game = chosen or fine[0]
    kinds = () if chosen or len(fine) == 1 else tuple(kind for _, kind, _ in fine)
    return replace(game, found=replace(game.found, kinds=kinds))


def _in_order(game: ParsedGame, layout: Layout) -> ParsedGame:
    """The game on a sheet with bid and tricks in one cell. If only the first numbers add up to the
    cards, in each of several hands, these are the tricks."""
    swapped = tuple(replace(hand, bids=hand.tricks, tricks=hand.bids) for hand in game.hands)
    if layout.seats[0].bid != layout.seats[0].tricks or len(swapped) < FEW_HANDS:
        return game
    odd, other = (
        _uneven(
            [[n or 0 for n in hand.bids] for hand in hands],
            [[n or 0 for n in hand.tricks] for hand in hands],
            tuple(hand.cards for hand in hands),
            [hand.number for hand in hands],
        )
        for hands in (game.hands, swapped)
    )
    return replace(game, hands=swapped) if other == 0 and MOST_ODD * odd > len(swapped) else game


def _readings(lines: Sequence[Line], answers: Answers, searches: Searches) -> list[Reading]:
    """The game by each meaning that its columns may have. Raises UnreadableError."""
    if pad := pad_layout(lines):
        _check_numbers(lines, pad)
        searches.cells -= len(lines) * len(pad.seats)
        return _of_pad(lines, pad, answers, searches)
    twos = twos_of(lines)
    if twos is None:
        return []
    _check_numbers(lines, twos)
    swapped = replace(twos, seats=tuple(_swapped(seat) for seat in twos.seats))
    found = [
        *_of_tricks(lines, twos, Kind.BID_TRICKS),
        *_of_tricks(lines, swapped, Kind.TRICKS_BID),
    ]
    # Tricks that add up in each of several hands are not points by chance.
    if any(odd == 0 and len(game.hands) >= FEW_HANDS for odd, _, game in found):
        return found
    searches.cells -= len(lines) * len(twos.seats)
    return [
        *found,
        *_of_pad(lines, _pad(twos), answers, searches),
        *_of_pad(lines, _pad(swapped), answers, searches, is_first=False),
    ]


def _swapped(seat: Seat) -> Seat:
    return replace(seat, bid=seat.tricks, tricks=seat.bid)


def _pad(layout: Layout) -> Layout:
    """The two columns of each player as total and bid."""
    seats = (replace(one, bid=one.tricks, total=one.bid) for one in layout.seats)
    return replace(layout, seats=tuple(seats))


def _rows(lines: Sequence[Line], layout: Layout) -> tuple[list[Line], Line | None]:
    rows, ends, _ = rows_of(lines, layout)
    played = [row for row in rows if any(_there(row, seat.bid) for seat in layout.seats)]
    return [row for row in played if not is_note(layout, row)], ends


def _check_numbers(lines: Sequence[Line], layout: Layout) -> None:
    """Raise UnreadableError about a cell that has something else."""
    for row in _rows(lines, layout)[0]:
        for seat in layout.seats:
            for at in seat.columns:
                if _there(row, at) and whole(cell_of(row, at)) is None:
                    raise unreadable(Code.CELL_NUMBER, row.number, seat.name, column=at + 1)


def _there(line: Line, at: int) -> bool:
    return cell_of(line, at) not in NOT_THERE


def _of_tricks(lines: Sequence[Line], layout: Layout, kind: Kind) -> list[Reading]:
    """The game, if the columns may be bids and tricks: numbers of cards that add up to a hand."""
    rows, _ = _rows(lines, layout)
    bids, tricks = (
        [[whole(cell_of(row, at)) or 0 for at in columns] for row in rows]
        for columns in zip(*((seat.bid, seat.tricks) for seat in layout.seats), strict=True)
    )
    numbers = [number_of(layout, row) for row in rows]
    odd = _uneven(bids, tricks, _sizes(layout, rows), numbers)
    if not rows or MOST_ODD * odd > len(rows):
        return []
    try:
        return [(odd, kind, wide_game(lines, layout))]
    except UnreadableError:
        # The numbers of a row are missing, so these are no bids and tricks.
        if kind is Kind.BID_TRICKS:
            raise
        return []


def _sizes(layout: Layout, rows: Sequence[Line]) -> Numbers:
    """The cards of the hands, as far as they are written."""
    at = layout.columns.get("cards")
    return tuple(None if at is None else whole(cell_of(row, at)) for row in rows)


def _uneven(
    bids: Sequence[Sequence[int]],
    tricks: Sequence[Sequence[int]],
    sizes: Numbers,
    numbers: Sequence[int | None],
) -> int:
    """How many hands have tricks that are not all of their cards, or a bid that nobody can make, by
    the cards that are written or else by the plan that fits best."""
    sums = [*map(sum, tricks)]
    if any(sizes):
        plans = {tuple(cards or 0 for cards in sizes)}
    else:
        plans = {one.hands.up_to(LARGEST_HAND)[: len(sums)] for one in VARIANTS.values()}
        plans |= {game.sizes(len(tricks[0]))[: len(sums)] for game in VARIANTS.values() if tricks}
        plans |= {usual_sizes(sums, numbers) or ()}
    return min(
        sum(
            n != cards or not 0 <= min(bid) <= max(bid) <= cards
            for n, bid, cards in zip(sums, bids, plan, strict=True)
        )
        if len(plan) == len(sums)
        else len(sums)
        for plan in plans
    )


def _of_pad(
    lines: Sequence[Line],
    layout: Layout,
    answers: Answers,
    searches: Searches,
    *,
    is_first: bool = True,
) -> list[Reading]:
    """The games, if the columns may be totals, or points, and bids. Raises UnreadableError."""
    rows, ends = _rows(lines, layout)
    # The last hand may have been broken off after its bids.
    rows = [row for row in rows if any(_there(row, _points_at(seat)) for seat in layout.seats)]
    if not rows or len(rows) > LONGEST_GAME or len(layout.seats) > MOST_PLAYERS:
        return []
    bids = [tuple(whole(cell_of(row, seat.bid)) for seat in layout.seats) for row in rows]
    said = [bid for row in bids for bid in row if bid is not None]
    if MOST_ODD * sum(not 0 <= bid <= LARGEST_HAND for bid in said) > len(said):
        return []
    named = {"total"} if layout.seats[0].total is not None else {"points"}
    is_named = layout.below > 1 or any(len({*seat.columns}) > 2 for seat in layout.seats)
    found: list[Reading] = []
    day = _day(lines, layout, rows)
    for running in (True, False):
        if is_named and named == {"total"} and not running:
            continue
        if found and len(rows) * len(layout.seats) >= MANY_CELLS:
            break
        kinds = (Kind.TOTAL_BID, Kind.BID_TOTAL) if running else (Kind.POINTS_BID, Kind.BID_POINTS)
        if read := _pad_game(layout, rows, bids, answers, searches, running=running):
            odd, game = read
            game = replace(game, started_at=day, totals=_ends(layout, ends) or game.totals)
            found.append((odd, kinds[not is_first], game))
    return found


def _day(lines: Sequence[Line], layout: Layout, rows: Sequence[Line]) -> datetime | None:
    at = layout.columns.get("started_at")
    day = dated(cell_of(rows[0], at)) if at is not None else None
    return day or moment_in(lines[: lines.index(layout.header)])


def _ends(layout: Layout, ends: Line | None) -> Numbers:
    """The totals in the last row."""
    if ends is None:
        return ()
    return tuple(whole(cell_of(ends, _points_at(seat))) for seat in layout.seats)


def _points_at(seat: Seat) -> int:
    """The column of the total, or the points, of a player."""
    if seat.total is not None:
        return seat.total
    return seat.bid if seat.points is None else seat.points


def _pad_game(
    layout: Layout,
    rows: Sequence[Line],
    bids: Sequence[Numbers],
    answers: Answers,
    searches: Searches,
    *,
    running: bool,
) -> tuple[int, ParsedGame] | None:
    """The game, and how many of its hands do not fit; None if the columns have something else."""
    points = [tuple(whole(cell_of(row, _points_at(one))) for one in layout.seats) for row in rows]
    if any(
        n is None and bid is not None
        for both in zip(points, bids, strict=True)
        for n, bid in zip(*both, strict=True)
    ):
        return None
    nothing = (0,) * len(layout.seats)
    totals = [*accumulate(points, later, initial=nothing)] if running else [nothing] * len(rows)
    gains = [
        tuple(
            None if bid is None or n is None else n - have
            for bid, n, have in zip(*three, strict=True)
        )
        for three in zip(bids, points, totals[: len(rows)], strict=True)
    ]
    numbered = [number_of(layout, row) for row in rows]
    pad = pad_read(bids, gains, _sizes(layout, rows), numbered, searches)
    if pad is None:
        return None
    hands, questions = [], []
    for number, (row, one) in enumerate(zip(rows, pad.hands, strict=True), 1):
        hand, tricks = _parsed(one, row, answers)
        hands.append(hand)
        if tricks is None:
            questions.append(_question(layout, number, row, one, totals[number - 1]))
    found = Found(worked_out=True, questions=tuple(questions))
    game = pad.rules.game
    if pad.rules.changes:
        numbers, is_plain = pad.rules.numbers, answers.is_plain
        found = replace(found, base=game, score=numbers.score, is_plain=is_plain)
        game = game if is_plain else table_game(tuple(hands), numbers)
    parsed = ParsedGame(
        tuple(as_typed(seat.name) for seat in layout.seats),
        tuple(hands),
        game,
        totals=totals[-1] if running else (),
        found=found,
        line=layout.header.number,
    )
    odd = sum(not one.ways or bool(one.odd) for one in pad.hands)
    return odd, parsed


def _parsed(one: PadRead, row: Line, answers: Answers) -> tuple[ParsedHand, Numbers | None]:
    """The hand and its tricks. Until the question about them is answered, they are None, and the
    hand has what may have been."""
    hand, cards = one.hand, one.hand.cards
    bids = tuple(None if bid is None else min(max(bid, 0), cards) for bid in hand.bids)
    tricks = _answered(one, answers.tricks.get(row.number)) if bids == hand.bids else None
    cards = cards if one.is_sized or tricks is None else sum(took or 0 for took in tricks)
    shown = tricks or (one.ways[0] if one.ways else bids)
    return ParsedHand(bids, shown, hand.gains, cards=cards, line=row.number), tricks


def _answered(one: PadRead, given: tuple[int, ...] | None) -> Numbers | None:
    """The tricks of a hand: the only ones that fit, or those that somebody gave; None if they are
    not known."""
    fits = given is not None and sum(given) in (
        (one.hand.cards,) if one.is_sized else range(1, LARGEST_HAND + 1)
    )
    if given is not None and fits and len(given) == len(one.hand.cells):
        seats = dict(zip(one.hand.cells, given, strict=True))
        return tuple(seats.get(seat) for seat in range(len(one.hand.bids)))
    return one.ways[0] if one.is_certain else None


def _question(
    layout: Layout, number: int, row: Line, one: PadRead, before: tuple[int, ...]
) -> Question:
    wrong = []
    for seat in one.odd if one.is_sized else ():
        cell, columns = one.hand.cells[seat], layout.seats[seat]
        places = _points_at(columns) + 1, columns.bid + 1
        wrong.append(WrongCell(seat, *places, cell.bid, before[seat], before[seat] + cell.points))
    return Question(number, row.number, one.ways, one.sure, tuple(wrong), is_sized=one.is_sized)
