"""Score sheets as CSV (RFC 4180): UTF-8 with BOM, CRLF; the columns are in docs/csv.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from scorekeeper.rules.game import BY_SEAT, NOBODY, POINTS, Bonus, Game, Hand
from scorekeeper.rules.incoming import UnreadableError, check_rules
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import Cell, hand_sizes
from scorekeeper.rules.variants.model import FROM, WORDS, BidRule, Sizes, Trump, Variant
from scorekeeper.rules.variants.variants import (
    VARIANTS,
    CustomTrump,
    Points,
    chosen_numbers,
    counting_on_a_miss,
    counts_on_a_miss,
    custom_game,
    custom_trump,
    custom_trump_of,
    points_of,
)
from scorekeeper.store.mapping.stored import BrokenGame, StoredGame

VALUES = r"[a-z]{4,8}(?:,[a-z]{4,8}){0,9}|-?[0-9]{1,6}(?:,[0-9]{1,2}){0,59}"
WORD = re.compile(rf"([a-z_]{{3,14}}):({VALUES})\Z")


def numbers_notation(game: Variant) -> str:
    """``bonus:20 trick:10 deck:60 trump:suit``: the table's choices; "" for any other game."""
    if not game.is_custom:
        return ""
    kind = custom_trump_of(game)
    trumps = game.trump.rotation if kind is CustomTrump.TURNS else (kind,)
    words: dict[str, object] = {**chosen_numbers(points_of(game.score))}
    words |= {"deck": game.deck, "trump": ",".join(trumps)}
    if game.trump.without:
        words["without"] = ",".join(map(str, game.trump.without))
    if game.target is not None:
        words |= {"target": game.target, "sizes": ",".join(map(str, game.hands.listed))}
    return " ".join(f"{name}:{value}" for name, value in words.items() if value != "")


def game_of_numbers(text: str, name: str) -> Variant | None:
    """The custom game that :func:`numbers_notation` wrote; None for anything else."""
    found = [WORD.match(word) for word in text.split(" ")]
    words = {one[1]: one[2].split(",") for one in found if one}
    if len(words) < len(found):
        return None
    try:
        game = _game(words, name)
        check_rules(game)
    except (KeyError, TypeError, ValueError, RefusedError, UnreadableError):
        return None
    return game


def _game(words: dict[str, list[str]], name: str) -> Variant:
    """Raises KeyError, TypeError, ValueError or RefusedError if no table could choose this."""
    (deck,), trump = map(int, words.pop("deck")), words.pop("trump")
    without, sizes = (tuple(map(int, words.pop(one, ()))) for one in ("without", "sizes"))
    target = [*map(int, words.pop("target", ()))]
    points = Points(**{one: int(number) for one, (number,) in words.items()})
    is_kind = trump in [[kind] for kind in CustomTrump]
    kind = CustomTrump(trump[0]) if is_kind else CustomTrump.TURNS
    turns = () if is_kind else tuple(map(Trump, trump))
    game = custom_game(points, deck, custom_trump(kind, turns, without), name, *target)
    return replace(game, hands=Sizes(listed=sizes)) if sizes else game


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
    plan, is_shown = game.variant.sizes(game.present), gone_by_plan(game, game.scored) is not None
    if hand_sizes(game) != plan or (plan and not is_shown):
        words.append("short")
    if hand.added:
        words.append("added")
    return "+".join(words)


def gone_by_plan(game: Game, hands: Sequence[Hand]) -> int | None:
    """How many of those whom the last of these hands dealt no cards have left, so that the game
    plans hands of these sizes for the others; None if it does for no number of them."""
    cards, out = tuple(hand.cards for hand in hands), len(hands[-1].out)
    plans = ((gone, game.variant.sizes(len(game.players) - gone)) for gone in range(out, -1, -1))
    return next((gone for gone, plan in plans if plan[: len(cards)] == cards), None)


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
        variant = variant_notation(game, hand)
        for seat, cell in enumerate(row.cells):
            is_empty = cell.out or hand.skipped
            yield (
                *(stored.id, started, variant),
                *(hand.number, hand.cards, dealer, hand.turned or "", hand.trump),
                *(seat + 1, game.players[seat]),
                *(None if is_empty else getattr(cell, kind.one) for kind in BY_SEAT),
                *(cell.negated, cell.points, cell.total),
                *(None if is_empty else cell.announced, hand.void, extras_notation(cell)),
                *_extra_points(cell),
                *(starts[seat], game.variant.name, stored.uid, numbers),
            )


def written(table: Iterable[tuple[Value, ...]], separator: str) -> str:
    return "".join(separator.join(map(_cell, line)) + "\r\n" for line in table)


def _cell(value: Value) -> str:
    """A text in quotes; a number without, so that it stays a number."""
    if isinstance(value, str):
        return '"' + harmless(value).replace('"', '""') + '"'
    return "" if value is None else str(value)


RULE = rf"(?:{'|'.join(WORDS)}|{FROM}[1-9][0-9]?)"
VARIANT = re.compile(
    rf"([a-z-]{{1,20}})(\+kept)?(\+captures)?((?:\+{RULE})*)"
    r"(?:\+clock([1-9][0-9]{0,3}))?(\+short)?(\+added)?\Z"
)
EXTRA = re.compile(r"([a-z0-9]{1,12}):([1-9][0-9]?)(?:@([1-9][0-9]?))?\Z")
MADE_HARMLESS = re.compile(rf"(^|[,;|\t\r\n])'(?=[\s\"']*[{FORMULA}])")
LONGEST_TYPED = 100
"""Characters of a name that are read; names are cut much sooner."""


class Rules(NamedTuple):
    """The game, the bidding rule of the hand, the minutes of the clock, whether the hand sizes
    differ from the planned ones, and whether the hand was put in later."""

    game: Variant
    bid_rule: BidRule
    clock: int | None
    short: bool
    added: bool


def read_variant(text: str) -> Rules | None:
    """The rules in the column; None for an unknown game."""
    found = VARIANT.match(text)
    if not found or found[1] not in VARIANTS:
        return None
    game = VARIANTS[found[1]]
    game = game.keeping_tricks() if found[2] else game
    game = counting_on_a_miss(game) if found[3] else game
    rule = BidRule.parse(found[4].removeprefix("+"))
    return Rules(game, rule, int(found[5]) if found[5] else None, bool(found[6]), bool(found[7]))


def read_extras(text: str, seat: int) -> tuple[Bonus, ...] | None:
    """The extras of a seat; None if a word is unknown."""
    found = [EXTRA.match(word) for word in text.split()]
    if not all(found):
        return None
    return tuple(
        Bonus(seat, one[1], int(one[2]), int(one[3]) - 1 if one[3] else NOBODY)
        for one in found
        if one
    )


def as_typed(text: str) -> str:
    """The text without the apostrophes that prevent spreadsheets from running it."""
    return MADE_HARMLESS.sub(r"\1", text[:LONGEST_TYPED])
