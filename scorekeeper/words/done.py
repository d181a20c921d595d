"""The effect of a save in a few words, for Undo and Redo, and after a correction."""

from scorekeeper.language import capital, gettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.game import BIDS, TRICKS
from scorekeeper.rules.history import HOUSE, Change, Difference, differences
from scorekeeper.words.changes import (
    EXTRAS,
    UNSHOWN,
    coming_line,
    is_shown,
    out_line,
    scores_hand,
    value_text,
    what_changed,
)
from scorekeeper.words.extras import changed_line
from scorekeeper.words.names import name_at, value_line

ENTERED = {
    # L10N: what Undo takes back: Ann bid 2.
    BIDS.all: _l("%(name)s bid %(number)s"),
    # L10N: what Undo takes back: Ann took 2 tricks.
    TRICKS.all: _l("%(name)s took %(number)s"),
}
CARDS = ("turned", "trump")
"""Fields whose value needs no label."""


def done_line(change: Change, players: tuple[str, ...]) -> str:
    """The effect of a save, in a few words: “hand 3, Ann took 2”."""
    is_whole = (change.before is None and scores_hand(change)) or _whole_line(change)
    if change.number <= HOUSE or is_whole:
        return short_line(change, players)
    if scores_hand(change):
        return gettext("hand %(number)s scored", number=change.number)
    return f"{_hand(change)}, {short_line(change, players)}"


def short_line(change: Change, players: tuple[str, ...]) -> str:
    """The same for narrow places, without the hand: “Ann took 2”."""
    if line := _whole_line(change):
        return line
    items = [item for item in differences(change) if is_shown(change, item)]
    if message := coming_line(change) or (out_line(change, players) if not items else ""):
        return message
    if scores_hand(change) or not items:
        return _hand(change)
    if len(items) == 1 and items[0].field == "bonuses":
        return changed_line(items[0].before or (), items[0].after or (), players)
    if _is_one(items):
        return _shortest(items[-1], players)
    return _together(items) or what_changed(items[0], players) + " …"


def _hand(change: Change) -> str:
    return gettext("hand %(number)s", number=change.number)


def _whole_line(change: Change) -> str:
    """What was done to a hand as a whole; "" for entries in it."""
    number = change.number
    if change.is_correction:
        return gettext("hand %(number)s corrected", number=number)
    if change.skips_hand:
        # L10N: what Undo takes back: the table left out a hand.
        return gettext("hand %(number)s not played", number=number)
    # L10N: what Undo takes back: the cards of a hand were dealt once more.
    return gettext("hand %(number)s dealt again", number=number) if change.deals_again else ""


def corrected_line(change: Change, players: tuple[str, ...]) -> str:
    """The correction of a hand: “Hand 3 corrected: Ann took 2 (was 1)”."""
    items = [item for item in differences(change) if item.field not in UNSHOWN]
    turned = {item.after for item in items if item.field == "turned"}
    changes = [
        # L10N: what was corrected, and what was there before: “Ann took 2 (was 1)”.
        gettext(
            "%(what)s (was %(before)s)",
            what=_short(item, players),
            before=value_text(item, item.before, players),
        )
        for item in items
        if item.field != "trump" or item.after not in turned
    ]
    corrected = gettext("hand %(number)s corrected", number=change.number)
    return value_line(capital(corrected), ", ".join(changes))


def _shortest(item: Difference, players: tuple[str, ...]) -> str:
    """The change, of a card only its name."""
    if item.field in CARDS and item.after is not None:
        return value_text(item, item.after, players)
    return _short(item, players)


def _short(item: Difference, players: tuple[str, ...]) -> str:
    if item.field == "ends_after":
        if item.after is None:
            # L10N: what Undo takes back: the game goes on after all.
            return gettext("play on")
        # L10N: what Undo takes back: the game ends with this hand.
        return gettext("end after hand %(number)s", number=item.after)
    if item.field in ENTERED and item.seat is not None and item.after is not None:
        name = name_at(players, item.seat)
        return str(ENTERED[item.field]) % {"name": name, "number": item.after}
    return value_line(what_changed(item, players), value_text(item, item.after, players))


def _is_one(items: list[Difference]) -> bool:
    """Return whether only one thing was entered; a card turned up also names trump."""
    return len(items) == 1 or {item.field for item in items} == {"turned", "trump"}


def _together(items: list[Difference]) -> str:
    """Several entries of one kind in a few words: “3 bids”, “Ann ↔ Ben”; "" for others."""
    fields = {item.field for item in items}
    if fields <= {*EXTRAS}:
        return gettext("extras")
    if fields == {BIDS.all}:
        return ngettext("%(num)s bid", "%(num)s bids", len(items))
    if fields == {TRICKS.all}:
        return gettext("Tricks")
    if fields == {"players"}:
        names = [str(item.after) for item in items]
        return (" ↔ " if len(names) == 2 else ", ").join(names)
    return ""
