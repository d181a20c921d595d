"""The rank of a score: the example of docs/statistics.md, and a simple count."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.statistics.records import ScoreRank, score_rank

OTHERS = [*range(10, 201, 10)]
"""The scores of docs/statistics.md."""


def test_a_score_is_worth_the_share_of_those_below_it() -> None:
    assert score_rank(145, OTHERS) == ScoreRank(145, 20, Fraction(7, 10), False)
    assert score_rank(200, OTHERS) == ScoreRank(200, 20, Fraction(19, 20), False)
    assert score_rank(210, OTHERS) == ScoreRank(210, 20, Fraction(1), True)
    assert score_rank(145, OTHERS[1:]) is None


@given(st.integers(-50, 50), st.lists(st.integers(-50, 50), min_size=20))
def test_figures_equal_those_of_a_plain_count(total: int, others: list[int]) -> None:
    found = score_rank(total, others)
    assert found
    assert found.share * len(others) == len([other for other in others if other < total])
    assert found.is_record == (sorted([*others, total]).index(total) == len(others))
