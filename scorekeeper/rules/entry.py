"""What a page entered in a hand: values by place, beside those of other phones.

An entry is saved as it is or, from a stale page, reduced to what the page itself entered; it
clashes if others touched a place that it changes (merge.py).

Empty places are missing. ``card`` is the card turned up, with the trump; a shared extra has its
seats in order: ``loot_0_2``; ``points_1`` are extra points with their reason, as a Bonus.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from scorekeeper.rules.actions import (
    Correction,
    Numbers,
    change_cards,
    change_dealer,
    correct_hand,
    enter_bids,
    enter_extras,
    enter_tricks,
    hand_to_change,
    merged,
    score_hand,
    turn_up,
)
from scorekeeper.rules.game import (
    BIDS,
    BY_SEAT,
    NOBODY,
    POINTS,
    TRICKS,
    Bonus,
    BySeat,
    Game,
    Hand,
    Phase,
)
from scorekeeper.rules.hand import (
    Extras,
    by_place,
    cloud_notation,
    trump_by,
    with_dealer,
    with_rest,
    without_unknown_cards,
)
from scorekeeper.rules.history import Since, differing, hand_called, whole_hand
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.sheet import open_hand
from scorekeeper.rules.variants.model import LARGEST_HAND, NAMED_AFTER, Trump, Turned

Values = Mapping[str, Any]
Fields = tuple[tuple[str, object], ...]
"""Names and values, as a form sends them."""
CARD, CARDS, DEALER, NEGATED = "card", "cards", "dealer", "negated"
VOID, CLOUD = "void", "cloud"
REASON, SIGN, SHOWN = "reason", "sign", "shown"
"""What belongs to the extra points of a seat."""
OF_CARD = ("turned", "named")
EXTRAS = "extras"
PANELS = {
    **{DEALER: DEALER, CARDS: DEALER, CARD: Phase.TRUMP, NEGATED: Phase.TRICKS},
    **{BIDS.one: Phase.BIDS, TRICKS.one: Phase.TRICKS},
}
"""The panels of the places that are no extras."""
OTHERS = f"{BIDS.one}|{TRICKS.one}|{POINTS}|{REASON}|{SIGN}|{SHOWN}"
"""The values of a seat that are no extras with a number."""
COUNTED = re.compile(rf"(?!(?:{OTHERS})_)([a-z0-9]{{1,12}})_([0-9])(?:_([0-9]))?\Z")
"""The name of a key with the number of an extra."""


def place_called(name: str) -> str:
    """The place that a field is about: a card and the suit named after it are one, and so are
    points and their reason; of a shared extra, either seat may be first."""
    if name in OF_CARD:
        return CARD
    kind, _, seat = name.partition("_")
    if kind in (REASON, SIGN):
        return f"{POINTS}_{seat}"
    found = COUNTED.match(name)
    return "_".join((kind, *sorted((found[2], found[3])))) if found and found[3] else name


def panel_of(place: str) -> str:
    """The panel in which a place is entered; a hand has dealer and cards from the start."""
    kind = place.partition("_")[0]
    return PANELS.get(kind, EXTRAS)


def empty(place: str) -> int | None:
    """The value that a form sends for an empty place."""
    return 0 if place == VOID or COUNTED.match(place) else None


def values_of(hand: Hand) -> dict[str, Any]:
    card = (hand.turned, hand.trump) if hand.turned or hand.trump else None
    known: dict[str, Any] = {DEALER: hand.dealer, CARDS: hand.cards, CARD: card}
    known[NEGATED] = hand.negated
    for kind in BY_SEAT:
        for seat, number in enumerate(getattr(hand, kind.all)):
            known[f"{kind.one}_{seat}"] = number
    known |= {VOID: hand.void or None, CLOUD: hand.cloud}
    for place, bonus in by_place(hand.bonuses).items():
        known[place] = bonus if bonus.key == POINTS else bonus.amount
    return {place: value for place, value in known.items() if value is not None}


def card_in(hand: Hand, values: Values) -> tuple[Turned | None, Trump | None]:
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
    cards: int = values.get(CARDS, hand.cards)
    extras, (turned, trump) = extras_in(hand, values), card_in(hand, values)
    mine = replace(
        hand,
        cards=cards if cards in range(1, LARGEST_HAND + 1) else hand.cards,
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


def _places(hand_id: int, game: Game) -> Values | None:
    hand = hand_called(game, hand_id)
    return values_of(hand) if hand else None


Action = Callable[[Game], Game]
WHOLE, CORRECTION = "whole", "correction"
"""The panels with all of a hand: one that the page drew by itself, or a scored one."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """The ``values`` of a ``panel`` by name, in the hand with this ``number``; ``scores`` if the
    hand should be scored.

    ``tapped`` are the names of the values tapped since the panel was drawn, in that order.
    ``drawn`` are the cards and the dealer with which the page drew the hand by itself; None if it
    drew the hand as it is stored.
    """

    number: int
    panel: str
    values: Values
    tapped: Sequence[str] = ()
    scores: bool = False
    drawn: tuple[int, int] | None = None

    def own(self, base: Hand | None) -> dict[str, Any]:
        """By place, the values that the page itself entered: those that differ from what it showed
        (``base``), and those that were tapped; all of them if that is unknown."""
        shown, found = values_of(base) if base else {}, {}
        order = {name: at for at, name in enumerate(self.tapped)}
        tapped = {place_called(name) for name in self.tapped}
        # A shared extra has two keys, one for each partner; the one tapped last counts.
        for name in sorted(self.values, key=lambda name: order.get(name, -1)):
            value, place = self.values[name], place_called(name)
            is_known = base is not None and self._is_shown(place) and place not in tapped
            if not is_known or value != shown.get(place, empty(place)):
                found[place] = value
        return found

    def action(self, game: Game) -> Game:
        """The game with everything that was sent. Raises RefusedError."""
        if self.panel == WHOLE:
            hand = self._hand_now(game)
            if self._binds_another(game, hand):
                game = change_dealer(game, self.number, self._dealer(hand))
        hand = hand_to_change(game, self.number)
        if self.panel == CORRECTION:
            return correct_hand(game, self.number, self.correction(game, hand))
        return self._entered(game, self.own(hand))

    def rebase(self, since: Since) -> Action | None:
        """The game with only this page's entries; None if others touched the same places, or scored
        the hand, since the page was drawn."""
        hand_id = since.now.id_of(self.number)
        shown, now = (hand_called(game, hand_id) for game in (since.base, since.now))
        if self.panel == WHOLE:
            # A hand that has not come up yet, or has other cards, is refused.
            if now is None or self._cards(now) != now.cards:
                return self.action
            shown, is_free = None, not now.scored and not self._binds_another(since.now, now)
        else:
            is_free = shown is not None and now is not None and now.scored == shown.scored
        if now is None or not is_free or not since.keeps_columns:
            return None
        if self.panel == CORRECTION or (self.scores and self.panel != WHOLE):
            return None if since.touched(whole_hand(hand_id)) else self._dealt_by(shown, now).action
        own = self.own(shown)
        mine, touched = self._with(now, own), since.touched(partial(_places, hand_id))
        if differing(values_of(now), values_of(mine)) & touched or (
            self.panel == EXTRAS and now.scored
        ):
            return None
        # The trump that others named after the same card stays.
        card = {CARD: (mine.turned, mine.trump)} if CARD in touched & own.keys() else {}
        if shown is None:
            return replace(self, values={**self.values, **card}).action
        return partial(self._entered, values=own | card)

    def _dealt_by(self, shown: Hand | None, now: Hand) -> Entry:
        """The same entry with the dealer that there is now, unless it changes the one shown."""
        if shown is None or self.values.get(DEALER) != shown.dealer:
            return self
        return replace(self, values={**self.values, DEALER: now.dealer})

    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:
        """The hand with the entered values, but without values that a stale page (``base``) only
        showed."""
        return self._with(hand, self.own(base or hand))

    def mine(self, game: Game, now: Hand, base: Hand | None) -> Hand:
        """The hand with this page's entries; if it scores the hand, with all tricks.

        A page that scored the hand knew nothing of the piles that others entered meanwhile.
        """
        hand = self.draft(now, base)
        if self._binds_another(game, now):
            hand = replace(hand, dealer=self._dealer(now))
        if not self.scores:
            return hand
        seats, is_whole = len(now.tricks), self.panel == WHOLE
        known = base.tricks if base else (None,) * seats if is_whole else now.tricks
        sent = merged(known, numbers_in(self.values, TRICKS, seats))
        tricks = with_rest(game, replace(hand, tricks=sent)).tricks
        return replace(
            hand,
            tricks=merged(hand.tricks, tricks) if is_whole else tricks,
            negated=self.values.get(NEGATED, hand.negated),
        )

    def fields(self, mine: Hand, base: Hand | None) -> Fields:
        """The fields that enter ``mine`` and leave all other values as they are stored."""
        return tuple(self._fields(mine, base))

    def correction(self, game: Game, hand: Hand) -> Correction:
        """The whole hand as it was sent, with the extras of ``hand`` where none were."""
        own, seats = self.own(hand), len(game.players)
        turned, named = own.get(CARD, (None, None))
        return Correction(
            cards=own.get(CARDS),
            dealer=own.get(DEALER),
            turned=turned,
            named=named,
            bids=numbers_in(own, BIDS, seats),
            tricks=numbers_in(own, TRICKS, seats),
            negated=own.get(NEGATED),
            extras=extras_in(hand, own),
        )

    def _fields(self, mine: Hand, base: Hand | None) -> Iterator[tuple[str, object]]:
        if self.drawn:
            yield "drawn", "{}-{}".format(*self.drawn)
        values = self.own(base)
        if self.scores:
            yield "score", "1"
            piles = {p: n for p, n in values_of(mine).items() if panel_of(p) == Phase.TRICKS}
            values |= piles
        yield from fields_of(values)

    def _entered(self, game: Game, values: Values) -> Game:
        number, seats = self.number, len(game.players)
        panels = {self.panel, *map(panel_of, values), *([Phase.TRICKS] if self.scores else [])}
        if DEALER in panels:
            game = change_dealer(game, number, values.get(DEALER))
            game = change_cards(game, number, values.get(CARDS))
        if Phase.TRUMP in panels:
            game = turn_up(game, number, *values.get(CARD, (None, None)))
        if Phase.BIDS in panels:
            game = enter_bids(game, number, numbers_in(values, BIDS, seats))
        if EXTRAS in panels:
            game = enter_extras(game, number, extras_in(hand_to_change(game, number), values))
        if Phase.TRICKS in panels:
            enter = score_hand if self.scores else enter_tricks
            game = enter(game, number, numbers_in(values, TRICKS, seats), values.get(NEGATED))
        return game

    def _with(self, hand: Hand, values: Values) -> Hand:
        if self.panel == CORRECTION:
            # What was not sent is missing.
            blank = (None,) * len(hand.bids)
            hand = replace(hand, turned=None, bids=blank, tricks=blank, negated=None)
        mine = with_values(hand, values)
        if self.panel != WHOLE or mine.turned is None:
            return mine
        return replace(mine, trump=trump_by(mine.turned, mine.trump))

    def _is_shown(self, place: str) -> bool:
        """Return whether the page showed the stored value of this place, and so may have sent it
        untouched."""
        if self.panel in (WHOLE, CORRECTION):
            return panel_of(place) == EXTRAS
        return place not in (CARD, DEALER)

    def _hand_now(self, game: Game) -> Hand:
        """The hand; raises RefusedError if it is not up, or has other cards than it was drawn
        with."""
        current = open_hand(game)
        if self.number > len(game.scored) and (current is None or current.number < self.number):
            raise RefusedError(
                Problem(Code.HAND_UNSCORED, values={"number": current.number})
                if current
                else Problem(Code.GAME_OVER)
            )
        hand = hand_to_change(game, self.number)
        if self._cards(hand) != hand.cards:
            values = {"number": hand.number, "cards": hand.cards, "drawn": self._cards(hand)}
            raise RefusedError(Problem(Code.HAND_CARDS, values=values))
        return hand

    def _cards(self, hand: Hand) -> int:
        return self.drawn[0] if self.drawn else hand.cards

    def _dealer(self, hand: Hand) -> int:
        return self.drawn[1] if self.drawn else hand.dealer

    def _binds_another(self, game: Game, hand: Hand) -> bool:
        """Return whether the page drew another dealer than is stored, and the bids depend on it."""
        drawn = with_dealer(game, hand, self._dealer(hand))
        return drawn != hand and any(one.bid_rule.binds(one.cards) for one in (drawn, hand))
