"""The values of a hand by the names that forms send: ``bid_2``, ``tricks_0``, ``king_1``.

Empty places are missing. ``card`` is the card turned up, with the trump; a shared extra has its
seats in order: ``loot_0_2``; ``points_1`` are extra points with their reason, as a Bonus.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.rules.actions import Numbers, merged
from scorekeeper.rules.extras import (
    Extras,
    by_place,
    cloud_notation,
    without_unknown_cards,
)
from scorekeeper.rules.game import BIDS, BY_SEAT, NOBODY, POINTS, TRICKS, Bonus, BySeat, Hand, Phase
from scorekeeper.rules.variants.cards import NAMED_AFTER, Trump, Turned

Values = Mapping[str, Any]
Fields = tuple[tuple[str, object], ...]
"""Names and values, as a form sends them."""
CARD, DEALER, NEGATED, VOID, CLOUD, REASON = "card", "dealer", "negated", "void", "cloud", "reason"
OF_CARD = ("turned", "named")
EXTRAS = "extras"
PANELS = {
    **{DEALER: DEALER, CARD: Phase.TRUMP, NEGATED: Phase.TRICKS},
    **{BIDS.one: Phase.BIDS, TRICKS.one: Phase.TRICKS},
}
"""The panels of the places that are no extras."""
OTHERS = f"{BIDS.one}|{TRICKS.one}|{POINTS}|{REASON}"
"""The values of a seat that are no extras with a number."""
COUNTED = re.compile(rf"(?!(?:{OTHERS})_)([a-z0-9]{{1,12}})_([0-9])(?:_([0-9]))?\Z")
"""The name of a key with the number of an extra."""


def place_called(name: str) -> str:
    """The place that a field is about: a card and the suit named after it are one, and so are
    points and their reason; of a shared extra, either seat may be first."""
    if name in OF_CARD:
        return CARD
    kind, _, seat = name.partition("_")
    if kind == REASON:
        return f"{POINTS}_{seat}"
    found = COUNTED.match(name)
    return "_".join((kind, *sorted((found[2], found[3])))) if found and found[3] else name


def panel_of(place: str) -> str:
    """The panel in which a place is entered; a hand has its ``dealer`` from the start."""
    kind = place.partition("_")[0]
    return PANELS.get(kind, EXTRAS)


def empty(place: str) -> int | None:
    """The value that a form sends for an empty place."""
    return 0 if place == VOID or COUNTED.match(place) else None


def values_of(hand: Hand) -> dict[str, Any]:
    """The values of a hand that can be entered."""
    card = (hand.turned, hand.trump) if hand.turned or hand.trump else None
    known: dict[str, Any] = {DEALER: hand.dealer, CARD: card, NEGATED: hand.negated}
    for kind in BY_SEAT:
        for seat, number in enumerate(getattr(hand, kind.all)):
            known[f"{kind.one}_{seat}"] = number
    known |= {VOID: hand.void or None, CLOUD: hand.cloud}
    for place, bonus in by_place(hand.bonuses).items():
        known[place] = bonus if bonus.key == POINTS else bonus.amount
    return {place: value for place, value in known.items() if value is not None}


def card_in(hand: Hand, values: Values) -> tuple[Turned | None, Trump | None]:
    """The card turned up, and the trump, of a hand with these values."""
    turned, named = values.get(CARD) or (None, None)
    turned, trump = turned or hand.turned, hand.trump
    if turned in NAMED_AFTER:
        trump = named or (trump if hand.turned is turned else None)
    return turned, trump


def numbers_in(values: Values, kind: BySeat, seats: int) -> Numbers:
    """The bids or the tricks of so many seats; None for those that are missing."""
    return tuple(values.get(f"{kind.one}_{seat}") for seat in range(seats))


def extras_in(hand: Hand, values: Values) -> Extras:
    """The extras of a hand with these values; an empty one empties its place."""
    held: dict[str, Bonus | None] = {**by_place(hand.bonuses)}
    for place, value in values.items():
        if found := COUNTED.match(place):
            old = held.get(place) or Bonus(int(found[2]), found[1], 0, int(found[3] or NOBODY))
            held[place] = old._replace(amount=value) if value else None
        elif place.startswith(f"{POINTS}_"):
            held[place] = value
    void, cloud = values.get(VOID, hand.void), values.get(CLOUD, hand.cloud)
    return Extras(void or 0, cloud, tuple(sorted(filter(None, held.values()))))


def with_values(hand: Hand, values: Values) -> Hand:
    """The hand with these values, to be drawn, without those that it cannot have."""
    seats, dealer = len(hand.bids), values.get(DEALER)
    extras, (turned, trump) = extras_in(hand, values), card_in(hand, values)
    mine = replace(
        hand,
        dealer=hand.dealer if dealer is None or dealer not in range(seats) else dealer,
        turned=turned,
        trump=trump,
        bids=merged(hand.bids, numbers_in(values, BIDS, seats)),
        tricks=merged(hand.tricks, numbers_in(values, TRICKS, seats)),
        negated=hand.negated if values.get(NEGATED) is None else values[NEGATED],
        void=extras.void or 0,
        cloud=extras.cloud,
        bonuses=extras.bonuses,
    )
    return without_unknown_cards(mine)


def fields_of(values: Values) -> Iterator[tuple[str, object]]:
    """The names and values with which a form sends these; an empty one as an empty text."""
    for place, value in values.items():
        if place == CARD:
            yield from (pair for pair in zip(OF_CARD, value, strict=True) if pair[1])
        elif place == CLOUD:
            yield place, cloud_notation(value)
        elif place.startswith(f"{POINTS}_"):
            yield place, value.amount if value and value.amount else ""
            yield place.replace(POINTS, REASON), value.reason if value else ""
        else:
            yield place, value
