"""Convert rows to values of the rules and back; no queries here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row

from scorekeeper.rules.cards import Trump, Turned
from scorekeeper.rules.game import BY_SEAT, Game, Hand
from scorekeeper.rules.house import BidRule, Settings
from scorekeeper.rules.sheet import Sheet
from scorekeeper.store.rulebook import rules_from_json

AnyRow = Row[Any]
COLUMNS = tuple(kind.one for kind in BY_SEAT)


def game_from(row: AnyRow, players: Iterable[AnyRow], entries: Iterable[AnyRow]) -> Game:
    """The game of a row, from its players by seat and its hands' entries in order."""
    hands: dict[int, list[AnyRow]] = {}
    for entry in entries:
        hands.setdefault(entry.number, []).append(entry)
    return Game(
        variant=rules_from_json(row.variant, row.rules),
        players=tuple(player.name for player in players),
        first_dealer=row.first_dealer,
        settings=settings_from(row),
        hands=tuple(_hand_from(of_hand) for of_hand in hands.values()),
    )


def settings_from(row: AnyRow) -> Settings:
    """The house rules in a game's row."""
    return Settings(
        bid_rule=BidRule.parse(row.bid_rule),
        sizes=tuple(int(size) for size in row.sizes.split(",") if size),
        clock=row.clock,
        ends_after=row.ends_after,
    )


def settings_values(settings: Settings) -> dict[str, Any]:
    """The columns of a game that hold its house rules."""
    return {
        "bid_rule": settings.bid_rule.notation(),
        "sizes": ",".join(map(str, settings.sizes)),
        "clock": settings.clock,
        "ends_after": settings.ends_after,
    }


def standing_values(sheet: Sheet) -> dict[str, Any]:
    """The columns of a game that repeat its standing, so that lists need not read hands."""
    return {
        "running": sheet.result is None,
        "played": len(sheet.counting),
        "totals": ",".join(map(str, sheet.totals)),
    }


def hand_values(hand: Hand) -> dict[str, Any]:
    """The columns of a hand that may change."""
    return {
        "dealer": hand.dealer,
        "bid_rule": hand.bid_rule.notation(),
        "turned": hand.turned,
        "trump": hand.trump,
        "negated": hand.negated,
        "scored": hand.scored,
    }


def entry_values(hand: Hand) -> list[dict[str, int | None]]:
    """The columns of a hand's entries that may change, by seat."""
    by_seat = zip(*(getattr(hand, kind.all) for kind in BY_SEAT), strict=True)
    return [dict(zip(COLUMNS, numbers, strict=True)) for numbers in by_seat]


def _hand_from(entries: list[AnyRow]) -> Hand:
    """A hand from its entries in the order of the seats; each repeats the hand's columns."""
    row = entries[0]
    return Hand(
        number=row.number,
        cards=row.cards,
        dealer=row.dealer,
        bid_rule=BidRule.parse(row.bid_rule),
        **{kind.all: tuple(getattr(entry, kind.one) for entry in entries) for kind in BY_SEAT},
        turned=Turned(row.turned) if row.turned else None,
        trump=Trump(row.trump) if row.trump else None,
        negated=row.negated,
        scored=row.scored,
    )
