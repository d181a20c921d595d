"""The final: its players and tables, those who advance, and the ranks at the end."""

from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper.rules.events.entrant_acts import Entered, Marked, Newcomer
from scorekeeper.rules.events.event import Event, Outcome, State
from scorekeeper.rules.events.final import cut, left_in, ranking, seeded
from scorekeeper.rules.events.next_round import draw
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.result_acts import Adjusted, Ended
from scorekeeper.rules.events.round_acts import Closed, Published, Replaced
from scorekeeper.rules.events.settings import Carry, Counts, Final
from scorekeeper.rules.problems import RefusedError
from tests.rules.events.hall import after, drawn, event_of

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
