"""Awards go to who alone deserves them, one each: games worked by hand."""

from __future__ import annotations

from hypothesis import given

from scorekeeper.rules.awards import MEASURES, awards
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.words.awards import REASONS, TITLES
from tests.rules.chance import games, quickly
from tests.rules.notation import play


def given_to(game: Game) -> dict[str, tuple[str, int]]:
    """By name: the award and its figure."""
    return {
        game.players[award.seat]: (award.kind, award.number) for award in awards(score_sheet(game))
    }


def test_each_player_has_one_award_at_most() -> None:
    # Ann alone makes all three, Cem has 30 in one hand as nobody else; Ben lost 10 at most.
    # The longest run and the most bids of 0 are Ann's too: she has one already.
    assert given_to(play("wizard", 3, "h 001/001", "h 010/002", "h 000/003")) == {
        "Ann": ("sight", 3),
        "Ben": ("steady", -10),
        "Cem": ("hand", 30),
    }


def test_nobody_gets_what_two_deserve_alike() -> None:
    assert given_to(play("wizard", 3, "h 000/001", "h 000/002", "h 000/003")) == {}


def test_a_game_of_two_hands_has_no_awards() -> None:
    assert given_to(play("wizard", 3, "h 001/001", "h 011/011")) == {}


def test_start_and_finish_are_told_apart_from_five_hands_on() -> None:
    hands = ["h 100/100", "h 200/200", "h 000/300", "h 040/040", "h 050/050"]
    found = {"Ben": ("hand", 70), "Cem": ("zeros", 5), "Ann": ("start", 70)}
    assert given_to(play("wizard", 3, *hands)) == found
    shorter = {"Ben": ("hand", 60), "Cem": ("zeros", 4)}
    assert given_to(play("wizard", 3, *hands[:4])) == shorter


@quickly
@given(games(most=6))
def test_every_award_is_unique_and_has_its_words(game: Game) -> None:
    found = awards(score_sheet(game))
    assert (
        len({award.seat for award in found}) == len({award.kind for award in found}) == len(found)
    )
    assert {*MEASURES} == {*TITLES} == {*REASONS}
    assert all(award.number >= MEASURES[award.kind][1] for award in found)
