"""A wide sheet whose columns say what they mean, or are understood from all of its hands: bid and
tricks or, on a printed pad, total and bid."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from scorekeeper.exchange.parsed.guessing import table_game
from scorekeeper.exchange.parsed.pads import Pad, PadRead, pad_read
from scorekeeper.exchange.parsed.parsed_game import (
    Answers,
    Numbers,
    ParsedGame,
    ParsedHand,
    unreadable,
)
from scorekeeper.exchange.tables.cells import Line, cell_of, dated, moment_in, whole
from scorekeeper.exchange.tables.columns import column_called
from scorekeeper.exchange.tables.notation import as_typed
from scorekeeper.exchange.tables.wide import NOT_THERE, wide_game
from scorekeeper.exchange.tables.wide_columns import (
    Layout,
    Seat,
    has_player_rows,
    layout_of,
    pad_layout,
    twos_of,
)
from scorekeeper.rules.incoming.incoming import Found, Kind, Question, UnreadableError, WrongCell
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import LARGEST_HAND, LONGEST_GAME
from scorekeeper.rules.variants.variants import MOST_PLAYERS, VARIANTS

Reading = tuple[int, Kind, ParsedGame]
"""How many hands do not fit, the meaning of the columns, and the game."""
MOST_ODD = 4
"""One hand in this many may not fit."""


def sheet_game(lines: Sequence[Line], answers: Answers) -> ParsedGame:
    """The game on a wide sheet, which has no empty lines, as far as the answers tell. Raises
    UnreadableError."""
    layout = layout_of(lines)
    if layout and has_player_rows(lines, layout):
        raise unreadable(Code.COLUMNS_NONE, layout.header.number)
    if layout:
        return wide_game(lines, layout)
    pad = pad_layout(lines)
    twos = None if pad else twos_of(lines)
    for one in filter(None, (pad, twos)):
        _check_numbers(lines, one)
    readings = _of_pad(lines, pad, answers) if pad else []
    if twos:
        swapped = replace(twos, seats=tuple(_swapped(seat) for seat in twos.seats))
        for kind, one in ((Kind.BID_TRICKS, twos), (Kind.TRICKS_BID, swapped)):
            readings += _of_tricks(lines, one, kind)
        for first, one in ((True, twos), (False, swapped)):
            readings += _of_pad(lines, _pad(one), answers, is_first=first)
    fine = [one for one in readings if one[0] == 0] or readings
    if not fine:
        raise unreadable(Code.COLUMNS_NONE, lines[0].number)
    chosen = next((one for one in fine if one[1] is answers.kind), None)
    _, _, game = chosen or fine[0]
    kinds = () if chosen or len(fine) == 1 else tuple(kind for _, kind, _ in fine)
    return replace(game, found=replace(game.found, kinds=kinds))


def _swapped(seat: Seat) -> Seat:
    return replace(seat, bid=seat.tricks, tricks=seat.bid)


def _pad(layout: Layout) -> Layout:
    """The two columns of each player as total and bid."""
    seats = (replace(one, bid=one.tricks, total=one.bid) for one in layout.seats)
    return replace(layout, seats=tuple(seats))


def _rows(lines: Sequence[Line], layout: Layout) -> tuple[list[Line], Line | None]:
    """The rows of hands that were played, and that of the totals."""
    rows = lines[lines.index(layout.header) + layout.below :]
    first = min(at for seat in layout.seats for at in seat.columns)
    ends = [line for line in rows if "total" in map(column_called, line.cells[:first])]
    rows = rows[: rows.index(ends[0])] if ends else rows
    hands = [line for line in rows if any(_there(line, seat.bid) for seat in layout.seats)]
    return hands, ends[0] if ends else None


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
    cells = [
        whole(cell_of(row, at)) for row in rows for seat in layout.seats for at in seat.columns
    ]
    if any(number is not None and not 0 <= number <= LARGEST_HAND for number in cells):
        return []
    sums = [sum(whole(cell_of(row, seat.tricks)) or 0 for seat in layout.seats) for row in rows]
    at = layout.columns.get("cards")
    if at is None:
        players = len(layout.seats)
        plans = {one.hands.up_to(LARGEST_HAND)[: len(rows)] for one in VARIANTS.values()}
        plans |= {game.sizes(players)[: len(rows)] for game in VARIANTS.values()}
        steps = {then - n for n, then in pairwise(sums)}
        if min(sums, default=0) > 0 and steps in ({0}, {1}, {-1}):
            plans.add(tuple(sums))
    else:
        plans = {tuple(whole(cell_of(row, at)) or 0 for row in rows)}
    whole_plans = [plan for plan in plans if len(plan) == len(rows)]
    odd = min(
        (sum(n != cards for n, cards in zip(sums, plan, strict=True)) for plan in whole_plans),
        default=len(rows),
    )
    if not rows or MOST_ODD * odd > len(rows):
        return []
    try:
        return [(odd, kind, wide_game(lines, layout))]
    except UnreadableError:
        # The numbers of a row are missing, so these are no bids and tricks.
        if kind is Kind.BID_TRICKS:
            raise
        return []


def _of_pad(
    lines: Sequence[Line], layout: Layout, answers: Answers, *, is_first: bool = True
) -> list[Reading]:
    """The games, if the columns may be totals, or points, and bids. Raises UnreadableError."""
    rows, ends = _rows(lines, layout)
    if not rows or len(rows) > LONGEST_GAME or len(layout.seats) > MOST_PLAYERS:
        return []
    bids = [tuple(whole(cell_of(row, seat.bid)) for seat in layout.seats) for row in rows]
    if any(bid is not None and not 0 <= bid <= LARGEST_HAND for row in bids for bid in row):
        return []
    named = {"total"} if layout.seats[0].total is not None else {"points"}
    is_named = layout.below > 1 or any(len({*seat.columns}) > 2 for seat in layout.seats)
    found = []
    for running in (True, False):
        if is_named and named == {"total"} and not running:
            continue
        kinds = (Kind.TOTAL_BID, Kind.BID_TOTAL) if running else (Kind.POINTS_BID, Kind.BID_POINTS)
        found += _pad_game(layout, rows, bids, answers, kinds[not is_first], running=running)
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
    bids: list[Numbers],
    answers: Answers,
    kind: Kind,
    *,
    running: bool,
) -> list[Reading]:
    """The game of a pad, if these columns can be read so."""
    gains, before, so_far = [], [], [0] * len(layout.seats)
    for row, said in zip(rows, bids, strict=True):
        before.append(tuple(so_far))
        points = [whole(cell_of(row, _points_at(seat))) for seat in layout.seats]
        if any(bid is not None and n is None for bid, n in zip(said, points, strict=True)):
            return []
        now = [have if n is None else n for n, have in zip(points, so_far, strict=True)]
        grown = [n - have if running else n for n, have in zip(now, so_far, strict=True)]
        gains.append(tuple(None if b is None else n for b, n in zip(said, grown, strict=True)))
        so_far = now if running else so_far
    at = layout.columns.get("cards")
    sizes = [None if at is None else whole(cell_of(row, at)) for row in rows]
    pad = pad_read(bids, gains, sizes)
    if pad is None:
        return []
    hands, questions = [], []
    for number, (row, one) in enumerate(zip(rows, pad.hands, strict=True), 1):
        hand, cards = one.hand, one.hand.cards
        # Until the question is answered, the game is shown with what may have been.
        possible = tuple(None if bid is None else min(bid, cards) for bid in hand.bids)
        tricks = _answered(one, answers.tricks.get(row.number)) if possible == hand.bids else None
        if tricks is None:
            questions.append(_question(layout, number, row, one, before[number - 1]))
            tricks = one.ways[0] if one.ways else possible
        hands.append(ParsedHand(possible, tricks, hand.gains, cards=cards, line=row.number))
    has_rules = bool(pad.rules.changes)
    is_plain = has_rules and answers.is_plain
    game = pad.rules.game
    if has_rules and not is_plain:
        game = table_game(tuple(hands), pad.rules.numbers)
    found = Found(
        worked_out=True,
        questions=tuple(questions),
        base=pad.rules.game if has_rules else None,
        score=pad.rules.numbers.score if has_rules else None,
        is_plain=is_plain,
    )
    names = tuple(as_typed(seat.name) for seat in layout.seats)
    totals = tuple(so_far) if running else ()
    number = layout.header.number
    parsed = ParsedGame(names, tuple(hands), game, totals=totals, found=found, line=number)
    return [(_odd_hands(pad), kind, parsed)]


def _odd_hands(pad: Pad) -> int:
    """The hands that do not fit."""
    return sum(not one.ways or bool(one.odd) for one in pad.hands)


def _answered(one: PadRead, given: tuple[int, ...] | None) -> Numbers | None:
    """The tricks of a hand: the only ones that fit, or those that somebody gave; None if they are
    not known."""
    if given is not None and len(given) == len(one.hand.seats) and sum(given) == one.hand.cards:
        seats = dict(zip(one.hand.seats, given, strict=True))
        return tuple(seats.get(seat) for seat in range(len(one.hand.bids)))
    return one.ways[0] if one.is_certain else None


def _question(
    layout: Layout, number: int, row: Line, one: PadRead, before: tuple[int, ...]
) -> Question:
    """The question about a hand."""
    wrong = []
    for seat in one.odd:
        bid, gain = one.hand.bids[seat], one.hand.gains[seat]
        if bid is not None and gain is not None:
            columns = _points_at(layout.seats[seat]) + 1, layout.seats[seat].bid + 1
            wrong.append(WrongCell(seat, *columns, bid, before[seat], before[seat] + gain))
    return Question(number, row.number, one.ways, one.sure, tuple(wrong))
