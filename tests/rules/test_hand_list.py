"""The list of hands: a hand that is skipped, or dealt again."""

import pytest

from scorekeeper.rules.game import Game
from scorekeeper.rules.hand_list import deal_again, skip_hand
from scorekeeper.rules.history import change_between, without_change
from scorekeeper.rules.incoming.validation import check_game
from scorekeeper.rules.sheet import score_sheet
from tests.rules.notation import correct, current, on, play, refuses

GAMES = {
    "wizard": ("h 011/001", "j 110/101"),
    "two-player": ("h 54/65 !-", "j 54/65 !-"),
    "skull-king": ("- 00110000/10000000", "- 11000000/01100000"),
}


def begun(variant: str) -> Game:
    """A game with a hand scored, and the next one begun."""
    first, second = GAMES[variant]
    players = len(first.split()[1].partition("/")[0])
    return on(play(variant, players, first), second.partition("/")[0])


@pytest.mark.parametrize("variant", GAMES)
def test_a_skipped_hand_counts_nothing_and_the_deal_and_the_size_move_on(variant: str) -> None:
    game = begun(variant)
    before, after = score_sheet(game), score_sheet(skipped := skip_hand(game, 2))
    assert before.hand
    assert after.hand
    assert (after.totals, after.leaders) == (before.totals, before.leaders)
    assert after.hand.number == 3
    assert after.hand.dealer == (before.hand.dealer + 1) % len(game.players)
    assert game.variant.target or after.hand.cards == before.hand.cards + 1
    assert len(after.counting) == 1
    assert [row.hand.skipped for row in after.rows] == [False, True]
    check_game(skipped)
    assert skip_hand(skipped, 2) == skipped
    assert without_change(skipped, change_between(game, skipped)) == game


@pytest.mark.parametrize("variant", GAMES)
def test_a_hand_dealt_again_keeps_its_dealer_and_its_cards_only(variant: str) -> None:
    game = begun(variant)
    again = deal_again(game, 2)
    now, then = current(again), current(game)
    assert (now.number, now.cards, now.dealer) == (then.number, then.cards, then.dealer)
    assert not any(one is not None for one in (*now.bids, *now.tricks, now.turned))
    assert deal_again(again, 2) == again
    assert without_change(again, change_between(game, again)) == game


def test_only_the_hand_in_play_is_skipped_or_dealt_again() -> None:
    for act in (skip_hand, deal_again):
        with refuses("hand-scored"):
            act(begun("wizard"), 1)
        with refuses("hand-unknown"):
            act(begun("wizard"), 3)


def test_a_skipped_hand_that_was_played_after_all_is_corrected() -> None:
    game = skip_hand(play("wizard", 3, "h 011/001"), 2)
    played = correct(game, 2, "j 110/101")
    assert (
        score_sheet(played).totals
        == score_sheet(on(play("wizard", 3, "h 011/001"), "j 110/101")).totals
    )


def test_a_game_whose_last_hand_is_skipped_is_over_and_whose_only_hands_are_has_no_winner() -> None:
    game = play("wizard", 3, "h 011/001", sizes=(1, 2))
    over = score_sheet(skip_hand(game, 2))
    assert over.result
    assert not over.result.early
    assert over.done == 2
    none = score_sheet(skip_hand(play("wizard", 3, sizes=(1,)), 1))
    assert none.result
    assert none.result.winners == ()
