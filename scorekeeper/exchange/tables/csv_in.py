"""Games from CSV: our own file, long rows of other sheets, and wide sheets."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from io import StringIO
from itertools import accumulate, chain, groupby, islice

from scorekeeper.exchange.parsed.building import incoming
from scorekeeper.exchange.parsed.guessing import Searches, fitted, scored_bids, table_game
from scorekeeper.exchange.parsed.parsed_game import (
    MOST_GAMES,
    MOST_TEXT,
    NO_ANSWERS,
    Answers,
    ParsedGame,
    unreadable,
    with_cards,
)
from scorekeeper.exchange.tables.cells import (
    SEPARATORS,
    TOP,
    Line,
    dated,
    lines_of,
    moment_in,
    title_in,
    whole,
)
from scorekeeper.exchange.tables.csv_out import as_typed, game_of_numbers, read_variant
from scorekeeper.exchange.tables.long_rows import Entry, Sheet, is_long, parsed_hand, sheets_of
from scorekeeper.exchange.tables.pad_sheet import sheet_game
from scorekeeper.exchange.tables.wide import layout_of, pad_layout, twos_of
from scorekeeper.fields import tidy_name
from scorekeeper.rules.attendance import MOST_TO_START
from scorekeeper.rules.game import LONGEST_NOTE
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.people import start_of
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import LONGEST_GAME, LONGEST_TITLE, BidRule
from scorekeeper.store.mapping.document import UID


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
        parsed = [_game(sheet, began) for sheet in sheets_of(header, chain(first, lines))]
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
    """The line with the cells that somebody corrected."""
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


def _game(sheet: Sheet, began: datetime | None) -> ParsedGame:
    """Return a game from its lines; it ``began`` then if they do not say when. Raises
    UnreadableError."""
    first, names = sheet.first, sheet.players
    numbers = [number for number in sorted(sheet.hands) if _is_scored(sheet, number)]
    firsts = [next(iter(sheet.hands[number].values())) for number in numbers]
    rules = [read_variant(one.text("variant").lower()) for one in firsts]
    hands = tuple(
        parsed_hand(names, sheet.hands[number], rule)
        for number, rule in zip(numbers, rules, strict=True)
    )
    chosen = rules[0] if rules else None
    parsed = ParsedGame(
        tuple(names),
        hands,
        chosen.game if chosen else None,
        starts=tuple(_start(sheet, name, numbers) for name in names),
        totals=_totals(names, [sheet.hands[number] for number in numbers]),
        started_at=_moment(first) or began,
        uid=_uid(first),
        line=first.number,
    )
    if chosen is None:
        return parsed
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
            return tuple(hand[name].whole("total") if name in hand else None for name in names)
    return ()


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
