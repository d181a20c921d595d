"""The printed sheet: every hand of the game has its line, its dealer and its first player."""

from dataclasses import replace

import pytest
from hypothesis import given

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.attendance import sit_out
from scorekeeper.rules.bidding import bidding_order
from scorekeeper.rules.dealing import next_hand
from scorekeeper.rules.game import Game
from scorekeeper.rules.print_sheet import Line, paper_lines
from scorekeeper.rules.setup import new_game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.house import Settings
from scorekeeper.rules.variants.variants import TWO_PLAYER, WIZARD
from tests.rules.chance import games

FOUR = ("Ann", "Ben", "Cem", "Dora")


def lines_of(game: Game) -> tuple[Line, ...]:
    return paper_lines(game, score_sheet(game))


def test_a_game_not_begun_has_a_line_for_each_hand_and_the_deal_goes_round() -> None:
    game = new_game(WIZARD, FOUR, 2, Settings(sizes=(1, 3, 5, 7, 9)))
    lines = lines_of(game)
    assert [(line.number, line.cards) for line in lines] == [(1, 1), (2, 3), (3, 5), (4, 7), (5, 9)]
    assert [(line.dealer, line.opener) for line in lines] == [
        (2, 3),
        (3, 0),
        (0, 1),
        (1, 2),
        (2, 3),
    ]
    assert [line.hand is None for line in lines] == [False, True, True, True, True]


def test_a_race_has_as_many_lines_as_its_printed_pad() -> None:
    lines = lines_of(new_game(TWO_PLAYER, FOUR[:2], 1, Settings()))
    assert [line.cards for line in lines] == [11] * 10
    assert [line.dealer for line in lines] == [1, 0] * 5


def test_a_game_that_ends_early_has_no_lines_after_its_last_hand() -> None:
    game = new_game(WIZARD, FOUR, 0, Settings(sizes=(1, 2, 3, 4)))
    assert len(lines_of(end_after(game, 1))) == 1
    assert lines_of(end_after(game, 0)) == ()


def test_a_player_who_sits_out_may_deal_the_next_hand() -> None:
    game = sit_out(new_game(WIZARD, FOUR, 0, Settings(sizes=(1, 2, 3))), 1, 1, out=True)
    assert [(line.dealer, line.opener) for line in lines_of(game)] == [(0, 2), (1, 2), (2, 3)]


@pytest.mark.thorough
@given(games())
def test_the_lines_are_the_rows_of_the_sheet_and_then_the_hands_as_they_will_be_dealt(
    game: Game,
) -> None:
    sheet = score_sheet(game)
    lines = paper_lines(game, sheet)
    assert tuple(line.row for line in lines if line.row) == sheet.rows
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    for line in lines[len(sheet.rows) :]:
        hand = next_hand(game)
        assert hand is not None
        assert (line.cards, line.dealer, line.opener) == (
            hand.cards,
            hand.dealer,
            bidding_order(game, hand)[0],
        )
        game = replace(game, hands=(*game.hands[: hand.number - 1], replace(hand, scored=True)))
