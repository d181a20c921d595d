"""The changes of a save in words: the field, the old value and the new one."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from scorekeeper.language import gettext, lazy_capital, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.game import BY_SEAT, NOBODY, Game, Hand
from scorekeeper.rules.history import (
    SEATS,
    Change,
    Difference,
    Hands,
    Seats,
    differences,
    place_of,
)
from scorekeeper.rules.variants.cards import Turned
from scorekeeper.words.extras import bonuses_line, cloud_line
from scorekeeper.words.names import (
    CARD_NAMES,
    DASH,
    day_line,
    name_at,
    names_at,
    number_name,
    plain,
)
from scorekeeper.words.rules import minutes_line, rule_line

SHORT = 4
"""Hand sizes that are listed one by one."""


def coming_line(change: Change) -> str:
    """The player who joined, left or came back in a change, or the hand that was taken out or put
    in; "" for none."""
    old, new = change.before, change.after
    if isinstance(old, Hands) and isinstance(new, Hands):
        return _listed_line(old, new)
    return _seated_line(old, new) if isinstance(old, Seats) and isinstance(new, Seats) else ""


def _seated_line(old: Seats, new: Seats) -> str:
    if not (old.table and new.table):
        return ""
    if len(new.players) > len(old.players):
        name, start = new.players[-1], new.table.starts[-1]
        if start:
            return gettext("%(name)s joins with %(points)s", name=name, points=plain(start))
        return gettext("%(name)s joins", name=name)
    for seat in {*new.table.away} ^ {*old.table.away}:
        if seat in new.table.away:
            return gettext("%(name)s leaves", name=new.players[seat])
        return gettext("%(name)s comes back", name=new.players[seat])
    return ""


def _listed_line(old: Hands, new: Hands) -> str:
    number = place_of(old, new)
    if len(new.hands) < len(old.hands):
        # L10N: what was done, or what Undo takes back: a hand left the sheet.
        return gettext("hand %(number)s taken out", number=number)
    # L10N: what was done, or what Undo takes back: a forgotten hand came into the sheet.
    return gettext("hand %(number)s put in", number=number)


def joined_line(game: Game, hand: Hand | None) -> str:
    """The player who joined last, and the dealer of their first hand if that comes next."""
    seat = game.seats[-1]
    if hand is None or seat not in hand.playing:
        return gettext("%(name)s joins", name=game.players[seat])
    names = {"name": game.players[seat], "dealer": game.players[hand.dealer]}
    return gettext("%(name)s joins, %(dealer)s deals", **names)


def out_line(change: Change, players: tuple[str, ...]) -> str:
    """The players who sit out a hand that has no other entries; "" for nobody."""
    out = getattr(change.after, "out", ())
    names = names_at(out, players)
    # L10N: who is dealt no cards in one hand.
    return ngettext("%(names)s sits out", "%(names)s sit out", len(out), names=names) if out else ""


def sizes_line(sizes: tuple[int, ...]) -> str:
    """Consecutive hand sizes: ``6, 7 … 15`` if the steps are equal."""
    steps = {after - before for before, after in pairwise(sizes)}
    if len(sizes) <= SHORT or len(steps) > 1:
        return ", ".join(map(str, sizes))
    return f"{sizes[0]}, {sizes[1]} … {sizes[-1]}"


UNSHOWN = ("number", "cards", "order", "added")
GIVEN = ("bid_rule", "dealer", "out")
"""Fields that a hand has from the start; the log shows only later changes."""
EXTRAS = ("void", "cloud", "bonuses")
"""Without these a hand has not begun."""
FIELDS = {
    # L10N: what a save changed, before a colon: “Dealer: Ann”.
    "dealer": _l("Dealer"),
    # L10N: the card turned up for trump, before a colon: “Turned up: Hearts”.
    "turned": _l("Turned up"),
    # L10N: what a save changed, before a colon: “Trump: Hearts”.
    "trump": _l("Trump"),
    # L10N: who won the 8 that negates its trick, before a colon: “Who won the 8: Ann”.
    "negated": _l("Who won the 8"),
    # L10N: tricks that nobody won, before a colon: “Tricks for nobody: 1”.
    "void": _l("Tricks for nobody"),
    # L10N: a card that moves a bid, before a colon: “Cloud: Ann bids one more”.
    "cloud": _l("Cloud"),
    # L10N: what counts besides bids and tricks, before a colon: “Extras: Ann: Pirate”.
    "bonuses": _l("Extras"),
    # L10N: whether a hand was scored, before a colon: “Scored: yes”.
    "scored": _l("Scored"),
    # L10N: whether a hand was skipped, before a colon: “Not played: yes”.
    "skipped": lazy_capital(_l("not played")),
    # L10N: the rule for bids, before a colon: “Bidding: bids may add up”.
    "bid_rule": _l("Bidding"),
    # L10N: how many cards each hand has, before a colon: “Hand sizes: 5, 6, 7”.
    "sizes": _l("Hand sizes"),
    # L10N: how long the table plays, before a colon: “Clock: 90 min”.
    "clock": _l("Clock"),
    # L10N: how many hands the sheet has, before a colon: “Hands: 6”.
    "hands": _l("Hands"),
    # L10N: the hand with which the game ends, before a colon: “Ends after hand: 12”.
    "ends_after": _l("Ends after hand"),
    # L10N: whether Bomb, Cloud and Werewolf are played, before a colon: “Special cards: yes”.
    "specials": _l("Special cards"),
    # L10N: who is dealt no cards in a hand, before a colon: “Sits out: Ann”.
    "out": _l("Sits out"),
    # L10N: what the table calls its game, before a colon.
    "title": _l("Title"),
    # L10N: what the table wrote about its game, before a colon.
    "note": _l("Note"),
    # L10N: where a game was played, before a colon: “Place played: Hut”.
    "place": _l("Place played"),
    # L10N: the day of a game that was written on paper first, before a colon: “Played on: 14 Nov
    # L10N: 2026”; also the label of the field for it.
    "played": _l("Played on"),
    # L10N: who is no longer at the table, before a colon: “Has left: Ann”.
    "away": lazy_capital(_l("has left")),
}


def change_lines(change: Change, players: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """(what, before, after) for each field that a change shows in the log."""
    for item in differences(change):
        if not is_shown(change, item):
            continue
        yield (
            what_changed(item, players),
            value_text(item, item.before, players),
            value_text(item, item.after, players),
        )


def scores_hand(change: Change) -> bool:
    """Return whether the change scored the hand."""
    return not change.skips_hand and any(
        item.field == "scored" and item.after for item in differences(change)
    )


def is_shown(change: Change, item: Difference) -> bool:
    """Return whether a difference is worth mentioning, unlike the values with which every hand
    begins."""
    is_dealt = None in (change.before, change.after) or change.number == SEATS
    if item.field == "scored" and (change.skips_hand or change.reversed.skips_hand):
        # A hand that was not played is not said to be scored.
        return False
    if item.field in UNSHOWN or (is_dealt and item.field in GIVEN):
        return False
    if item.field in (*EXTRAS, "scored", "skipped") and not (item.before or item.after):
        return False
    # If no card is turned up, the hand begins with its trump.
    if item.field == "trump" and is_dealt and not getattr(change.after, "turned", 0):
        return False
    # The same rule may bind one dealer and not another.
    before, after = (value_text(item, value, ()) for value in (item.before, item.after))
    return item.field != "bid_rule" or before != after


def clash_line(item: Difference, players: tuple[str, ...], phone: str) -> str:
    """The stored value (``before``) and the entered one (``after``), with the phone's owner."""
    values = {
        "what": what_changed(item, players),
        "theirs": value_text(item, item.before, players),
        "mine": value_text(item, item.after, players),
    }
    # L10N: %(what)s is a label such as “Bid of Ann” or “Trump”, %(phone)s the name of a phone.
    if phone:
        return gettext(
            "%(what)s: %(phone)s entered %(theirs)s, you entered %(mine)s.", phone=phone, **values
        )
    return gettext("%(what)s: another page entered %(theirs)s, you entered %(mine)s.", **values)


def what_changed(item: Difference, players: tuple[str, ...]) -> str:
    """The name of a difference, as a label: “Bid of Ann”, “Trump”."""
    if item.seat is None:
        return str(FIELDS[item.field])
    if item.field == "players":
        return gettext("Seat %(seat)s", seat=item.seat + 1)
    name = name_at(players, item.seat)
    if item.field == "starts":
        return gettext("%(name)s starts with", name=name)
    return next(number_name(kind, name) for kind in BY_SEAT if kind.all == item.field)


def value_text(item: Difference, value: Any, players: tuple[str, ...]) -> str:
    """A value of a difference, in words; a dash for none."""
    if item.field == "played":
        # Without another day it is that on which it was recorded.
        value = value.at if value else (item.before or item.after).recorded
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
    """A switch as a word."""
    return gettext("yes") if value else gettext("no")


WRITTEN: dict[str, Callable[[Any], object]] = {
    "turned": lambda card: gettext("No card") if card is Turned.NONE else CARD_NAMES[card],
    "trump": CARD_NAMES.__getitem__,
    "scored": yes_or_no,
    "skipped": yes_or_no,
    "specials": yes_or_no,
    "hands": len,
    "bid_rule": rule_line,
    "clock": minutes_line,
    "sizes": sizes_line,
    "played": day_line,
}
