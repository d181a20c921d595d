"""What the desk may do when, and who is late."""

from dataclasses import replace

import pytest

from scorekeeper.rules.events.acts import ACTS, apart_from_table, apply, fold, require_undo
from scorekeeper.rules.events.entrant_acts import (
    Changed,
    Created,
    Entered,
    Joined,
    Marked,
    Newcomer,
    Numbered,
    Removed,
    Renamed,
    SignedOff,
    SignedUp,
    SignUpClosed,
    SignUpOpened,
    TableAdded,
    Waits,
    Wish,
    free_people,
    granted,
    new_table,
    table_added,
    tables_for,
    without_seat,
)
from scorekeeper.rules.events.event import (
    Act,
    Event,
    Outcome,
    RoundState,
    State,
    left,
    meetings,
    meets_again,
)
from scorekeeper.rules.events.result_acts import (
    Adjusted,
    ByHand,
    Corrected,
    Counted,
    Ended,
    Finalised,
    PutAside,
    PutBack,
    Withdrawn,
)
from scorekeeper.rules.events.round_acts import (
    Closed,
    MoreTime,
    Paused,
    Published,
    Reopened,
    Replaced,
    Resumed,
    Started,
    Swapped,
)
from scorekeeper.rules.events.settings import EventCode, Final
from scorekeeper.rules.problems import Code, ProblemCode, RefusedError
from scorekeeper.rules.variants.variants import SKULL_KING
from tests.rules.events.hall import NOW, RALLY, after, drawn, event_of

EIGHT = event_of(8)
SIGNS_UP = after(EIGHT, SignUpOpened(9))
DRAWN = after(EIGHT, drawn([1, 2, 3, 4], [5, 6, 7, 8]))
PUBLISHED = after(DRAWN, Published(1))
RUNNING = after(PUBLISHED, Started(1))
CLOSED = after(RUNNING, Closed(1))
NEXT = after(CLOSED, drawn([1, 2, 5, 6], [3, 4, 7, 8]))
ENDED = after(CLOSED, Ended())
FOUR = after(event_of(8, final=Final(4)), drawn([1, 2, 3, 4], [5, 6, 7, 8]), Published(1))
FOUR = after(FOUR, Closed(1))
FINAL = after(FOUR, Finalised((8, 1, 2, 3)))
ASIDE = after(RUNNING, PutAside(1, 1, (0, 0, 0, 0), "Cards lost"))
RESULT = Outcome((100, 90, 80, 70), (5, 4, 3, 2), (10, 10, 10, 10))
LATE = after(RUNNING, Entered((Newcomer("Zoe"),)))
THREE_LATE = after(RUNNING, Entered(tuple(map(Newcomer, ("Zoe", "Kai", "Lea")))))
IN_FINAL = after(FINAL, drawn([8, 1, 2, 3]))
TOO_LONG = after(event_of(9, hands={5: (13,)}, remainder=3), drawn([1, 2, 3, 4], [5, 6, 7, 8]))
LONG = "x" * 61
REFUSED = [
    (EIGHT, Entered(()), EventCode.ENTRANT_NONE),
    (EIGHT, Entered((Newcomer(" "),)), EventCode.ENTRANT_EMPTY),
    (EIGHT, Entered((Newcomer("A" * 41),)), EventCode.ENTRANT_LONG),
    (EIGHT, Entered((Newcomer("Ann", "A" * 31),)), EventCode.CLUB_LONG),
    (EIGHT, Entered((Newcomer("Ann", number=3),)), EventCode.NUMBER_TAKEN),
    (EIGHT, Entered((Newcomer("Ann", number=0),)), EventCode.NUMBER_RANGE),
    (EIGHT, Entered(tuple(Newcomer(f"Q{n}") for n in range(500))), EventCode.ENTRANTS_MANY),
    (EIGHT, Renamed(9, "Ann"), EventCode.ENTRANT_UNKNOWN),
    (EIGHT, Numbered(1, 2), EventCode.NUMBER_TAKEN),
    (DRAWN, Numbered(1, 9), EventCode.NUMBERS_FIXED),
    (DRAWN, Removed(1), EventCode.ENTRANT_PLAYED),
    (DRAWN, SignUpOpened(9), EventCode.SIGN_UP_CLOSED),
    (EIGHT, SignUpOpened(0), EventCode.PLACES_RANGE),
    (EIGHT, SignUpOpened(501), EventCode.PLACES_RANGE),
    (EIGHT, SignUpClosed(), EventCode.SIGN_UP_CLOSED),
    (EIGHT, SignedUp(9, "Ann"), EventCode.SIGN_UP_CLOSED),
    (after(EIGHT, SignUpOpened(9), SignUpClosed()), SignedUp(9, "A"), EventCode.SIGN_UP_CLOSED),
    (SIGNS_UP, SignedUp(9, "p1"), EventCode.SIGN_UP_LISTED),
    (SIGNS_UP, SignedUp(8, "Ann"), EventCode.NUMBER_TAKEN),
    (SIGNS_UP, SignedOff(1), EventCode.SIGN_UP_TICKED),
    (EIGHT, Changed(replace(RALLY, name=" ")), EventCode.NAME_EMPTY),
    (DRAWN, Changed(replace(RALLY, variant=SKULL_KING)), EventCode.GAME_FIXED),
    (NEXT, Changed(replace(RALLY, rounds=1)), EventCode.ROUNDS_PLAYED),
    (FINAL, Changed(replace(RALLY, final=None)), EventCode.FINAL_BEGUN),
    (EIGHT, drawn(), EventCode.SEATS_FEW),
    (EIGHT, drawn([1, 2]), EventCode.SIZE_RANGE),
    (EIGHT, drawn([1, 2, 3, 9]), EventCode.ENTRANT_UNKNOWN),
    (EIGHT, drawn([1, 2, 3, 4], [4, 5, 6, 7]), EventCode.SEAT_DOUBLE),
    (after(EIGHT, Marked(4, State.STAND_BY)), drawn([1, 2, 3, 4]), EventCode.ENTRANT_OUT),
    (PUBLISHED, drawn([1, 2, 3, 4]), EventCode.ROUND_UNCLOSED),
    (after(CLOSED, Changed(replace(RALLY, rounds=1))), drawn([1, 2, 3]), EventCode.ROUND_NONE_LEFT),
    (FINAL, drawn([1, 2, 3]), EventCode.SIZE_RANGE),
    (FINAL, drawn([1, 2, 3, 4]), EventCode.ENTRANT_CUT),
    (DRAWN, Swapped(1, 1, 1), EventCode.SEATS_ALIKE),
    (after(EIGHT, drawn([1, 2, 3, 4])), Swapped(1, 1, 5), EventCode.ENTRANT_UNSEATED),
    (CLOSED, Swapped(1, 1, 5), EventCode.ROUND_CLOSED),
    (DRAWN, Replaced(1, 1, 5), EventCode.ENTRANT_SEATED),
    (after(EIGHT, drawn([1, 2, 3, 4])), Replaced(1, 5, 6), EventCode.ENTRANT_UNSEATED),
    (LATE, Joined(1, 1, 10), EventCode.ENTRANT_UNKNOWN),
    (LATE, Joined(1, 3, 9), EventCode.TABLE_UNKNOWN),
    (LATE, Joined(1, 1, 5), EventCode.ENTRANT_SEATED),
    (after(LATE, Closed(1)), Joined(1, 1, 9), EventCode.ROUND_CLOSED),
    (after(LATE, PutAside(1, 1, (0,) * 4, "Ill")), Joined(1, 1, 9), EventCode.TABLE_ASIDE),
    (after(LATE, ByHand(1, 1, RESULT)), Joined(1, 1, 9), EventCode.TABLE_BEGUN),
    (after(event_of(7), drawn(range(1, 7))), Joined(1, 1, 7), EventCode.TABLE_FULL),
    (IN_FINAL, Joined(2, 1, 5), EventCode.TABLE_FULL),
    (TOO_LONG, Joined(1, 1, 9), Code.SIZES_RANGE),
    (THREE_LATE, TableAdded(1, (9, 10)), EventCode.SIZE_RANGE),
    (THREE_LATE, TableAdded(1, ()), EventCode.SIZE_RANGE),
    (THREE_LATE, TableAdded(1, (9, 10, 1)), EventCode.ENTRANT_SEATED),
    (THREE_LATE, TableAdded(1, (9, 10, 10)), EventCode.ENTRANT_SEATED),
    (THREE_LATE, TableAdded(1, (9, 10, 12)), EventCode.ENTRANT_UNKNOWN),
    (after(THREE_LATE, Marked(9, State.OUT)), TableAdded(1, (9, 10, 11)), EventCode.ENTRANT_OUT),
    (after(THREE_LATE, Closed(1)), TableAdded(1, (9, 10, 11)), EventCode.ROUND_CLOSED),
    (IN_FINAL, TableAdded(2, (5, 6, 7)), EventCode.ROUND_NONE_LEFT),
    (THREE_LATE, Waits(1, 1), EventCode.ENTRANT_SEATED),
    (after(THREE_LATE, Marked(9, State.OUT)), Waits(1, 9), EventCode.ENTRANT_OUT),
    (after(THREE_LATE, Closed(1)), Waits(1, 9), EventCode.ROUND_CLOSED),
    (after(DRAWN, Marked(5, State.OUT)), Published(1), EventCode.ENTRANT_OUT),
    (PUBLISHED, Published(1), EventCode.ROUND_PUBLISHED),
    (EIGHT, Published(1), EventCode.ROUND_UNKNOWN),
    (DRAWN, Started(1), EventCode.ROUND_UNPUBLISHED),
    (RUNNING, Started(1), EventCode.ROUND_STARTED),
    (PUBLISHED, Paused(1), EventCode.ROUND_NOT_RUNNING),
    (after(RUNNING, Paused(1)), Paused(1), EventCode.CLOCK_PAUSED),
    (RUNNING, Resumed(1), EventCode.CLOCK_RUNNING),
    (RUNNING, MoreTime(1, 0), EventCode.CLOCK_RANGE),
    (RUNNING, MoreTime(1, 5, 3), EventCode.TABLE_UNKNOWN),
    (DRAWN, Closed(1), EventCode.ROUND_UNPUBLISHED),
    (PUBLISHED, Reopened(1), EventCode.ROUND_OPEN),
    (after(NEXT, Published(2)), Reopened(1), EventCode.ROUND_RESTS),
    (DRAWN, ByHand(1, 1, RESULT), EventCode.ROUND_UNPUBLISHED),
    (ASIDE, ByHand(1, 1, RESULT), EventCode.TABLE_ASIDE),
    (CLOSED, ByHand(1, 1, None), EventCode.ROUND_CLOSED),
    (RUNNING, ByHand(1, 1, Outcome((1, 2, 3))), EventCode.RESULT_SHORT),
    (RUNNING, ByHand(1, 1, replace(RESULT, made=(1,))), EventCode.RESULT_BIDS),
    (RUNNING, ByHand(1, 1, replace(RESULT, bids=(1,))), EventCode.RESULT_BIDS),
    (RUNNING, ByHand(1, 1, replace(RESULT, bids=(4, 4, 4, 4))), EventCode.RESULT_RANGE),
    (RUNNING, ByHand(1, 1, Outcome((10001, 2, 3, 4))), EventCode.POINTS_RANGE),
    (RUNNING, PutAside(1, 1, (0,), "Cards lost"), EventCode.RESULT_SHORT),
    (RUNNING, PutAside(1, 1, (0, 0, 0, 0), ""), EventCode.REASON_EMPTY),
    (ASIDE, PutAside(1, 1, (0, 0, 0, 0), "Cards lost"), EventCode.TABLE_ASIDE),
    (RUNNING, PutBack(1, 1), EventCode.TABLE_PLAYED),
    (DRAWN, Counted(1, 1, 3), EventCode.ROUND_UNPUBLISHED),
    (ASIDE, Counted(1, 1, 3), EventCode.TABLE_ASIDE),
    (RUNNING, Adjusted(1, 0, "Late"), EventCode.POINTS_NONE),
    (RUNNING, Adjusted(1, 5, LONG), EventCode.REASON_LONG),
    (RUNNING, Adjusted(1, 5, "Late", 2), EventCode.ROUND_UNKNOWN),
    (RUNNING, Withdrawn(1, -5, "Late"), EventCode.ADJUSTMENT_UNKNOWN),
    (
        after(RUNNING, Adjusted(1, -5, "Late", 1)),
        Withdrawn(1, -5, "Late"),
        EventCode.ADJUSTMENT_UNKNOWN,
    ),
    (CLOSED, Corrected(1, 1, ""), EventCode.REASON_EMPTY),
    (CLOSED, Finalised((1, 2, 3, 4)), EventCode.FINAL_NONE),
    (FINAL, Finalised((1, 2, 3, 4)), EventCode.FINAL_BEGUN),
    (FOUR, Finalised((1, 2, 3)), EventCode.FINAL_FEW),
    (after(FOUR, Marked(1, State.OUT)), Finalised((1, 2, 3, 4)), EventCode.ENTRANT_OUT),
    (RUNNING, Ended(), EventCode.ROUND_UNCLOSED),
    (EIGHT, Ended(), EventCode.ROUND_NONE_LEFT),
    (ENDED, Marked(1, State.OUT), EventCode.EVENT_ENDED),
]


@pytest.mark.parametrize(("event", "act", "code"), REFUSED, ids=lambda value: str(value)[:40])
def test_an_act_that_is_not_possible_is_refused(event: object, act: Act, code: ProblemCode) -> None:
    with pytest.raises(RefusedError) as refused:
        apply(event, act, NOW)  # type: ignore[arg-type]
    assert code in {problem.code for problem in refused.value.problems}


def test_each_act_is_refused_once_at_least() -> None:
    assert {type(act) for _, act, _ in REFUSED} == {*ACTS.values()} - {Created}


def test_newcomers_get_the_next_free_numbers() -> None:
    event = after(event_of(2), Entered((Newcomer("A", number=4), Newcomer("B"), Newcomer("C"))))
    assert [one.number for one in event.entrants] == [1, 2, 4, 3, 5]


def test_a_start_number_can_be_chosen_and_an_entry_taken_away() -> None:
    event = after(event_of(4), Numbered(2, 17), Removed(3), Renamed(17, "Ann", "Berlin"))
    assert [(one.number, one.name) for one in event.entrants] == [(1, "P1"), (17, "Ann"), (4, "P4")]


def test_those_who_leave_or_stand_by_are_not_drawn() -> None:
    event = after(CLOSED, Marked(3, State.OUT), Marked(4, State.STAND_BY))
    assert event.playing == (1, 2, 5, 6, 7, 8)


def test_drawing_again_replaces_a_round_that_is_only_drawn() -> None:
    event = after(NEXT, drawn([1, 3, 5, 7], [2, 4, 6, 8]))
    assert [table.seats for table in event.rounds[1].tables] == [(1, 3, 5, 7), (2, 4, 6, 8)]


def test_the_pairs_that_meet_again_are_counted_from_the_seats() -> None:
    assert meets_again(NEXT, 2) == ((1, 2), (5, 6), (3, 4), (7, 8))
    swapped = after(NEXT, Swapped(2, 2, 7))
    assert meets_again(swapped, 2) == ((5, 6), (5, 7), (6, 7), (2, 3), (2, 4), (3, 4))


def test_two_people_swap_their_seats() -> None:
    tables = after(RUNNING, Swapped(1, 2, 7)).rounds[0].tables
    assert [table.seats for table in tables] == [(1, 7, 3, 4), (5, 6, 2, 8)]


@pytest.mark.parametrize(("counts", "credit"), [(True, (1, 9, 3, 4)), (False, (1, 2, 3, 4))])
def test_a_stand_by_takes_a_seat(*, counts: bool, credit: tuple[int, ...]) -> None:
    waiting = after(RUNNING, Entered((Newcomer("Zoe"),), stand_by=True))
    event = after(waiting, Replaced(1, 2, 9, counts))
    table = event.rounds[0].tables[0]
    assert (table.seats, table.counts_for) == ((1, 9, 3, 4), credit)
    assert event.entrant(2).state is State.OUT
    assert event.entrant(9).state is State.IN


def test_whoever_has_left_a_seat_that_counts_gets_no_second_one() -> None:
    waiting = after(RUNNING, Entered((Newcomer("Zoe"),), stand_by=True))
    event = after(waiting, Replaced(1, 2, 9, False), Marked(2, State.IN))
    name = event.entrant(2).name
    for table in (1, 2):
        with pytest.raises(RefusedError) as refused:
            granted(event, 1, table, Wish(name))
        assert {one.code for one in refused.value.problems} == {EventCode.ENTRANT_SEATED}


def test_an_act_about_a_table_stops_only_pages_about_that_table() -> None:
    acts = [Counted(1, 2, 5), PutAside(1, 2, (1, 2, 3, 4), "noise"), PutBack(1, 2)]
    for act in acts:
        assert [apart_from_table(1, table)(act) for table in (1, 2)] == [True, False]


@pytest.mark.parametrize("state", list(State))
def test_a_late_one_joins_a_table_and_everything_about_it_follows(state: State) -> None:
    hands = {4: (1, 2), 5: (3,)}
    event = after(event_of(9, hands=hands), Marked(9, State.OUT), drawn([1, 2, 3, 4], [5, 6, 7, 8]))
    event = after(event, Entered((Newcomer("Zoe"),), stand_by=True), Replaced(1, 2, 10, False))
    event = after(event, Marked(9, state), Joined(1, 1, 9))
    table, other = event.rounds[0].tables
    assert (table.seats, table.counts_for) == ((1, 10, 3, 4, 9), (1, 2, 3, 4, 9))
    assert (table.sizes, other.sizes) == ((3,), (1, 2))
    assert event.entrant(9).state is State.IN
    assert (4, 9) in meetings(event.rounds)


def test_the_clock_does_not_run_while_it_is_paused() -> None:
    event = after(after(RUNNING, Paused(1), minutes=10), Resumed(1), minutes=25)
    event = after(event, MoreTime(1, 5), MoreTime(1, 3, 2))
    now = NOW.replace(minute=30)
    assert left(event.rounds[0].clock, now) == (105 + 5 - 15) * 60
    assert left(event.rounds[0].clock, now, event.rounds[0].tables[1].extra_minutes) == 98 * 60
    paused = after(RUNNING, Paused(1), minutes=10)
    assert left(paused.rounds[0].clock, NOW.replace(hour=20)) == 95 * 60
    assert left(PUBLISHED.rounds[0].clock, NOW) == 105 * 60


def test_a_closed_round_can_be_opened_again_without_the_draw_after_it() -> None:
    event = after(NEXT, Reopened(1))
    assert (len(event.rounds), event.rounds[0].state) == (1, RoundState.RUNNING)
    assert not after(ENDED, Reopened(1)).ended


def test_a_final_is_discarded_if_the_round_before_it_is_reopened() -> None:
    assert not after(FINAL, Reopened(1)).finalists


def test_a_table_that_was_set_aside_can_count_again() -> None:
    assert after(ASIDE, PutBack(1, 1)) == RUNNING


def test_an_event_is_made_by_its_acts() -> None:
    acts = [Created(RALLY), Entered(tuple(Newcomer(f"P{n}") for n in range(1, 9)))]
    assert fold((act, NOW) for act in acts) == EIGHT


def test_the_last_act_can_be_undone_unless_hands_rest_on_it() -> None:
    require_undo(Published(1), has_hands=False)
    require_undo(Closed(1), has_hands=True)
    for last, has_hands in ((Created(RALLY), False), (Published(1), True)):
        with pytest.raises(RefusedError):
            require_undo(last, has_hands=has_hands)


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


def test_whoever_waits_for_the_next_draw_is_not_asked_about_in_this_round() -> None:
    event = after(LATE, Waits(1, 9))
    assert late(event) == []
    assert 9 in event.playing
    again = after(event, Closed(1), drawn([1, 2, 3, 4], [5, 6, 7, 8]))
    assert late(again) == ["Zoe"]


@pytest.mark.parametrize("counts", [True, False])
def test_nobody_gets_a_second_seat_in_a_round_whose_first_still_counts_for_them(
    *, counts: bool
) -> None:
    waiting = after(RUNNING, Entered((Newcomer("Zoe"),), stand_by=True))
    event = after(waiting, Replaced(1, 2, 9, counts), Marked(2, State.IN))
    assert late(event) == (["P2"] if counts else [])
    assert bool(tables(event, 2)) == counts
    assert event.last is not None
    assert (2 in [one.number for one in free_people(event, event.last)]) == counts


def test_enough_late_people_get_a_table_of_their_own_no_larger_than_planned() -> None:
    assert THREE_LATE.last is not None
    assert [one.number for one in new_table(THREE_LATE, THREE_LATE.last)] == [9, 10, 11]
    fewer = after(THREE_LATE, Waits(1, 9))
    assert fewer.last is not None
    assert new_table(fewer, fewer.last) == ()
    many = after(THREE_LATE, Entered(tuple(Newcomer(f"L{n}") for n in range(4))))
    assert many.last is not None
    assert len(new_table(many, many.last)) == 5
    event = after(THREE_LATE, table_added(THREE_LATE, 1, [9, 10, 11], 1))
    added = event.rounds[0].tables[-1]
    assert (added.number, sorted(added.seats)) == (3, [9, 10, 11])
    assert added.sizes == event.settings.hands_for(3)
    assert late(event) == []


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
