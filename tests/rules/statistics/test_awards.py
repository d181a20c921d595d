"""Awards go to the only player who deserves them, one each: games calculated by hand."""

import pytest
from hypothesis import given

from scorekeeper.rules.actions import enter_extras
from scorekeeper.rules.extras import Extras
from scorekeeper.rules.game import POINTS, Bonus, Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.statistics.awards import MEASURES, awards
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.words.awards import REASONS, TITLES
from tests.rules.chance import games, quickly
from tests.rules.notation import current, new, on, play


def given_to(game: Game) -> dict[str, tuple[str, int]]:
    """By name: the award and its figure."""
    return {
        game.players[award.seat]: (award.kind, award.number)
        for award in awards(score_sheet(game), game.variant.score)
    }


def test_each_player_has_one_award_at_most() -> None:
    # Only Ann makes all three bids, only Cem has 30 in one hand, and Ben lost 10 at most. Ann also
    # has the longest run and the most bids of 0, but she has an award already.
    assert given_to(play("wizard", 3, "h 001/001", "h 010/002", "h 000/003")) == {
        "Ann": ("sight", 3),
        "Ben": ("steady", -10),
        "Cem": ("hand", 30),
    }


def test_an_award_that_two_deserve_equally_goes_to_nobody() -> None:
    assert given_to(play("wizard", 3, "h 000/001", "h 000/002", "h 000/003")) == {}


def test_nobody_is_steady_where_a_miss_costs_nothing() -> None:
    game = new("oh-hell", 3, sizes=(2, 2, 2))
    for _ in range(3):
        late = Bonus(1, POINTS, -10, reason="late")
        game = enter_extras(game, current(game).number, Extras(bonuses=(late,)))
        game = on(game, "h 011/200")
    assert "steady" not in [kind for kind, _ in given_to(game).values()]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_miss_costs_points_where_some_bid_of_a_hand_counts_below_0(variant: Variant) -> None:
    cheap = {"oh-hell", "nomination", "stiche-raten", "blob", "rascal"}
    assert variant.score.costs_a_miss == (variant.key not in cheap)


def test_a_game_of_two_hands_has_no_awards() -> None:
    assert given_to(play("wizard", 3, "h 001/001", "h 011/011")) == {}


def test_start_and_finish_are_distinguished_from_five_hands_on() -> None:
    hands = ["h 100/100", "h 200/200", "h 000/300", "h 040/040", "h 050/050"]
    found = {"Ben": ("hand", 70), "Cem": ("zeros", 5), "Ann": ("start", 70)}
    assert given_to(play("wizard", 3, *hands)) == found
    shorter = {"Ben": ("hand", 60), "Cem": ("zeros", 4)}
    assert given_to(play("wizard", 3, *hands[:4])) == shorter


@quickly
@given(games(most=6))
def test_every_award_is_unique_and_has_its_words(game: Game) -> None:
    found = awards(score_sheet(game), game.variant.score)
    assert (
        len({award.seat for award in found}) == len({award.kind for award in found}) == len(found)
    )
    assert {*MEASURES} == {*TITLES} == {*REASONS}
    assert all(award.number >= MEASURES[award.kind][1] for award in found)
