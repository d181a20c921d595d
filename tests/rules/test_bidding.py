"""Who bids when, and the bids that may not add up."""

from __future__ import annotations

import pytest

from scorekeeper.rules.actions import change_dealer, enter_bids, enter_tricks, score_hand
from scorekeeper.rules.bidding import bidding_order, forbidden_bid, next_bidder
from scorekeeper.rules.game import Phase
from scorekeeper.rules.house import BidRule
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.scoring import phase
from tests.rules.chance import RULES
from tests.rules.notation import codes, current, new, on, play


@pytest.mark.parametrize(
    ("dealer", "order"), [(0, (1, 2, 3, 0)), (2, (3, 0, 1, 2)), (3, (0, 1, 2, 3))]
)
def test_bidding_goes_left_from_the_dealer_who_bids_last(
    dealer: int, order: tuple[int, ...]
) -> None:
    game = new("wizard", 4, dealer=dealer)
    assert bidding_order(game, current(game)) == order


def test_in_the_two_player_game_the_other_player_bids_first() -> None:
    game = new("two-player", 2, dealer=1)
    assert bidding_order(game, current(game)) == (0, 1)


@pytest.mark.parametrize(
    ("line", "due"),
    [("h", 1), ("h .0.", 2), ("h .00", 0), ("h 000", None), ("h 0..", 1), ("h ..0", 1)],
)
def test_the_first_missing_bid_in_bidding_order_is_due(line: str, due: int | None) -> None:
    game = play("wizard", 3, line)
    assert next_bidder(game, current(game)) == due


@pytest.mark.parametrize("bids", [(2, None, None), (None, -1, None), (None, 0, 9)])
def test_a_bid_is_0_to_cards(bids: tuple[int | None, ...]) -> None:
    with pytest.raises(RefusedError) as refused:
        enter_bids(play("wizard", 3, "h"), 1, bids)
    assert codes(refused.value) == ["bid-range"]


def test_every_bid_out_of_range_is_named_at_once() -> None:
    with pytest.raises(RefusedError) as refused:
        enter_bids(play("wizard", 3, "h"), 1, (2, 0, 3))
    assert [problem.seat for problem in refused.value.problems] == [0, 2]


def test_any_sum_of_bids_is_allowed_in_the_standard_game() -> None:
    game = play("wizard", 3, "h 100")
    assert phase(current(game)) is Phase.TRICKS


def test_the_dealers_forbidden_bid_is_refused() -> None:
    game = play("wizard", 3, "h .00", rule="hook")
    assert forbidden_bid(current(game)) == 1
    with pytest.raises(RefusedError) as refused:
        enter_bids(game, 1, (1, None, None))
    problem = refused.value.problems[0]
    assert (problem.code, problem.seat) == ("bid-forbidden", 0)
    assert problem.values == {"number": 1, "cards": 1}


def test_all_bids_at_once_with_the_forbidden_one_are_refused() -> None:
    with pytest.raises(RefusedError) as refused:
        enter_bids(play("wizard", 3, "h", rule="hook"), 1, (0, 1, 0))
    assert codes(refused.value) == ["bid-forbidden"]


def test_nothing_is_forbidden_while_another_bid_is_missing() -> None:
    game = enter_bids(play("wizard", 3, "h", rule="hook"), 1, (1, 0, None))
    assert forbidden_bid(current(game)) is None
    assert current(game).bids == (1, 0, None)


def test_another_bid_that_makes_the_dealers_forbidden_is_kept_and_the_dealer_is_due() -> None:
    game = play("wizard", 3, "h 110", rule="hook")
    game = enter_bids(game, 1, (None, 0, None))
    assert current(game).bids == (1, 0, 0)
    assert phase(current(game)) is Phase.BIDS
    assert next_bidder(game, current(game)) == 0


def test_tricks_are_refused_while_the_bids_add_up_under_the_hook() -> None:
    game = enter_bids(play("wizard", 3, "h 110", rule="hook"), 1, (None, 0, None))
    for action in (enter_tricks, score_hand):
        with pytest.raises(RefusedError) as refused:
            action(game, 1, (1, 0, 0), None)
        assert codes(refused.value) == ["bid-forbidden"]


def test_the_dealer_may_change_a_bid_that_became_forbidden() -> None:
    game = enter_bids(play("wizard", 3, "h 110", rule="hook"), 1, (None, 0, None))
    game = enter_bids(game, 1, (0, None, None))
    assert phase(current(game)) is Phase.TRICKS


def test_tricks_are_refused_while_a_bid_is_missing() -> None:
    with pytest.raises(RefusedError) as refused:
        enter_tricks(play("wizard", 3, "h 0.."), 1, (1, 0, 0), None)
    assert codes(refused.value) == ["bid-missing", "bid-missing"]
    assert [problem.seat for problem in refused.value.problems] == [1, 2]


def test_the_hook_binds_whoever_deals_after_a_change_of_dealer() -> None:
    game = change_dealer(play("wizard", 3, "h .00", rule="hook"), 1, 1)
    assert bidding_order(game, current(game)) == (2, 0, 1)
    game = enter_bids(game, 1, (1, None, None))
    assert current(game).bids == (1, 0, 0)
    assert next_bidder(game, current(game)) == 1


def test_the_deal_goes_on_from_a_changed_dealer() -> None:
    assert current(play("wizard", 3, "h 011/001")).dealer == 1
    game = on(change_dealer(new("wizard", 3), 1, 2), "h 011/001")
    assert current(game).dealer == 0


@pytest.mark.parametrize("dealer", [None, -1, 3])
def test_only_a_seat_of_the_game_deals(dealer: int | None) -> None:
    with pytest.raises(RefusedError) as refused:
        change_dealer(new("wizard", 3), 1, dealer)
    assert codes(refused.value) == ["dealer-missing"]


def test_the_one_card_hand_is_free_only_with_not1() -> None:
    assert not BidRule.parse("hook+not1").binds(1)
    assert BidRule.parse("hook+not1").binds(2)
    assert BidRule.parse("hook").binds(1)
    assert not BidRule().binds(5)


def test_with_zero_the_dealer_may_bid_0_but_no_other_forbidden_number() -> None:
    game = play("wizard", 3, "h .01", rule="hook+zero")
    assert forbidden_bid(current(game)) is None
    game = play("wizard", 3, "h .00", rule="hook+zero")
    assert forbidden_bid(current(game)) == 1


@pytest.mark.parametrize("notation", RULES)
def test_the_notation_of_a_bid_rule_reads_back(notation: str) -> None:
    assert BidRule.parse(notation).notation() == notation
