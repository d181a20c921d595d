"""Which hand comes next, and a game with another hand in it."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.rules.counting import leader_before
from scorekeeper.rules.game import Game, Hand, left_of


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
