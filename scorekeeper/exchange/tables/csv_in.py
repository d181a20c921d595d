"""Our CSV, read.

Games from a table with a line for each player in each hand.

Games from CSV: our own file, long rows of other sheets, and wide sheets.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from io import StringIO
from itertools import accumulate, chain, groupby, islice

from scorekeeper.exchange.tables.building import Searches, fitted, incoming, scored_bids, table_game
from scorekeeper.exchange.tables.cells import (
    NEEDED,
    SEPARATORS,
    TOP,
    Line,
    column_called,
    dated,
    is_outcome_word,
    lines_of,
    moment_in,
    numbered,
    title_in,
    trump_read,
    whole,
)
from scorekeeper.exchange.tables.csv_out import (
    UNREADABLE,
    Rules,
    as_typed,
    game_of_numbers,
    read_extras,
    read_variant,
)
from scorekeeper.exchange.tables.pad_sheet import sheet_game
from scorekeeper.exchange.tables.parsed_game import (
    MOST_GAMES,
    MOST_TEXT,
    NO_ANSWERS,
    Answers,
    ParsedGame,
    ParsedHand,
    unreadable,
    with_cards,
    with_running_totals,
)
from scorekeeper.exchange.tables.wide import layout_of, pad_layout, twos_of, unknown_sheet
from scorekeeper.fields import tidy_name
from scorekeeper.rules.attendance import MOST_TO_START
from scorekeeper.rules.game import LONGEST_NOTE, NOBODY, POINTS, Bonus, Cloud
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.people import start_of
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import LONGEST_GAME, LONGEST_TITLE, BidRule
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.store.mapping.document import UID

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
    """The lines of one game: by hand, then by player; it ``began`` then by what stands above the
    table. ``players`` are in the order of seats."""

    first: Entry
    began: datetime | None = None
    hands: dict[int, dict[str, Entry]] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)

    @property
    def players(self) -> list[str]:
        return sorted(self.seats, key=lambda name: self.seats[name])


@dataclass(slots=True)
class Table:
    """The games found so far. A line without a game number or date belongs to the last game, unless
    the hands begin again. ``began`` is the time above the part that is read, before whose games
    there are ``others``."""

    began: datetime | None = None
    others: int = 0
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
            sheet = Sheet(entry, self.began)
            self.sheets.append(sheet)
            self.named[name] = sheet
        _enter(sheet, number, entry)

    def _last(self, number: int) -> Sheet | None:
        last = self.sheets[-1] if len(self.sheets) > self.others else None
        return last if last and number >= max(last.hands) else None


def is_long(header: Line) -> bool:
    """Return whether the header has one column for bids or tricks, and another that long rows need;
    a wide sheet has several for bids."""
    known = [*map(column_called, header.cells)]
    found = {known.count(key) for key in ("bid", "tricks")}
    others = {"player", "hand"} & {*known}
    return max(found) <= 1 and len(others) + max(found) > 1


def sheets_of(header: Line, lines: Iterator[Line], began: datetime | None = None) -> list[Sheet]:
    """The games in the table. Raises UnreadableError."""
    columns: dict[str, int] = {}
    for at, name in enumerate(header.cells):
        key = column_called(name)
        if key:
            columns.setdefault(key, at)
    for key in NEEDED:
        if key not in columns:
            raise unknown_sheet([header, *islice(lines, TOP)], Code(f"column-{key}"))
    names = {key: header.cells[at] for key, at in columns.items()}
    table = Table(began)
    for line in _rows(header, lines, columns["hand"], table):
        cells = {key: line.cells[at] for key, at in columns.items() if at < len(line.cells)}
        if cells.get("variant") != UNREADABLE:
            table.add(Entry(line.number, cells, names))
    return table.sheets


def _rows(header: Line, lines: Iterator[Line], at: int, table: Table) -> Iterator[Line]:
    """The lines of the table. After an empty line, one without a hand number ``at`` its place
    begins another table, which repeats the same in another form, or, below the same header, goes
    on with other games."""
    after_gap, above = False, list[Line]()
    for line in lines:
        if line.is_empty:
            after_gap = True
        elif line.cells == header.cells:
            # With nothing above it, the header of a page that goes on with the game.
            table.others = len(table.sheets) if above else table.others
            table.began, above = moment_in(above) if above else table.began, []
            table.named.clear()
        elif above or (after_gap and (at >= len(line.cells) or numbered(line.cells[at]) is None)):
            above.append(line)
        else:
            yield line
        after_gap = after_gap and line.is_empty


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
        number=numbered(first.text("hand")),
        cards=first.whole("cards"),
        dealer=_dealer(names, first),
        bid_rule=rules.bid_rule if rules else None,
        void=first.whole("void") or 0,
        added=bool(rules and rules.added),
        line=first.number,
    )
    if not any(entry.text(name) for entry in hand.values() for name in ("bid", "tricks", "points")):
        return _with_trump(replace(parsed, skipped=True), first)
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


def is_table(text: str) -> bool:
    """Return whether any of the first lines has cells, or two of them numbers, as a note has."""
    top = [line for line in islice(StringIO(text[:MOST_TEXT]), TOP) if line.strip()]
    is_other = not top or top[0][:1] in ("{", "[", "<")
    notes = sum(" " in line.strip() and any(map(str.isdigit, line)) for line in top)
    has_cells = notes > 1 or any(sign in line for line in top for sign in SEPARATORS)
    return not is_other and has_cells


def games_in_csv(text: str, answers: Answers = NO_ANSWERS) -> tuple[Incoming, ...]:
    """The games of a CSV file. Raises UnreadableError."""
    searches = Searches()
    lines = (_corrected(line, answers) for line in lines_of(text))
    top = [*islice(lines, TOP)]
    header = next((line for line in top if is_long(line)), None)
    if header is None:
        parsed: list[ParsedGame] = []
        for rows in _wide(chain(top, lines)):
            if parsed and searches.cells < 0:
                values = {"most": len(parsed)}
                raise unreadable(Code.GAMES_MANY, rows[0].number, values=values)
            game = sheet_game(rows, answers, searches)
            above = [row for row in rows if row.number < (game.line or 0)]
            parsed.append(replace(game, title=_title(above)))
    else:
        above, first = top[: top.index(header)], top[top.index(header) + 1 :]
        began = moment_in(above)
        parsed = [_game(sheet) for sheet in sheets_of(header, chain(first, lines), began)]
        if len(parsed) == 1:
            parsed = [replace(parsed[0], title=_title(above))]
    games = {
        game.uid: game
        for game in (incoming(one, "csv", searches, is_plain=answers.is_plain) for one in parsed)
    }
    if header and not games:
        raise unreadable(Code.HANDS_NONE, header.number)
    return tuple(games.values())


def _title(above: Sequence[Line]) -> str:
    return start_of(tidy_name(as_typed(title_in(above))), LONGEST_NOTE["title"])


def _corrected(line: Line, answers: Answers) -> Line:
    cells = tuple(
        answers.cells.get((line.number, at), cell) for at, cell in enumerate(line.cells, 1)
    )
    return line if cells == line.cells else replace(line, cells=cells)


def _wide(lines: Iterable[Line]) -> list[list[Line]]:
    """The lines of each wide sheet: one below the other if several parts between empty lines name
    players. Raises UnreadableError."""
    most = TOP + LONGEST_GAME + 2
    sheets: list[list[Line]] = []
    titles: list[Line] = []
    for is_empty, rows in groupby(lines, lambda line: line.is_empty):
        block = [*islice(rows, most)]
        if is_empty:
            continue
        if layout_of(block) or pad_layout(block) or twos_of(block):
            sheets.append(titles + block)
            titles = []
            if len(sheets) > MOST_GAMES:
                first = sheets[-1][0].number
                raise unreadable(Code.GAMES_MANY, first, values={"most": MOST_GAMES})
        elif not sheets or all(whole(cell) is None for line in block for cell in line.cells):
            titles += block
        else:
            sheets[-1] += block
    if titles:
        sheets = [*sheets[:-1], [*sheets[-1], *titles]] if sheets else [titles]
    if not sheets:
        raise unreadable(Code.FILE_EMPTY)
    return [rows[:most] for rows in sheets]


def _game(sheet: Sheet) -> ParsedGame:
    """Return a game from its lines. Raises UnreadableError."""
    first, names = sheet.first, sheet.players
    numbers = [number for number in sorted(sheet.hands) if _is_scored(sheet, number)]
    played = [sheet.hands[number] for number in numbers]
    firsts = [next(iter(entries.values())) for entries in played]
    rules = [read_variant(one.text("variant").lower()) for one in firsts]
    hands = tuple(
        parsed_hand(names, entries, rule) for entries, rule in zip(played, rules, strict=True)
    )
    chosen = rules[0] if rules else None
    parsed = ParsedGame(
        tuple(names),
        hands,
        chosen.game if chosen else None,
        starts=tuple(_start(sheet, name, numbers) for name in names),
        totals=_totals(names, played),
        started_at=_moment(first) or sheet.began,
        uid=_uid(first),
        line=first.number,
    )
    if chosen is None:
        return with_running_totals(parsed, [_running(names, entries) for entries in played])
    last = next((rule.bid_rule for rule in reversed(rules) if rule), BidRule())
    parsed = replace(
        parsed,
        bid_rule=replace(last, free=False),
        clock=chosen.clock,
        short=chosen.short,
        counting=sum(any(n is not None for n in hand.points) for hand in hands),
    )
    return _custom(parsed, first) if chosen.game.is_custom else parsed


def _custom(parsed: ParsedGame, first: Entry) -> ParsedGame:
    """A custom game, with the numbers in the file, or else those that explain its points. Raises
    UnreadableError."""
    hands = with_cards(parsed.hands)
    name = start_of(tidy_name(as_typed(first.text("game_name"))), LONGEST_TITLE)
    numbers = first.text("numbers")
    if not numbers:
        return replace(parsed, variant=table_game(hands, fitted([*scored_bids(hands)]), name))
    game = game_of_numbers(numbers, name)
    if game is None:
        raise first.wrong(Code.RULES_UNFIT, "numbers")
    return replace(parsed, variant=game)


def _is_scored(sheet: Sheet, number: int) -> bool:
    """Return whether the hand was played, and not abandoned before its tricks or never begun. In
    our own files, one without numbers was skipped. Raises UnreadableError if only some of the
    numbers are there."""
    entries = sheet.hands[number].values()
    if not any(entry.text("tricks") for entry in entries):
        return bool(sheet.first.text("uid")) and not any(entry.text("bid") for entry in entries)
    for entry in entries:
        for column, other in (("bid", "tricks"), ("tricks", "bid")):
            if entry.text(other) and not entry.text(column):
                raise entry.wrong(Code.CELL_MISSING, column)
    return True


def _start(sheet: Sheet, name: str, numbers: list[int]) -> int:
    """The starting points of a player: as in the file, or else the difference between all running
    totals and the points so far."""
    lines = [sheet.hands[number][name] for number in numbers if name in sheet.hands[number]]
    if "start" in sheet.first.names:
        return next((line.whole("start") or 0 for line in lines), 0)
    points = accumulate(line.whole("points") or 0 for line in lines)
    begun = {
        total - so_far
        for line, so_far in zip(lines, points, strict=True)
        if line.text("points") and (total := line.whole("total")) is not None
    }
    start = begun.pop() if len(begun) == 1 else 0
    return start if abs(start) <= MOST_TO_START else 0


def _totals(names: list[str], hands: list[dict[str, Entry]]) -> tuple[int | None, ...]:
    """The totals in the last hand that has points or totals."""
    for hand in reversed(hands):
        if any(entry.text("total") or entry.text("points") for entry in hand.values()):
            return _running(names, hand)
    return ()


def _running(names: list[str], hand: dict[str, Entry]) -> tuple[int | None, ...]:
    return tuple(hand[name].whole("total") if name in hand else None for name in names)


def _moment(first: Entry) -> datetime | None:
    text = first.text("started_at")
    read = dated(text) if text else None
    if text and read is None:
        raise first.wrong(Code.CELL_DATE, "started_at")
    return read


def _uid(first: Entry) -> str:
    # A spreadsheet would calculate with an id that begins with a minus.
    text = first.text("uid").removeprefix("'")
    if text and not UID.match(text):
        raise first.wrong(Code.CELL_UID, "uid")
    return text
