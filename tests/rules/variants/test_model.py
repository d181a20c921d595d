"""The model of a game: hand sizes, the source of trump, and points as a sum."""

from dataclasses import replace

import pytest

from scorekeeper.rules.actions import turn_up
from scorekeeper.rules.game import Phase
from scorekeeper.rules.scoring import phase
from scorekeeper.rules.setup import new_game
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.house import BidRule, Settings
from scorekeeper.rules.variants.model import (
    ALL_AT_ONCE,
    IN_TURN,
    NO_TRUMP,
    TURNED_SUIT,
    Bids,
    Sizes,
    TrumpRule,
)
from scorekeeper.rules.variants.points import Score, Terms
from scorekeeper.rules.variants.variants import TWO_PLAYER, WIZARD
from tests.rules.notation import NAMES, current, on, refuses

SKULL = Score(
    made=Terms(per_trick=20),
    missed=Terms(per_miss=-10),
    zero_made=Terms(per_card=10),
    zero_missed=Terms(per_card=-10),
)


@pytest.mark.parametrize(
    ("sizes", "most", "cards"),
    [
        (Sizes(), 4, (1, 2, 3, 4)),
        (Sizes(last=3), 4, (1, 2, 3)),
        (Sizes(last=9), 4, (1, 2, 3, 4)),
        (Sizes(10, 1), 3, (3, 2, 1)),
        (Sizes(None, 2), 4, (4, 3, 2)),
        (Sizes(1, None, back=True), 3, (1, 2, 3, 2, 1)),
        (Sizes(10, 1, back=True), 3, (3, 2, 1, 2, 3)),
        (Sizes(2, None, step=2), 7, (2, 4, 6)),
        (Sizes(2, None, step=2, back=True), 7, (2, 4, 6, 4, 2)),
        (Sizes(5, 5), 9, (5,)),
        (Sizes(5, 5, back=True), 9, (5,)),
    ],
)
def test_sizes_go_up_or_down_or_both_as_far_as_the_deck_allows(
    sizes: Sizes, most: int, cards: tuple[int, ...]
) -> None:
    assert sizes.up_to(most) == cards


def test_a_game_that_a_target_ends_plays_its_sizes_over_and_over() -> None:
    assert [TWO_PLAYER.size(2, number) for number in (1, 2, 30)] == [11, 11, 11]
    both = replace(TWO_PLAYER, hands=Sizes(2, 3))
    assert [both.size(2, number) for number in range(1, 6)] == [2, 3, 2, 3, 2]
    assert both.sizes(2) == ()


@pytest.mark.parametrize(
    ("rule", "cards", "first"),
    [
        (WIZARD.trump, 14, [None, None]),
        (WIZARD.trump, 15, [Trump.NONE, Trump.NONE]),
        (TURNED_SUIT, 14, [None, None]),
        (IN_TURN, 14, [Trump.SPADES, Trump.HEARTS, Trump.CLUBS, Trump.DIAMONDS, Trump.NONE] * 2),
        (IN_TURN, 15, [Trump.SPADES]),
        (TrumpRule(rotation=(Trump.SPADES,)), 3, [Trump.SPADES, Trump.SPADES]),
        (NO_TRUMP, 3, [Trump.NONE, Trump.NONE]),
    ],
)
def test_a_hand_turns_up_a_card_or_has_the_trump_of_its_number(
    rule: TrumpRule, cards: int, first: list[Trump | None]
) -> None:
    game = replace(WIZARD, trump=rule)
    assert [game.first_trump(4, cards, n) for n in range(1, len(first) + 1)] == first
    assert game.turns_trump(4, cards, 1) == (first[0] is None)


@pytest.mark.parametrize(
    ("rule", "played", "rotates"),
    [(WIZARD.trump, True, False), (IN_TURN, True, True), (NO_TRUMP, False, False)],
)
def test_a_game_says_whether_it_has_trump_and_whether_a_hand_has_it_from_the_start(
    rule: TrumpRule, played: bool, rotates: bool
) -> None:
    assert (rule.is_played, rule.rotates) == (played, rotates)


def test_a_card_that_is_not_in_the_deck_cannot_be_turned_up() -> None:
    variant = replace(WIZARD, trump=TURNED_SUIT)
    game = new_game(variant, NAMES[:3], 0, Settings(sizes=(2,)))
    with refuses("turned-unknown"):
        turn_up(game, 1, Turned.WIZARD, Trump.CLUBS)
    assert current(turn_up(game, 1, Turned.CLUBS, None)).trump is Trump.CLUBS


def test_a_hand_that_has_its_trump_begins_with_the_bids_and_keeps_it() -> None:
    variant = replace(WIZARD, trump=IN_TURN)
    game = new_game(variant, NAMES[:3], 0, Settings(sizes=(2, 2)))
    assert (phase(current(game)), current(game).trump) == (Phase.BIDS, Trump.SPADES)
    game = on(game, "- 011/011")
    assert (game.hands[0].turned, game.hands[0].trump) == (None, Trump.SPADES)
    assert current(game).trump is Trump.HEARTS
    assert turn_up(game, 2, Turned.CLUBS, None) == game


@pytest.mark.parametrize(
    ("bid", "tricks", "cards", "points"),
    [(3, 3, 5, 60), (2, 4, 5, -20), (3, 1, 5, -20), (0, 0, 7, 70), (0, 2, 9, -90)],
)
def test_a_bid_of_0_may_count_otherwise(bid: int, tricks: int, cards: int, points: int) -> None:
    assert SKULL.points(bid, tricks, cards) == points


def test_all_parts_of_the_points_add_up() -> None:
    terms = Terms(fixed=1000, per_trick=100, per_miss=-10, per_card=1)
    assert terms.points(2, 5, 7) == 1000 + 500 - 30 + 7


def test_the_table_chooses_a_rule_for_bids_only_where_the_game_leaves_it_the_choice() -> None:
    hook = BidRule(hook=True)
    assert Bids().rule_for(hook) == hook
    assert Bids(rule=hook, choice=False).rule_for(BidRule()) == hook
    assert Bids(rule=hook).rule_for(BidRule()) == hook
    assert ALL_AT_ONCE.rule_for(hook).at_once
    assert not ALL_AT_ONCE.rule_for(hook).hook
