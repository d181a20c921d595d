"""Score sheets as CSV (RFC 4180): UTF-8 with BOM, CRLF; the columns are in docs/csv.md."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from scorekeeper.exchange.tables.custom_notation import numbers_notation
from scorekeeper.rules.game import BY_SEAT, NOBODY, POINTS, Game, Hand
from scorekeeper.rules.sheet import Cell
from scorekeeper.rules.variants.variants import counts_on_a_miss
from scorekeeper.store.mapping.stored import BrokenGame, StoredGame

BOM = "\ufeff"
HEADER = (
    *("game", "started_at", "variant", "hand", "cards", "dealer", "turned", "trump"),
    *("seat", "player", *(kind.one for kind in BY_SEAT), "negated", "points", "total"),
    *("said", "void", "extras", "extra_points", "reason", "start", "game_name"),
    *("uid", "numbers"),
)
UNREADABLE = "unreadable"
"""The variant in the line of a game that the database has and cannot show."""
FORMULA = r"=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20"
"""Leading characters that make a spreadsheet run a text as a formula (OWASP), including full-width
forms."""
RISK = re.compile(rf"(^|[,;|\t\r\n])(?=[\s\"']*[{FORMULA}])")
"""A formula could begin at the start of a text, and after any character that a spreadsheet may take
for the end of a cell. A spreadsheet that splits there ignores our quotes, and spaces or quotes
before a formula do not stop it. A typed apostrophe in that place gets a second one, so that the
first can be removed again."""

Value = str | int | None


def csv_lines(games: Iterable[StoredGame | BrokenGame], separator: str = ",") -> Iterator[str]:
    """The file in chunks: the BOM and header, then the lines of a game at a time; one for a game
    that cannot be read."""
    yield BOM + written([HEADER], separator)
    for stored in games:
        if isinstance(stored, BrokenGame):
            yield written([_broken_row(stored)], separator)
        else:
            yield written(_game_rows(stored), separator)


def _broken_row(broken: BrokenGame) -> tuple[Value, ...]:
    known: dict[str, Value] = {
        "game": broken.id,
        "started_at": _time(broken.started_at),
        "uid": broken.uid,
    }
    return tuple((known | {"variant": UNREADABLE}).get(name) for name in HEADER)


def _time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def variant_notation(game: Game, hand: Hand) -> str:
    """``wizard+hook+not1+clock105+short``: the game, then its house rules (docs/csv.md)."""
    words = [game.variant.key]
    if game.variant.keeps_tricks:
        words.append("kept")
    if counts_on_a_miss(game.variant):
        words.append("captures")
    if rule := hand.bid_rule.notation():
        words.append(rule)
    if game.settings.clock is not None:
        words.append(f"clock{game.settings.clock}")
    if game.settings.sizes != game.variant.sizes(game.present):
        words.append("short")
    if hand.added:
        words.append("added")
    return "+".join(words)


def harmless(text: str) -> str:
    """The text, with an apostrophe before anything that a spreadsheet would run as a formula."""
    return RISK.sub(r"\1'", text)


def extras_notation(cell: Cell) -> str:
    """``fourteen:2 loot:1@3``: extras, their amounts, and the partner's seat."""
    return " ".join(
        f"{bonus.key}:{bonus.amount}" + ("" if bonus.partner == NOBODY else f"@{bonus.partner + 1}")
        for bonus in cell.bonuses
        if bonus.key != POINTS
    )


def _extra_points(cell: Cell) -> tuple[Value, Value]:
    return (cell.typed.amount, cell.typed.reason) if cell.typed else (None, "")


def _game_rows(stored: StoredGame) -> Iterator[tuple[Value, ...]]:
    game = stored.game
    starts = game.starts or (0,) * len(game.players)
    numbers = numbers_notation(game.variant)
    started = _time(stored.started_at)
    for row in stored.sheet.rows:
        hand, dealer = row.hand, game.players[row.hand.dealer]
        for seat, cell in enumerate(row.cells):
            is_empty = cell.out or hand.skipped
            yield (
                *(stored.id, started, variant_notation(game, hand)),
                *(hand.number, hand.cards, dealer, hand.turned or "", hand.trump),
                *(seat + 1, game.players[seat]),
                *(None if is_empty else getattr(cell, kind.one) for kind in BY_SEAT),
                *(cell.negated, cell.points, cell.total),
                *(None if is_empty else cell.announced, hand.void, extras_notation(cell)),
                *_extra_points(cell),
                *(starts[seat], game.variant.name, stored.uid, numbers),
            )


def written(table: Iterable[tuple[Value, ...]], separator: str) -> str:
    """Lines of the file."""
    return "".join(separator.join(map(_cell, line)) + "\r\n" for line in table)


def _cell(value: Value) -> str:
    """A text in quotes; a number without, so that it stays a number."""
    if isinstance(value, str):
        return '"' + harmless(value).replace('"', '""') + '"'
    return "" if value is None else str(value)
