"""A game of the table's own: its numbers, and the examples that explain them."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.model import LARGEST_HAND, NO_TRUMP
from scorekeeper.rules.own import (
    DECK,
    EXAMPLE_CARDS,
    EXAMPLES,
    MOST_POINTS,
    WEIGHTS,
    OwnTrump,
    Points,
    examples,
    own_game,
    points_of,
    trump_of,
)
from scorekeeper.rules.variants import OWN, WIZARD
from tests.rules.notation import refuses

number = st.integers(0, MOST_POINTS)
points = st.builds(Points, number, number, number, number)
ASCENSEUR = Points(bonus=5, trick=5, miss=5, zero=5)


def test_a_game_of_ones_own_begins_with_the_points_of_wizard() -> None:
    assert examples(OWN.score) == examples(WIZARD.score) == (50, -20, 20)
    assert own_game(points_of(OWN.score), OWN.deck, trump_of(OWN)) == OWN


@pytest.mark.parametrize(
    ("bid", "tricks", "count"), [(3, 3, 20), (3, 1, -10), (0, 0, 5), (0, 2, -10), (1, 5, -20)]
)
def test_its_numbers_count_as_the_form_says(bid: int, tricks: int, count: int) -> None:
    game = own_game(ASCENSEUR, 52, OwnTrump.NONE)
    assert game.score.points(bid, tricks, 5) == count
    assert (game.deck, game.trump, game.largest_hand(4)) == (52, NO_TRUMP, 13)


def test_the_largest_deck_deals_no_more_cards_than_a_pad_has_keys() -> None:
    assert replace(OWN, deck=DECK[-1]).largest_hand(OWN.min_players) == LARGEST_HAND == 21


@pytest.mark.parametrize(
    ("numbers", "deck", "code"),
    [
        (replace(ASCENSEUR, miss=-1), 52, "points-range"),
        (replace(ASCENSEUR, zero=MOST_POINTS + 1), 52, "points-range"),
        (ASCENSEUR, 9, "deck-range"),
        (ASCENSEUR, 121, "deck-range"),
    ],
)
def test_numbers_out_of_all_proportion_are_refused(numbers: Points, deck: int, code: str) -> None:
    with refuses(code):
        own_game(numbers, deck, OwnTrump.SUIT)


@settings(deadline=None, max_examples=40, database=None)
@given(points, st.sampled_from(DECK), st.sampled_from(OwnTrump))
def test_a_game_of_ones_own_tells_the_numbers_that_made_it(
    numbers: Points, deck: int, trump: OwnTrump
) -> None:
    game = own_game(numbers, deck, trump)
    assert (points_of(game.score), game.deck, trump_of(game)) == (numbers, deck, trump)


@settings(deadline=None, max_examples=40, database=None)
@given(points)
def test_the_weights_of_its_numbers_add_up_to_the_examples(numbers: Points) -> None:
    each = [
        sum(number * WEIGHTS[name][place] for name, number in asdict(numbers).items())
        for place in range(len(EXAMPLES))
    ]
    assert tuple(each) == examples(numbers.score)
    assert max(bid for bid, _ in EXAMPLES) <= EXAMPLE_CARDS
