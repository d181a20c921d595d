"""People who come after the draw, and the tables that can take them."""

from scorekeeper.rules.events.entrant_acts import Entered, Marked, Newcomer
from scorekeeper.rules.events.event import Event, State
from scorekeeper.rules.events.late import tables_for, without_seat
from scorekeeper.rules.events.result_acts import Finalised
from scorekeeper.rules.events.round_acts import Closed, Published
from scorekeeper.rules.events.settings import Final
from tests.rules.events.hall import after, drawn, event_of

ZOE = Entered((Newcomer("Zoe"),))


def late(event: Event) -> list[str]:
    assert event.last is not None
    return [one.name for one in without_seat(event, event.last)]


def tables(event: Event, number: int, *begun: int) -> tuple[int, ...]:
    assert event.last is not None
    return tables_for(event, event.last, number, begun)


def test_whoever_plays_and_came_after_the_draw_has_no_seat() -> None:
    event = after(event_of(8), drawn([1, 2, 3, 4], [5, 6, 7, 8]), ZOE)
    assert late(event) == ["Zoe"]
    assert late(after(event, Marked(9, State.STAND_BY))) == []
    assert late(after(event, Marked(9, State.OUT))) == []


def test_in_a_final_nobody_is_late() -> None:
    event = after(event_of(8, final=Final(4)), drawn([1, 2, 3, 4], [5, 6, 7, 8]), Published(1))
    event = after(event, Closed(1), Finalised((1, 2, 3, 4)), drawn([1, 2, 3, 4]))
    assert late(event) == []
    assert tables(event, 5) == ()


def test_the_smallest_table_comes_first_and_no_table_that_has_begun() -> None:
    event = after(event_of(11, remainder=3), drawn([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]), ZOE)
    assert tables(event, 12) == (3, 1, 2)
    assert tables(event, 12, 3) == (1, 2)
    assert tables(event, 1) == ()


def test_a_table_larger_than_planned_comes_last() -> None:
    event = after(event_of(9, remainder=5), drawn([1, 2, 3, 4, 5], [6, 7, 8, 9]), ZOE)
    assert tables(event, 10) == (2, 1)


def test_of_equal_tables_the_one_where_the_fewest_meet_again_comes_first() -> None:
    event = after(event_of(9), drawn([1, 2, 3, 4], [5, 6, 7, 8, 9]), Published(1), Closed(1))
    event = after(event, Marked(1, State.OUT), drawn([2, 3, 5, 6], [4, 7, 8, 9]))
    assert tables(after(event, Marked(1, State.IN)), 1) == (2, 1)
