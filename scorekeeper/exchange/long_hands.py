"""The lines of one hand in a long table -> what they tell of it."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.exchange.columns import trump_called
from scorekeeper.exchange.long_rows import Entry
from scorekeeper.exchange.notation import Rules, as_typed, read_extras
from scorekeeper.exchange.told import ToldHand
from scorekeeper.fields import tidy_name
from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Cloud
from scorekeeper.rules.variants.cards import Trump, Turned


def told_hand(names: list[str], hand: dict[str, Entry], rules: Rules | None) -> ToldHand:
    """What the lines of a hand tell, by name. Raises UnreadableError."""
    first = next(iter(hand.values()))
    seats = [hand.get(name) for name in names]
    told = ToldHand(
        bids=tuple(_said(entry) if entry else None for entry in seats),
        tricks=tuple(entry.whole("tricks") if entry else None for entry in seats),
        points=tuple(entry.whole("points") if entry else None for entry in seats),
        cards=first.whole("cards"),
        dealer=_dealer(names, first),
        bid_rule=rules.bid_rule if rules else None,
        void=first.whole("void") or 0,
        line=first.number,
    )
    for seat, entry in enumerate(seats):
        if entry:
            told = _with_extras(told, seat, entry)
    return _with_trump(told, first)


def _said(entry: Entry) -> int | None:
    said = entry.whole("said")
    return entry.whole("bid") if said is None else said


def _dealer(names: list[str], entry: Entry) -> int | None:
    name = as_typed(entry.text("dealer"))
    if name and name not in names:
        raise entry.wrong("dealer-unknown", "dealer")
    return names.index(name) if name else None


def _with_trump(told: ToldHand, entry: Entry) -> ToldHand:
    """With the card that was turned up, and the trump: one may follow from the other. Where there
    is a column for the card and nothing in it, none was turned up for no trump."""
    card, suit = entry.text("turned"), entry.text("trump")
    turned = Turned(card) if card in list(Turned) else None
    shown = trump_called(card) if card and turned is None else None
    trump = trump_called(suit) if suit else shown
    if (card and not turned and not shown) or (suit and not trump):
        raise entry.wrong("cell-suit", "trump" if suit and not trump else "turned")
    if turned is None and trump and trump is not Trump.NONE:
        turned = Turned(trump.value)
    elif turned is None and trump and (card or "turned" not in entry.names):
        turned = Turned.JESTER
    if trump is None and turned and turned.value in list(Trump):
        trump = Trump(turned.value)
    return replace(told, turned=turned, trump=trump)


def _with_extras(told: ToldHand, seat: int, entry: Entry) -> ToldHand:
    """With what a seat has besides its bid and tricks. Raises UnreadableError."""
    bonuses = read_extras(entry.text("extras"), seat)
    if bonuses is None:
        raise entry.wrong("cell-extras", "extras")
    points, reason = entry.whole("extra_points"), tidy_name(as_typed(entry.text("reason")))
    if points:
        bonuses += (Bonus(seat, POINTS, points, NOBODY, reason),)
    bid, said = entry.whole("bid"), told.bids[seat]
    cloud = None if bid is None or said is None or bid == said else Cloud(seat, bid - said)
    if cloud and (told.cloud or abs(cloud.step) != 1):
        raise entry.wrong("cell-cloud", "said")
    negated = entry.whole("negated")
    if negated not in (None, 0, 1):
        raise entry.wrong("cell-negated", "negated")
    return replace(
        told,
        bonuses=told.bonuses + bonuses,
        cloud=cloud or told.cloud,
        negated=seat if negated else told.negated,
    )
