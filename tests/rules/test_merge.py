"""What a page itself entered, told apart from what others entered since it was drawn."""

from __future__ import annotations

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
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.house import BidRule
from scorekeeper.rules.merge import (
    entered,
    hand_or_none,
    hands_since,
    own_numbers,
    same_dealer,
    same_hand,
    same_settings,
    same_trump,
)
from tests.rules.notation import correct, new, on, play

quickly = settings(deadline=None, database=None)
panels = st.integers(1, 7).flatmap(
    lambda places: st.tuples(
        *[st.lists(st.none() | st.integers(-1, 2), min_size=places, max_size=places).map(tuple)] * 3
    )
)
"""What the page showed, what is stored now and what was sent; few numbers, so that many clash."""

BETWEEN = play("wizard", 3, "h 011/001")
SHOWN = on(BETWEEN, "s 01.")
"""Hand 2 is being played: two bids are said."""


def merged(known: Numbers, own: Numbers) -> Numbers:
    """What is stored after what is one's own was entered."""
    return tuple(old if number is None else number for old, number in zip(known, own, strict=True))


@quickly
@given(panels)
def test_either_a_clash_is_told_or_both_stand(panel: tuple[Numbers, Numbers, Numbers]) -> None:
    base, now, sent = panel
    touched = [number is not None and number != old for old, number in zip(base, sent, strict=True)]
    theirs = [number != old for old, number in zip(base, now, strict=True)]
    clash = any(
        mine and other and number != present
        for mine, other, number, present in zip(touched, theirs, sent, now, strict=True)
    )
    own = own_numbers([(base, now)], sent)
    if clash:
        assert own is None
    else:
        assert own is not None
        assert merged(now, own) == tuple(
            number if mine else present
            for mine, number, present in zip(touched, sent, now, strict=True)
        )


@quickly
@given(panels)
def test_a_page_that_is_not_stale_enters_all_that_it_sent(
    panel: tuple[Numbers, Numbers, Numbers],
) -> None:
    base, _, sent = panel
    own = own_numbers([(base, base)], sent)
    assert own is not None
    assert merged(base, own) == merged(base, sent)


@quickly
@given(panels)
def test_a_page_that_entered_nothing_takes_nothing_back(
    panel: tuple[Numbers, Numbers, Numbers],
) -> None:
    base, now, _ = panel
    assert own_numbers([(base, now)], base) == (None,) * len(base)


@pytest.mark.parametrize(
    ("base", "now", "sent", "own"),
    [
        ((None, None), (3, None), (None, 2), (None, 2)),
        ((1, 1), (2, 1), (1, 2), (None, 2)),
        ((1, None), (None, None), (1, 2), (None, 2)),
        ((1, None), (2, None), (2, None), (2, None)),
        ((1, None), (2, None), (3, None), None),
        ((None, None), (0, None), (3, None), None),
        ((1, None), (None, None), (3, None), None),
        ((None, -1), (None, 1), (3, -1), (3, None)),
        ((None, -1), (None, 1), (None, 0), None),
    ],
)
def test_only_other_numbers_in_one_place_clash(
    base: Numbers, now: Numbers, sent: Numbers, own: Numbers | None
) -> None:
    assert own_numbers([(base, now)], sent) == own


def test_what_was_shown_or_left_out_was_not_entered() -> None:
    assert entered((1, None, 0, 2), (1, 3, None, 0)) == (None, 3, None, 0)


@pytest.mark.parametrize(("number", "there"), [(0, False), (1, True), (2, True), (3, False)])
def test_a_hand_is_there_when_it_was_scored_or_is_being_played(number: int, there: bool) -> None:
    hand = hand_or_none(SHOWN, number)
    assert (hand is not None and hand.number == number) is there


def test_a_hand_that_is_not_there_in_either_game_is_the_same() -> None:
    assert same_hand([(SHOWN, end_after(SHOWN, 1))], 3)
    assert not same_hand([(SHOWN, end_after(SHOWN, 1))], 2)


def test_a_hand_is_the_same_while_only_others_change() -> None:
    now = enter_bids(SHOWN, 2, (None, None, 1))
    assert same_hand([(SHOWN, now)], 1)
    assert not same_hand([(SHOWN, now)], 2)
    now = correct(SHOWN, 1, "h 011/010")
    assert not same_hand([(SHOWN, now)], 1)
    assert same_hand([(SHOWN, now)], 2)


def test_trump_is_the_same_whatever_is_bid() -> None:
    assert same_trump([(SHOWN, on(SHOWN, "- 110"))], 2)


@pytest.mark.parametrize(("before", "now"), [("s", "h"), ("w", "ws"), ("ws", "wh"), ("ws", "s")])
def test_another_card_or_another_suit_named_is_another_trump(before: str, now: str) -> None:
    start = new("wizard", 3)
    assert not same_trump([[on(start, f"{card} ...") for card in (before, now)]], 1)


def test_the_dealer_is_the_same_whatever_is_bid() -> None:
    assert same_dealer([(SHOWN, on(SHOWN, "- 110"))], 2)


@pytest.mark.parametrize(
    "now",
    [change_dealer(SHOWN, 2, 0), on(SHOWN, "- 110/110"), end_after(SHOWN, 1)],
    ids=["another dealer", "scored", "not played"],
)
def test_the_dealer_is_not_asked_for_where_another_deals_or_the_hand_is_over(now: Game) -> None:
    assert not same_dealer([(SHOWN, now)], 2)
    assert not same_dealer([(now, SHOWN)], 3)


def test_the_settings_are_the_same_while_a_hand_is_entered_or_corrected() -> None:
    assert same_settings([(SHOWN, on(SHOWN, "- 110"))])
    assert same_settings([(SHOWN, correct(SHOWN, 1, "h 011/010"))])


@pytest.mark.parametrize(
    ("base", "now"),
    [
        (BETWEEN, SHOWN),
        (SHOWN, on(SHOWN, "- 110/110")),
        (SHOWN, end_after(SHOWN, 1)),
        (SHOWN, change_settings(SHOWN, BidRule(), (3,), None)),
        (SHOWN, replace(SHOWN, settings=replace(SHOWN.settings, clock=45))),
    ],
    ids=["begun", "scored", "ended", "sizes", "clock"],
)
def test_the_settings_are_others_when_a_hand_is_begun_or_scored_or_the_rules_change(
    base: Game, now: Game
) -> None:
    assert not same_settings([(base, now)])
    assert not same_settings([(now, base)])


# There and back is touched too


@quickly
@given(panels)
def test_a_place_that_was_touched_since_is_not_entered_even_where_it_is_as_it_was(
    panel: tuple[Numbers, Numbers, Numbers],
) -> None:
    base, between, sent = panel
    own = own_numbers([(base, between, base)], sent)
    entered_ = [
        number is not None and number != old for old, number in zip(base, sent, strict=True)
    ]
    touched = [number != old for old, number in zip(base, between, strict=True)]
    assert (own is None) is any(map(all, zip(entered_, touched, strict=True)))


def test_what_is_so_again_is_no_clash() -> None:
    assert own_numbers([((None, 1), (3, 2), (None, 3))], (None, 3)) == (None, 3)


@pytest.mark.parametrize(
    "between",
    [change_dealer(SHOWN, 2, 0), on(SHOWN, "w 11.")],
    ids=["dealer and back", "trump and back"],
)
def test_a_hand_that_is_as_it_was_is_not_the_same(between: Game) -> None:
    games = SHOWN, between, SHOWN
    dealt = between.hands[-1].dealer != SHOWN.hands[-1].dealer
    assert not same_hand([games], 2)
    assert (same_dealer([games], 2), same_trump([games], 2)) == (not dealt, dealt)


def test_settings_that_are_as_they_were_are_not_the_same() -> None:
    assert not same_settings([(SHOWN, end_after(SHOWN, 1), SHOWN)])


def test_settings_are_the_same_where_a_hand_was_begun_and_taken_back() -> None:
    assert same_settings([(BETWEEN, SHOWN, BETWEEN)])


def test_a_hand_that_was_away_meanwhile_was_not_touched_by_that() -> None:
    away = replace(SHOWN, hands=(replace(SHOWN.hands[0], scored=False),))
    before = replace(SHOWN, hands=SHOWN.hands[:1])
    assert hand_or_none(away, 2) is None
    assert same_dealer([(before, away, before)], 2)
    assert [len(run) for run in hands_since([(before, away, before)], 2)] == [2]


# What the page itself saved


@quickly
@given(panels)
def test_what_the_page_itself_saved_since_is_no_clash(
    panel: tuple[Numbers, Numbers, Numbers],
) -> None:
    base, own, sent = panel
    assert own_numbers([(base,), (own,)], sent) == entered(base, sent)


@quickly
@given(panels, st.integers(0, 6))
def test_what_others_saved_before_or_after_the_page_itself_is_a_clash_all_the_same(
    panel: tuple[Numbers, Numbers, Numbers], place: int
) -> None:
    base, own, sent = panel
    place %= len(base)
    sent = tuple(9 if at == place else number for at, number in enumerate(sent))
    theirs = tuple(8 if at == place else number for at, number in enumerate(own))
    assert own_numbers([(base, theirs), (own,)], sent) is None
    assert own_numbers([(base,), (own, theirs)], sent) is None


def test_a_hand_trump_dealer_and_settings_that_the_page_itself_changed_are_the_same() -> None:
    ended = end_after(on(SHOWN, "- 110/110"), 2)
    assert same_settings([(SHOWN,), (ended,)])
    assert not same_settings([(SHOWN, end_after(SHOWN, 1)), (ended,)])
    trumped = on(SHOWN, "h 11.")
    assert same_trump([(SHOWN,), (trumped,)], 2)
    assert same_hand([(SHOWN,), (trumped,)], 2)
    assert same_dealer([(SHOWN,), (change_dealer(SHOWN, 2, 0),)], 2)
    assert not same_hand([(SHOWN,), (trumped, on(trumped, "- 110"))], 2)
