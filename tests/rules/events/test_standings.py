"""Standings, and the final that follows them."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.events.entrant_acts import Entered, Marked, Newcomer
from scorekeeper.rules.events.event import Event, Outcome, Outcomes, State
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, Ended, PutAside
from scorekeeper.rules.events.round_acts import Closed, MoreTime, Published, Replaced, Started, draw
from scorekeeper.rules.events.settings import (
    Carry,
    Counts,
    EventCode,
    Final,
    Measure,
    Seating,
    TimeUp,
)
from scorekeeper.rules.events.standings import (
    Standing,
    cut,
    left_in,
    ranking,
    seeded,
    standings,
    without_bids,
)
from scorekeeper.rules.problems import RefusedError
from tests.rules.events.hall import NOW, after, drawn, event_of
from tests.rules.events.plain import ROWS, plain_standings

FOUR = after(event_of(4), drawn([1, 2, 3, 4]), Published(1), Started(1))
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


Found = dict[tuple[int, int], Outcome]


def ready(people: int, final: Final, **agreed: Any) -> tuple[Event, Found]:
    """An event after one round, in which lower start numbers have more points: 10 a place."""
    tables = [range(at, at + 4) for at in range(1, people, 4)]
    event = after(event_of(people, rounds=1, final=final, **agreed), drawn(*tables), Published(1))
    points = {number: 10 * (people - number) for number in range(1, people + 1)}
    outcomes = {
        (1, at): Outcome(tuple(points[number] for number in table))
        for at, table in enumerate(tables, 1)
    }
    return after(event, Closed(1)), outcomes


def next_stage(event: Event, outcomes: Found, order: Sequence[int] = ()) -> Event:
    """The next round of the final, in which those in ``order`` are ahead of the others, and lower
    start numbers ahead of higher ones."""
    event = after(event, draw(event, outcomes, 1))
    number = len(event.rounds)
    for table in event.rounds[-1].tables:
        strength = [(one in order, -one) for one in table.seats]
        totals = tuple(10 * sum(other < mine for other in strength) for mine in strength)
        outcomes[number, table.number] = Outcome(totals)
    return after(event, Published(number), Closed(number))


def numbers(event: Event, outcomes: Found) -> list[int]:
    """The numbers, the best first."""
    return [one.number for one in ranking(event, outcomes)]


def test_tables_have_even_sums_of_ranks() -> None:
    tables = [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert seeded(range(1, 17)) == tables
    for cut_ in (4, 8, 16, 32, 64):
        assert len({sum(table) for table in seeded(range(cut_))}) == 1


@pytest.mark.parametrize(
    ("final", "stages"),
    [
        (Final(4), [4]),
        (Final(8), [8, 4]),
        (Final(16), [16, 4]),
        (Final(16, 2), [16, 8, 4]),
        (Final(32), [32, 8, 4]),
        (Final(64), [64, 16, 4]),
        (Final(64, 2), [64, 32, 16, 8, 4]),
    ],
)
def test_the_best_of_each_table_advance_until_one_table_is_left(
    final: Final, stages: list[int]
) -> None:
    event, outcomes = ready(64, final)
    event = after(event, cut(event, outcomes, 1))
    for _ in stages:
        event = next_stage(event, outcomes)
    assert [one.stage for one in event.rounds[1:]] == stages
    with pytest.raises(RefusedError) as refused:
        draw(event, outcomes, 1)
    assert refused.value.problems[0].code is EventCode.ROUND_NONE_LEFT


def test_ranks_follow_the_stage_then_the_standing_before_the_final() -> None:
    event, outcomes = ready(20, Final(16))
    event = after(event, cut(event, outcomes, 1))
    assert numbers(event, outcomes) == list(range(1, 21))
    event = next_stage(event, outcomes, order=(16, 15, 14, 13))
    assert left_in(event, outcomes) == (13, 14, 15, 16)
    assert numbers(event, outcomes) == [13, 14, 15, 16, *range(1, 13), *range(17, 21)]
    event = after(next_stage(event, outcomes, order=(16,)), Ended())
    lines = ranking(event, outcomes)
    assert [one.number for one in lines] == [16, 13, 14, 15, *range(1, 13), *range(17, 21)]
    assert [one.stage for one in lines] == [4] * 4 + [16] * 12 + [0] * 4


def test_level_at_the_last_table_is_the_same_rank() -> None:
    event, outcomes = ready(8, Final(4))
    event = next_stage(after(event, cut(event, outcomes, 1)), outcomes)
    seats = event.rounds[-1].tables[0].seats
    totals = {1: 50, 2: 90, 3: 50, 4: 10}
    outcomes[2, 1] = Outcome(tuple(totals[number] for number in seats))
    assert [(one.rank, one.number) for one in ranking(event, outcomes)[:5]] == [
        *((1, 2), (2, 1), (2, 3), (4, 4), (5, 5))
    ]


def test_level_at_a_table_bids_made_decide_who_goes_on_then_the_standing_before() -> None:
    event, outcomes = ready(16, Final(16))
    for at in range(1, 5):
        outcomes[1, at] = Outcome(tuple(10 * number for number in range(4 * at - 3, 4 * at + 1)))
    event = after(event, cut(event, outcomes, 1))
    event = after(event, draw(event, outcomes, 1), Published(2), Closed(2))
    for table in event.rounds[-1].tables:
        made = tuple(int(number == 2) for number in table.seats)
        outcomes[2, table.number] = Outcome((50, 50, 50, 50), made)
    assert left_in(event, outcomes) == (16, 14, 13, 2)


@pytest.mark.parametrize(("carry", "leader"), [(Carry.NONE, 4), (Carry.HALF, 2), (Carry.ALL, 1)])
def test_points_before_the_final_count_in_it_as_agreed(carry: Carry, leader: int) -> None:
    event, outcomes = ready(8, Final(4, carry=carry))
    event = next_stage(after(event, cut(event, outcomes, 1)), outcomes)
    # Before the final: 70, 60, 50, 40.
    gained = {1: 0, 2: 8, 3: 0, 4: 9}
    outcomes[2, 1] = Outcome(tuple(gained[one] for one in event.rounds[-1].tables[0].seats))
    assert numbers(event, outcomes)[0] == leader


def test_without_carrying_a_stage_counts_nothing_in_the_next() -> None:
    for carry, leader in ((Carry.NONE, 2), (Carry.ALL, 1)):
        event, outcomes = ready(16, Final(16, carry=carry))
        event = next_stage(after(event, cut(event, outcomes, 1)), outcomes)
        first = event.rounds[-1].table_of(1)
        assert first is not None
        outcomes[2, first.number] = Outcome(tuple(900 * (one == 1) for one in first.seats))
        event = next_stage(event, outcomes, order=(2,))
        assert numbers(event, outcomes)[0] == leader


def test_half_of_the_points_is_rounded_down() -> None:
    event, outcomes = ready(8, Final(4, carry=Carry.HALF))
    outcomes[1, 1] = Outcome((71, 70, 69, 68))
    event = next_stage(after(event, cut(event, outcomes, 1)), outcomes)
    outcomes[2, 1] = Outcome((0, 0, 0, 0))
    assert [one.rank for one in ranking(event, outcomes)[:4]] == [1, 1, 3, 3]


def test_points_of_earlier_stages_count_with_what_was_carried() -> None:
    event, outcomes = ready(16, Final(16, carry=Carry.ALL), counts=Counts.PLACEMENT)
    event = after(event, cut(event, outcomes, 1))
    event = next_stage(event, outcomes, order=(4, 8, 12, 16))
    # At the first table: 45 + 30, 30 + 10, 20 + 20 and 10 + 45 placement points.
    assert sorted(event.rounds[-1].tables[0].seats) == [1, 3, 14, 16]
    assert left_in(event, outcomes) == (1, 5, 9, 13)
    event = after(event, draw(event, outcomes, 1), Published(3))
    places = {1: 4, 5: 3, 9: 2, 13: 1}
    outcomes[3, 1] = Outcome(tuple(-places[one] for one in event.rounds[-1].tables[0].seats))
    # Level before, and 30 placement points each at the first table: 45, 30, 20 and 10 decide.
    assert numbers(event, outcomes)[:4] == [13, 9, 5, 1]


def test_a_penalty_of_a_round_of_the_final_counts_in_it() -> None:
    event, outcomes = ready(8, Final(4))
    event = next_stage(after(event, cut(event, outcomes, 1)), outcomes)
    assert numbers(event, outcomes)[0] == 1
    assert numbers(after(event, Adjusted(1, -15, "Rude", 2)), outcomes)[:3] == [2, 1, 3]


def test_level_for_the_last_place_a_lot_decides_and_is_named() -> None:
    event, outcomes = ready(8, Final(4))
    outcomes[1, 1] = Outcome((40, 30, 20, 0))
    outcomes[1, 2] = Outcome((50, 20, 20, 5))
    acts = [cut(event, outcomes, seed) for seed in range(12)]
    assert {act.level for act in acts} == {(3, 6, 7)}
    assert {act.finalists[:3] for act in acts} == {(5, 1, 2)}
    assert {act.finalists[3] for act in acts} == {3, 6, 7}
    assert cut(event, outcomes, 5) == acts[5]


def test_a_player_who_left_is_not_in_the_final() -> None:
    event, outcomes = ready(8, Final(4))
    event = after(event, Marked(2, State.OUT))
    assert cut(event, outcomes, 1).finalists == (1, 3, 4, 5)
    for number in range(3, 8):
        event = after(event, Marked(number, State.OUT))
    with pytest.raises(RefusedError) as refused:
        cut(event, outcomes, 1)
    assert refused.value.problems[0].values == {"most": 4, "number": 2}


def test_a_substitute_takes_the_place_of_a_finalist() -> None:
    event, outcomes = ready(8, Final(4))
    event = after(event, cut(event, outcomes, 1), Entered((Newcomer("Zoe"),), stand_by=True))
    event = after(event, draw(event, outcomes, 1), Replaced(2, 2, 9))
    assert event.finalists == (1, 9, 3, 4)
    assert numbers(event, outcomes)[:4] == [1, 3, 4, 9]
    with pytest.raises(RefusedError):
        cut(event_of(4), {}, 1)
