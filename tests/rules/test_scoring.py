"""The card turned up, tricks that add up, and the Spade 8."""

from __future__ import annotations

import pytest

from scorekeeper.rules.actions import enter_tricks, hand_to_change, score_hand, turn_up
from scorekeeper.rules.game import NOBODY, Phase, Trump, Turned
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.scoring import offered_rest, phase, tricks_left
from scorekeeper.rules.sheet import score_sheet
from tests.rules.notation import codes, correct, current, new, on, play

THREES = (3,)


@pytest.mark.parametrize(
    ("card", "trump"),
    [("s", "spades"), ("d", "diamonds"), ("j", "none"), ("wh", "hearts"), ("wc", "clubs")],
)
def test_the_card_turned_up_makes_trump(card: str, trump: str) -> None:
    assert current(play("wizard", 3, card)).trump == trump


def test_trump_stays_open_until_the_dealer_names_it_for_a_wizard() -> None:
    game = play("wizard", 3, "w")
    assert current(game).turned is Turned.WIZARD
    assert phase(current(game)) is Phase.TRUMP
    assert phase(current(on(game, "wh"))) is Phase.BIDS


def test_the_dealer_may_not_name_no_trump() -> None:
    with pytest.raises(RefusedError) as refused:
        turn_up(new("wizard", 3), 1, Turned.WIZARD, Trump.NONE)
    assert codes(refused.value) == ["trump-named-none"]


def test_a_card_has_to_be_turned_up_while_one_is_left() -> None:
    with pytest.raises(RefusedError) as refused:
        turn_up(new("wizard", 3), 1, None, None)
    assert codes(refused.value) == ["trump-missing"]


def test_no_card_is_left_to_turn_up_when_all_are_dealt() -> None:
    game = new("wizard", 4, sizes=(15,))
    assert current(game).trump is Trump.NONE
    assert phase(current(game)) is Phase.BIDS


def test_the_last_hand_of_a_shorter_game_still_turns_a_card() -> None:
    assert phase(current(new("wizard", 4, sizes=(14,)))) is Phase.TRUMP


def test_a_hand_is_not_scored_before_the_card_is_turned_up() -> None:
    with pytest.raises(RefusedError) as refused:
        score_hand(play("wizard", 3, "- 011"), 1, (0, 0, 1), None)
    assert codes(refused.value) == ["trump-missing"]


@pytest.mark.parametrize(("tricks", "code"), [("202", "tricks-over"), ("101", "tricks-under")])
def test_the_piles_add_up_to_the_cards(tricks: str, code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        play("wizard", 3, f"h 111/{tricks}", sizes=THREES)
    problem = refused.value.problems[0]
    assert codes(refused.value) == [code]
    assert problem.values == {"sum": sum(map(int, tricks)), "cards": 3, "number": 1}


def test_a_pile_is_0_to_cards() -> None:
    with pytest.raises(RefusedError) as refused:
        enter_tricks(play("wizard", 3, "h 000"), 1, (2, None, -1), None)
    assert codes(refused.value) == ["tricks-range", "tricks-range"]


def test_the_only_pile_left_open_is_offered_the_rest() -> None:
    game = play("wizard", 3, "h 111/1.0?", sizes=THREES)
    assert offered_rest(game, current(game)) == {1: 2}
    game = score_hand(game, 1, (None, None, None), None)
    assert game.hands[0].tricks == (1, 2, 0)


def test_all_piles_left_open_are_offered_nothing_once_no_trick_is_left() -> None:
    game = play("wizard", 3, "h 111/3..?", sizes=THREES)
    assert offered_rest(game, current(game)) == {1: 0, 2: 0}
    game = score_hand(game, 1, (None, None, None), None)
    assert game.hands[0].tricks == (3, 0, 0)


def test_too_many_tricks_are_named_before_the_piles_that_are_missing() -> None:
    game = play("wizard", 3, "h 111/2.2?", sizes=THREES)
    with pytest.raises(RefusedError) as refused:
        score_hand(game, 1, (None, None, None), None)
    assert codes(refused.value) == ["tricks-over"]


@pytest.mark.parametrize("tricks", ["1..", "3.3"])
def test_nothing_is_offered_with_two_piles_open_or_too_many_tricks(tricks: str) -> None:
    game = play("wizard", 3, f"h 111/{tricks}?", sizes=THREES)
    assert offered_rest(game, current(game)) == {}
    with pytest.raises(RefusedError):
        score_hand(game, 1, (None, None, None), None)


def test_no_rest_is_offered_where_a_dummy_may_hold_it() -> None:
    game = play("two-player", 2, "h 11/1.?")
    assert offered_rest(game, current(game)) == {}
    with pytest.raises(RefusedError) as refused:
        score_hand(game, 1, (None, None), NOBODY)
    assert codes(refused.value) == ["tricks-missing"]


def test_tricks_left_fall_below_0_when_there_are_too_many() -> None:
    assert tricks_left(current(play("wizard", 3, "h 111/22.?", sizes=THREES))) == -1


def test_tricks_may_be_entered_a_pile_at_a_time() -> None:
    game = enter_tricks(play("wizard", 3, "h 011"), 1, (0, None, None), None)
    game = enter_tricks(game, 1, (None, None, 1), None)
    assert current(game).tricks == (0, None, 1)


def test_the_dummy_has_the_tricks_that_no_player_took() -> None:
    assert score_sheet(play("two-player", 2, "h 34/34 !-")).totals == (50, 60)


def test_two_piles_may_not_be_more_than_eleven_tricks() -> None:
    with pytest.raises(RefusedError) as refused:
        play("two-player", 2, "h 00/66 !-")
    assert codes(refused.value) == ["tricks-over"]


def test_the_trick_with_the_spade_8_does_not_count() -> None:
    row = score_sheet(play("two-player", 2, "h 34/44 !0")).rows[0]
    assert [cell.counted for cell in row.cells] == [3, 4]
    assert [cell.points for cell in row.cells] == [50, 60]


def test_nobody_loses_a_trick_when_the_dummy_took_the_spade_8() -> None:
    row = score_sheet(play("two-player", 2, "h 34/44 !-")).rows[0]
    assert [cell.points for cell in row.cells] == [-10, 60]


def test_who_took_the_spade_8_has_at_least_one_trick() -> None:
    with pytest.raises(RefusedError) as refused:
        play("two-player", 2, "h 34/04 !0")
    assert codes(refused.value) == ["negated-empty"]
    assert refused.value.problems[0].seat == 0


def test_a_two_player_hand_is_not_scored_before_the_spade_8_is_told() -> None:
    with pytest.raises(RefusedError) as refused:
        play("two-player", 2, "h 34/34")
    assert codes(refused.value) == ["negated-missing"]


@pytest.mark.parametrize("negated", ["5", "2"])
def test_only_a_player_or_nobody_takes_the_spade_8(negated: str) -> None:
    with pytest.raises(RefusedError) as refused:
        play("two-player", 2, f"h 34/34 !{negated}")
    assert codes(refused.value) == ["negated-unknown"]


@pytest.mark.parametrize("negated", ["-", "1"])
def test_no_trick_is_negated_where_there_is_no_spade_8(negated: str) -> None:
    with pytest.raises(RefusedError) as refused:
        play("wizard", 3, f"h 011/001 !{negated}")
    assert codes(refused.value) == ["negated-unknown"]


def test_all_objections_come_at_once() -> None:
    with pytest.raises(RefusedError) as refused:
        play("wizard", 3, "- 0../5..")
    assert codes(refused.value) == ["tricks-range"]
    with pytest.raises(RefusedError) as refused:
        score_hand(play("wizard", 3, "- 0.."), 1, (None, None, None), None)
    assert codes(refused.value) == [
        *("trump-missing", "bid-missing", "bid-missing"),
        *("tricks-missing", "tricks-missing", "tricks-missing"),
    ]


def test_a_scored_hand_is_changed_by_correction_alone() -> None:
    game = play("wizard", 3, "h 011/001")
    for action in (enter_tricks, score_hand):
        with pytest.raises(RefusedError) as refused:
            action(game, 1, (1, 0, 0), None)
        assert codes(refused.value)[-1] in ("hand-scored", "tricks-over")
    assert score_sheet(correct(game, 1, "h 011/010")).totals == (20, 30, -10)


@pytest.mark.parametrize("number", [0, 3, 99, -1])
def test_a_hand_that_is_not_dealt_yet_is_unknown(number: int) -> None:
    with pytest.raises(RefusedError) as refused:
        hand_to_change(play("wizard", 3, "h 011/001"), number)
    assert codes(refused.value) == ["hand-unknown"]


def test_a_correction_that_could_not_be_scored_is_refused() -> None:
    game = play("wizard", 3, "h 011/001", "j", rule="hook", dealer=2)
    with pytest.raises(RefusedError) as refused:
        correct(game, 1, "h 001/011")
    assert codes(refused.value) == ["bid-forbidden", "tricks-over"]
    with pytest.raises(RefusedError) as refused:
        correct(game, 1, "h .11/001")
    assert codes(refused.value) == ["bid-missing"]


def test_the_hand_being_played_is_not_corrected() -> None:
    with pytest.raises(RefusedError) as refused:
        correct(play("wizard", 3, "h 011"), 1, "h 011/001")
    assert codes(refused.value) == ["hand-unscored"]
