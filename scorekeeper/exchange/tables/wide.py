"""A wide sheet: players at the top, below them bids and tricks, possibly with points.

A player has one column of ``3/2``, ``3-2``, ``3/2 -10``, ``3/2=-10`` or ``3/2 (-10)``, or a column
each for the bid, the tricks and the points. Empty cells and dashes mean that the player was absent.
Columns before the names may have the number of the hand and the cards; a row that begins with a
word for the total has the totals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise

from scorekeeper.exchange.tables.cells import (
    TO_MINUS,
    TOP,
    Line,
    cell_of,
    column_called,
    dated,
    is_outcome_word,
    moment_in,
    numbered,
    trump_read,
    whole,
)
from scorekeeper.exchange.tables.csv_out import as_typed
from scorekeeper.exchange.tables.parsed_game import (
    ParsedGame,
    ParsedHand,
    unreadable,
    with_running_totals,
)
from scorekeeper.rules.game import POINTS, Bonus
from scorekeeper.rules.incoming import UnreadableError
from scorekeeper.rules.people import folded
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import LONGEST_GAME
from scorekeeper.rules.variants.variants import MOST_PLAYERS

SIGNED = r"[+-]?[0-9]{1,6}"
PAIR = re.compile(
    rf"([0-9]{{1,2}})\s?[/:|-]\s?([0-9]{{1,2}})"
    rf"(?:(?:[\s=:;,]{{1,3}}\(?|\()({SIGNED})\)?|([+-][0-9]{{1,6}}))?\Z"
)
"""Bid and tricks, and points after a character that cannot continue a number."""
DATED = re.compile(
    r"(?:[0-9]{1,4}([-./])[0-9]{1,2}(?:\1[0-9]{1,4}|\.)"
    r"|[0-9]{1,2}[-./ ]{1,2}[^\W\d_]{3,9}\.?(?:[-./ ][0-9]{2,4})?"
    r"|[^\W\d_]{3,9}[-. ]{1,2}[0-9]{1,2}"
    r"|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?: [AP]M)?| [AP]M))\Z"
)
"""Dates and times, as spreadsheets write instead of 3/2, 3-2 or 3:2."""
LONGEST_PAIR = 30
"""Characters of a cell that is parsed; longer ones would take quadratic time."""
LONGEST_NAMED = 60
BID_BEFORE = re.compile(r"[0-9]{1,2} ?[/:|-]? ?")
NOT_THERE = ("", "-", "–", "—", "x", "X")
FEW_ROWS = 3
"""Rows that show whether a column counts the hands; the last ones of a sheet may be notes."""
KINDS = ("bid", "tricks", "points", "total", "extra_points")


@dataclass(frozen=True, slots=True)
class Seat:
    """The columns of a player; bid and tricks may be in the same one."""

    name: str
    bid: int
    tricks: int
    points: int | None = None
    total: int | None = None
    extra_points: int | None = None

    @property
    def columns(self) -> tuple[int, ...]:
        found = (self.bid, self.tricks, self.points, self.total, self.extra_points)
        return tuple(dict.fromkeys(at for at in found if at is not None))


@dataclass(frozen=True, slots=True)
class Layout:
    """``header`` has the names; the hands begin ``below`` this many lines. ``columns`` are those
    that belong to no player."""

    header: Line
    below: int
    seats: tuple[Seat, ...]
    columns: dict[str, int]


Found = Iterator[tuple[object, str, str, int]]
"""A column's group (equal for columns of the same player), the name, the kind, the column."""


def layout_of(lines: Sequence[Line]) -> Layout | None:
    """The layout of these lines, none of which is empty; None unless at least two players have
    names above their numbers."""
    for at, line in enumerate(lines[:TOP]):
        found = _named_above(line, lines[at + 1 :])
        if found:
            return found
    for at, line in enumerate(lines[:TOP]):
        seats = _seats(_by_pairs(line, lines[at + 1 :]))
        if len(seats) > 1:
            return Layout(line, 1, seats, _columns_of((line,)))
    return None


def _named_above(line: Line, rows: Sequence[Line]) -> Layout | None:
    first = rows[0].cells if rows else ()
    above = any(pair_in(first[at]) for at in _names(line) if at < len(first))
    for found, heads in (
        (_by_words_below(line, first), (line, *rows[:1])),
        (_by_words_beside(line), (line,)),
        (_by_pairs(line, rows) if above else iter(()), (line,)),
    ):
        seats = _seats(found)
        if len(seats) > 1:
            return Layout(line, len(heads), seats, _columns_of(heads))
    return None


def _seats(found: Found, needed: Set[str] = frozenset(("bid", "tricks"))) -> tuple[Seat, ...]:
    """The players with both bid and tricks, or those of the kinds that are ``needed``."""
    names: dict[object, str] = {}
    places: dict[object, dict[str, int]] = {}
    for whose, name, kind, at in found:
        names.setdefault(whose, name)
        places.setdefault(whose, {}).setdefault(kind, at)
    return tuple(
        Seat(names[one], **{"tricks": kinds.get("bid", -1), **kinds})
        for one, kinds in places.items()
        if needed <= {*kinds}
    )


def unknown_sheet(lines: Sequence[Line], code: Code) -> UnreadableError:
    """The error with this ``code`` of a table that begins there, or of its columns that say only
    whether the bids were made."""
    top, found = lines[:TOP], list[tuple[Line, int]]()
    for at in range(max(len(line.cells) for line in top)):
        cells = [(line, BID_BEFORE.sub("", cell_of(line, at), count=1)) for line in top]
        said = [line for line, cell in cells if is_outcome_word(cell)]
        others = [line for line, cell in cells if cell not in NOT_THERE and line not in said]
        if said and (not others or others[-1].number < said[0].number):
            found += [(line, at) for line in said]
    # The head of a column may be such a word too.
    found = [one for one in found if _has_digits(one[0].cells)] or found
    players = 2 if code is Code.COLUMNS_NONE else 1
    if len(found) < 2 or len({at for _, at in found}) < players:
        return unreadable(code, lines[0].number)
    line, at = min(found, key=lambda one: (one[0].number, one[1]))
    return unreadable(Code.CELL_OUTCOME, line.number, column=at + 1)


def _columns_of(heads: Sequence[Line]) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in heads:
        for at, name in enumerate(line.cells):
            key = column_called(name)
            if key and key not in KINDS:
                found.setdefault(key, at)
    return found


def _names(line: Line) -> list[int]:
    return [
        at
        for at, cell in enumerate(line.cells)
        if cell and column_called(cell) is None and whole(cell) is None and not pair_in(cell)
    ]


def _by_words_below(line: Line, words: Sequence[str]) -> Found:
    """Names, and the kinds of columns in the next line; the first column of a player has the
    name."""
    start, names = -1, {*_names(line)}
    for at, word in enumerate(words):
        start = at if at in names else start
        kind = column_called(word)
        if start >= 0 and kind in KINDS:
            yield start, line.cells[start], kind, at


def _by_words_beside(line: Line) -> Found:
    """``Ann bid``, ``Tricks (Ann)``: the word and the name in one cell."""
    for at, cell in enumerate(line.cells):
        if len(cell) > LONGEST_NAMED:
            continue
        words = [word.strip("()-–:") for word in cell.split()]
        for name, word in ((words[:-1], words[-1:]), (words[1:], words[:1])):
            kind = column_called(*word) if word else None
            if any(name) and kind in KINDS:
                yield folded(" ".join(name)), " ".join(name).strip(), kind, at


def _by_pairs(line: Line, rows: Sequence[Line]) -> Found:
    """Names above columns with cells like 3/2, with points or totals beside them."""
    pairs = {at for row in rows for at, cell in enumerate(row.cells) if is_pair_or_date(cell)}
    pairs &= {*_names(line)}
    names = [at for at in _names(line) if at in pairs or not _is_beside(pairs, rows, at)]
    if not pairs:
        return
    start = -1
    for at, cell in enumerate(line.cells):
        kind = column_called(cell)
        if at in names:
            start = at
            yield from ((at, cell, kind, at) for kind in ("bid", "tricks"))
        elif start >= 0 and kind in ("points", "total"):
            yield start, line.cells[start], kind, at


def _is_beside(pairs: set[int], rows: Sequence[Line], at: int) -> bool:
    """Whether a column without bids and tricks stands before the players, as the number of the hand
    does whatever it is called, or is empty or has words, as notes have."""
    cells = [cell for row in rows if (cell := cell_of(row, at))]
    words = any(map(str.isalpha, "".join(cells)))
    return not cells or words or at < min(pairs, default=at)


def _is_count(rows: Sequence[Line], at: int) -> bool:
    numbers = [numbered(cell_of(row, at)) or 0 for row in rows[:FEW_ROWS]]
    return len(numbers) > 1 and all(then - n == 1 for n, then in pairwise(numbers))


def twos_of(lines: Sequence[Line]) -> Layout | None:
    """The layout of names above two columns each, whatever these mean: as bid and tricks. None
    unless the numbers of at least two players follow."""
    for at, line in enumerate(lines[:TOP]):
        below = lines[at + 1 :]
        names = [
            one
            for one in _names(line)
            if _has_numbers(below, one) and (one or not _is_count(below, one))
        ]
        last = names[-1:]
        if last and not _has_numbers(below, last[0] + 1) and _is_sum(below, last[0], names[:-1]):
            names.pop()
        # A name may stand above the second of its columns.
        are_second = not any(cell_of(line, one - 1) for one in names)
        for starts in (names, [one - 1 for one in names] if are_second else []):
            if _are_twos(starts, below):
                named = zip(starts, names, strict=True)
                seats = tuple(Seat(line.cells[one], at, at + 1) for at, one in named)
                return Layout(line, 1, seats, _columns_of((line,)))
    return None


def _are_twos(starts: Sequence[int], rows: Sequence[Line]) -> bool:
    """Whether numbers stand there and in the next column, at equal distances and for at least two
    players of the first hand."""
    columns = [at + more for at in starts for more in (0, 1)]
    steps = {right - left for left, right in pairwise(starts)}
    between = [at + 2 for at in starts] if steps == {3} else []
    first = [
        cell for row in rows[:1] for at in columns if (cell := cell_of(row, at)) not in NOT_THERE
    ]
    return (
        steps in ({2}, {3})
        and (starts[0] > 0 or not _is_count(rows, 0))
        and len(first) > 3
        and None not in map(whole, first)
        and all(_has_numbers(rows, at) for at in columns)
        and not any(_has_numbers(rows, at) for at in between)
    )


def _is_sum(rows: Sequence[Line], at: int, starts: Sequence[int]) -> bool:
    """Whether a column beside the players has the sums of one column of each, or what these are
    over or under the cards."""
    for more in (0, 1):
        over = [
            (whole(cell_of(row, at)) or 0)
            - sum(whole(cell_of(row, start + more)) or 0 for start in starts)
            for row in rows[:FEW_ROWS]
        ]
        if {then - n for n, then in pairwise(over)} in ({-1}, {0}, {1}):
            return True
    return False


def _has_numbers(rows: Sequence[Line], at: int) -> bool:
    return any(whole(cell_of(row, at)) is not None for row in rows)


def pad_layout(lines: Sequence[Line]) -> Layout | None:
    """The layout of names with columns for bids and for points or totals, but without tricks."""
    for at, line in enumerate(lines[:TOP]):
        first = lines[at + 1].cells if at + 1 < len(lines) else ()
        for found, heads in ((_by_words_below(line, first), 2), (_by_words_beside(line), 1)):
            seats = _seats(found, {"bid"})
            if len(seats) > 1 and all(None not in (seat.total or seat.points,) for seat in seats):
                return Layout(line, heads, seats, _columns_of(lines[at : at + heads]))
    return None


def has_player_rows(lines: Sequence[Line], layout: Layout) -> bool:
    """Whether the rows begin with names, one each: then they are players, and the columns hands."""
    rows = lines[lines.index(layout.header) + layout.below :]
    known = {at for kind, at in layout.columns.items() if kind != "player"}
    first = {folded(cell_of(row, 0)) for row in rows}
    are_names = all(_is_name(cell) for cell in first) and len(first) == len(rows)
    return 0 not in known and len(rows) > 1 and are_names


def _is_name(cell: str) -> bool:
    letters = any(map(str.isalpha, cell)) and not any(map(str.isdigit, cell))
    return letters and column_called(cell) is None


def pair_in(cell: str) -> tuple[int, int, int | None] | None:
    """Bid, tricks and points, if there are any, in a cell like ``3/2 -10``; None for any other."""
    if len(cell) > LONGEST_PAIR or DATED.match(cell):
        return None
    found = PAIR.match(cell.translate(TO_MINUS))
    if not found:
        return None
    points = found[3] or found[4]
    return int(found[1]), int(found[2]), int(points) if points else None


def is_pair_or_date(cell: str) -> bool:
    """Return whether the cell contains bid and tricks, or a spreadsheet's version of them."""
    return bool(pair_in(cell) or (len(cell) <= LONGEST_PAIR and DATED.match(cell)))


def wide_game(lines: Sequence[Line], layout: Layout) -> ParsedGame:
    """The game on the sheet, which has no empty lines. Raises UnreadableError."""
    above = lines.index(layout.header)
    rows, ends, after = rows_of(lines, layout)
    _check_size(layout, lines[above + layout.below :])
    for line in after:
        if is_total(layout, line) or _is_played(layout, line):
            raise unreadable(Code.TOTAL_LAST, line.number)
    played = [line for line in rows if _is_played(layout, line)]
    hands = [_hand(layout, line) for line in played]
    running = [tuple(_running(layout, line, seat) for seat in layout.seats) for line in played]
    totals = tuple(_total(layout, ends, seat) for seat in layout.seats) if ends else ()
    day = _text(layout, rows[0], "started_at") if rows else ""
    game = ParsedGame(
        tuple(as_typed(seat.name) for seat in layout.seats),
        tuple(hands),
        totals=totals or (running[-1] if running else ()),
        started_at=dated(day) or moment_in(lines[:above]),
        line=layout.header.number,
    )
    return with_running_totals(game, running)


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
    return line.cells[: min(at for seat in layout.seats for at in seat.columns)]


def _is_numbered(layout: Layout, line: Line) -> bool:
    return _has_digits(_label(layout, line))


def _has_digits(cells: Sequence[str]) -> bool:
    return any(map(str.isdigit, "".join(cells)))


def number_of(layout: Layout, line: Line) -> int | None:
    """The number of the hand, in a column of this name or else in the first one before the
    players."""
    at = layout.columns.get("hand")
    return numbered(cell_of(line, at) if at is not None else next(iter(_label(layout, line)), ""))


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
    number = number_of(layout, line)
    hand = ParsedHand(bids, tricks, points, number=number, cards=cards, line=line.number)
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


def _running(layout: Layout, line: Line, seat: Seat) -> int | None:
    return None if seat.total is None else _whole(layout, line, seat.total)


def _wrong(code: Code, layout: Layout, line: Line, at: int) -> UnreadableError:
    thing = next((seat.name for seat in layout.seats if at in seat.columns), None)
    return unreadable(
        code, line.number, cell_of(layout.header, at) if thing is None else thing, column=at + 1
    )
