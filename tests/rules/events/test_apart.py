"""Acts of two desks: which may follow another that its page did not show."""

import pytest

from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.acts import is_independent
from scorekeeper.rules.events.entrant_acts import (
    Entered,
    Marked,
    Newcomer,
    Numbered,
    Removed,
    Renamed,
)
from scorekeeper.rules.events.event import State
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, Ended, Withdrawn
from scorekeeper.rules.events.round_acts import Drawn, MoreTime, Paused, Published, Swapped
from scorekeeper.rules.events.settings import Seating


@pytest.mark.parametrize(
    "act",
    [
        Marked(2, State.OUT),
        Renamed(2, "Ben"),
        Removed(2),
        Numbered(2, 3),
        Adjusted(2, -10, "late"),
        Withdrawn(2, -10, "late"),
        Entered((Newcomer("Cem"),)),
        ByHand(1, 1, None),
        MoreTime(1, 5),
        Paused(1),
    ],
)
def test_an_act_about_others_or_about_results_is_apart(act: Act) -> None:
    assert is_independent({1}, act)


@pytest.mark.parametrize(
    "act",
    [
        Marked(1, State.OUT),
        Renamed(1, "Ann"),
        Removed(1),
        Numbered(1, 3),
        Numbered(3, 1),
        Adjusted(1, -10, "late"),
        Withdrawn(1, -10, "late"),
        Drawn(((1, 2, 3, 4),), (0,), 1, Seating.FREE),
        Swapped(1, 2, 3),
        Published(1),
        Ended(),
    ],
)
def test_an_act_about_the_same_people_or_about_seats_is_not(act: Act) -> None:
    assert not is_independent({1}, act)
