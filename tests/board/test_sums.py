"""What a printed sheet says about its sums."""

from dataclasses import replace

from flask import Flask

from scorekeeper.rules.game import POINTS, Bonus
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import Trump, Turned
from scorekeeper.words.lines import sums_lines
from tests.rules.notation import play


def test_all_points_that_bids_and_tricks_do_not_give_are_explained(app: Flask) -> None:
    game = play("wizard", 3, "h 011/001", "h 011/002")
    first, second = game.hands[:2]
    late = Bonus(0, POINTS, -10, reason="late again")
    first = replace(first, bonuses=(late,), turned=Turned.WIZARD, trump=Trump.HEARTS)
    second = replace(second, added=True)
    ends = replace(game.settings, ends_after=2)
    game = replace(game, hands=(first, second), starts=(-30, 0, 5), settings=ends)
    with app.test_request_context():
        lines = sums_lines(game, score_sheet(game))
    assert lines == [
        "Ended early: 2 of 20 hands.",
        "Ann began with −30.",
        "Cem began with 5.",
        "Hand 1, Ann: −10 late again",
        "Hand 1: turned up Wizard, trump Hearts",
        "Hand 2: put in later",
    ]


def test_a_plain_game_has_nothing_to_explain(app: Flask) -> None:
    game = play("wizard", 3, "h 011/001")
    with app.test_request_context():
        assert sums_lines(game, score_sheet(game)) == []
