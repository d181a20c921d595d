"""The log of a game in words: what, before, after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.game import BIDS, BY_SEAT, NOBODY, TRICKS
from scorekeeper.rules.history import HOUSE, Change, Difference, differences
from scorekeeper.words.coming import coming_line, out_line
from scorekeeper.words.extras import bonuses_line, changed_line, cloud_line
from scorekeeper.words.names import CARD_NAMES, DASH, name_at, names_at, number_name
from scorekeeper.words.rules import minutes_line, rule_line

UNSHOWN = ("number", "cards", "order")
GIVEN = ("bid_rule", "dealer", "scored", "out")
"""What a hand has from the start: of interest only when it changes later."""

EXTRAS = ("void", "cloud", "bonuses")
"""Nothing of them is as good as not begun."""

FIELDS = {
    # L10N: what a save can change; each stands before a colon, as in “Dealer: Ann”.
    "dealer": _l("Dealer"),
    "turned": _l("Turned up"),
    "trump": _l("Trump"),
    "negated": _l("8 of spades won by"),
    "void": _l("Tricks for nobody"),
    "cloud": _l("Cloud"),
    "bonuses": _l("Extras"),
    "scored": _l("Scored"),
    "bid_rule": _l("Bidding"),
    "sizes": _l("Hand sizes"),
    "clock": _l("Clock"),
    "ends_after": _l("Ends after hand"),
    "specials": _l("Special cards"),
    "out": _l("Sits out"),
    # L10N: who is no longer at the table.
    "away": _l("Has left"),
}
ENTERED = {
    # L10N: what Undo takes back: Ann bid 2.
    BIDS.all: _l("%(name)s bid %(number)s"),
    # L10N: what Undo takes back: Ann took 2 tricks.
    TRICKS.all: _l("%(name)s took %(number)s"),
}


def change_lines(change: Change, players: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """(what, before, after) for each field that a change shows in the log."""
    for item in differences(change):
        if not _is_shown(change, item):
            continue
        yield (
            _what(item, players),
            _value(item, item.before, players),
            _value(item, item.after, players),
        )


def done_line(change: Change, players: tuple[str, ...]) -> str:
    """What a save did, in a few words: “hand 3, Ann took 2”."""
    if change.number <= HOUSE:
        return short_line(change, players)
    values = {"number": change.number, "what": short_line(change, players)}
    if change.is_correction:
        return gettext("correction of hand %(number)s", **values)
    if _scores(change):
        return gettext("hand %(number)s scored", **values)
    return gettext("hand %(number)s, %(what)s", **values)


def short_line(change: Change, players: tuple[str, ...]) -> str:
    """The same where there is little room, and the hand is known: “Ann took 2”."""
    if change.is_correction:
        return gettext("correction of hand %(number)s", number=change.number)
    items = [item for item in differences(change) if _is_shown(change, item)]
    if said := coming_line(change) or (out_line(change, players) if not items else ""):
        return said
    if _scores(change) or not items:
        return gettext("hand %(number)s", number=change.number)
    if len(items) == 1 and items[0].field == "bonuses":
        return changed_line(items[0].before or (), items[0].after or (), players)
    if all(item.field in EXTRAS for item in items) and len(items) > 1:
        return gettext("extras")
    return _short(items[-1], players) if _is_one(items) else _what(items[0], players) + " …"


def _short(item: Difference, players: tuple[str, ...]) -> str:
    if item.field in ENTERED and item.seat is not None and item.after is not None:
        name = name_at(players, item.seat)
        return str(ENTERED[item.field]) % {"name": name, "number": item.after}
    return f"{_what(item, players)}: {_value(item, item.after, players)}"


def _is_one(items: list[Difference]) -> bool:
    """Whether one thing was entered; a card that was turned up also names trump."""
    return len(items) == 1 or {item.field for item in items} == {"turned", "trump"}


def _scores(change: Change) -> bool:
    """Whether the hand was scored by it."""
    return any(item.field == "scored" and item.after for item in differences(change))


def _is_shown(change: Change, item: Difference) -> bool:
    if item.field in UNSHOWN or (change.before is None and item.field in GIVEN):
        return False
    if not item.before and item.field in EXTRAS and not item.after:
        return False
    # Another dealer may be bound or free by the same rule.
    return item.field != "bid_rule" or _value(item, item.before, ()) != _value(item, item.after, ())


def clash_line(item: Difference, players: tuple[str, ...], phone: str) -> str:
    """What is stored (``before``) and what was entered here (``after``), with whose phone."""
    values = {
        "what": _what(item, players),
        "theirs": _value(item, item.before, players),
        "mine": _value(item, item.after, players),
    }
    # L10N: %(what)s is a label such as “Bid of Ann” or “Trump”, %(phone)s the name of a phone.
    if phone:
        return gettext(
            "%(what)s: %(phone)s entered %(theirs)s, you entered %(mine)s.", phone=phone, **values
        )
    return gettext("%(what)s: another phone entered %(theirs)s, you entered %(mine)s.", **values)


def corrected_line(change: Change, players: tuple[str, ...]) -> str:
    """What was corrected in a hand: “Hand 3 corrected: Ann took 2 (was 1)”."""
    items = [item for item in differences(change) if item.field not in UNSHOWN]
    turned = {item.after for item in items if item.field == "turned"}
    changes = [
        # L10N: what was corrected, and what was there before: “Ann took 2 (was 1)”.
        gettext(
            "%(what)s (was %(before)s)",
            what=_short(item, players),
            before=_value(item, item.before, players),
        )
        for item in items
        if item.field != "trump" or item.after not in turned
    ]
    # L10N: %(what)s is a list such as “Ann took 2 (was 1), Ben took 0 (was 1)”.
    return gettext(
        "Hand %(number)s corrected: %(what)s", number=change.number, what=", ".join(changes)
    )


def _what(item: Difference, players: tuple[str, ...]) -> str:
    if item.seat is None:
        return str(FIELDS[item.field])
    if item.field == "players":
        return gettext("Seat %(seat)s", seat=item.seat + 1)
    name = name_at(players, item.seat)
    if item.field == "starts":
        return gettext("%(name)s begins with", name=name)
    return next(number_name(kind, name) for kind in BY_SEAT if kind.all == item.field)


def _value(item: Difference, value: Any, players: tuple[str, ...]) -> str:
    if value is None:
        return DASH
    if item.field == "negated" and value in (NOBODY, len(players)):
        return gettext("Not dealt") if value == NOBODY else gettext("Dummy")
    if item.field in ("dealer", "negated"):
        # A stale page may have sent a seat that does not exist.
        return players[value] if value in range(len(players)) else str(value)
    if item.field in OF_PLAYERS:
        return OF_PLAYERS[item.field](value, players) or DASH
    if item.field in WRITTEN:
        return str(WRITTEN[item.field](value))
    return str(value)


OF_PLAYERS: dict[str, Callable[[Any, tuple[str, ...]], str]] = {
    "cloud": cloud_line,
    "bonuses": bonuses_line,
    "out": names_at,
    "away": names_at,
}


def yes_or_no(value: bool) -> str:
    """A switch in a word."""
    return gettext("yes") if value else gettext("no")


WRITTEN: dict[str, Callable[[Any], object]] = {
    "turned": CARD_NAMES.__getitem__,
    "trump": CARD_NAMES.__getitem__,
    "scored": yes_or_no,
    "specials": yes_or_no,
    "bid_rule": rule_line,
    "clock": minutes_line,
    "sizes": lambda sizes: ", ".join(str(size) for size in sizes),
}
