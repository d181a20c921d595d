"""A table with a line for each player in each hand -> the games that it tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from scorekeeper.exchange.cells import Line, whole
from scorekeeper.exchange.columns import NEEDED, column_called
from scorekeeper.exchange.notation import as_typed
from scorekeeper.exchange.told import MOST_GAMES, unreadable
from scorekeeper.rules.incoming.incoming import UnreadableError
from scorekeeper.rules.variants.model import LONGEST_GAME
from scorekeeper.rules.variants.variants import MOST_PLAYERS

OF_HAND = ("cards", "dealer", "turned", "trump", "void", "variant")
"""Columns that say the same in each line of a hand."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the table. ``cells`` are those of the columns that we know, by our names."""

    number: int
    cells: dict[str, str]
    names: dict[str, str]

    def text(self, column: str) -> str:
        """What is in the column; "" without one."""
        return self.cells.get(column, "")

    def wrong(self, code: str, column: str) -> UnreadableError:
        """The error about what is in a column, which is named as in the file."""
        return unreadable(code, self.number, self.names.get(column, ""))

    def whole(self, column: str) -> int | None:
        """The whole number in the column, None for an empty cell. Raises UnreadableError."""
        text = self.text(column)
        number = whole(text) if text else None
        if text and number is None:
            raise self.wrong("cell-number", column)
        return number


@dataclass(slots=True)
class Sheet:
    """The lines of one game: by hand, then by player. ``players`` are in the order of seats."""

    first: Entry
    hands: dict[int, dict[str, Entry]] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)

    @property
    def players(self) -> list[str]:
        """The names as they are in the file, by seat."""
        return sorted(self.seats, key=lambda name: self.seats[name])


@dataclass(slots=True)
class Table:
    """The games as they are found. Lines without a number or date of the game belong to the last
    one, until the hands begin again."""

    sheets: list[Sheet] = field(default_factory=list)
    named: dict[tuple[str, str], Sheet] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        """Put a line where it belongs. Raises UnreadableError."""
        number = entry.whole("hand")
        if number is None or number < 1:
            raise entry.wrong("cell-number", "hand")
        name = (entry.text("game"), entry.text("started_at"))
        sheet = self.named.get(name) if any(name) else self._last(number)
        if sheet is None:
            if len(self.sheets) >= MOST_GAMES:
                raise unreadable("games-many", entry.number, values={"most": MOST_GAMES})
            sheet = Sheet(entry)
            self.sheets.append(sheet)
            self.named[name] = sheet
        _enter(sheet, number, entry)

    def _last(self, number: int) -> Sheet | None:
        last = self.sheets[-1] if self.sheets else None
        return last if last and number >= max(last.hands) else None


def is_long(header: Line) -> bool:
    """Whether the header has a column for a player's bid or tricks; a wide sheet has several."""
    known = [*map(column_called, header.cells)]
    found = {known.count(key) for key in ("bid", "tricks")}
    return max(found) == 1 or (max(found) < 1 and {"player", "hand"} <= {*known})


def sheets_of(header: Line, lines: Iterator[Line]) -> list[Sheet]:
    """The games in the table. Raises UnreadableError."""
    columns: dict[str, int] = {}
    for at, name in enumerate(header.cells):
        key = column_called(name)
        if key:
            columns.setdefault(key, at)
    for key in NEEDED:
        if key not in columns:
            raise unreadable(f"column-{key}", header.number)
    names = {key: header.cells[at] for key, at in columns.items()}
    table = Table()
    for line in _rows(lines, columns):
        cells = {key: line.cells[at] for key, at in columns.items() if at < len(line.cells)}
        table.add(Entry(line.number, cells, names))
    return table.sheets


def _rows(lines: Iterator[Line], columns: dict[str, int]) -> Iterator[Line]:
    """The lines of the table. One without a number of a hand after an empty line begins another
    table, which says the same in another way."""
    after_gap = False
    for line in lines:
        if line.is_empty:
            after_gap = True
            continue
        at = columns["hand"]
        if after_gap and (at >= len(line.cells) or whole(line.cells[at]) is None):
            return
        after_gap = False
        yield line


def _enter(sheet: Sheet, number: int, entry: Entry) -> None:
    name = as_typed(entry.text("player"))
    hand = sheet.hands.setdefault(number, {})
    if not name:
        raise entry.wrong("cell-name", "player")
    if name in hand:
        raise entry.wrong("player-doubled", "player")
    seat = entry.whole("seat")
    sheet.seats.setdefault(name, len(sheet.seats) + 1 if seat is None else seat)
    if len(sheet.seats) > MOST_PLAYERS:
        raise unreadable("players-many", entry.number, values={"most": MOST_PLAYERS})
    if len(sheet.hands) > LONGEST_GAME:
        raise unreadable("rounds-many", entry.number, values={"most": LONGEST_GAME})
    first = next(iter(hand.values()), entry)
    for column in OF_HAND:
        if entry.text(column) != first.text(column):
            raise entry.wrong("cell-differs", column)
    hand[name] = entry
