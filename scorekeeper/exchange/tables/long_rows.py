"""Games from a table with a line for each player in each hand."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from scorekeeper.exchange.parsed.parsed_game import MOST_GAMES, ParsedHand, unreadable
from scorekeeper.exchange.tables.cells import (
    NEEDED,
    Line,
    column_called,
    is_outcome_word,
    numbered,
    trump_read,
    whole,
)
from scorekeeper.exchange.tables.csv_out import UNREADABLE, Rules, as_typed, read_extras
from scorekeeper.fields import tidy_name
from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Cloud
from scorekeeper.rules.incoming import UnreadableError
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import LONGEST_GAME
from scorekeeper.rules.variants.variants import MOST_PLAYERS

OF_HAND = ("cards", "dealer", "turned", "trump", "void", "variant")
"""Columns that are the same in each line of a hand."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the table. ``cells`` are those of the known columns, by our names."""

    number: int
    cells: dict[str, str]
    names: dict[str, str]

    def text(self, column: str) -> str:
        """The text in the column; "" if there is none."""
        return self.cells.get(column, "")

    def wrong(self, code: Code, column: str) -> UnreadableError:
        """The error about a column, with its name in the file."""
        return unreadable(code, self.number, self.names.get(column, ""))

    def whole(self, column: str) -> int | None:
        """The whole number in the column, None for an empty cell. Raises UnreadableError."""
        text = self.text(column)
        number = whole(text) if text else None
        if text and number is None:
            is_outcome = column == "tricks" and is_outcome_word(text)
            raise self.wrong(Code.CELL_OUTCOME if is_outcome else Code.CELL_NUMBER, column)
        return number

    @property
    def announced(self) -> int | None:
        """The bid before a cloud changed it. Raises UnreadableError."""
        announced = self.whole("said")
        return self.whole("bid") if announced is None else announced


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
    """The games found so far. A line without a game number or date belongs to the last game, unless
    the hands begin again."""

    sheets: list[Sheet] = field(default_factory=list)
    named: dict[tuple[str, str], Sheet] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        """Add a line to its game. Raises UnreadableError."""
        number = numbered(entry.text("hand"))
        if number is None or number < 1:
            raise entry.wrong(Code.CELL_NUMBER, "hand")
        name = (entry.text("game"), entry.text("started_at"))
        sheet = self.named.get(name) if any(name) else self._last(number)
        if sheet is None:
            if len(self.sheets) >= MOST_GAMES:
                raise unreadable(Code.GAMES_MANY, entry.number, values={"most": MOST_GAMES})
            sheet = Sheet(entry)
            self.sheets.append(sheet)
            self.named[name] = sheet
        _enter(sheet, number, entry)

    def _last(self, number: int) -> Sheet | None:
        last = self.sheets[-1] if self.sheets else None
        return last if last and number >= max(last.hands) else None


def is_long(header: Line) -> bool:
    """Return whether the header has one column for bids or tricks, and another that long rows need;
    a wide sheet has several for bids."""
    known = [*map(column_called, header.cells)]
    found = {known.count(key) for key in ("bid", "tricks")}
    others = {"player", "hand"} & {*known}
    return max(found) <= 1 and len(others) + max(found) > 1


def sheets_of(header: Line, lines: Iterator[Line]) -> list[Sheet]:
    """The games in the table. Raises UnreadableError."""
    columns: dict[str, int] = {}
    for at, name in enumerate(header.cells):
        key = column_called(name)
        if key:
            columns.setdefault(key, at)
    for key in NEEDED:
        if key not in columns:
            raise unreadable(Code(f"column-{key}"), header.number)
    names = {key: header.cells[at] for key, at in columns.items()}
    table = Table()
    for line in _rows(lines, columns):
        cells = {key: line.cells[at] for key, at in columns.items() if at < len(line.cells)}
        if cells.get("variant") != UNREADABLE:
            table.add(Entry(line.number, cells, names))
    return table.sheets


def _rows(lines: Iterator[Line], columns: dict[str, int]) -> Iterator[Line]:
    """The lines of the table. After an empty line, one without a hand number begins another table,
    which repeats the same in another form."""
    after_gap = False
    for line in lines:
        if line.is_empty:
            after_gap = True
            continue
        at = columns["hand"]
        if after_gap and (at >= len(line.cells) or numbered(line.cells[at]) is None):
            return
        after_gap = False
        yield line


def _enter(sheet: Sheet, number: int, entry: Entry) -> None:
    name = as_typed(entry.text("player"))
    hand = sheet.hands.setdefault(number, {})
    if not name:
        raise entry.wrong(Code.CELL_NAME, "player")
    if name in hand:
        raise entry.wrong(Code.PLAYER_DOUBLED, "player")
    seat = entry.whole("seat")
    sheet.seats.setdefault(name, len(sheet.seats) + 1 if seat is None else seat)
    if len(sheet.seats) > MOST_PLAYERS:
        raise unreadable(Code.PLAYERS_MANY, entry.number, values={"most": MOST_PLAYERS})
    if len(sheet.hands) > LONGEST_GAME:
        raise unreadable(Code.ROUNDS_MANY, entry.number, values={"most": LONGEST_GAME})
    first = next(iter(hand.values()), entry)
    for column in OF_HAND:
        if entry.text(column) != first.text(column):
            raise entry.wrong(Code.CELL_DIFFERS, column)
    hand[name] = entry


def parsed_hand(names: list[str], hand: dict[str, Entry], rules: Rules | None) -> ParsedHand:
    """Return a hand from its lines, by name. Raises UnreadableError."""
    first = next(iter(hand.values()))
    seats = [hand.get(name) for name in names]
    parsed = ParsedHand(
        bids=tuple(entry.announced if entry else None for entry in seats),
        tricks=tuple(entry.whole("tricks") if entry else None for entry in seats),
        points=tuple(entry.whole("points") if entry else None for entry in seats),
        cards=first.whole("cards"),
        dealer=_dealer(names, first),
        bid_rule=rules.bid_rule if rules else None,
        void=first.whole("void") or 0,
        added=bool(rules and rules.added),
        line=first.number,
    )
    if not any(entry.text(name) for entry in hand.values() for name in ("bid", "tricks", "points")):
        return replace(parsed, skipped=True)
    for seat, entry in enumerate(seats):
        if entry:
            parsed = _with_extras(parsed, seat, entry)
    return _with_trump(parsed, first)


def _dealer(names: list[str], entry: Entry) -> int | None:
    name = as_typed(entry.text("dealer"))
    if name and name not in names:
        raise entry.wrong(Code.DEALER_UNKNOWN, "dealer")
    return names.index(name) if name else None


def _with_trump(parsed: ParsedHand, entry: Entry) -> ParsedHand:
    """With the card turned up and the trump. Raises UnreadableError."""
    card, suit = entry.text("turned"), entry.text("trump")
    found = trump_read(card, suit, knows_card="turned" in entry.names)
    if found is None:
        is_card = trump_read("", suit, knows_card=True) is not None
        raise entry.wrong(Code.CELL_SUIT, "turned" if is_card else "trump")
    return replace(parsed, turned=found[0], trump=found[1])


def _with_extras(parsed: ParsedHand, seat: int, entry: Entry) -> ParsedHand:
    """With a seat's extras. Raises UnreadableError."""
    bonuses = read_extras(entry.text("extras"), seat)
    if bonuses is None:
        raise entry.wrong(Code.CELL_EXTRAS, "extras")
    points, reason = entry.whole("extra_points"), tidy_name(as_typed(entry.text("reason")))
    if points:
        bonuses += (Bonus(seat, POINTS, points, NOBODY, reason),)
    bid, announced = entry.whole("bid"), parsed.bids[seat]
    step = 0 if bid is None or announced is None else bid - announced
    cloud = Cloud(seat, step) if step else None
    if cloud and (parsed.cloud or abs(cloud.step) != 1):
        raise entry.wrong(Code.CELL_CLOUD, "said")
    negated = entry.whole("negated")
    if negated not in (None, 0, 1):
        raise entry.wrong(Code.CELL_NEGATED, "negated")
    return replace(
        parsed,
        bonuses=parsed.bonuses + bonuses,
        cloud=cloud or parsed.cloud,
        negated=seat if negated else parsed.negated,
    )
