"""The texts in cells of our own CSV (docs/csv.md), read back."""

import re
from typing import NamedTuple

from scorekeeper.exchange.tables.csv_out import FORMULA
from scorekeeper.rules.game import NOBODY, Bonus
from scorekeeper.rules.variants.house import FROM, WORDS, BidRule
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import VARIANTS, counting_on_a_miss

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
