"""Rows to values of the rules and back; no queries here."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from scorekeeper.models import EntryRow, GameRow, HandRow, PlayerRow
from scorekeeper.rules.game import Game, Hand, Trump, Turned
from scorekeeper.rules.house import BidRule, Settings
from scorekeeper.rules.variants import VARIANTS


def game_from(row: GameRow) -> Game:
    """The game that a row and its children hold."""
    return Game(
        variant=VARIANTS[row.variant],
        players=tuple(player.name for player in row.players),
        first_dealer=row.first_dealer,
        settings=Settings(
            bid_rule=BidRule.parse(row.bid_rule),
            sizes=tuple(int(size) for size in row.sizes.split(",") if size),
            clock=row.clock,
            ends_after=row.ends_after,
        ),
        hands=tuple(_hand_from(hand) for hand in row.hands),
    )


def fill_new(row: GameRow, game: Game) -> None:
    """Write a game that has no hands yet into a fresh row."""
    row.variant = game.variant.key
    row.first_dealer = game.first_dealer
    row.players = [PlayerRow(seat=seat, name=game.players[seat]) for seat in game.seats]
    write_settings(row, game.settings)


def write_settings(row: GameRow, settings: Settings) -> None:
    """Write what the table chose."""
    row.bid_rule = settings.bid_rule.notation()
    row.sizes = ",".join(str(size) for size in settings.sizes)
    row.clock = settings.clock
    row.ends_after = settings.ends_after


def write_hand(row: GameRow, number: int, hand: Hand | None) -> None:
    """Write a hand over its row, as a new row, or (None) take its row away."""
    known = next((old for old in row.hands if old.number == number), None)
    if hand is None:
        row.hands = [old for old in row.hands if old is not known]
        return
    if known is None:
        known = HandRow(number=hand.number, cards=hand.cards)
        known.entries = [EntryRow(seat=seat, cards=hand.cards) for seat in range(len(hand.bids))]
        row.hands.append(known)
    known.dealer = hand.dealer
    known.bid_rule = hand.bid_rule.notation()
    known.turned = hand.turned
    known.trump = hand.trump
    known.negated = hand.negated
    known.scored = hand.scored
    for entry in known.entries:
        entry.bid, entry.tricks = hand.bids[entry.seat], hand.tricks[entry.seat]


def to_json(value: Hand | Settings | None) -> str | None:
    """A hand or the settings as a line of the log keeps them."""
    return None if value is None else json.dumps(asdict(value), separators=(",", ":"))


def hand_from_json(text: str | None) -> Hand | None:
    """The hand that :func:`to_json` wrote."""
    if text is None:
        return None
    data: dict[str, Any] = json.loads(text)
    data["bid_rule"] = BidRule(**data["bid_rule"])
    data["bids"], data["tricks"] = tuple(data["bids"]), tuple(data["tricks"])
    data["turned"] = data["turned"] and Turned(data["turned"])
    data["trump"] = data["trump"] and Trump(data["trump"])
    return Hand(**data)


def settings_from_json(text: str | None) -> Settings:
    """The settings that :func:`to_json` wrote."""
    data: dict[str, Any] = json.loads(text or "{}")
    data["bid_rule"] = BidRule(**data["bid_rule"])
    data["sizes"] = tuple(data["sizes"])
    return Settings(**data)


def _hand_from(row: HandRow) -> Hand:
    return Hand(
        number=row.number,
        cards=row.cards,
        dealer=row.dealer,
        bid_rule=BidRule.parse(row.bid_rule),
        bids=tuple(entry.bid for entry in row.entries),
        tricks=tuple(entry.tricks for entry in row.entries),
        turned=Turned(row.turned) if row.turned else None,
        trump=Trump(row.trump) if row.trump else None,
        negated=row.negated,
        scored=row.scored,
    )
