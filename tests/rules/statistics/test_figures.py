"""The Standings: figures of bids, tricks and cards, against tables calculated by hand."""

import pytest
from hypothesis import given

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.statistics.figures import Balance, balances, figures, podium
from tests.rules.chance import games, quickly
from tests.rules.notation import correct, new, play

THREE = ("h 011/001", "j 101/110", "s 012/012")
"""Ann, Ben, Cem: made bids 0 -; missed and so on, see the table below."""


def table(game: Game) -> list[tuple[str, int, int, str, int, int]]:
    """Name, position, total, made hand by hand, sum of bids, sum of tricks."""
    return [
        (
            game.players[line.seat],
            line.position,
            line.total,
            "".join("x" if made else "." for made in line.made),
            line.bid,
            line.took,
        )
        for line in figures(score_sheet(game))
    ]


def test_each_player_has_bids_made_and_the_sums_of_bids_and_tricks() -> None:
    assert table(play("wizard", 3, *THREE)) == [
        ("Ann", 1, 70, "xxx", 1, 1),
        ("Cem", 2, 60, "x.x", 4, 3),
        ("Ben", 3, 10, "..x", 2, 2),
    ]


def test_bids_are_compared_with_the_cards_hand_by_hand() -> None:
    sheet = score_sheet(play("wizard", 3, *THREE, "h 000/400"))
    assert balances(sheet) == (Balance(1, 1), Balance(2, 0), Balance(3, 0), Balance(4, -4))
    assert [hand.tone for hand in balances(sheet)] == ["over", "even", "even", "under"]


def test_a_negated_trick_is_neither_taken_nor_missed() -> None:
    # Ann bid 4 and has 5 in her pile, one of them negated.
    assert table(play("two-player", 2, "h 42/52 !0")) == [
        ("Ann", 1, 60, "x", 4, 4),
        ("Ben", 2, 40, "x", 2, 2),
    ]


def test_hands_after_the_end_are_not_counted() -> None:
    ahead, behind, later = "h 45/45 !-", "h 45/54 !-", "h 50/50 !-"
    game = correct(play("two-player", 2, behind, ahead, later), 1, ahead)
    assert table(game) == [("Ben", 1, 140, "xx", 10, 10), ("Ann", 2, 120, "xx", 8, 8)]
    assert len(balances(score_sheet(game))) == 2


def test_a_game_ended_early_has_the_figures_of_its_hands() -> None:
    ended = end_after(play("wizard", 3, *THREE[:2]), 2)
    assert [line[3] for line in table(ended)] == ["xx", "x.", ".."]


def test_before_the_first_hand_there_is_nothing() -> None:
    sheet = score_sheet(new("wizard", 3))
    assert balances(sheet) == ()
    assert {line.made for line in figures(sheet)} == {()}


@pytest.mark.parametrize(
    ("hands", "steps"),
    [
        (("h 011/001",), [(1, 30, (2,)), (2, 20, (0,)), (3, -10, (1,))]),
        (("h 000/001",), [(1, 20, (0, 1)), (3, -10, (2,))]),
        (("h 100/001",), [(1, 20, (1,)), (2, -10, (0, 2))]),
    ],
    ids=["three steps", "two firsts and a third", "two seconds"],
)
def test_equal_totals_share_a_step_of_the_podium(
    hands: tuple[str, ...], steps: list[tuple[int, int, tuple[int, ...]]]
) -> None:
    sheet = score_sheet(play("wizard", 3, *hands))
    assert [(step.position, step.total, step.seats) for step in podium(sheet)] == steps


@quickly
@given(games())
def test_bids_and_tricks_differ_only_by_the_misses(game: Game) -> None:
    sheet = score_sheet(game)
    for line in figures(sheet):
        assert len(line.made) == sum(not row.cells[line.seat].out for row in sheet.counting)
        assert line.bid == line.took or not all(line.made)
    assert sorted(seat for step in podium(sheet) for seat in step.seats) == list(game.seats)
