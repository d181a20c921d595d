"""A wide sheet: players at the top, below them bids and tricks, possibly with points.

A player has one column of ``3/2``, ``3-2``, ``3/2 -10``, ``3/2=-10`` or ``3/2 (-10)``, or a column
each for the bid, the tricks and the points. Empty cells and dashes mean that the player was absent.
Columns before the names may have the number of the hand and the cards; a row that begins with a
word for the total has the totals.
"""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.exchange.parsed.parsed_game import Numbers, ParsedGame, ParsedHand, unreadable
from scorekeeper.exchange.tables.cells import Line, cell_of, dated, moment_in, whole
from scorekeeper.exchange.tables.columns import column_called, is_outcome_word, trump_read
from scorekeeper.exchange.tables.notation import as_typed
from scorekeeper.exchange.tables.wide_columns import (
    Layout,
    Seat,
    is_pair_or_date,
    pair_in,
)
from scorekeeper.rules.game import POINTS, Bonus
from scorekeeper.rules.incoming import UnreadableError
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import LONGEST_GAME
from scorekeeper.rules.variants.variants import MOST_PLAYERS

NOT_THERE = ("", "-", "–", "—", "x", "X")


def wide_game(lines: Sequence[Line], layout: Layout) -> ParsedGame:
    """The game on the sheet, which has no empty lines. Raises UnreadableError."""
    above = lines.index(layout.header)
    rows, ends, after = rows_of(lines, layout)
    _check_size(layout, lines[above + layout.below :])
    for line in after:
        if is_total(layout, line) or _is_played(layout, line):
            raise unreadable(Code.TOTAL_LAST, line.number)
    hands = [_hand(layout, line) for line in rows if _is_played(layout, line)]
    totals = tuple(_total(layout, ends, seat) for seat in layout.seats) if ends else ()
    day = _text(layout, rows[0], "started_at") if rows else ""
    return ParsedGame(
        tuple(as_typed(seat.name) for seat in layout.seats),
        tuple(hands),
        totals=totals or _last_totals(layout, rows),
        started_at=dated(day) or moment_in(lines[:above]),
        line=layout.header.number,
    )


def rows_of(
    lines: Sequence[Line], layout: Layout
) -> tuple[Sequence[Line], Line | None, Sequence[Line]]:
    """The rows of hands, that of the totals, and those below it."""
    rows = lines[lines.index(layout.header) + layout.below :]
    for at, line in enumerate(rows):
        if is_total(layout, line) or _has_sums(layout, rows[:at], line):
            return rows[:at], line, rows[at + 1 :]
    return rows, None, ()


def is_total(layout: Layout, line: Line) -> bool:
    """Whether the row says that it has the totals."""
    return "total" in map(column_called, _label(layout, line))


def _label(layout: Layout, line: Line) -> tuple[str, ...]:
    """The cells before those of the players."""
    return line.cells[: min(at for seat in layout.seats for at in seat.columns)]


def _is_numbered(layout: Layout, line: Line) -> bool:
    return any(map(str.isdigit, "".join(_label(layout, line))))


def _has_sums(layout: Layout, above: Sequence[Line], line: Line) -> bool:
    """Whether a row, other than those above it, has no number, and the sums of their columns."""
    if _is_numbered(layout, line) or not any(_is_numbered(layout, one) for one in above):
        return False
    if layout.seats[0].bid == layout.seats[0].tricks:
        cells = [cell_of(line, seat.bid) for seat in layout.seats]
        return any(cells) and all(whole(cell) is not None for cell in cells if cell)
    columns = {at for seat in layout.seats for at in (seat.bid, seat.tricks) if cell_of(line, at)}
    return bool(columns) and all(
        whole(cell_of(line, at)) == sum(whole(cell_of(one, at)) or 0 for one in above)
        for at in columns
    )


def _check_size(layout: Layout, rows: Sequence[Line]) -> None:
    number = layout.header.number
    if len(layout.seats) > MOST_PLAYERS:
        raise unreadable(Code.PLAYERS_MANY, number, values={"most": MOST_PLAYERS})
    if len(rows) > LONGEST_GAME + 1:
        raise unreadable(Code.ROUNDS_MANY, rows[-1].number, values={"most": LONGEST_GAME})


def _is_played(layout: Layout, line: Line) -> bool:
    """Return whether the hand was played. If tricks have their own column, a hand with only bids
    was not."""
    there = any(cell_of(line, seat.tricks) for seat in layout.seats)
    return there and not is_note(layout, line)


def is_note(layout: Layout, line: Line) -> bool:
    """Whether a row without a number has words in place of bids and tricks."""
    cells = [cell for seat in layout.seats for at in seat.columns if (cell := cell_of(line, at))]
    is_said = any(map(is_outcome_word, cells)) or all(cell in NOT_THERE for cell in cells)
    has_numbers = any(whole(cell) is not None or is_pair_or_date(cell) for cell in cells)
    return not (_is_numbered(layout, line) or is_said or has_numbers)


def _hand(layout: Layout, line: Line) -> ParsedHand:
    cells = [_numbers(layout, line, seat) for seat in layout.seats]
    at = layout.columns.get("cards")
    cards = None if at is None else _whole(layout, line, at)
    bids, tricks, points = zip(*cells, strict=True)
    hand = ParsedHand(bids, tricks, points, cards=cards, line=line.number)
    for seat, one in enumerate(layout.seats):
        more = None if one.extra_points is None else _whole(layout, line, one.extra_points)
        if more and bids[seat] is not None:
            hand = replace(hand, bonuses=(*hand.bonuses, Bonus(seat, POINTS, more)))
    card, suit = (_text(layout, line, column) for column in ("turned", "trump"))
    # Some sheets have other entries in this column.
    found = trump_read(card, suit, knows_card="turned" in layout.columns)
    return replace(hand, turned=found[0], trump=found[1]) if found else hand


def _text(layout: Layout, line: Line, column: str) -> str:
    at = layout.columns.get(column)
    return "" if at is None else cell_of(line, at)


def _numbers(layout: Layout, line: Line, seat: Seat) -> tuple[int | None, int | None, int | None]:
    """Bid, tricks and points of a player. Raises UnreadableError."""
    if seat.bid == seat.tricks:
        bid, tricks, points = _pair(layout, line, seat.bid)
    else:
        bid, tricks = (_whole(layout, line, at) for at in (seat.bid, seat.tricks))
        points = None
        if (bid is None) != (tricks is None):
            raise _wrong(Code.CELL_MISSING, layout, line, seat.bid if bid is None else seat.tricks)
    if seat.points is not None and bid is not None:
        points = _whole(layout, line, seat.points)
    return bid, tricks, points


def _pair(layout: Layout, line: Line, at: int) -> tuple[int | None, int | None, int | None]:
    cell = cell_of(line, at)
    if cell in NOT_THERE:
        return None, None, None
    found = pair_in(cell)
    if not found:
        raise _wrong(Code.CELL_DATED if is_pair_or_date(cell) else Code.CELL_PAIR, layout, line, at)
    return found


def _whole(layout: Layout, line: Line, at: int) -> int | None:
    cell = cell_of(line, at)
    number = whole(cell)
    if cell not in NOT_THERE and number is None:
        is_outcome = is_outcome_word(cell) and at in {seat.tricks for seat in layout.seats}
        raise _wrong(Code.CELL_OUTCOME if is_outcome else Code.CELL_NUMBER, layout, line, at)
    return number


def _total(layout: Layout, line: Line, seat: Seat) -> int | None:
    """The only number of a player in the row, or the one below the points."""
    there = [at for at in seat.columns if cell_of(line, at) not in NOT_THERE]
    best = [at for at in (seat.total, seat.points) if at in there] or there
    return _whole(layout, line, best[0]) if len(best) == 1 or best != there else None


def _last_totals(layout: Layout, rows: Sequence[Line]) -> Numbers:
    """The totals of the last hand, if players have a column for them."""
    played = [line for line in rows if _is_played(layout, line)]
    columns = [seat.total for seat in layout.seats]
    if not played or None in columns:
        return ()
    return tuple(_whole(layout, played[-1], at) for at in columns if at is not None)


def _wrong(code: Code, layout: Layout, line: Line, at: int) -> UnreadableError:
    """The error about a cell, with the name of its player."""
    thing = next((seat.name for seat in layout.seats if at in seat.columns), None)
    return unreadable(
        code, line.number, cell_of(layout.header, at) if thing is None else thing, column=at + 1
    )
