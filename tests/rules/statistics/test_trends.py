"""Figures over time and by hand size: the examples of docs/statistics.md, and simple counts."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.statistics.played import Hands
from scorekeeper.rules.statistics.trends import Quarters, Step, by_cards, trend

GAMES = [(120, 15), (0, 15), (90, 5)]
"""Points and hands of the three games of docs/statistics.md."""
ONES = [20, 20, -10, 20, -10, 30, -10]
"""Points of its hands of one card."""


def test_a_step_has_the_mean_of_its_hands_and_of_all_until_then() -> None:
    assert trend(GAMES) == (
        Step(1, 1, Fraction(8), Fraction(8)),
        Step(2, 2, Fraction(0), Fraction(4)),
        Step(3, 3, Fraction(18), Fraction(6)),
    )
    assert trend(GAMES[:2]) == ()


@pytest.mark.parametrize(
    ("games", "length"), [(24, 1), (25, 5), (120, 5), (121, 10), (10_000, 500), (30_000, 30_000)]
)
def test_as_few_games_as_make_24_steps_are_one(games: int, length: int) -> None:
    steps = trend([(1, 1)] * games)
    assert {step.last - step.first + 1 for step in steps[:-1]} <= {length}
    assert (steps[0].last, steps[-1].last) == (length, games)
    assert len(steps) <= 24


def test_a_quarter_of_the_hands_is_at_most_the_low_one() -> None:
    hands = [(1, Hands(1, 0, points, 0)) for points in ONES]
    assert by_cards(hands) == (Quarters(1, 7, Fraction(-10), Fraction(20), Fraction(20)),)
    assert by_cards(hands[:3]) == ()


def test_hands_of_a_size_in_one_game_are_one_value() -> None:
    assert by_cards([(2, Hands(2, 1, 25, 0))] * 4)[0].middle == Fraction(25, 2)


@given(st.lists(st.tuples(st.integers(-300, 300), st.integers(1, 20)), max_size=130))
def test_trend_steps_equal_those_of_a_plain_count(games: list[tuple[int, int]]) -> None:
    for step in trend(games):
        some, until = games[step.first - 1 : step.last], games[: step.last]
        for of, mean in ((some, step.mean), (until, step.so_far)):
            assert mean == Fraction(sum(one[0] for one in of), sum(one[1] for one in of))


@given(st.lists(st.integers(-50, 200), min_size=4, max_size=40))
def test_the_quarters_split_the_points(points: list[int]) -> None:
    (found,) = by_cards([(3, Hands(1, 0, one, 0)) for one in points])
    for part, quarter in ((1, found.low), (2, found.middle), (3, found.high)):
        below = sum(one <= quarter for one in points)
        assert below * 4 >= part * len(points)
        assert sum(one < quarter for one in points) * 4 < part * len(points)
