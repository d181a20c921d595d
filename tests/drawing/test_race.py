"""The race of two players to the target."""

import pytest

from scorekeeper.drawing.charts import LENGTH, draw_race


@pytest.mark.parametrize(
    ("total", "run"), [(-30, 0), (0, 0), (50, LENGTH // 2), (100, LENGTH), (140, LENGTH)]
)
def test_a_lane_is_as_far_as_its_total_and_never_beyond_start_and_target(
    total: int, run: int
) -> None:
    lane, other = draw_race((total, 0), 100).lanes
    assert (lane.run, lane.total, other.run) == (run, total, 0)
    assert lane.y < other.y
