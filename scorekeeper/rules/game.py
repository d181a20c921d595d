"""Frozen values: a game and its hands. Everything else follows from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.cards import Trump, Turned
from scorekeeper.rules.house import BidRule, Settings
from scorekeeper.rules.model import Variant

NOBODY = -1
"""The seat of the negated trick when its card was not dealt: no trick is negated."""


class Phase(StrEnum):
    """What a hand waits for."""

    TRUMP = "trump"
    BIDS = "bids"
    TRICKS = "tricks"


class BySeat(NamedTuple):
    """What is entered for each seat: the field of a Hand that has all, and the name of one."""

    all: str
    one: str


BIDS, TRICKS = BySeat("bids", "bid"), BySeat("tricks", "tricks")
BY_SEAT = (BIDS, TRICKS)
"""Forms, the log, the rows and the CSV take their fields from here."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal. ``bids`` and ``tricks`` have an item for each seat, None = not said yet.

    ``negated`` is the seat whose pile holds the negated trick (``Game.dummy`` too), NOBODY, or
    None = not said. ``trump`` is there from the start in a hand that turns up no card.
    """

    number: int
    cards: int
    dealer: int
    bid_rule: BidRule
    bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...]
    turned: Turned | None = None
    trump: Trump | None = None
    negated: int | None = None
    scored: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was entered. ``hands`` holds the hands begun, the last maybe unscored."""

    variant: Variant
    players: tuple[str, ...]
    first_dealer: int
    settings: Settings
    hands: tuple[Hand, ...] = ()

    @property
    def seats(self) -> range:
        """The seats, in seating order."""
        return range(len(self.players))

    @property
    def dummy(self) -> int | None:
        """The number that stands for the dummy, after those of the seats; None without one."""
        return len(self.players) if self.variant.dummies else None

    @property
    def scored(self) -> tuple[Hand, ...]:
        """The hands that were scored, whether they count or not."""
        return tuple(hand for hand in self.hands if hand.scored)


def left_of(game: Game, seat: int) -> int:
    """The next seat around the table: who opens if this one deals, and deals the next hand."""
    return (seat + 1) % len(game.players)


def seats_from(game: Game, first: int) -> tuple[int, ...]:
    """All seats to the left around the table, beginning with ``first``."""
    count = len(game.players)
    return tuple((first + step) % count for step in range(count))


def next_hand(game: Game) -> Hand | None:
    """The hand being played: the one begun, else the next to be dealt; None = none left.

    The deal passes to the left each hand. Whether the game is over is not asked here.
    """
    if game.hands and not game.hands[-1].scored:
        return game.hands[-1]
    number = len(game.hands) + 1
    players, sizes = len(game.players), game.settings.sizes
    if game.variant.target is None and number > len(sizes):
        return None
    cards = sizes[number - 1] if sizes else game.variant.size(players, number)
    dealer = left_of(game, game.hands[-1].dealer) if game.hands else game.first_dealer
    blank = (None,) * players
    trump = game.variant.first_trump(players, cards, number)
    rule = game.settings.bid_rule
    leads = rule.leader_only and leader_before(game, number) == dealer
    rule = rule.of_hand(is_last=game.settings.is_last(number), leads=leads)
    return Hand(number, cards, dealer, rule, bids=blank, tricks=blank, trump=trump)


def seat_points(game: Game, hand: Hand, seat: int) -> int:
    """The points of a seat in a scored hand, whether it counts or not."""
    counted = (hand.tricks[seat] or 0) - (hand.negated == seat)
    return game.variant.score.points(hand.bids[seat] or 0, counted, hand.cards)


def leader_before(game: Game, number: int) -> int | None:
    """The seat that is alone in the lead before the hand with this number; None when none is."""
    totals = [0] * len(game.players)
    for hand in game.hands[: number - 1]:
        for seat in game.seats:
            totals[seat] += seat_points(game, hand, seat)
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def with_dealer(game: Game, hand: Hand, dealer: int) -> Hand:
    """The hand dealt by another seat, and bound or free as that one is."""
    rule = hand.bid_rule
    if rule.leader_only and dealer != hand.dealer:
        rule = replace(rule, free=leader_before(game, hand.number) != dealer)
    return replace(hand, dealer=dealer, bid_rule=rule)


def with_hand(game: Game, hand: Hand) -> Game:
    """The game with ``hand`` in place of its namesake, or added as the newest."""
    if next_hand(game) == hand:
        return game
    before, after = game.hands[: hand.number - 1], game.hands[hand.number :]
    return replace(game, hands=(*before, hand, *after))
