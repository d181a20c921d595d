"""The order of bids, and the hook."""

import pytest

from scorekeeper.rules.actions import Numbers, change_dealer, enter_bids, enter_tricks, score_hand
from scorekeeper.rules.bidding import bidding_order, forbidden_bids, next_bidder
from scorekeeper.rules.game import Game, Phase
from scorekeeper.rules.scoring import phase
from scorekeeper.rules.variants.house import BidRule
from tests.rules.chance import RULES
from tests.rules.notation import current, new, on, play, refuses


@pytest.fixture
def broken() -> Game:
    """A hand of one card whose bids add up, because another bid was changed after the dealer's."""
    return enter_bids(play("wizard", 3, "h 110", rule="hook"), 1, (None, 0, None))


@pytest.mark.parametrize(
    ("variant", "players", "dealer", "order"),
    [
        ("wizard", 4, 0, (1, 2, 3, 0)),
        ("wizard", 4, 2, (3, 0, 1, 2)),
        ("wizard", 4, 3, (0, 1, 2, 3)),
        ("two-player", 2, 1, (0, 1)),
    ],
)
def test_bidding_goes_left_from_the_dealer_who_bids_last(
    variant: str, players: int, dealer: int, order: tuple[int, ...]
) -> None:
    game = new(variant, players, dealer=dealer)
    assert bidding_order(game, current(game)) == order


@pytest.mark.parametrize(
    ("line", "due"),
    [("h", 1), ("h .0.", 2), ("h .00", 0), ("h 000", None), ("h 0..", 1), ("h ..0", 1)],
)
def test_the_first_missing_bid_in_bidding_order_is_due(line: str, due: int | None) -> None:
    game = play("wizard", 3, line)
    assert next_bidder(game, current(game)) == due


@pytest.mark.parametrize(
    ("bids", "seats"),
    [((2, None, None), [0]), ((None, -1, None), [1]), ((None, 0, 9), [2]), ((2, 0, 3), [0, 2])],
)
def test_a_bid_is_0_to_cards_and_every_other_is_named(bids: Numbers, seats: list[int]) -> None:
    with refuses(*["bid-range"] * len(seats)) as refused:
        enter_bids(play("wizard", 3, "h"), 1, bids)
    assert [problem.seat for problem in refused.value.problems] == seats


@pytest.mark.parametrize(
    ("rule", "line", "bids", "cards"),
    [
        ("hook", "h .00", (1, None, None), 1),
        ("hook", "h", (0, 1, 0), 1),
        ("hook+not1", "h", (0, 1, 0), None),
        ("hook+not1", "h", (1, 1, 0), 2),
        ("hook+zero", "h", (0, 1, 0), None),
        ("hook+from2", "h", (0, 1, 0), None),
        ("hook+from2", "h", (1, 1, 0), 2),
        ("hook+zero", "h", (1, 0, 0), 1),
        ("", "h", (1, 0, 0), None),
    ],
)
def test_the_dealer_may_not_make_the_bids_add_up_unless_a_house_option_allows_it(
    rule: str, line: str, bids: Numbers, cards: int | None
) -> None:
    game = play("wizard", 3, line, rule=rule, sizes=(cards or 1,))
    if cards is None:
        assert phase(current(enter_bids(game, 1, bids))) is Phase.TRICKS
        return
    with refuses("bid-forbidden") as refused:
        enter_bids(game, 1, bids)
    (problem,) = refused.value.problems
    assert (problem.seat, problem.values) == (0, {"number": bids[0], "cards": cards})


def test_nobody_bids_last_where_all_bid_at_once() -> None:
    game = play("wizard", 3, "h .1.", rule="hidden")
    assert next_bidder(game, current(game)) is None
    game = enter_bids(game, 1, (0, None, 0))
    assert not forbidden_bids(current(game))
    assert (current(game).bids, phase(current(game))) == ((0, 1, 0), Phase.TRICKS)


def test_nothing_is_forbidden_while_another_bid_is_missing() -> None:
    game = enter_bids(play("wizard", 3, "h", rule="hook"), 1, (1, 0, None))
    assert not forbidden_bids(current(game))
    assert current(game).bids == (1, 0, None)


def test_a_bid_that_makes_the_dealers_bid_forbidden_is_saved_and_the_dealer_bids_again(
    broken: Game,
) -> None:
    assert current(broken).bids == (1, 0, 0)
    assert phase(current(broken)) is Phase.BIDS
    assert next_bidder(broken, current(broken)) == 0
    for action in (enter_tricks, score_hand):
        with refuses("bid-forbidden"):
            action(broken, 1, (1, 0, 0), None)
    assert phase(current(enter_bids(broken, 1, (0, None, None)))) is Phase.TRICKS


def test_tricks_are_refused_while_a_bid_is_missing() -> None:
    with refuses("bid-missing", "bid-missing") as refused:
        enter_tricks(play("wizard", 3, "h 0.."), 1, (1, 0, 0), None)
    assert [problem.seat for problem in refused.value.problems] == [1, 2]


def test_the_hook_binds_whoever_deals_after_a_change_of_dealer() -> None:
    game = change_dealer(play("wizard", 3, "h .00", rule="hook"), 1, 1)
    assert bidding_order(game, current(game)) == (2, 0, 1)
    game = enter_bids(game, 1, (1, None, None))
    assert current(game).bids == (1, 0, 0)
    assert next_bidder(game, current(game)) == 1


def test_the_deal_continues_from_a_changed_dealer() -> None:
    assert current(play("wizard", 3, "h 011/001")).dealer == 1
    assert current(on(change_dealer(new("wizard", 3), 1, 2), "h 011/001")).dealer == 0


@pytest.mark.parametrize("dealer", [None, -1, 3])
def test_only_a_seat_of_the_game_deals(dealer: int | None) -> None:
    with refuses("dealer-missing"):
        change_dealer(new("wizard", 3), 1, dealer)


@pytest.mark.parametrize("notation", RULES)
def test_the_notation_of_a_bid_rule_reads_back(notation: str) -> None:
    assert BidRule.parse(notation).notation() == notation
