"""The rank of a score: the example of docs/statistics.md, and a simple count."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.statistics.records import Special, special

OTHERS = [*range(10, 201, 10)]
"""The scores of docs/statistics.md."""


def test_a_score_is_worth_the_share_of_those_below_it() -> None:
    assert special(145, OTHERS) == Special(145, 20, Fraction(7, 10), False)
    assert special(200, OTHERS) == Special(200, 20, Fraction(19, 20), False)
    assert special(210, OTHERS) == Special(210, 20, Fraction(1), True)
    assert special(145, OTHERS[1:]) is None


@given(st.integers(-50, 50), st.lists(st.integers(-50, 50), min_size=20))
def test_it_is_that_of_a_plain_count(total: int, others: list[int]) -> None:
    found = special(total, others)
    assert found
    assert found.share * len(others) == len([other for other in others if other < total])
    assert found.is_record == (sorted([*others, total]).index(total) == len(others))
