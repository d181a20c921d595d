"""Drawn shapes."""

import pytest

from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.shapes import CRESTS, tally


def test_every_seat_has_a_crest_of_its_own() -> None:
    assert len(set(CRESTS)) >= MOST_PLAYERS


@pytest.mark.parametrize("count", range(1, 12))
def test_a_tally_has_a_stroke_for_each_and_every_fifth_crosses_four(count: int) -> None:
    width, path = tally(count)
    assert path.count("M") == count
    assert path.count("L") == count // 5
    assert all(0 <= float(stroke.split()[0]) < width for stroke in path.split("M")[1:])
