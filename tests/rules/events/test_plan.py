"""Tables for a number of people, and settings."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules.events.plan import nearest, sizes
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.settings import (
    TEN_HANDS,
    Final,
    Measure,
    event_problems,
)
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.variants import SKULL_KING, TWO_PLAYER
from tests.rules.events.hall import RALLY


@pytest.mark.parametrize(
    ("people", "size", "remainder", "expected"),
    [
        (17, 4, 5, (4, 4, 4, 5)),
        (17, 4, 3, (4, 4, 3, 3, 3)),
        (18, 4, 5, (4, 4, 5, 5)),
        (16, 4, 5, (4, 4, 4, 4)),
        (229, 4, 5, (4,) * 56 + (5,)),
        (11, 4, 5, None),
        (7, 6, 5, None),
        (0, 4, 5, None),
    ],
)
def test_as_few_tables_as_possible_have_another_size(
    people: int, size: int, remainder: int, expected: tuple[int, ...] | None
) -> None:
    assert sizes(people, size, remainder) == expected


def test_the_nearest_numbers_that_can_be_seated_are_known() -> None:
    assert nearest(11, 4, 5) == (10, 12)
    assert nearest(7, 4, 5) == (5, 8)
    assert nearest(3, 4, 5) == (4,)


def test_ten_hands_are_ten_hands_for_everybody() -> None:
    assert {size: len(row) for size, row in TEN_HANDS.items()} == dict.fromkeys(range(3, 7), 10)
    assert RALLY.hands_for(4) == tuple(range(1, 16))
    assert replace(RALLY, hands=TEN_HANDS).hands_for(5) == (2, 4, 5, 6, 7, 8, 9, 10, 11, 12)


@pytest.mark.parametrize(
    ("agreed", "code"),
    [
        ({"name": "x" * 61}, EventCode.NAME_LONG),
        ({"place": "x" * 41}, EventCode.PLACE_LONG),
        ({"rounds": 0}, EventCode.ROUNDS_RANGE),
        ({"rounds": 21}, EventCode.ROUNDS_RANGE),
        ({"minutes": 0, "warning": 0}, EventCode.MINUTES_RANGE),
        ({"warning": 106}, EventCode.WARNING_RANGE),
        ({"late_points": -1}, EventCode.LATE_RANGE),
        ({"best": 4}, EventCode.BEST_RANGE),
        ({"order": ()}, EventCode.ORDER_DOUBLED),
        ({"order": (Measure.WON, Measure.WON)}, EventCode.ORDER_DOUBLED),
        ({"size": 7}, EventCode.SIZE_RANGE),
        ({"remainder": 2}, EventCode.SIZE_RANGE),
        ({"hands": {4: (16,)}}, Code.SIZES_RANGE),
        ({"final": Final(12)}, EventCode.FINAL_RANGE),
        ({"final": Final(16, 3)}, EventCode.FINAL_RANGE),
        (
            {"variant": TWO_PLAYER, "size": 2, "remainder": 2, "final": Final(16)},
            EventCode.FINAL_GAME,
        ),
    ],
)
def test_settings_that_are_not_possible_are_refused(
    agreed: dict[str, Any], code: EventCode | Code
) -> None:
    assert [problem.code for problem in event_problems(replace(RALLY, **agreed))] == [code]


def test_any_game_of_the_family_has_its_own_tables() -> None:
    assert not event_problems(replace(RALLY, variant=SKULL_KING, size=8, remainder=7))
    assert not event_problems(replace(RALLY, variant=TWO_PLAYER, size=2, remainder=2))
    assert not event_problems(replace(RALLY, hands=TEN_HANDS, size=6, final=Final(64, 2)))
