"""Equal totals at the end: the tie-breaks, on every page alike."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import ranking, score_sheet, standing
from scorekeeper.rules.statistics.figures import podium
from scorekeeper.rules.variants.house import Settings
from scorekeeper.rules.variants.points import Criterion, Tie
from scorekeeper.rules.variants.variants import RAGE
from scorekeeper.store.lists.lists import standing_from
from scorekeeper.store.mapping.rows import standing_values
from tests.rules.chance import games
from tests.rules.notation import play

ordered = st.lists(st.sampled_from(Criterion), min_size=1, max_size=4, unique=True).map(tuple)
LEVEL = "- 09/0a", "- 14/05"
"""Rage, two players: 10 and 5, then -5 and 0."""


def level(*by: Criterion, first: bool = False) -> Game:
    """Both have 5: the first has the exact bid, the second all tricks and the better last hand."""
    game = play("rage", 2, *LEVEL, sizes=(10, 5, 1) if first else (10, 5))
    return replace(game, variant=replace(RAGE, ties=by or Tie.SHARED))


@pytest.mark.parametrize(
    ("by", "winners"),
    [
        (RAGE.ties, (0,)),
        ((Criterion.BIDS,), (1,)),
        ((Criterion.TRICKS,), (1,)),
        ((Criterion.LAST,), (1,)),
        ((Criterion.EXACT, Criterion.LAST), (0,)),
        ((), (0, 1)),
    ],
)
def test_equal_totals_are_decided_in_the_order_of_the_game(
    by: tuple[Criterion, ...], winners: tuple[int, ...]
) -> None:
    sheet = score_sheet(level(*by))
    assert sheet.totals == (5, 5)
    assert sheet.result
    assert sheet.result.winners == sheet.leaders == winners
    assert [rank.position for rank in ranking(sheet)] == ([1, 2] if len(winners) == 1 else [1, 1])


def test_nothing_decides_while_the_game_goes_on() -> None:
    game = level(Criterion.EXACT, first=True)
    assert score_sheet(game).leaders == (0, 1)
    assert score_sheet(end_after(game, 2)).leaders == (0,)
    assert score_sheet(replace(game, away=(2,))).leaders == (0, 1)


def test_points_begun_with_end_no_game_before_its_first_hand() -> None:
    present = replace(RAGE, target=50)
    assert standing(present, Settings(), (50, 0), 0).result is None
    assert standing(present, Settings(), (50, 0), 1).result


def test_a_player_who_left_has_neither_the_best_nor_the_lowest_total() -> None:
    found = standing(RAGE, Settings(sizes=(2, 1)), (9, 5, 3, 1), 1, away=(0, 3))
    assert (found.best, found.lowest, found.leaders) == (5, 3, (1,))


def test_players_who_are_still_level_share_the_win() -> None:
    sheet = score_sheet(play("rage", 3, "- 001/001", "- 100/100", "- 010/010", sizes=(1, 1, 1)))
    assert sheet.result
    assert sheet.result.winners == (0, 1, 2)


@pytest.mark.thorough
@settings(deadline=None, max_examples=60, database=None)
@given(games(), st.just(Tie.SHARED) | st.just(Tie.DRAW) | ordered)
def test_the_sheet_the_podium_and_the_list_agree_on_who_won(
    game: Game, ties: Tie | tuple[Criterion, ...]
) -> None:
    game = replace(game, variant=replace(game.variant, ties=ties))
    over = game if score_sheet(game).result else end_after(game, len(score_sheet(game).counting))
    sheet = score_sheet(over)
    stored = standing_values(sheet)
    kept = (stored["played"], stored["totals"], stored["positions"])
    listed = standing_from(over.variant, over.settings, *kept, over.away)
    assert (listed.result, listed.leaders) == (sheet.result, sheet.leaders)
    assert listed.positions == sheet.positions
    assert sheet.result
    if sheet.counting:
        assert podium(sheet)[0].seats == podium(listed)[0].seats == sheet.leaders
        assert sheet.result.winners == (() if sheet.result.draw else sheet.leaders)
        best = {sheet.totals[seat] for seat in sheet.leaders}
        assert best == {sheet.best}
