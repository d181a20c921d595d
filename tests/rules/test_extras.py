"""The extras of a hand, as the rule books print them."""

import pytest

from scorekeeper.rules.actions import (
    change_settings,
    enter_bids,
    enter_extras,
    enter_tricks,
    score_hand,
)
from scorekeeper.rules.figures import balances
from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Cloud, Game
from scorekeeper.rules.hand import Extras, as_bid, cloud_choices, forbidden_bids, offered_rest
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import Settings
from tests.rules.notation import correct, current, new, on, refuses


def special(cards: int = 3, rule: str = "") -> Game:
    """A game of three with special cards, about to deal this many cards."""
    game = new("wizard", 3, sizes=(cards, cards), rule=rule)
    kept = game.settings
    return change_settings(game, Settings(kept.bid_rule, kept.sizes, None, specials=True))


def points(game: Game, hand: int = 0) -> list[int | None]:
    """The points of a scored hand by seat."""
    return [cell.points for cell in score_sheet(game).rows[hand].cells]


def extras(*bonuses: tuple[int, str, int], void: int = 0, cloud: Cloud | None = None) -> Extras:
    """Extras with these bonuses: seat, key and amount."""
    return Extras(void, cloud, tuple(Bonus(*bonus) for bonus in bonuses))


def scored(variant: str, cards: int, bids: str, tricks: str, *bonuses: Bonus) -> list[int | None]:
    """The points of one hand of this game with these extras."""
    game = new(variant, len(bids), sizes=(cards,))
    game = enter_bids(game, 1, tuple(map(int, bids)))
    game = enter_extras(game, 1, Extras(0, None, bonuses))
    return points(score_hand(game, 1, tuple(map(int, tricks)), None))


@pytest.mark.parametrize(
    ("tricks", "counts"), [("30", [110, 0]), ("21", [-10, -10])], ids=["made", "missed"]
)
def test_a_14_and_the_king_taken_by_a_mermaid_count_only_with_an_exact_bid(
    tricks: str, counts: list[int]
) -> None:
    """Printed: +50, on top of 20 for each of the 3 tricks; 0 of 3 cards is 30."""
    held = Bonus(0, "fourteen", 1), Bonus(0, "king", 1)
    made, other = scored("skull-king", 3, "30", tricks, *held)
    assert made == counts[0]
    assert other == (30 if tricks == "30" else -30)


@pytest.mark.parametrize(("tricks", "counts"), [("30", 80), ("21", 40), ("12", 0)])
def test_rascal_counts_captures_whole_half_or_not_at_all(tricks: str, counts: int) -> None:
    """30 for three cards and +50; missed by one 15 and half of it; else nothing."""
    held = Bonus(0, "fourteen", 1), Bonus(0, "king", 1)
    assert scored("rascal", 3, "30", tricks, *held)[0] == counts


@pytest.mark.parametrize(("tricks", "counts"), [("60", 90), ("51", 0)])
def test_a_cannonball_counts_15_a_card_or_nothing(tricks: str, counts: int) -> None:
    assert scored("rascal", 6, "60", tricks, Bonus(0, "cannon", 1))[0] == counts


@pytest.mark.parametrize(("tricks", "counts"), [("30", 60 + 20), ("21", -10 - 20)])
def test_a_wager_is_won_or_lost_with_the_bid(tricks: str, counts: int) -> None:
    assert scored("skull-king", 3, "30", tricks, Bonus(0, "wager", 2))[0] == counts


@pytest.mark.parametrize(
    ("tricks", "counts"),
    [
        ("210", [60, 40, 30]),
        ("120", [-10, -10, 30]),
        ("111", [-10, 20, -30]),
        ("201", [40, -10, -30]),
    ],
)
def test_loot_counts_for_two_players_only_if_both_made_their_bids(
    tricks: str, counts: list[int]
) -> None:
    assert scored("skull-king", 3, "210", tricks, Bonus(0, "loot", 1, 1)) == counts


def test_a_mad_rage_card_costs_5_with_any_bid() -> None:
    """Printed: 0 bid, 0 taken and one such card: 5."""
    assert scored("rage", 3, "03", "03", Bonus(0, "minus", 1)) == [5, 13]
    assert scored("rage", 3, "13", "03", Bonus(0, "plus", 2)) == [5, 13]


def test_a_bombed_trick_counts_for_nobody_and_bids_still_use_all_cards() -> None:
    game = enter_bids(on(special(rule="hook"), "h /?"), 1, (None, 1, 1))
    assert [*forbidden_bids(current(game))] == [1]
    game = enter_extras(enter_bids(game, 1, (0, None, None)), 1, extras(void=1))
    assert as_bid(game, current(game)) == {0: 0, 1: 1, 2: 1}
    game = enter_tricks(game, 1, (0, 1, None), None)
    assert offered_rest(game, current(game)) == {2: 1}
    with refuses("tricks-over"):
        score_hand(game, 1, (1, 1, 1), None)
    assert points(score_hand(game, 1, (0, 1, None), None)) == [20, 30, 30]


def test_a_cloud_moves_a_bid_by_one_after_the_hook_was_asked() -> None:
    game = enter_bids(on(special(rule="hook"), "h /?"), 1, (0, 1, 1))
    game = enter_extras(game, 1, extras(cloud=Cloud(1, 1)))
    assert as_bid(game, current(game)) == {0: 0, 1: 2, 2: 1}
    game = score_hand(game, 1, (0, 2, 1), None)
    assert points(game) == [20, 40, 30]
    cell = score_sheet(game).rows[0].cells[1]
    assert (cell.announced, cell.bid, cell.made) == (1, 2, True)
    assert balances(score_sheet(game))[0].over == -1


@pytest.mark.parametrize(("seat", "step"), [(0, -1), (1, 1)])
def test_a_cloud_moves_no_bid_out_of_its_range(seat: int, step: int) -> None:
    game = enter_bids(on(special(), "h /?"), 1, (0, 3, 1))
    with refuses("cloud-range"):
        enter_extras(game, 1, extras(cloud=Cloud(seat, step)))


def test_only_moves_to_a_bid_in_range_are_offered() -> None:
    hand = current(enter_bids(special(1), 1, (0, 1, None)))
    offered = cloud_choices(special(1), hand)
    assert offered == [(Cloud(0, 1), 0, 1), (Cloud(1, -1), 1, 0)]


def test_no_bid_is_entered_that_a_cloud_moved_out_of_its_range() -> None:
    game = enter_bids(on(special(), "h /?"), 1, (1, 1, 1))
    game = enter_extras(game, 1, extras(cloud=Cloud(0, -1)))
    with refuses("cloud-range"):
        enter_bids(game, 1, (0, None, None))


def test_without_special_cards_no_trick_is_nobodys_and_no_bid_moves() -> None:
    game = on(new("wizard", 3, sizes=(3,)), "h 011/?")
    with refuses("void-range"):
        enter_extras(game, 1, extras(void=1))
    with refuses("cloud-unknown"):
        enter_extras(game, 1, extras(cloud=Cloud(1, 1)))


def test_what_was_entered_while_special_cards_were_played_can_be_corrected_later() -> None:
    game = enter_extras(on(special(), "h 011/?"), 1, extras(void=1))
    game = score_hand(game, 1, (0, 1, 1), None)
    game = change_settings(game, Settings(game.settings.bid_rule, (3,)))
    with refuses("tricks-under"):
        correct(game, 1, "h 011/011")
    assert points(correct(game, 1, "h 011/111")) == [-10, 30, 30]


def test_extra_points_count_in_the_total_of_any_game_and_not_for_the_bid() -> None:
    game = on(new("wizard", 3, sizes=(1,)), "h 001/?")
    late = Bonus(2, POINTS, -10, NOBODY, "late")
    game = enter_extras(game, 1, Extras(0, None, (late,)))
    game = score_hand(game, 1, (0, 0, 1), None)
    cell = score_sheet(game).rows[0].cells[2]
    assert (cell.points, cell.total, cell.made, cell.bonuses) == (20, 20, True, (late,))


@pytest.mark.parametrize(
    ("bonus", "problem"),
    [
        (Bonus(0, "fourteen", 4), "extra-unknown"),
        (Bonus(0, "fourteen", 0), "extra-unknown"),
        (Bonus(0, "plus", 1), "extra-unknown"),
        (Bonus(3, "fourteen", 1), "extra-unknown"),
        (Bonus(0, "fourteen", 1, 1), "extra-unknown"),
        (Bonus(0, "loot", 1), "extra-unknown"),
        (Bonus(0, "loot", 1, 0), "extra-unknown"),
        (Bonus(0, POINTS, 0, reason="late"), "extra-points-missing"),
        (Bonus(0, POINTS, 0), "extra-points-range"),
        (Bonus(0, POINTS, 1001), "extra-points-range"),
        (Bonus(0, POINTS, -1001), "extra-points-range"),
        (Bonus(0, POINTS, 5, reason="a" * 61), "reason-long"),
    ],
)
def test_extras_that_the_game_does_not_have_are_refused(bonus: Bonus, problem: str) -> None:
    with refuses(problem):
        enter_extras(new("skull-king", 3), 1, Extras(0, None, (bonus,)))


def test_extras_in_another_order_are_the_same_hand() -> None:
    one, two = (0, "fourteen", 1), (1, "king", 1)
    game = enter_extras(new("skull-king", 3), 1, extras(one, two))
    assert enter_extras(game, 1, extras(two, one)) == game


def test_a_scored_hand_gets_its_extras_by_a_correction() -> None:
    game = on(special(), "h 011/012")
    with refuses("hand-scored"):
        enter_extras(game, 1, extras((0, POINTS, 5)))
