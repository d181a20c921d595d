"""Charts: a small one calculated by hand, and properties of all."""

import gzip
import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.drawing.charts import PAPER, draw_chart, grid_of, path_of

NUMBERS = st.lists(st.fractions(-300, 900, max_denominator=9), min_size=1, max_size=24)


def places(path: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)", path)]


def test_columns_share_the_width_and_values_stand_on_the_grid() -> None:
    chart = draw_chart(["1", "2"], dots=[0, 20], line=[10, 20], bars=[(0, 10), (0, 20)])
    assert chart.grid == ((0, 146), (5, 112), (10, 79), (15, 46), (20, 12))
    assert chart.labels == (("1", 113), ("2", 271))
    assert chart.dots == "M113 146h0M271 12h0"
    assert chart.line == "M113 79l158-67"
    assert chart.bars == "M113 146V79M271 146V12"
    assert chart.rules.startswith("M34 146H350")


def test_what_is_not_given_is_not_drawn() -> None:
    chart = draw_chart([])
    assert (chart.dots, chart.line, chart.bars, chart.labels) == ("", "", "", ())


def test_a_path_is_written_without_a_blank_before_a_minus() -> None:
    assert path_of([(10, 80), (60, 40), (110, 50)]) == "M10 80l50-40 50 10"


@pytest.mark.parametrize(
    ("low", "high", "grid"),
    [
        (0, 0, [0, 1]),
        (3, 9, [0, 2, 4, 6, 8, 10]),
        (-7, 12, [-10, -5, 0, 5, 10, 15]),
        (-40, -10, [-40, -30, -20, -10, 0]),
        (Fraction(1, 3), 100, [0, 20, 40, 60, 80, 100]),
    ],
)
def test_the_grid_has_round_numbers_and_0(low: int, high: int, grid: list[int]) -> None:
    assert grid_of(low, high) == grid


@given(NUMBERS)
def test_everything_is_on_the_paper_and_higher_is_more(numbers: list[Fraction]) -> None:
    labels = [str(index) for index in range(1, len(numbers) + 1)]
    chart = draw_chart(labels, dots=numbers, line=numbers)
    drawn = places(chart.dots)
    assert len(drawn) == len(numbers)
    for x, y in drawn:
        assert PAPER.left <= x <= PAPER.width - PAPER.right
        assert PAPER.top <= y <= PAPER.height - PAPER.bottom
    for (one, (_, above)), (other, (_, below)) in pairwise(
        sorted(zip(numbers, drawn, strict=True))
    ):
        assert one == other or above >= below
    assert all(right - left >= 18 for (_, left), (_, right) in pairwise(chart.labels))
    whole = "".join([chart.dots, chart.line, chart.rules, repr(chart.grid), repr(chart.labels)])
    assert len(gzip.compress(whole.encode())) <= 1200
