"""Totals, the end of a game and its winners, and the effect of a correction on its end."""

import pytest

from scorekeeper.rules.actions import change_settings, end_after, enter_bids
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.house import BidRule
from tests.rules.notation import correct, current, new, on, play, refuses

BOTH_MISS = "h 00/11 !-"
AHEAD, BEHIND, LATER = "h 45/45 !-", "h 45/54 !-", "h 50/50 !-"
"""Of the two-player game: +50 and +70, -10 and -10, +70 and +30."""


@pytest.fixture
def midway() -> Game:
    """One hand is scored; the second has bids."""
    return play("wizard", 3, "h 011/001", "j 20.")


def test_a_game_is_over_after_its_last_hand() -> None:
    sheet = score_sheet(play("wizard", 3, "h 011/001", "h 000/200", sizes=(1, 2)))
    assert sheet.hand is None
    assert sheet.result
    assert (sheet.result.winners, sheet.result.early) == ((2,), False)


def test_equal_highest_totals_share_the_win_and_the_place() -> None:
    sheet = score_sheet(play("wizard", 3, "h 000/001", sizes=(1,)))
    assert sheet.result
    assert (sheet.result.winners, sheet.result.draw) == ((0, 1), False)
    assert sheet.positions == (1, 1, 3)


def test_totals_start_at_0_and_nobody_leads_before_the_first_hand() -> None:
    sheet = score_sheet(new("wizard", 4))
    assert (sheet.totals, sheet.leaders, sheet.result) == ((0, 0, 0, 0), (), None)


def test_a_total_goes_below_0() -> None:
    assert score_sheet(play("wizard", 3, "h 111/001")).totals == (-10, -10, 30)


@pytest.mark.parametrize(
    ("hands", "totals", "winners"),
    [
        ((AHEAD, "h 10/10 !-"), (90, 90), None),
        ((AHEAD, AHEAD), (120, 140), (1,)),
        ((AHEAD, "h 54/54 !-"), (130, 130), ()),
        ((BOTH_MISS,) * 12, (-120, -120), None),
    ],
    ids=["both below", "both above", "equal", "twelve hands"],
)
def test_a_two_player_game_is_played_to_100_and_equal_totals_are_a_draw(
    hands: tuple[str, ...], totals: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    game = play("two-player", 2, *hands, dealer=1)
    sheet = score_sheet(game)
    assert sheet.totals == totals
    assert (sheet.result and sheet.result.winners) == winners
    assert (sheet.result and sheet.result.draw) == (None if winners is None else winners == ())
    assert [hand.dealer for hand in game.hands] == [1, 0, *[1, 0] * 5][: len(hands)]
    if winners is None:
        assert (current(game).number, current(game).cards) == (len(hands) + 1, 11)


def test_a_correction_can_make_a_finished_game_unfinished() -> None:
    game = correct(play("two-player", 2, AHEAD, AHEAD), 2, BEHIND)
    sheet = score_sheet(game)
    assert (sheet.totals, sheet.result) == ((50, 60), None)
    assert current(game).number == 3


def test_after_a_correction_that_ends_the_game_earlier_later_hands_stay_and_do_not_count() -> None:
    game = play("two-player", 2, BEHIND, AHEAD, LATER)
    assert [row.counts for row in score_sheet(game).rows] == [True, True, True]
    shorter = correct(game, 1, AHEAD)
    sheet = score_sheet(shorter)
    assert sheet.totals == (120, 140)
    assert [row.counts for row in sheet.rows] == [True, True, False]
    cells = [(cell.bid, cell.points, cell.total) for cell in sheet.rows[2].cells]
    assert cells == [(5, None, None), (0, None, None)]
    assert sheet.result
    assert len(sheet.counting) == 2
    assert correct(shorter, 1, BEHIND) == game


def test_a_hand_being_played_waits_while_a_correction_ends_the_game() -> None:
    present = correct(play("two-player", 2, BEHIND, AHEAD, "h 5."), 1, AHEAD)
    assert score_sheet(present).hand is None
    assert current(correct(present, 1, BEHIND)).bids == (5, None)


def test_nothing_is_entered_after_the_end(midway: Game) -> None:
    game = play("wizard", 3, "h 011/001", sizes=(1,))
    with pytest.raises(AssertionError, match="over"):
        on(game, "h 000/200")
    early = end_after(play("wizard", 3, "h 011/001"), 1)
    with refuses("hand-unknown"):
        enter_bids(early, 2, (0, 0, 0))
    with refuses("game-finished"):
        change_settings(game, BidRule(), (2,), None)
    with refuses("game-over"):
        change_settings(end_after(midway, 1), BidRule(), (), None)


def test_a_game_ended_early_counts_the_hands_that_were_scored_and_can_be_played_on(
    midway: Game,
) -> None:
    ended = end_after(midway, 1)
    sheet = score_sheet(ended)
    assert (sheet.totals, sheet.hand) == ((20, -10, 30), None)
    assert sheet.result
    assert (sheet.result.winners, sheet.result.early) == ((2,), True)
    assert end_after(ended, None) == midway


def test_a_game_may_end_after_the_hand_in_progress(midway: Game) -> None:
    game = end_after(midway, 2)
    assert score_sheet(game).result is None
    result = score_sheet(on(game, "j 200/101")).result
    assert result
    assert result.early


def test_a_game_ended_before_its_first_hand_has_no_winner() -> None:
    result = score_sheet(end_after(new("wizard", 3), 0)).result
    assert result
    assert (result.winners, result.draw) == ((), False)


@pytest.mark.parametrize("hands", [0, 3, -1, 60])
def test_a_game_ends_early_now_or_after_one_more_hand_only(hands: int) -> None:
    with refuses("end-unknown"):
        end_after(play("wizard", 3, "h 011/001"), hands)
