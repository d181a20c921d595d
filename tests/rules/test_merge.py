"""A page's own entries, distinguished from those of others since it was drawn."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.actions import (
    change_dealer,
    change_settings,
    end_after,
    enter_bids,
    enter_extras,
    hand_to_change,
)
from scorekeeper.rules.attendance import join, leave
from scorekeeper.rules.entry import (
    CARD,
    CORRECTION,
    Entry,
    fields_of,
    place_called,
    values_of,
    with_values,
)
from scorekeeper.rules.game import Bonus, Game
from scorekeeper.rules.hand import Extras
from scorekeeper.rules.history import (
    Part,
    Places,
    differing,
    hand_or_none,
    house,
    seats,
    whole_hand,
)
from scorekeeper.rules.variants.model import BidRule, Settings, Turned
from tests.rules.chance import games
from tests.rules.chance import quickly as over_games
from tests.rules.notation import correct, new, on, play, since

quickly = settings(deadline=None, database=None)

BETWEEN = play("wizard", 3, "h 011/001")
SHOWN = on(BETWEEN, "s 01.")
"""Hand 2 is in play, with two bids."""
BID, SCORED, ENDED = on(SHOWN, "- 110"), on(SHOWN, "- 110/110"), end_after(SHOWN, 1)
TRUMPED, DEALT = on(SHOWN, "w 11."), change_dealer(SHOWN, 2, 0)
Runs = list[tuple[Game, ...]]


# Entries of a panel


def bids(*numbers: int | None) -> dict[str, int]:
    return {f"bid_{seat}": number for seat, number in enumerate(numbers) if number is not None}


def entry(sent: dict[str, Any], touched: str = "", panel: str = "bids", number: int = 1) -> Entry:
    return Entry(number=number, panel=panel, values=sent, tapped=touched.split())


def game_of(numbers: tuple[int | None, ...]) -> Game:
    """A game of one hand of three cards, with these bids."""
    return enter_bids(BLANK, 1, numbers)


BLANK = on(new("wizard", 4, sizes=(3, 3)), "h")
numbers = st.tuples(*[st.none() | st.integers(0, 2)] * 4)


@quickly
@given(numbers, numbers, numbers, st.booleans())
def test_either_an_entry_clashes_or_both_stand(
    base: tuple[int | None, ...],
    between: tuple[int | None, ...],
    sent: tuple[int | None, ...],
    there_and_back: bool,
) -> None:
    first, then = game_of(base), enter_bids(game_of(base), 1, between)
    run = (first, then, first) if there_and_back else (first, then)
    now = values_of(run[-1].hands[0])
    own = {n: bid for n, bid in bids(*sent).items() if bid != values_of(first.hands[0]).get(n)}
    theirs = differing(*(values_of(one.hands[0]) for one in (first, then)))
    action = entry(bids(*sent)).rebase(since([run]))
    if any(place in theirs and bid != now.get(place) for place, bid in own.items()):
        assert action is None
    else:
        assert action is not None
        assert values_of(action(run[-1]).hands[0]) == now | own


SKULLS = on(new("skull-king", 4, sizes=(3, 3)), "- 0110")
KING, KINGS = ((Bonus(seat, "king", 1),) for seat in (1, 2))


def held(*bonuses: Bonus) -> Game:
    return enter_extras(SKULLS, 1, Extras(bonuses=bonuses))


@pytest.mark.parametrize(
    ("runs", "sent", "touched", "extras"),
    [
        ([(held(), held(*KING))], {"king_2": 1, "king_1": 0}, "king_2", (*KING, *KINGS)),
        ([(held(*KING), held(*KING, *KINGS))], {"king_1": 0}, "", KINGS),
        ([(held(*KING), held())], {"king_1": 1}, "", ()),
        ([(held(*KING), held())], {"king_1": 1}, "king_1", None),
        ([(held(*KING), held(), held(*KING))], {"king_1": 0}, "", None),
        ([(held(), held(*KING))], {"king_1": 1}, "", KING),
        ([(held(), held(*KING))], {"king_1": 0}, "king_1", None),
        ([(held(),), (held(*KING),)], {"king_1": 0}, "king_1", ()),
        ([(held(), held(Bonus(0, "loot", 1, 2)))], {"loot_2_0": 0}, "loot_2_0", None),
        ([(held(), held(Bonus(1, "points", 5)))], {"points_1": None}, "reason_1", None),
        ([(held(), held(Bonus(1, "points", 5)))], {"points_1": None}, "", (Bonus(1, "points", 5),)),
    ],
)
def test_of_extras_only_other_ones_in_a_place_of_ones_own_clash(
    runs: Runs, sent: dict[str, Any], touched: str, extras: tuple[Bonus, ...] | None
) -> None:
    action = entry(sent, touched, "extras").rebase(since(runs))
    assert (action and action(runs[-1][-1]).hands[0].bonuses) == extras


def test_a_value_that_was_only_shown_or_left_out_is_no_entry_unless_touched() -> None:
    shown = game_of((1, None, 0, 2)).hands[0]
    sent = {"bid_0": 1, "bid_1": 3, "bid_3": 0}
    assert entry(sent).own(shown) == {"bid_1": 3, "bid_3": 0}
    assert entry(sent, "bid_0 bid_2").own(shown) == sent
    assert entry(sent).own(None) == sent


def test_of_the_two_keys_of_a_shared_extra_the_one_tapped_last_counts() -> None:
    both = {"loot_0_2": 0, "loot_2_0": 1}
    for touched, number in (("loot_0_2 loot_2_0", 1), ("loot_2_0 loot_0_2", 0), ("loot_0_2", 0)):
        assert entry(both, touched, "extras").own(held(*KING).hands[0]) == {"loot_0_2": number}
    shared = held(Bonus(0, "loot", 1, 2)).hands[0]
    assert entry(both, "", "extras").own(shared) == {"loot_0_2": 0}


@over_games
@given(games())
def test_the_values_of_a_hand_make_the_hand_again_and_each_has_a_field(game: Game) -> None:
    for hand in game.hands:
        nobody = (None,) * len(hand.bids)
        blank = replace(hand, turned=None, bids=nobody, tricks=nobody, negated=None)
        blank = replace(blank, void=0, cloud=None, bonuses=())
        made = with_values(blank, values_of(hand))
        assert replace(made, bonuses=()) == replace(hand, bonuses=())
        # Of a shared extra, either partner may come first.
        assert values_of(made) == values_of(hand)
        fields = fields_of(values_of(hand))
        assert {place_called(name) for name, _ in fields} == values_of(hand).keys()


# Hands, dealer and settings


@pytest.mark.parametrize(("number", "present"), [(0, False), (1, True), (2, True), (3, False)])
def test_a_hand_is_there_when_it_was_scored_or_is_being_played(number: int, present: bool) -> None:
    hand = hand_or_none(SHOWN, number)
    assert (hand is not None and hand.number == number) is present


def trump(number: int) -> Part:
    def part(game: Game) -> Places | None:
        hand = hand_or_none(game, number)
        return {"card": (hand.turned, hand.trump)} if hand else None

    return part


@pytest.mark.parametrize(
    ("part", "runs", "is_same"),
    [
        (whole_hand(3), [(SHOWN, ENDED)], True),
        (whole_hand(2), [(SHOWN, ENDED)], False),
        (whole_hand(1), [(SHOWN, enter_bids(SHOWN, 2, (None, None, 1)))], True),
        (whole_hand(2), [(SHOWN, enter_bids(SHOWN, 2, (None, None, 1)))], False),
        (whole_hand(1), [(SHOWN, correct(SHOWN, 1, "h 011/010"))], False),
        (whole_hand(2), [(SHOWN, correct(SHOWN, 1, "h 011/010"))], True),
        (whole_hand(2), [(SHOWN, DEALT, SHOWN)], False),
        (whole_hand(2), [(SHOWN, TRUMPED, SHOWN)], False),
        (whole_hand(2), [(SHOWN,), (TRUMPED,)], True),
        (whole_hand(2), [(SHOWN,), (TRUMPED, on(TRUMPED, "- 110"))], False),
        (trump(2), [(SHOWN, BID)], True),
        (trump(2), [(SHOWN, on(SHOWN, "h 01."))], False),
        (trump(2), [(on(SHOWN, "w ..."), on(SHOWN, "ws ..."))], False),
        (trump(2), [(SHOWN, TRUMPED, SHOWN)], False),
        (trump(2), [(SHOWN,), (TRUMPED,)], True),
        (house, [(SHOWN, BID)], True),
        (house, [(SHOWN, correct(SHOWN, 1, "h 011/010"))], True),
        (house, [(BETWEEN, SHOWN)], False),
        (house, [(SHOWN, SCORED)], False),
        (house, [(SCORED, SHOWN)], False),
        (house, [(SHOWN, ENDED)], False),
        (house, [(SHOWN, change_settings(SHOWN, Settings(BidRule(), (3,))))], False),
        (house, [(SHOWN, replace(SHOWN, settings=replace(SHOWN.settings, clock=45)))], False),
        (house, [(SHOWN, ENDED, SHOWN)], False),
        (house, [(SHOWN,), (end_after(SCORED, 2),)], True),
        (house, [(SHOWN, ENDED), (end_after(SCORED, 2),)], False),
        (seats, [(SHOWN, BID)], True),
        (seats, [(SHOWN, change_settings(SHOWN, Settings(BidRule(), (1, 2))))], False),
        (seats, [(SHOWN, leave(play("wizard", 4, "h 0110/0010"), 0))], False),
    ],
)
def test_a_value_that_others_changed_and_changed_back_counts_as_touched(
    part: Part, runs: Runs, is_same: bool
) -> None:
    assert (not since(runs).touched(part)) is is_same


@pytest.mark.parametrize(
    ("number", "runs", "dealer"),
    [
        (2, [(SHOWN, BID)], 2),
        (2, [(SHOWN, DEALT)], None),
        (2, [(SHOWN, SCORED)], None),
        (2, [(SHOWN, ENDED)], None),
        (3, [(SCORED, SHOWN)], None),
        (2, [(SHOWN, DEALT, SHOWN)], None),
        (2, [(SHOWN, TRUMPED, SHOWN)], 2),
        (2, [(SHOWN,), (DEALT,)], 2),
    ],
)
def test_a_dealer_is_changed_unless_others_did_or_the_hand_is_over(
    number: int, runs: Runs, dealer: int | None
) -> None:
    action = entry({"dealer": 2}, panel="dealer", number=number).rebase(since(runs))
    found = action(runs[-1][-1]) if action else None
    assert (found and hand_to_change(found, number).dealer) == dealer


@pytest.mark.parametrize(("panel", "scores"), [(CORRECTION, False), ("tricks", True)])
def test_a_hand_is_scored_or_corrected_unless_others_touched_any_of_it(
    panel: str, scores: bool
) -> None:
    mine = replace(entry({}, panel=panel, number=2), scores=scores)
    shown, other = (SCORED, "110/200") if panel == CORRECTION else (on(SHOWN, "- 110"), "111")
    changed = correct(shown, 2, f"s {other}") if panel == CORRECTION else on(shown, f"- {other}")
    assert mine.rebase(since([(shown, correct(shown, 1, "h 011/010"))])) is not None
    assert mine.rebase(since([(shown, changed)])) is None
    assert mine.rebase(since([(shown,), (changed,)])) is not None


@pytest.mark.parametrize("panel", ["trump", "whole"])
def test_the_trump_that_others_named_after_the_same_card_stays(panel: str) -> None:
    named = on(BETWEEN, "wh ...")
    wizard = entry({CARD: (Turned.WIZARD, None)}, "turned", panel, 2)
    action = wizard.rebase(since([(BETWEEN, on(BETWEEN, "w ..."), named)]))
    assert action is not None
    assert action(named) == named
    assert wizard.rebase(since([(BETWEEN, on(BETWEEN, "s ..."))])) is None
    # The page itself had them named, and asks for another one.
    anew = wizard.rebase(since([(BETWEEN,), (named,)]))
    assert anew is not None
    assert anew(named).hands[1].trump is None


def test_a_column_that_was_gone_meanwhile_may_be_of_somebody_else_now() -> None:
    joined = join(SHOWN, "Dan", 0, 2)
    assert since([(SHOWN, joined), (joined,)]).keeps_columns
    assert not since([(joined, SHOWN), (joined,)]).keeps_columns


def test_a_hand_that_was_undone_and_redone_counts_as_untouched() -> None:
    away = replace(SHOWN, hands=(replace(SHOWN.hands[0], scored=False),))
    before = replace(SHOWN, hands=SHOWN.hands[:1])
    assert hand_or_none(away, 2) is None
    assert not since([(before, away, before)]).touched(trump(2))
    assert not since([(away, before)]).touched(trump(2))
