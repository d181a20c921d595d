"""Draws: sizes of tables, who meets, clubs apart, advice."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.events.acts import apart_from_people, apart_from_table, is_apart_from_clock
from scorekeeper.rules.events.draw import (
    Advice,
    Chance,
    Past,
    Tables,
    better_sizes,
    draw_by_standing,
    draw_tables,
    least_again_next,
    nearest,
    plan_rounds,
    planned_sizes,
    sizes,
    unmet,
    weights_of,
)
from scorekeeper.rules.events.entrant_acts import (
    Entered,
    Joined,
    Marked,
    Newcomer,
    Numbered,
    Removed,
    Renamed,
)
from scorekeeper.rules.events.event import (
    Act,
    Event,
    Outcome,
    Outcomes,
    RoundState,
    State,
    meetings,
    meets_again,
    sits_again,
)
from scorekeeper.rules.events.result_acts import (
    Adjusted,
    ByHand,
    Corrected,
    Ended,
    PutAside,
    Withdrawn,
)
from scorekeeper.rules.events.round_acts import (
    Closed,
    Drawn,
    MoreTime,
    Paused,
    Published,
    Reopened,
    Replaced,
    Started,
    Swapped,
    close,
    draw,
)
from scorekeeper.rules.events.settings import (
    TEN_HANDS,
    EventCode,
    Final,
    Measure,
    Seating,
    event_problems,
)
from scorekeeper.rules.problems import Code, RefusedError
from scorekeeper.rules.variants.variants import SKULL_KING, TWO_PLAYER
from tests.rules.events.hall import RALLY, after, drawn, event_of
from tests.rules.events.plain import cheapest, count_again, price

quickly = settings(deadline=None, max_examples=40, database=None)
halls = st.integers(6, 60).filter(lambda n: sizes(n, 4, 5) is not None)
seeds = st.integers(0, 2**32 - 1)
DRAWN = [Seating.PLANNED, Seating.STANDING, Seating.FREE]
NONE: Outcomes = {}


def played(event: Event, seed: int, rounds: int) -> Event:
    """The event after so many more rounds with chance results."""
    chance = Chance(seed)
    outcomes: dict[tuple[int, int], Outcome] = {}
    for _ in range(rounds):
        event = after(event, draw(event, outcomes, chance.below(2**32)))
        number = len(event.rounds)
        for table in event.rounds[-1].tables:
            totals = tuple(chance.below(40) * 10 for _ in table.seats)
            outcomes[number, table.number] = Outcome(totals)
        event = after(event, Published(number), Closed(number))
    return event


def sat(event: Event) -> list[Tables]:
    """The people at each table of each round."""
    return [[[*table.seats] for table in one.tables] for one in event.rounds]


@quickly
@given(people=halls, seed=seeds, seating=st.sampled_from(DRAWN))
def test_everybody_sits_at_one_table_of_the_size_asked_for_and_meets_as_counted_by_hand(
    people: int, seed: int, seating: Seating
) -> None:
    event = played(event_of(people, seating=seating), seed, 3)
    counted = [len(meets_again(event, number)) for number in (1, 2, 3)]
    assert counted == count_again(sat(event))
    for tables in sat(event):
        assert tuple(map(len, tables)) == sizes(people, 4, 5)
        assert sorted(one for table in tables for one in table) == list(range(1, people + 1))


@quickly
@given(people=halls, seed=seeds, seating=st.sampled_from(DRAWN))
def test_a_seed_draws_the_same_again(people: int, seed: int, seating: Seating) -> None:
    event = event_of(people, seating=seating)
    assert draw(event, NONE, seed) == draw(event, NONE, seed)
    assert draw(event, NONE, seed).seed == seed


@settings(quickly, max_examples=25)
@given(people=st.sampled_from((6, 8, 9)), met=st.data(), seed=seeds)
def test_no_seating_of_a_small_field_is_better(people: int, met: st.DataObject, seed: int) -> None:
    everybody, shape = list(range(people)), [3] * (people // 3) if people % 3 == 0 else [4, 4]
    pairs = [(a, b) for b in everybody for a in range(b)]
    often = met.draw(st.lists(st.integers(0, 3), min_size=len(pairs), max_size=len(pairs)))
    before = {pair: n for pair, n in zip(pairs, often, strict=True) if n}
    plain = {frozenset(pair): n for pair, n in before.items()}
    tables = draw_tables(everybody, shape, weights_of(before), Chance(seed))
    assert price(tables, plain) == cheapest(everybody, shape, plain)


@pytest.mark.parametrize(
    ("people", "size", "remainder", "rounds", "again"),
    [
        # With 18, 4 pairs would do if the same people sat at the tables of 5 more often.
        *((17, 4, 5, 3, 2), (18, 4, 5, 3, 6), (19, 4, 3, 3, 0)),
        *((16, 4, 5, 4, 0), (16, 4, 5, 5, 0), (24, 4, 5, 5, 0), (25, 4, 5, 5, 0), (25, 5, 4, 5, 0)),
        *((21, 4, 5, 4, 0), (20, 4, 5, 5, 0), (9, 3, 4, 4, 0)),
    ],
)
def test_rounds_planned_together_reach_the_best_known(
    people: int, size: int, remainder: int, rounds: int, again: int
) -> None:
    event = event_of(people, size=size, remainder=remainder, rounds=rounds)
    assert sum(count_again(sat(played(event, people, rounds)))) == again


@pytest.mark.parametrize(("people", "shape"), [(16, (4,) * 4), (20, (4,) * 5), (9, (3,) * 3)])
def test_more_rounds_than_lines_are_searched_for(people: int, shape: tuple[int, ...]) -> None:
    plan = plan_rounds(range(people), shape, len(shape) + 2, Past(), (), Chance(1))
    for tables in plan:
        assert tuple(map(len, tables)) == shape
        assert sorted(one for table in tables for one in table) == list(range(people))


SOME_HALLS = (28, 29, 31, 35, 47, 64, 100)
ALL_HALLS = [n for n in range(28, 401) if n not in SOME_HALLS]


@pytest.mark.parametrize("seating", [Seating.PLANNED, Seating.STANDING])
@pytest.mark.parametrize(
    "people", [*SOME_HALLS, *(pytest.param(n, marks=pytest.mark.slow) for n in ALL_HALLS)]
)
def test_nobody_meets_twice_in_five_rounds(people: int, seating: Seating) -> None:
    event = played(event_of(people, rounds=5, seating=seating), people, 5)
    assert [len(meets_again(event, number)) for number in range(1, 6)] == [0] * 5


@quickly
@given(people=halls, seed=seeds)
def test_the_standing_is_the_order_of_the_seats_where_nobody_met(people: int, seed: int) -> None:
    order = Chance(seed).shuffled(range(people))
    tables = draw_by_standing(order, sizes(people, 4, 5) or (), Past(), Chance(0))
    assert [one for table in tables for one in table] == order


def test_the_leader_plays_the_best_players_not_yet_met() -> None:
    met = {(1, 2): 1, (1, 3): 1, (4, 5): 1}
    tables = draw_by_standing(range(1, 13), (4, 4, 4), Past(met), Chance(0))
    assert tables == [[1, 4, 6, 7], [2, 3, 5, 8], [9, 10, 11, 12]]


def test_players_who_would_meet_again_at_the_last_table_swap_with_the_nearest() -> None:
    tables = draw_by_standing(range(1, 13), (4, 4, 4), Past({(11, 12): 1}), Chance(0))
    assert [sorted(table) for table in tables] == [[1, 2, 3, 4], [5, 6, 7, 11], [8, 9, 10, 12]]


@pytest.mark.parametrize("seating", [Seating.PLANNED, Seating.STANDING])
@pytest.mark.parametrize(("people", "clubs"), [(8, 2), (16, 4), (40, 10)])
def test_clubs_are_kept_apart_in_the_first_round(people: int, clubs: int, seating: Seating) -> None:
    named = tuple(Newcomer(f"P{n}", f"Club {n % clubs}") for n in range(people))
    event = after(event_of(0, seating=seating, clubs_apart=True), Entered(named))
    for table in draw(event, NONE, 5).tables:
        assert len({event.entrant(number).club for number in table}) == min(4, clubs)


def test_the_player_who_dealt_first_least_often_deals_first() -> None:
    event = played(event_of(29, rounds=6), 3, 6)
    dealt: list[int] = []
    for table in (table for one in event.rounds for table in one.tables):
        often = [dealt.count(number) for number in table.seats]
        # Nobody deals twice in a round, so earlier tables of the same round change nothing.
        assert often[table.dealer] == min(often)
        dealt.append(table.seats[table.dealer])


def test_a_plan_is_played_as_long_as_the_same_people_are_there() -> None:
    event = played(event_of(24, rounds=5), 1, 1)
    plan = [sorted(map(sorted, tables)) for tables in event.ahead]
    event = played(event, 2, 4)
    assert [sorted(map(sorted, tables)) for tables in sat(event)[1:]] == plan


def test_after_a_latecomer_or_a_leaver_a_new_draw_avoids_repeated_meetings() -> None:
    event = played(event_of(33, rounds=5), 1, 2)
    event = after(event, Entered((Newcomer("Late"),)), Marked(3, State.OUT), Marked(4, State.OUT))
    event = played(event, 2, 3)
    assert sum(count_again(sat(event))) == 0
    assert all(34 in [n for table in tables for n in table] for tables in sat(event)[2:])


def least_next(event: Event) -> int:
    """The pairs that the desk says must meet again, before the next round is drawn."""
    return least_again_next(planned_sizes(event.settings, len(event.playing)), *unmet(event))


@pytest.mark.parametrize(
    ("people", "rounds", "least"), [(8, 1, 4), (13, 1, 4), (16, 1, 0), (16, 5, 24), (24, 2, 0)]
)
def test_the_pairs_that_must_meet_again_are_known_before_the_draw(
    people: int, rounds: int, least: int
) -> None:
    event = played(event_of(people, rounds=6), 1, rounds)
    assert least_next(event) == least
    assert len(meets_again(played(event, 2, 1), rounds + 1)) == least


@quickly
@given(people=st.integers(8, 24), new=st.integers(1, 6), out=st.integers(0, 6), seed=seeds)
def test_no_draw_has_fewer_pairs_that_meet_again_than_must(
    people: int, new: int, out: int, seed: int
) -> None:
    event = event_of(people, remainder=3, seating=Seating.STANDING)
    event = played(event, seed, 1 + seed % 2)
    event = after(event, *[Marked(number, State.OUT) for number in range(1, out + 1)])
    event = after(event, Entered(tuple(Newcomer(f"New {at}") for at in range(new))))
    assume(sizes(len(event.playing), 4, 3))
    least = least_next(event)
    event = played(event, seed, 1)
    assert least <= len(meets_again(event, len(event.rounds)))


@pytest.mark.parametrize("people", [20, 24])
def test_a_swap_is_taken_into_account_by_the_next_draw(people: int) -> None:
    event = event_of(people)
    event = after(event, draw(event, NONE, 1))
    first = event.rounds[0].tables
    event = after(event, Swapped(1, first[0].seats[0], first[1].seats[0]))
    event = after(event, Published(1), Closed(1))
    assert sum(count_again(sat(played(event, 5, 2)))) == 0


def test_drawing_again_draws_other_tables() -> None:
    event = played(event_of(24, rounds=5), 1, 1)
    event = after(event, draw(event, NONE, 2))
    again = after(event, draw(event, NONE, 3))
    assert sorted(map(sorted, sat(again)[1])) != sorted(map(sorted, sat(event)[1]))
    assert count_again(sat(again)) == [0, 0]
    assert len(again.ahead) == len(event.ahead) == 3


def test_tables_by_hand_begin_in_order_of_the_numbers() -> None:
    tables = draw(event_of(8, seating=Seating.BY_HAND), NONE, 1).tables
    assert [sorted(table) for table in tables] == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_a_number_that_cannot_be_seated_is_refused_with_the_nearest() -> None:
    for people, values in ((11, {"lower": 10, "higher": 12}), (2, {"least": 4})):
        with pytest.raises(RefusedError) as refused:
            draw(event_of(people), NONE, 1)
        assert values.items() <= refused.value.problems[0].values.items()


def test_a_round_closes_once_every_table_is_in_or_set_aside() -> None:
    event = after(event_of(8), draw(event_of(8), NONE, 1), Published(1))
    one: Outcomes = {(1, 1): Outcome((1, 2, 3, 4))}
    with pytest.raises(RefusedError) as refused:
        close(event, 1, one)
    (problem,) = refused.value.problems
    assert (problem.code, problem.values) == (EventCode.ROUND_TABLES_OUT, {"number": 1})
    event = after(event, PutAside(1, 2, (0, 0, 0, 0), "Fire alarm"))
    assert after(event, close(event, 1, one)).rounds[0].state is RoundState.CLOSED


@pytest.mark.parametrize(("shape", "rounds", "again"), [((4, 5, 5), 3, 12), ((3, 3, 3, 4), 5, 3)])
def test_a_search_keeps_the_best_that_it_met(
    shape: tuple[int, ...], rounds: int, again: int
) -> None:
    found = plan_rounds(range(sum(shape)), shape, rounds, Past(), (), Chance(1))
    assert sum(count_again(found)) == again


def test_a_round_opened_again_forgets_the_plan() -> None:
    event = after(played(event_of(24), 1, 1), Reopened(1))
    assert event.ahead == ()
    assert meetings(event.rounds)


def test_lots_are_those_of_the_published_generator() -> None:
    # The first numbers of SplitMix64 from the seed 1234567, as in its authors' test.
    chance = Chance(1234567)
    assert [chance.below(2**64) for _ in range(2)] == [6457827717110365317, 3203168211198807973]


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
    assert apart_from_people(1)(act)


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
    assert not apart_from_people(1)(act)


@pytest.mark.parametrize(
    ("act", "of_table", "of_clock"),
    [
        (ByHand(1, 2, None), True, True),
        (ByHand(2, 1, None), True, True),
        (ByHand(1, 1, None), False, True),
        (PutAside(1, 1, (), "gone"), False, True),
        (Corrected(1, 1, "wrong"), False, True),
        (Joined(1, 1, 9), False, True),
        (Joined(1, 2, 9), True, True),
        (MoreTime(1, 5, 1), False, True),
        (MoreTime(1, 5, 2), True, True),
        (MoreTime(1, 5), True, False),
        (Started(1), True, False),
        (Paused(1), True, False),
        (Marked(2, State.OUT), True, True),
        (Renamed(2, "Ben"), True, True),
        (Swapped(1, 2, 3), False, False),
        (Replaced(1, 2, 3), False, False),
        (Published(1), False, False),
        (Closed(1), False, False),
        (Reopened(1), False, False),
        (Ended(), False, False),
    ],
)
def test_an_act_about_another_table_is_apart_from_a_table_and_none_of_the_clock_from_the_clock(
    act: Act, *, of_table: bool, of_clock: bool
) -> None:
    assert apart_from_table(1, 1)(act) == of_table
    assert is_apart_from_clock(act) == of_clock


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


SHARED = [(7, 3, 3), (11, 3, 3), (17, 5, 3), (23, 3, 5), (100, 5, 5), (229, 5, 5)]


@pytest.mark.parametrize("seating", [Seating.PLANNED, Seating.STANDING])
@pytest.mark.parametrize(("people", "remainder", "rounds"), SHARED)
def test_a_draw_counts_who_sits_again_at_the_odd_table_and_shares_it(
    people: int, remainder: int, rounds: int, seating: Seating
) -> None:
    event = event_of(people, remainder=remainder, rounds=rounds, seating=seating)
    event = played(event, people, rounds)
    seats = [
        number for tables in sat(event) for table in tables if len(table) != 4 for number in table
    ]
    twice = {number for number in seats if seats.count(number) > 1}
    again = sits_again(event, rounds)
    assert set(again or ()) == (twice if again is not None else set())
    if people in (11, 23, 100, 229) and seating is Seating.PLANNED:
        assert len(twice) <= max(len(seats) - people, 0)


def test_by_rank_the_odd_table_is_filled_where_nobody_has_sat_at_it() -> None:
    last = dict.fromkeys(range(9, 12), 1)
    tables = draw_by_standing(range(1, 12), (4, 4, 3), Past({}, last), Chance(0))
    assert tables == [[1, 2, 3, 4], [8, 9, 10, 11], [5, 6, 7]]
    assert draw_by_standing(range(1, 12), (4, 4, 3), Past(), Chance(0))[2] == [9, 10, 11]
