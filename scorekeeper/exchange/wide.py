"""A wide sheet: names in the first row, and below them bid/tricks, with the points if it has them.

``3/2``, ``3/2 -10``, ``3/2=-10`` and ``3/2 (-10)`` are read; an empty cell and a dash are of
somebody who was not there. Columns before the names may number the hands and say the cards; a row
that begins with a word for the total has the totals.
"""

from __future__ import annotations

import re

from scorekeeper.exchange.cells import Line, moment, whole
from scorekeeper.exchange.columns import column_called
from scorekeeper.exchange.notation import as_typed
from scorekeeper.exchange.told import Numbers, ToldGame, ToldHand, unreadable
from scorekeeper.rules.setup import LONGEST_GAME
from scorekeeper.rules.variants import MOST_PLAYERS

PAIR = re.compile(
    r"([0-9]{1,2})\s*[/:|]\s*([0-9]{1,2})(?:[\s=:;,/]*\(?\s*([+-]?[0-9]{1,6})\s*\)?)?\Z"
)
LONGEST_PAIR = 30
NOT_THERE = ("", "-", "–", "—", "x", "X")
MINUS = str.maketrans("−–", "--")


def wide_game(header: Line, lines: list[Line]) -> ToldGame:
    """The game on the sheet. Raises UnreadableError."""
    columns = [column_called(name) for name in header.cells]
    seats = [at for at, name in enumerate(header.cells) if name and columns[at] is None]
    rows = [line for line in lines if not line.is_empty]
    _check_size(header, rows, seats)
    hands: list[ToldHand] = []
    totals: Numbers = ()
    for line in rows:
        if totals:
            raise unreadable("total-last", line.number)
        if any(column_called(cell) == "total" for cell in line.cells[: seats[0]]):
            totals = tuple(_total(header, line, at) for at in seats)
        elif any(_cell(line, at) for at in seats):
            hands.append(_hand(header, line, seats))
    day = _of(rows[0], columns, "started_at")
    return ToldGame(
        tuple(as_typed(header.cells[at]) for at in seats),
        tuple(hands),
        totals=totals,
        started_at=moment(day),
        line=header.number,
    )


def _check_size(header: Line, rows: list[Line], seats: list[int]) -> None:
    """Raise where this is no sheet, or one with too many players or hands."""
    has_pairs = any(_pair_in(cell) for row in rows[: LONGEST_GAME + 1] for cell in row.cells)
    if len(seats) < 2 or not has_pairs:
        raise unreadable("columns-none", header.number)
    if len(seats) > MOST_PLAYERS:
        raise unreadable("players-many", header.number, values={"most": MOST_PLAYERS})
    if len(rows) > LONGEST_GAME + 1:
        raise unreadable("rounds-many", rows[-1].number, values={"most": LONGEST_GAME})


def _hand(header: Line, line: Line, seats: list[int]) -> ToldHand:
    columns = [column_called(name) for name in header.cells]
    cells = [_pair(header, line, at) for at in seats]
    cards = _of(line, columns, "cards")
    if cards and whole(cards) is None:
        at = columns.index("cards")
        raise unreadable("cell-number", line.number, header.cells[at], column=at + 1)
    bids, tricks, points = zip(*cells, strict=True)
    return ToldHand(bids, tricks, points, cards=whole(cards), line=line.number)


def _pair(header: Line, line: Line, at: int) -> tuple[int | None, int | None, int | None]:
    """Bid, tricks and points of a cell. Raises UnreadableError."""
    cell = _cell(line, at)
    if cell in NOT_THERE:
        return None, None, None
    found = _pair_in(cell)
    if not found:
        raise unreadable("cell-pair", line.number, header.cells[at], column=at + 1)
    bid, tricks, points = found.groups()
    return int(bid), int(tricks), int(points) if points else None


def _total(header: Line, line: Line, at: int) -> int | None:
    cell = _cell(line, at)
    if cell and whole(cell) is None:
        raise unreadable("cell-number", line.number, header.cells[at], column=at + 1)
    return whole(cell)


def _of(line: Line, columns: list[str | None], key: str) -> str:
    return _cell(line, columns.index(key)) if key in columns else ""


def _cell(line: Line, at: int) -> str:
    return line.cells[at] if at < len(line.cells) else ""


def _pair_in(cell: str) -> re.Match[str] | None:
    """Bid, tricks and points; to look for them in a longer cell takes the square of its length."""
    return PAIR.match(cell.translate(MINUS)) if len(cell) <= LONGEST_PAIR else None
