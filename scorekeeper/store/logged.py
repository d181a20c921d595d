"""Lines of a game's log: hands and settings as JSON, with field names of their own.

A line lives as long as its game, so no name here may follow when a field of the rules is renamed.
What is written changes only with a new version, and every older version can still be read.
"""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.rules.cards import Trump, Turned
from scorekeeper.rules.game import BY_SEAT, Hand
from scorekeeper.rules.house import BidRule, Settings

VERSION = 2
_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class UnknownVersionError(ValueError):
    """A line was written by a newer program."""

    def __init__(self, version: object) -> None:
        super().__init__(f"the log has a line of version {version!r}, known are 1 to {VERSION}")


def to_json(value: Hand | Settings | None) -> str | None:
    """A hand or the settings as JSON; None for a hand that was not begun."""
    if value is None:
        return None
    return _encode(_settings(value) if isinstance(value, Settings) else _hand(value))


def hand_from_json(text: str | None) -> Hand | None:
    """The hand that :func:`to_json` wrote; raises UnknownVersionError."""
    if text is None:
        return None
    data, rule = _opened(text)
    return Hand(
        number=data["number"],
        cards=data["cards"],
        dealer=data["dealer"],
        bid_rule=rule,
        **{kind.all: tuple(data[kind.all]) for kind in BY_SEAT},
        turned=Turned(data["turned"]) if data["turned"] else None,
        trump=Trump(data["trump"]) if data["trump"] else None,
        negated=data["negated"],
        scored=data["scored"],
    )


def settings_from_json(text: str | None) -> Settings:
    """The settings that :func:`to_json` wrote; raises UnknownVersionError."""
    data, rule = _opened(text or "{}")
    return Settings(
        bid_rule=rule,
        sizes=tuple(data["sizes"]),
        clock=data["clock"],
        ends_after=data["ends_after"],
    )


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "v": VERSION,
        "number": hand.number,
        "cards": hand.cards,
        "dealer": hand.dealer,
        "rule": hand.bid_rule.notation(),
        **{kind.all: getattr(hand, kind.all) for kind in BY_SEAT},
        "turned": hand.turned,
        "trump": hand.trump,
        "negated": hand.negated,
        "scored": hand.scored,
    }


def _settings(settings: Settings) -> dict[str, Any]:
    return {
        "v": VERSION,
        "rule": settings.bid_rule.notation(),
        "sizes": settings.sizes,
        "clock": settings.clock,
        "ends_after": settings.ends_after,
    }


def _opened(text: str) -> tuple[dict[str, Any], BidRule]:
    """The line as a mapping, and its bidding rule, the only difference between the versions."""
    data = json.loads(text)
    version = data.get("v", 1)
    if version == 1:
        rule = data["bid_rule"]
        options = rule["hook"], rule["not_on_one_card"], rule["zero_allowed"]
        return data, BidRule(*options)
    if version == 2:
        return data, BidRule.parse(data["rule"])
    raise UnknownVersionError(version)
