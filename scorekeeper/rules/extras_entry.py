"""The extras that a page entered, key by key."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scorekeeper.rules.actions import enter_extras, hand_to_change
from scorekeeper.rules.entries import Action, Entry, Values
from scorekeeper.rules.extras import (
    Extras,
    cloud_notation,
    extras_of,
    slot_of,
    slots,
    with_slots,
    without_unknown_cards,
)
from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Game, Hand
from scorekeeper.rules.merge import Runs, Slots, entered_slots, hands_since, uncontested_slots

REASON = "reason"
OTHERS = f"bid|tricks|{POINTS}|{REASON}"
"""The other values of a hand by seat."""
COUNT_NAME = re.compile(rf"(?!(?:{OTHERS})_)([a-z0-9]{{1,12}})_([0-9])(?:_([0-9]))?\Z")
"""The name of a key with the number of an extra."""


class CardCount(NamedTuple):
    """The number of an extra that a seat has, with the seat of a partner if it is shared."""

    key: str
    seat: int
    partner: int
    number: int

    @property
    def name(self) -> str:
        """The name of its key: ``king_1``, or ``loot_0_2``."""
        return count_name(self.key, self.seat, self.partner)

    @property
    def places(self) -> list[str]:
        """The places that it may be about: of a shared extra, either seat may be first."""
        here = slot_of(self.key, self.seat, self.partner)
        there = slot_of(self.key, self.partner, self.seat)
        return [here] if self.partner == NOBODY else [here, there]


@dataclass(frozen=True, kw_only=True)
class ExtrasEntry(Entry):
    """The extras of each player, unclaimed tricks and changed bids.

    ``table`` has what was sent of ``void`` and ``cloud``; ``points`` has the extra points of each
    seat whose fields were sent, or None if they are empty.
    """

    table: Mapping[str, Any] = field(default_factory=dict)
    points: Mapping[int, Bonus | None] = field(default_factory=dict)
    counts: tuple[CardCount, ...] = ()

    def action(self, game: Game) -> Game:
        """The game with everything that was sent."""
        return enter_extras(game, self.number, self.on(hand_to_change(game, self.number)))

    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:
        """The hand with the page's entries, or with everything it sent if ``base`` is unknown."""
        extras = with_slots(extras_of(hand), self._own(slots(self.on(hand)), base))
        mine = replace(hand, void=extras.void or 0, cloud=extras.cloud, bonuses=extras.bonuses)
        return without_unknown_cards(mine)

    def own_action(self, runs: Runs) -> Action | None:
        """Only this page's entries; None if others changed the same places or scored the hand."""
        hands = hands_since(runs, self.number)
        if hands[-1][-1].scored:
            return None
        known = [[slots(extras_of(hand)) for hand in run] for run in hands]
        own = uncontested_slots(known, slots(self.on(hands[0][0])), self._touched)
        return None if own is None else lambda game: self._entered(game, own)

    def on(self, hand: Hand) -> Extras:
        """The extras of the hand, replaced by those that were sent."""
        known = slots(extras_of(hand))
        found = {**self.table, **{slot_of(POINTS, s): bonus for s, bonus in self.points.items()}}
        # A shared extra has two keys, one for each partner; the one tapped last counts.
        for one in sorted(self.counts, key=lambda one: self._tapped_at(one.name)):
            places = sorted(one.places)
            slot = next((place for place in places if place in known), places[0])
            old = known.get(slot)
            is_same = one.number == (old.amount if old else 0)
            if one.name in self.tapped or not is_same:
                found[slot] = old if is_same else _bonus(one)
        return with_slots(extras_of(hand), found)

    def values(self, mine: Hand, base: Hand | None) -> Values:  # noqa: ARG002
        """The names and values of the keys that the page itself entered."""
        if base is None:
            return tuple(self._sent())
        own = self._own(slots(self.on(base)), base)
        return tuple(one for one in self._sent() if not own.keys().isdisjoint(_places_of(one[0])))

    def _sent(self) -> Iterator[tuple[str, object]]:
        for name, value in self.table.items():
            yield name, value if name == "void" else cloud_notation(value)
        yield from ((one.name, one.number) for one in self.counts)
        for seat, bonus in self.points.items():
            yield from sent_points(seat, bonus)

    def _own(self, sent: Slots, base: Hand | None) -> Slots:
        return entered_slots(slots(extras_of(base)), sent, self._touched) if base else sent

    def _entered(self, game: Game, own: Slots) -> Game:
        hand = hand_to_change(game, self.number)
        return enter_extras(game, self.number, with_slots(extras_of(hand), own))

    @property
    def _touched(self) -> list[str]:
        return [place for name in self.tapped for place in _places_of(name)]

    def _tapped_at(self, name: str) -> int:
        return self.tapped.index(name) if name in self.tapped else -1


def count_name(key: str, seat: int, partner: int = NOBODY) -> str:
    """The name of a key with the number of an extra that a seat has, or of its extra points."""
    return slot_of(key, seat, partner).replace(".", "_")


def sent_points(seat: int, bonus: Bonus | None) -> Iterator[tuple[str, object]]:
    """The extra points of a seat and their reason as a form sends them: names and values."""
    yield count_name(POINTS, seat), bonus.amount if bonus and bonus.amount else ""
    yield count_name(REASON, seat), bonus.reason if bonus else ""


def card_count(name: str, number: int) -> CardCount:
    """The number behind a key such as ``king_1`` or ``loot_0_2``."""
    key, seat, *partner = name.split("_")
    return CardCount(key, int(seat), int(partner[0]) if partner else NOBODY, number)


def _places_of(name: str) -> list[str]:
    kind, _, seat = name.partition("_")
    if kind in (POINTS, REASON):
        return [f"{POINTS}.{seat}"]
    return card_count(name, 0).places if COUNT_NAME.match(name) else [name]


def _bonus(one: CardCount) -> Bonus | None:
    if not one.number:
        return None
    if one.partner == NOBODY:
        return Bonus(one.seat, one.key, one.number)
    first, second = sorted((one.seat, one.partner))
    return Bonus(first, one.key, one.number, second)
