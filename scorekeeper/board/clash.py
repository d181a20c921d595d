"""A clash of two phones: both entries, with the phone that made each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from flask import url_for

from scorekeeper.language import gettext
from scorekeeper.rules.entry import (
    CLOUD,
    EXTRAS,
    VOID,
    WHOLE,
    Entry,
    Fields,
    empty,
    fields_of,
    panel_of,
    values_of,
)
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.history import Difference, hand_differences, places
from scorekeeper.rules.merge import hand_or_none, shown_hand
from scorekeeper.store.games.saves import StaleError
from scorekeeper.store.mapping.stored import LogLine
from scorekeeper.words.log import clash_line, value_text, what_changed
from scorekeeper.words.names import CARD_NAMES, DASH, value_line


class Row(NamedTuple):
    """A value of a hand as it is stored, and as this phone entered it; ``seat`` if it is a
    player's."""

    label: str
    theirs: str
    mine: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Clash:
    """The sentences of a clash in hand ``number``, and the address (``action``) that saves this
    phone's entry; ``phone`` is the name of the one that entered the stored values. For a hand that
    was sent as a whole, ``rows`` replace the sentences."""

    lines: tuple[str, ...]
    action: str = ""
    fields: Fields = ()
    rows: tuple[Row, ...] = ()
    number: int = 0
    phone: str = ""


def clash_of(entry: Entry, stale: StaleError, here: str) -> Clash:
    """The stored values beside the page's entry, and the form that saves the page's, at the address
    ``here`` or as a correction."""
    key, number, game = stale.stored.key, entry.number, stale.stored.game
    now = hand_or_none(game, number)
    again = (gettext("Check the sheet, then enter yours again if you still want it."),)
    if now is None:
        return Clash(again, number=number)
    base = shown_hand(stale.base, now)
    mine = entry.mine(game, now, base)
    if mine == now and (now.scored or not entry.scores):
        return Clash(again, number=number)
    rows = tuple(_rows(game, now, mine)) if entry.panel == WHOLE else ()
    changed = hand_differences(now, mine)
    phone = next(filter(None, (_phone(stale.since, now.id, item) for item in changed)), "")
    lines = () if rows else clash_lines(stale, now, mine, base) or again
    if now.scored:
        correction = url_for("hand.page", key=key, number=number)
        return Clash(lines, correction, whole_hand(mine, now), rows, number, phone)
    return Clash(lines, here, entry.fields(mine, base or now), rows, number, phone)


def clash_lines(stale: StaleError, now: Hand, mine: Hand, base: Hand | None) -> tuple[str, ...]:
    """A sentence for each entry of others that differs from this page's.

    Once a hand is scored, all of it counts as entered by the phone that scored it.
    """
    players = stale.stored.game.players
    found = hand_differences(now, mine)
    if base is not None and base.scored == now.scored:
        touched = {slot for line in stale.since for slot in _touched_by(line, now.id)}
        found = (item for item in found if (item.field, item.seat) in touched)
    return tuple(
        clash_line(item, players, _phone(stale.since, now.id, item))
        for item in found
        if item.field != "scored"
    )


def _phone(since: list[LogLine], hand_id: int, item: Difference) -> str:
    """The name of the phone that entered the stored value, or scored the hand.

    "" if that phone has none.
    """
    slot = item.field, item.seat
    of_spot = [line for line in since if slot in _touched_by(line, hand_id)]
    after = [(line, line.change.hand[1]) for line in reversed(since)]
    scoring = [line for line, hand in after if hand and hand.id == hand_id and hand.scored]
    return next((line.phone for line in of_spot + scoring), "")


def _touched_by(line: LogLine, hand_id: int) -> set[tuple[str, int | None]]:
    """The fields that a save changed in the hand with this id, with their seats."""
    before, after = line.change.hand
    return places(before, after) if hand_id in {one.id for one in (before, after) if one} else set()


def whole_hand(mine: Hand, now: Hand) -> Fields:
    """A scored hand as the correction form sends it, to replace the hand as it is ``now``."""
    cleared = {VOID: 0, CLOUD: None}
    cleared |= {place: empty(place) for place in values_of(now) if panel_of(place) == EXTRAS}
    extras = {place: n for place, n in values_of(mine).items() if panel_of(place) == EXTRAS}
    return (*hand_fields(mine), *fields_of({**cleared, **extras}))


def hand_fields(hand: Hand) -> Fields:
    """All of the hand except its extras."""
    known = values_of(hand) if hand.turned else values_of(replace(hand, trump=None))
    return tuple(fields_of({name: n for name, n in known.items() if panel_of(name) != EXTRAS}))


def _rows(game: Game, now: Hand, mine: Hand) -> Iterator[Row]:
    """The trump and the players' numbers in both versions, and anything else that differs."""
    for item in hand_differences(now, mine):
        if item.field in ("dealer", "negated"):
            theirs, own = (value_text(item, one, game.players) for one in (item.before, item.after))
            yield Row(what_changed(item, game.players), theirs, own)
    if now.turned or mine.turned:
        yield Row(gettext("Trump"), _card(now), _card(mine))
    for seat in now.playing:
        yield Row(game.players[seat], _numbers(now, seat), _numbers(mine, seat), seat)


def _card(hand: Hand) -> str:
    if hand.turned is None:
        return DASH
    card = str(CARD_NAMES[hand.turned])
    if hand.is_named and hand.trump:
        return value_line(card, str(CARD_NAMES[hand.trump]))
    return card


def _numbers(hand: Hand, seat: int) -> str:
    bid, tricks = hand.bids[seat], hand.tricks[seat]
    if bid is None:
        return DASH
    if tricks is None:
        # L10N: one of two versions of a hand: what a player bid.
        return gettext("bid %(bid)s", bid=bid)
    # L10N: one of two versions of a hand: what a player bid, and the tricks that the player took.
    return gettext("bid %(bid)s, took %(tricks)s", bid=bid, tricks=tricks)
