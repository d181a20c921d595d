"""A page's own entries, distinguished from those of others since it was drawn."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.actions import (
    Numbers,
    change_dealer,
    change_settings,
    end_after,
    enter_bids,
    merged,
)
from scorekeeper.rules.attendance import join, leave
from scorekeeper.rules.game import Game
from scorekeeper.rules.merge import (
    Runs,
    Slots,
    entered,
    hand_or_none,
    hands_since,
    same_columns,
    same_dealer,
    same_hand,
    same_seats,
    same_settings,
    same_trump,
    uncontested_numbers,
    uncontested_slots,
)
from scorekeeper.rules.variants.house import BidRule
from tests.rules.notation import correct, on, play

quickly = settings(deadline=None, database=None)
Panel = tuple[Numbers, Numbers, Numbers]
panels = st.integers(1, 7).flatmap(
    lambda places: st.tuples(
        *[st.lists(st.none() | st.integers(-1, 2), min_size=places, max_size=places).map(tuple)] * 3
    )
)
"""The shown, stored and sent values; few numbers, so that many clash."""

BETWEEN = play("wizard", 3, "h 011/001")
SHOWN = on(BETWEEN, "s 01.")
"""Hand 2 is in play, with two bids."""
BID, SCORED, ENDED = on(SHOWN, "- 110"), on(SHOWN, "- 110/110"), end_after(SHOWN, 1)
TRUMPED, DEALT = on(SHOWN, "w 11."), change_dealer(SHOWN, 2, 0)


def others(base: Numbers, now: Numbers) -> list[bool]:
    """The places where the numbers differ from those before; None enters nothing."""
    return [number is not None and number != old for old, number in zip(base, now, strict=True)]


# Numbers by seat


@quickly
@given(panels, st.booleans())
def test_either_an_entry_clashes_or_both_stand(panel: Panel, there_and_back: bool) -> None:
    base, between, sent = panel
    run = (base, between, base) if there_and_back else (base, between)
    mine, now = others(base, sent), run[-1]
    own = uncontested_numbers([run], sent)
    theirs = [number != old for old, number in zip(base, between, strict=True)]
    if any(
        entry and other and number != present
        for entry, other, number, present in zip(mine, theirs, sent, now, strict=True)
    ):
        assert own is None
    else:
        assert own is not None
        stands = zip(mine, sent, now, strict=True)
        assert merged(now, own) == tuple(new if entry else old for entry, new, old in stands)


@pytest.mark.parametrize(
    ("run", "sent", "own"),
    [
        ([(None, None), (3, None)], (None, 2), (None, 2)),
        ([(1, None), (2, None)], (2, None), (2, None)),
        ([(1, None), (2, None)], (3, None), None),
        ([(None, None), (0, None)], (3, None), None),
        ([(1, None), (None, None)], (3, None), None),
        ([(None, -1), (None, 1)], (3, -1), (3, None)),
        ([(None, -1), (None, 1)], (None, 0), None),
        ([(None, 1), (3, 2), (None, 3)], (None, 3), (None, 3)),
    ],
)
def test_only_other_numbers_in_one_place_clash(
    run: list[Numbers], sent: Numbers, own: Numbers | None
) -> None:
    assert uncontested_numbers([run], sent) == own


def test_a_value_that_was_only_shown_or_left_out_is_no_entry_unless_touched() -> None:
    assert entered((1, None, 0, 2), (1, 3, None, 0)) == (None, 3, None, 0)
    assert entered((1, None, 0, 2), (1, 3, None, 0), (0, 2)) == (1, 3, None, 0)


@quickly
@given(panels)
def test_a_later_save_of_the_same_page_is_no_clash(panel: Panel) -> None:
    base, own, sent = panel
    assert uncontested_numbers([(base,), (own,)], sent) == entered(base, sent)


@pytest.mark.parametrize(
    ("run", "sent", "touched", "own"),
    [
        ([{}, {"king.1": 1}], {"king.2": 1}, "", {"king.2": 1}),
        ([{"king.1": 1}, {"king.1": 1, "void": 1}], {}, "", {"king.1": None}),
        ([{"king.1": 1}, {}], {"king.1": 1}, "", {}),
        ([{"king.1": 1}, {}], {"king.1": 1}, "king.1", None),
        ([{"king.1": 1}, {"king.1": 2}], {"king.1": 3}, "", None),
        ([{"king.1": 1}, {"king.1": 2}, {"king.1": 1}], {}, "", None),
        ([{}, {"king.1": 1}], {"king.1": 1}, "", {"king.1": 1}),
    ],
)
def test_of_places_with_names_only_other_entries_in_the_same_one_clash(
    run: list[Slots], sent: Slots, touched: str, own: Slots | None
) -> None:
    assert uncontested_slots([run], sent, touched.split()) == own


def test_a_value_tapped_on_and_off_again_is_entered_as_empty() -> None:
    assert uncontested_slots([[{}], [{"king.1": 1}]], {}, ["king.1"]) == {"king.1": None}


@quickly
@given(panels, st.integers(0, 6))
def test_a_save_by_others_before_or_after_the_pages_own_is_still_a_clash(
    panel: Panel, place: int
) -> None:
    base, own, sent = panel
    place %= len(base)
    sent = tuple(9 if at == place else number for at, number in enumerate(sent))
    theirs = tuple(8 if at == place else number for at, number in enumerate(own))
    assert uncontested_numbers([(base, theirs), (own,)], sent) is None
    assert uncontested_numbers([(base,), (own, theirs)], sent) is None


# Hands, trump, dealer and settings


@pytest.mark.parametrize(("number", "present"), [(0, False), (1, True), (2, True), (3, False)])
def test_a_hand_is_there_when_it_was_scored_or_is_being_played(number: int, present: bool) -> None:
    hand = hand_or_none(SHOWN, number)
    assert (hand is not None and hand.number == number) is present


Same = Callable[[Runs, int], bool]


def settled(runs: Runs, number: int) -> bool:  # noqa: ARG001 - as the others are asked
    return same_settings(runs)


@pytest.mark.parametrize(
    ("same", "number", "runs", "is_same"),
    [
        (same_hand, 3, [(SHOWN, ENDED)], True),
        (same_hand, 2, [(SHOWN, ENDED)], False),
        (same_hand, 1, [(SHOWN, enter_bids(SHOWN, 2, (None, None, 1)))], True),
        (same_hand, 2, [(SHOWN, enter_bids(SHOWN, 2, (None, None, 1)))], False),
        (same_hand, 1, [(SHOWN, correct(SHOWN, 1, "h 011/010"))], False),
        (same_hand, 2, [(SHOWN, correct(SHOWN, 1, "h 011/010"))], True),
        (same_hand, 2, [(SHOWN, DEALT, SHOWN)], False),
        (same_hand, 2, [(SHOWN, TRUMPED, SHOWN)], False),
        (same_hand, 2, [(SHOWN,), (TRUMPED,)], True),
        (same_hand, 2, [(SHOWN,), (TRUMPED, on(TRUMPED, "- 110"))], False),
        (same_trump, 2, [(SHOWN, BID)], True),
        (same_trump, 2, [(SHOWN, on(SHOWN, "h 01."))], False),
        (same_trump, 2, [(on(SHOWN, "w ..."), on(SHOWN, "ws ..."))], False),
        (same_trump, 2, [(on(SHOWN, "ws ..."), on(SHOWN, "wh ..."))], False),
        (same_trump, 2, [(on(SHOWN, "ws ..."), SHOWN)], False),
        (same_trump, 2, [(SHOWN, DEALT, SHOWN)], True),
        (same_trump, 2, [(SHOWN, TRUMPED, SHOWN)], False),
        (same_trump, 2, [(SHOWN,), (TRUMPED,)], True),
        (same_dealer, 2, [(SHOWN, BID)], True),
        (same_dealer, 2, [(SHOWN, DEALT)], False),
        (same_dealer, 2, [(SHOWN, SCORED)], False),
        (same_dealer, 2, [(SHOWN, ENDED)], False),
        (same_dealer, 3, [(SCORED, SHOWN)], False),
        (same_dealer, 2, [(SHOWN, DEALT, SHOWN)], False),
        (same_dealer, 2, [(SHOWN, TRUMPED, SHOWN)], True),
        (same_dealer, 2, [(SHOWN,), (DEALT,)], True),
        (settled, 0, [(SHOWN, BID)], True),
        (settled, 0, [(SHOWN, correct(SHOWN, 1, "h 011/010"))], True),
        (settled, 0, [(BETWEEN, SHOWN)], False),
        (settled, 0, [(SHOWN, SCORED)], False),
        (settled, 0, [(SCORED, SHOWN)], False),
        (settled, 0, [(SHOWN, ENDED)], False),
        (settled, 0, [(SHOWN, change_settings(SHOWN, BidRule(), (3,), None))], False),
        (settled, 0, [(SHOWN, replace(SHOWN, settings=replace(SHOWN.settings, clock=45)))], False),
        (settled, 0, [(SHOWN, ENDED, SHOWN)], False),
        (settled, 0, [(BETWEEN, SHOWN, BETWEEN)], True),
        (settled, 0, [(SHOWN,), (end_after(SCORED, 2),)], True),
        (settled, 0, [(SHOWN, ENDED), (end_after(SCORED, 2),)], False),
    ],
)
def test_a_value_that_others_changed_and_changed_back_counts_as_changed(
    same: Same, number: int, runs: list[tuple[Game, ...]], is_same: bool
) -> None:
    assert same(runs, number) is is_same


def test_seats_count_as_changed_once_somebody_left_or_the_hands_to_come_changed() -> None:
    shorter = change_settings(SHOWN, BidRule(), (1, 2), None)
    assert same_seats([(SHOWN, BID)])
    for other in (shorter, leave(play("wizard", 4, "h 0110/0010"), 0)):
        assert not same_seats([(SHOWN, other)])


def test_a_column_that_was_gone_meanwhile_may_be_of_somebody_else_now() -> None:
    joined = join(SHOWN, "Dan", 0, 2)
    assert same_columns([(SHOWN, joined), (joined,)])
    assert not same_columns([(joined, SHOWN), (joined,)])


def test_a_hand_that_was_undone_and_redone_counts_as_untouched() -> None:
    away = replace(SHOWN, hands=(replace(SHOWN.hands[0], scored=False),))
    before = replace(SHOWN, hands=SHOWN.hands[:1])
    assert hand_or_none(away, 2) is None
    assert same_dealer([(before, away, before)], 2)
    assert [len(run) for run in hands_since([(before, away, before)], 2)] == [2]
