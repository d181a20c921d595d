"""Lines of a game's log: hands and settings as JSON, with their own field names.

A line lives as long as its game, so no name here may change when a field of the rules is renamed.
The format changes only with a new version, and every older version stays readable.
"""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from scorekeeper.rules.game import (
    BIDS,
    BY_SEAT,
    LONGEST_NOTE,
    TRICKS,
    Bonus,
    Cloud,
    GameNote,
    Hand,
    Played,
)
from scorekeeper.rules.history import (
    ABOUT,
    HANDS,
    HOUSE,
    SEATS,
    Change,
    Changed,
    Hands,
    Seats,
    Table,
)
from scorekeeper.rules.incoming import Stated
from scorekeeper.rules.variants.cards import FRENCH, Trump, Turned, deck_with
from scorekeeper.rules.variants.house import BidRule, Settings
from scorekeeper.store.mapping.document import AnyRow
from scorekeeper.store.mapping.stored import LogLine

VERSION = 9
TABLE = ("starts", "away", "order", "sizes")
"""The version of a line in which somebody joined or left."""
_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class UnknownVersionError(ValueError):
    """A line was written by a newer program."""

    def __init__(self, version: object) -> None:
        super().__init__(f"the log has a line of version {version!r}, known are 1 to {VERSION}")


def to_json(value: Changed | None, waited: int = 0, marks: tuple[Stated, ...] = ()) -> str | None:
    """The change as JSON; None for a hand that was not begun. A hand at an event may also say how
    many seconds its tap ``waited`` on the phone, and a list of hands the ``marks`` that it had."""
    match value:
        case None:
            return None
        case Settings():
            return _encode(_settings(value))
        case Seats():
            return _encode(_seats(value))
        case GameNote():
            return _encode(_note(value))
        case Hands():
            return _encode(_list(value) | ({"marks": marks} if marks else {}))
        case Hand():
            return _encode(_hand(value) | ({"waited": waited} if waited else {}))


def from_json(number: int, text: str | None) -> Changed | None:
    """The value that :func:`to_json` wrote: a hand, or the value for a special ``number``.

    Raises UnknownVersionError.
    """
    return None if text is None else READERS.get(number, _hand_from)(json.loads(text))


def _hand_from(data: dict[str, Any]) -> Hand:
    return Hand(
        number=data["number"],
        cards=data["cards"],
        dealer=data["dealer"],
        bid_rule=_rule_from(data),
        bids=tuple(data[BIDS.all]),
        tricks=tuple(data[TRICKS.all]),
        turned=Turned(data["turned"]) if data["turned"] else None,
        trump=Trump(data["trump"]) if data["trump"] else None,
        negated=data["negated"],
        scored=data["scored"],
        void=data.get("void", 0),
        cloud=Cloud(*data["cloud"]) if data.get("cloud") else None,
        bonuses=tuple(Bonus(*bonus) for bonus in data.get("bonuses", ())),
        out=tuple(data.get("out", ())),
        skipped=data.get("skipped", False),
        added=data.get("added", False),
    )


def _settings_from(data: dict[str, Any]) -> Settings:
    return Settings(
        bid_rule=_rule_from(data),
        sizes=tuple(data["sizes"]),
        clock=data["clock"],
        ends_after=data["ends_after"],
        specials=data.get("specials", False),
    )


def _seats_from(data: dict[str, Any]) -> Seats:
    if data["v"] not in (3, 4, 6):
        raise UnknownVersionError(data["v"])
    hand = _hand_from(data["hand"]) if "hand" in data else None
    table = {name: tuple(data[name]) for name in TABLE if name in data}
    return Seats(tuple(data["players"]), Table(**table, hand=hand) if table else None)


def _note_from(data: dict[str, Any]) -> GameNote:
    if data["v"] not in (5, 9):
        raise UnknownVersionError(data["v"])
    times = map(datetime.fromisoformat, data.get("played", ()))
    played = Played(*times) if "played" in data else None
    return GameNote(*map(data.get, LONGEST_NOTE), played=played)


def marks_before(row: AnyRow) -> tuple[Stated, ...]:
    """The points on another sheet, as they were before the list of hands changed."""
    return tuple((hand, seat, said) for hand, seat, said in json.loads(row.before).get("marks", ()))


def _list_from(data: dict[str, Any]) -> Hands:
    if data["v"] != 8:
        raise UnknownVersionError(data["v"])
    hands = tuple(map(_hand_from, data["hands"]))
    return Hands(hands, tuple(data["sizes"]), data["ends_after"])


READERS: dict[int, Callable[[dict[str, Any]], Changed]] = {
    HOUSE: _settings_from,
    SEATS: _seats_from,
    ABOUT: _note_from,
    HANDS: _list_from,
}
"""Readers of values other than hands, by their special number."""


def line_from(row: AnyRow) -> LogLine:
    """A row of the log with the name of its phone, as a value."""
    change, at = change_from(row), row.at.replace(tzinfo=UTC)
    return LogLine(row.revision, at, row.phone_id, row.phone, change, row.undoes, row.tap)


def change_from(row: AnyRow) -> Change:
    """The change that a row of the log records."""
    return Change(row.number, *(from_json(row.number, text) for text in (row.before, row.after)))


def _hand(hand: Hand) -> dict[str, Any]:
    # Most hands have none, and programs that know no extras can read their lines.
    extras: dict[str, Any] = {
        **{"void": hand.void, "cloud": hand.cloud, "bonuses": hand.bonuses},
        "out": hand.out,
        **{"skipped": hand.skipped, "added": hand.added},
    }
    present = {name: value for name, value in extras.items() if value}
    return {
        "v": _version(hand, present),
        "number": hand.number,
        "cards": hand.cards,
        "dealer": hand.dealer,
        "rule": hand.bid_rule.notation(),
        **{kind.all: getattr(hand, kind.all) for kind in BY_SEAT},
        "turned": hand.turned,
        "trump": hand.trump,
        "negated": hand.negated,
        "scored": hand.scored,
        **present,
    }


def _list(listed: Hands) -> dict[str, Any]:
    hands = [_hand(hand) for hand in listed.hands]
    return {"v": 8, "hands": hands, "sizes": listed.sizes, "ends_after": listed.ends_after}


def _version(hand: Hand, extras: dict[str, Any]) -> int:
    if hand.skipped or hand.added:
        return 8
    is_french = deck_with(filter(None, (hand.turned, hand.trump))) is FRENCH
    if not is_french or hand.turned is Turned.NONE:
        return 7
    return 4 if hand.out or hand.turned is Turned.WEREWOLF else 3 if extras else 2


def _seats(seats: Seats) -> dict[str, Any]:
    table = {name: getattr(seats.table, name) for name in TABLE} if seats.table else {}
    hand = {"hand": _hand(seats.table.hand)} if seats.table and seats.table.hand else {}
    return {"v": 6 if hand else 4 if table else 3, "players": seats.players, **table, **hand}


def _note(about: GameNote) -> dict[str, Any]:
    texts = {name: getattr(about, name) for name in LONGEST_NOTE}
    played = {"played": [at.isoformat() for at in about.played]} if about.played else {}
    return {"v": 9 if played else 5, **texts, **played}


def _settings(settings: Settings) -> dict[str, Any]:
    specials = {"specials": True} if settings.specials else {}
    return {
        "v": 3 if specials else 2,
        "rule": settings.bid_rule.notation(),
        "sizes": settings.sizes,
        "clock": settings.clock,
        "ends_after": settings.ends_after,
        **specials,
    }


def _rule_from(data: dict[str, Any]) -> BidRule:
    """The bidding rule of a line, which version 1 wrote differently.

    Version 3 has hands with extras, games with special cards, and seats. Version 4 has hands with
    the Werewolf or that somebody sat out, and seats where somebody joined or left. Version 5 has
    the title, place and note of a game. Version 6 has seats where somebody joined or left during a
    hand. Version 7 has hands with the suits of another deck, or with no card turned up. Version 8
    has hands that were skipped or put in later, and the list of hands. Version 9 has the day on
    which a game was played.
    """
    version = data.get("v", 1)
    if version == 1:
        rule = data["bid_rule"]
        options = rule["hook"], rule["not_on_one_card"], rule["zero_allowed"]
        return BidRule(*options)
    if version in (2, 3, 4, 7, 8):
        return BidRule.parse(data["rule"])
    raise UnknownVersionError(version)
