"""When a game is over, and what a correction does to its end."""

from __future__ import annotations

import pytest

from scorekeeper.rules.actions import change_dealer, change_settings, end_after
from scorekeeper.rules.house import BidRule
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.setup import rematch
from scorekeeper.rules.sheet import positions, score_sheet
from scorekeeper.rules.variants import VARIANTS
from tests.rules.notation import codes, correct, current, new, on, play

BOTH_MISS = "h 00/11 !-"


@pytest.mark.parametrize(("players", "hands"), [(3, 20), (4, 15), (5, 12), (6, 10)])
@pytest.mark.parametrize("variant", ["wizard", "tournament"])
def test_a_game_has_a_hand_for_each_size_the_deck_allows(
    variant: str, players: int, hands: int
) -> None:
    assert VARIANTS[variant].sizes(players) == tuple(range(1, hands + 1))


def test_a_game_is_over_after_its_last_hand() -> None:
    game = play("wizard", 3, "h 011/001", "h 000/200", sizes=(1, 2))
    sheet = score_sheet(game)
    assert sheet.hand is None
    assert sheet.result
    assert sheet.result.winners == (2,)
    assert not sheet.result.early


def test_equal_highest_totals_share_the_win_and_the_place() -> None:
    sheet = score_sheet(play("wizard", 3, "h 000/001", sizes=(1,)))
    assert sheet.result
    assert sheet.result.winners == (0, 1)
    assert not sheet.result.draw
    assert positions(sheet) == (1, 1, 3)


def test_totals_start_at_0_and_nobody_leads_before_the_first_hand() -> None:
    sheet = score_sheet(new("wizard", 4))
    assert sheet.totals == (0, 0, 0, 0)
    assert sheet.leaders == ()
    assert sheet.result is None


def test_a_total_goes_below_0() -> None:
    assert score_sheet(play("wizard", 3, "h 111/001")).totals == (-10, -10, 30)


def test_a_two_player_game_goes_on_while_both_are_below_100() -> None:
    sheet = score_sheet(play("two-player", 2, "h 45/45 !-", "h 10/10 !-"))
    assert sheet.totals == (90, 90)
    assert sheet.result is None
    assert sheet.hand


def test_with_both_above_100_the_higher_total_wins() -> None:
    sheet = score_sheet(play("two-player", 2, "h 45/45 !-", "h 45/45 !-"))
    assert sheet.totals == (120, 140)
    assert sheet.result
    assert sheet.result.winners == (1,)


def test_equal_totals_in_the_two_player_game_are_a_draw() -> None:
    sheet = score_sheet(play("two-player", 2, "h 45/45 !-", "h 54/54 !-"))
    assert sheet.result
    assert sheet.result.draw
    assert sheet.result.winners == ()


def test_a_two_player_game_goes_on_past_ten_hands() -> None:
    game = play("two-player", 2, *[BOTH_MISS] * 12)
    assert current(game).number == 13
    assert current(game).cards == 11
    assert score_sheet(game).totals == (-120, -120)


def test_the_deal_alternates_in_the_two_player_game() -> None:
    game = play("two-player", 2, *[BOTH_MISS] * 3, dealer=1)
    assert [hand.dealer for hand in game.hands] == [1, 0, 1]


def test_a_correction_can_make_a_finished_game_unfinished() -> None:
    game = play("two-player", 2, "h 45/45 !-", "h 45/45 !-")
    game = correct(game, 2, "h 45/54 !-")
    sheet = score_sheet(game)
    assert sheet.totals == (50, 60)
    assert sheet.result is None
    assert current(game).number == 3


def test_after_a_correction_that_ends_the_game_earlier_later_hands_stay_and_do_not_count() -> None:
    game = play("two-player", 2, "h 45/54 !-", "h 45/45 !-", "h 50/50 !-")
    before = score_sheet(game)
    assert [row.counts for row in before.rows] == [True, True, True]
    game = correct(game, 1, "h 45/45 !-")
    sheet = score_sheet(game)
    assert sheet.totals == (120, 140)
    assert [row.counts for row in sheet.rows] == [True, True, False]
    assert [(cell.points, cell.total) for cell in sheet.rows[2].cells] == [(None, None)] * 2
    assert [cell.bid for cell in sheet.rows[2].cells] == [5, 0]
    assert sheet.result
    assert len(sheet.counting) == 2


def test_later_hands_count_again_when_the_earlier_end_was_a_mistake() -> None:
    game = play("two-player", 2, "h 45/54 !-", "h 45/45 !-", "h 50/50 !-")
    there = correct(game, 1, "h 45/45 !-")
    assert correct(there, 1, "h 45/54 !-") == game


def test_a_hand_being_played_waits_while_a_correction_ends_the_game() -> None:
    game = play("two-player", 2, "h 45/54 !-", "h 45/45 !-", "h 5.")
    there = correct(game, 1, "h 45/45 !-")
    assert score_sheet(there).hand is None
    assert current(correct(there, 1, "h 45/54 !-")).bids == (5, None)


def test_nothing_is_entered_after_the_end() -> None:
    game = play("wizard", 3, "h 011/001", sizes=(1,))
    with pytest.raises(AssertionError, match="over"):
        on(game, "h 000/200")
    with pytest.raises(RefusedError) as refused:
        change_settings(game, BidRule(), (2,), None)
    assert codes(refused.value) == ["game-finished"]
    with pytest.raises(RefusedError) as refused:
        change_settings(end_after(play("wizard", 3, "h 011/001", "j 20."), 1), BidRule(), (), None)
    assert codes(refused.value) == ["game-over"]


def test_a_game_ended_early_counts_the_hands_that_were_scored() -> None:
    game = end_after(play("wizard", 3, "h 011/001", "j 20."), 1)
    sheet = score_sheet(game)
    assert sheet.totals == (20, -10, 30)
    assert sheet.result
    assert sheet.result.early
    assert sheet.result.winners == (2,)


def test_a_game_may_end_after_the_hand_in_progress() -> None:
    game = end_after(play("wizard", 3, "h 011/001", "j 20."), 2)
    assert score_sheet(game).result is None
    game = on(game, "j 200/101")
    result = score_sheet(game).result
    assert result
    assert result.early


def test_a_game_ended_before_its_first_hand_has_no_winner() -> None:
    result = score_sheet(end_after(new("wizard", 3), 0)).result
    assert result
    assert result.winners == ()
    assert not result.draw


def test_a_game_ended_early_can_be_played_on_where_it_was() -> None:
    game = play("wizard", 3, "h 011/001", "j 20.")
    there = end_after(game, 1)
    assert score_sheet(there).hand is None
    assert end_after(there, None) == game


@pytest.mark.parametrize("hands", [0, 3, -1, 60])
def test_a_game_ends_early_now_or_after_one_more_hand_only(hands: int) -> None:
    with pytest.raises(RefusedError) as refused:
        end_after(play("wizard", 3, "h 011/001"), hands)
    assert codes(refused.value) == ["end-unknown"]


def test_a_rematch_keeps_seats_and_rules_and_passes_the_deal() -> None:
    game = end_after(play("wizard", 3, "h 011/001", "h 000/200", rule="hook", sizes=(1, 2)), 2)
    again = rematch(game)
    assert again.first_dealer == 2
    assert again.hands == ()
    assert again.players == game.players
    assert again.settings.ends_after is None
    assert again.settings.bid_rule == game.settings.bid_rule
    assert again.settings.sizes == (1, 2)


@pytest.mark.parametrize("abandoned", ["s ...", "s 01.", "s 010/00.?"])
def test_a_hand_that_was_begun_and_not_scored_passes_no_deal_on(abandoned: str) -> None:
    played = play("wizard", 3, "h 011/001")
    ended = end_after(on(played, abandoned), 1)
    assert ended.hands != played.hands
    assert rematch(ended).first_dealer == rematch(end_after(played, 1)).first_dealer == 1


def test_a_game_of_which_no_hand_was_scored_is_dealt_anew_by_its_first_dealer() -> None:
    begun = change_dealer(on(new("wizard", 3, dealer=2), "h 0.."), 1, 0)
    assert rematch(begun).first_dealer == 2
