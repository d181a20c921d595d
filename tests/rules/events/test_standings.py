"""Standings: compared with a plain computation, and each rule by itself."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.events.entrant_acts import Entered, Marked, Newcomer
from scorekeeper.rules.events.event import Event, Outcome, Outcomes, State
from scorekeeper.rules.events.next_round import draw
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, PutAside
from scorekeeper.rules.events.round_acts import Closed, MoreTime, Published, Replaced, Started
from scorekeeper.rules.events.settings import Counts, Measure, Seating, TimeUp
from scorekeeper.rules.events.standings import Standing, standings, without_bids
from tests.rules.events.hall import NOW, after, drawn, event_of
from tests.rules.events.plain import ROWS, plain_standings

FOUR = after(event_of(4), drawn([1, 2, 3, 4]), Published(1), Started(1))
ORDER = {"counted", "points", "won", "share", "best"}
PLAIN = {Measure.MADE: "share"}


def four(**agreed: Any) -> Event:
    """One running table of four."""
    return after(event_of(4, **agreed), drawn([1, 2, 3, 4]), Published(1), Started(1))


def ranks(lines: tuple[Standing, ...]) -> list[tuple[int, int, int]]:
    """Rank, number and counted points."""
    return [(one.rank, one.number, one.counted) for one in lines]


@st.composite
def tables_of(draw_: st.DrawFn, seats: tuple[int, ...]) -> dict[str, Any]:
    """The result of a table, often level, as the plain computation reads it."""
    count = len(seats)
    each = st.lists(st.integers(-3, 3).map(lambda n: n * 10), min_size=count, max_size=count)
    made = draw_(st.just([]) | st.lists(st.integers(0, 3), min_size=count, max_size=count))
    known = draw_(st.booleans())
    return {
        "who": [*seats],
        "totals": draw_(each),
        "made": made,
        "bids": 3 if made and known else 0,
        "aside": draw_(st.none() | st.none() | each),
        "late": draw_(st.booleans()),
        "away": draw_(st.lists(st.integers(0, count - 1), max_size=1)),
    }


@st.composite
def halls(draw_: st.DrawFn) -> tuple[Event, Outcomes, list[int], tuple[Any, ...]]:
    """An event after some rounds, and the same as plain lists."""
    order = tuple(draw_(st.permutations(list(Measure))))
    best = draw_(st.none() | st.integers(1, 2))
    counts = draw_(st.sampled_from(Counts))
    agreed = {"order": order, "best": best, "counts": counts, "seating": Seating.FREE}
    event = event_of(draw_(st.sampled_from((8, 9, 13))), time_up=TimeUp.LATE, **agreed)
    outcomes: dict[tuple[int, int], Outcome] = {}
    plain = []
    for number in range(1, draw_(st.integers(1, 3)) + 1):
        event = after(event, draw(event, outcomes, number), Published(number), Started(number))
        plain.append([draw_(tables_of(one.seats)) for one in event.rounds[-1].tables])
        for at, table in enumerate(plain[-1], 1):
            if table["aside"] is not None:
                event = after(event, PutAside(number, at, tuple(table["aside"]), "Fire"))
                continue
            ended = NOW + timedelta(minutes=106 if table["late"] else 105)
            bids = (table["bids"],) * len(table["made"]) if table["bids"] else ()
            made, away = tuple(table["made"]), tuple(table["away"])
            outcomes[number, at] = Outcome(tuple(table["totals"]), made, bids, away, ended)
        event = after(event, Closed(number))
    given_points = draw_(st.lists(st.tuples(st.integers(1, 8), st.sampled_from((-10, 20)))))
    for who, points in given_points:
        event = after(event, Adjusted(who, points, "Agreed"))
    rules = {"order": [PLAIN.get(one, one.value) for one in order], "best": best, "late": 10}
    people = [one.number for one in event.entrants]
    return event, outcomes, people, (plain, given_points, rules | {"counts": counts.value})


@settings(deadline=None, max_examples=80, database=None)
@given(halls())
def test_everybody_has_the_rank_of_a_plain_computation(
    hall: tuple[Event, Outcomes, list[int], tuple[Any, ...]],
) -> None:
    event, outcomes, people, plain = hall
    assert ranks(standings(event, outcomes)) == plain_standings(people, *plain)


@pytest.mark.parametrize(
    ("counts", "made", "expected"),
    [
        (Counts.POINTS, (), [(1, 2, 90), (2, 1, 50), (2, 3, 50), (4, 4, 10)]),
        (Counts.PLACEMENT, (), [(1, 2, 45), (2, 1, 30), (2, 3, 30), (4, 4, 10)]),
        (Counts.BEATEN, (), [(1, 2, 3), (2, 1, 1), (2, 3, 1), (4, 4, -3)]),
        (Counts.PLACEMENT, (4, 9, 5, 0), [(1, 2, 45), (2, 3, 30), (3, 1, 20), (4, 4, 10)]),
    ],
)
def test_level_at_a_table_bids_made_decide_or_both_have_the_higher_place(
    counts: Counts, made: tuple[int, ...], expected: list[tuple[int, int, int]]
) -> None:
    event = after(four(counts=counts), ByHand(1, 1, Outcome((50, 90, 50, 10), made)))
    assert ranks(standings(event, {})) == expected


def test_placement_points_can_be_edited_for_each_size_of_table() -> None:
    event = four(counts=Counts.PLACEMENT, placement={4: (7, 5)})
    lines = standings(event, {(1, 1): Outcome((4, 3, 2, 1))})
    assert [one.counted for one in lines] == [7, 5, 0, 0]
    assert event.settings.placement_for(6) == tuple(ROWS[6])


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ((Measure.COUNTED, Measure.MADE, Measure.BEST), [1, 1, 1, 1, 1, 6, 7, 8]),
        ((Measure.MADE, Measure.COUNTED), [1, 1, 1, 1, 1, 6, 7, 8]),
        ((Measure.COUNTED, Measure.BEST), [1, 1, 1, 1, 1, 6, 7, 8]),
    ],
)
def test_a_result_without_bids_does_not_count_as_none_made(
    order: tuple[Measure, ...], expected: list[int]
) -> None:
    event = after(event_of(8, order=order), drawn([1, 2, 3, 4], [5, 6, 7, 8]), Published(1))
    event = after(event, ByHand(1, 1, Outcome((50, 50, 50, 50), (3, 4, 5, 2), (9,) * 4)))
    event = after(event, ByHand(1, 2, Outcome((50, 40, 30, 20))))
    assert [one.rank for one in standings(event, {})] == expected
    assert without_bids(event, {}) == (Measure.MADE in order)


def test_the_share_of_bids_made_is_that_of_the_results_that_have_bids() -> None:
    order = (Measure.COUNTED, Measure.MADE)
    event = after(event_of(4, order=order), drawn([1, 2, 3, 4]), Published(1))
    event = after(event, ByHand(1, 1, Outcome((0, 0, 0, 0), (3, 4, 5, 2), (9,) * 4)))
    assert [one.number for one in standings(event, {})] == [3, 2, 1, 4]
    event = after(event, Started(1), Closed(1), drawn([1, 2, 3, 4]), Published(2))
    event = after(event, ByHand(2, 1, Outcome((0, 0, 0, 0))))
    assert next((one.number, one.made, one.bids) for one in standings(event, {})) == (3, 5, 9)
    assert without_bids(event, {}) == 1


def test_a_player_who_left_the_table_ranks_behind_all_who_stayed() -> None:
    event = four(counts=Counts.PLACEMENT)
    lines = standings(event, {(1, 1): Outcome((4, 3, 2, 1), away=(0,))})
    assert [(one.number, one.counted) for one in lines] == [(2, 45), (3, 30), (4, 20), (1, 10)]


def test_a_late_table_loses_points_unless_it_was_given_more_time() -> None:
    event, late = four(time_up=TimeUp.LATE), NOW + timedelta(minutes=107)
    outcomes = {(1, 1): Outcome((4, 3, 2, 1), ended=late)}
    assert ranks(standings(event, outcomes))[0] == (1, 1, -6)
    assert ranks(standings(after(event, MoreTime(1, 5, 1)), outcomes))[0] == (1, 1, 4)
    assert ranks(standings(after(event, MoreTime(1, 5)), outcomes))[0] == (1, 1, 4)
    assert ranks(standings(four(), outcomes))[0] == (1, 1, 4)


@pytest.mark.parametrize(("counts", "leader"), [(True, 5), (False, 1)])
def test_a_result_counts_for_the_player_that_the_desk_names(*, counts: bool, leader: int) -> None:
    event = after(FOUR, Entered((Newcomer("Zoe"),), stand_by=True), Replaced(1, 1, 5, counts))
    lines = standings(event, {(1, 1): Outcome((9, 3, 2, 1))})
    assert lines[0].number == leader


def test_a_penalty_counts_at_once_even_for_a_round() -> None:
    event = after(FOUR, Adjusted(1, -5, "Late"), Adjusted(1, -1, "Rude", 1))
    line = standings(event, {(1, 1): Outcome((9, 3, 2, 1))})[0]
    assert (line.counted, line.points, line.adjusted) == (3, 9, -6)


@pytest.mark.parametrize(("counts", "expected"), [("points", [1, 1]), ("placement", [1, 2])])
def test_a_penalty_in_game_points_counts_also_where_these_decide(
    counts: str, expected: list[int]
) -> None:
    two = (Measure.COUNTED, Measure.POINTS)
    event = after(four(counts=Counts(counts), order=two), Adjusted(1, -15, "Late"))
    lines = standings(event, {(1, 1): Outcome((35, 20, 10, 0))})
    assert [one.rank for one in lines if one.number in (1, 2)] == expected


def test_players_without_a_result_who_left_or_stand_by_have_no_rank() -> None:
    event = after(event_of(6), Marked(5, State.OUT), Marked(6, State.STAND_BY))
    assert [one.number for one in standings(event, {})] == [1, 2, 3, 4]


def test_those_without_a_result_come_after_points_below_zero() -> None:
    event = after(event_of(8), drawn([1, 2, 3, 4], [5, 6, 7, 8]), Published(1))
    event = after(event, ByHand(1, 1, Outcome((9, 3, 2, -5))), Adjusted(8, 20, "Agreed"))
    assert ranks(standings(event, {}))[3:6] == [(4, 4, -5), (5, 8, 20), (6, 5, 0)]


def test_a_result_stays_with_a_player_who_left_later() -> None:
    event = after(FOUR, Marked(1, State.OUT))
    assert standings(event, {(1, 1): Outcome((9, 3, 2, 1))})[0].number == 1


def test_standings_can_be_read_as_after_an_earlier_round() -> None:
    outcomes = {(1, 1): Outcome((9, 3, 2, 1)), (2, 1): Outcome((0, 50, 2, 1))}
    event = after(FOUR, Closed(1), drawn([1, 2, 3, 4]), Published(2), Adjusted(1, -20, "Rude", 2))
    assert ranks(standings(event, outcomes, 1))[0] == (1, 1, 9)
    assert ranks(standings(event, outcomes))[0] == (1, 2, 53)


def test_a_corrected_result_changes_the_standings() -> None:
    event = after(FOUR, ByHand(1, 1, Outcome((9, 3, 2, 1))), Closed(1))
    event = after(event, ByHand(1, 1, Outcome((9, 30, 2, 1))))
    assert standings(event, {})[0].number == 2
