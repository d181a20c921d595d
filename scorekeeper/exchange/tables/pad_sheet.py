"""A wide sheet whose columns say what they mean, or are understood from all of its hands: bid and
tricks or, on a printed pad, total and bid.

A made bid of a pad is known by its points; a missed one leaves a trick more or less open, and the
sum of the tricks of the hand decides. What is not certain is asked about, never guessed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import accumulate, islice, pairwise

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
from scorekeeper.exchange.tables.wide import (
    NOT_THERE,
    Layout,
    Seat,
    has_player_rows,
    is_note,
    layout_of,
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
    limit = sum(len(row.cells) for row in rows) // MOST_UNGIVEN
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
        )
        for hands in (game.hands, swapped)
    )
    return replace(game, hands=swapped) if other == 0 and MOST_ODD * odd > len(swapped) else game


def _readings(lines: Sequence[Line], answers: Answers, searches: Searches) -> list[Reading]:
    """The game by each meaning that its columns may have. Raises UnreadableError."""
    if pad := pad_layout(lines):
        _check_numbers(lines, pad)
        searches.cells -= len(lines) * len(pad.seats)
        return _of_pad(lines, pad, answers)
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
        *_of_pad(lines, _pad(twos), answers),
        *_of_pad(lines, _pad(swapped), answers, is_first=False),
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
    odd = _uneven(bids, tricks, _sizes(layout, rows))
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


def _uneven(bids: Sequence[Sequence[int]], tricks: Sequence[Sequence[int]], sizes: Numbers) -> int:
    """How many hands have tricks that are not all of their cards, or a bid that nobody can make, by
    the cards that are written or else by the plan that fits best."""
    sums = [*map(sum, tricks)]
    if any(sizes):
        plans = {tuple(cards or 0 for cards in sizes)}
    else:
        plans = {one.hands.up_to(LARGEST_HAND)[: len(sums)] for one in VARIANTS.values()}
        plans |= {game.sizes(len(tricks[0]))[: len(sums)] for game in VARIANTS.values() if tricks}
        steps = {then - n for n, then in pairwise(sums)}
        if min(sums, default=0) > 0 and steps in ({0}, {1}, {-1}):
            plans.add(tuple(sums))
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
    lines: Sequence[Line], layout: Layout, answers: Answers, *, is_first: bool = True
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
    found = []
    for running in (True, False):
        if is_named and named == {"total"} and not running:
            continue
        kinds = (Kind.TOTAL_BID, Kind.BID_TOTAL) if running else (Kind.POINTS_BID, Kind.BID_POINTS)
        found += _pad_game(layout, rows, bids, answers, kinds[not is_first], running=running)
        if found and len(rows) * len(layout.seats) >= MANY_CELLS:
            break
    day = _day(lines, layout, rows)
    return [
        (odd, kind, replace(game, started_at=day, totals=_ends(layout, ends) or game.totals))
        for odd, kind, game in found
    ]


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
    kind: Kind,
    *,
    running: bool,
) -> list[Reading]:
    points = [tuple(whole(cell_of(row, _points_at(one))) for one in layout.seats) for row in rows]
    if any(
        n is None and bid is not None
        for both in zip(points, bids, strict=True)
        for n, bid in zip(*both, strict=True)
    ):
        return []
    nothing = (0,) * len(layout.seats)
    totals = [*accumulate(points, later, initial=nothing)] if running else [nothing] * len(rows)
    gains = [
        tuple(
            None if bid is None or n is None else n - have
            for bid, n, have in zip(*three, strict=True)
        )
        for three in zip(bids, points, totals[: len(rows)], strict=True)
    ]
    pad = pad_read(bids, gains, _sizes(layout, rows))
    if pad is None:
        return []
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
    return [(odd, kind, parsed)]


def _parsed(one: PadRead, row: Line, answers: Answers) -> tuple[ParsedHand, Numbers | None]:
    """The hand and its tricks. Until the question about them is answered, they are None, and the
    hand has what may have been."""
    hand, cards = one.hand, one.hand.cards
    bids = tuple(None if bid is None else min(max(bid, 0), cards) for bid in hand.bids)
    tricks = _answered(one, answers.tricks.get(row.number)) if bids == hand.bids else None
    shown = tricks or (one.ways[0] if one.ways else bids)
    return ParsedHand(bids, shown, hand.gains, cards=cards, line=row.number), tricks


def _answered(one: PadRead, given: tuple[int, ...] | None) -> Numbers | None:
    """The tricks of a hand: the only ones that fit, or those that somebody gave; None if they are
    not known."""
    if given is not None and len(given) == len(one.hand.cells) and sum(given) == one.hand.cards:
        seats = dict(zip(one.hand.cells, given, strict=True))
        return tuple(seats.get(seat) for seat in range(len(one.hand.bids)))
    return one.ways[0] if one.is_certain else None


def _question(
    layout: Layout, number: int, row: Line, one: PadRead, before: tuple[int, ...]
) -> Question:
    wrong = []
    for seat in one.odd:
        cell, columns = one.hand.cells[seat], layout.seats[seat]
        places = _points_at(columns) + 1, columns.bid + 1
        wrong.append(WrongCell(seat, *places, cell.bid, before[seat], before[seat] + cell.points))
    return Question(number, row.number, one.ways, one.sure, tuple(wrong))
