"""Advice on a draw in which people meet again."""

import pytest

from scorekeeper.rules.events.advice import Advice, better_sizes
from scorekeeper.rules.events.next_round import draw
from scorekeeper.rules.events.round_acts import Closed, Published
from scorekeeper.rules.events.settings import Seating
from tests.rules.events.hall import after, drawn, event_of


@pytest.mark.parametrize(
    ("people", "advice"),
    [
        (17, Advice((4, 4, 3, 3, 3), 0)),
        (18, Advice((4, 4, 4, 3, 3), 0)),
        (20, None),
        (12, Advice((3, 3, 3, 3), 0)),
        (4, None),
    ],
)
def test_other_tables_are_advised_if_fewer_would_meet_again(
    people: int, advice: Advice | None
) -> None:
    event = event_of(people)
    assert better_sizes(event) is None
    assert better_sizes(after(event, draw(event, {}, 1))) == advice


def test_advice_on_one_round_counts_the_meetings_so_far() -> None:
    event = event_of(12, seating=Seating.STANDING)
    event = after(event, drawn([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]), Published(1))
    event = after(event, Closed(1), draw(after(event, Closed(1)), {}, 1))
    assert better_sizes(event) == Advice((3, 3, 3, 3), 0)
