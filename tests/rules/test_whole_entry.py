"""A hand that a page played by itself, sent as a whole."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.actions import change_dealer, change_settings, end_after
from scorekeeper.rules.attendance import join
from scorekeeper.rules.bidding import bidding_order
from scorekeeper.rules.entries import BidsEntry, TricksEntry, TrumpEntry
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.whole_entry import WholeEntry
from tests.rules.chance import deals, games, quickly
from tests.rules.notation import Deal, codes, correct, current, deal, entered, on, play


def whole(given: Deal, number: int, drawn: tuple[int, int] | None = None) -> WholeEntry:
    """The hand as a page sends it."""
    trump = TrumpEntry(number=number, turned=given.turned, named=given.named)
    bids = BidsEntry(number=number, numbers=given.bids)
    tricks = TricksEntry(
        number=number, numbers=given.tricks, negated=given.negated, scores=given.scores
    )
    return WholeEntry(number=number, scores=given.scores, panels=[trump, bids, tricks], drawn=drawn)


@quickly
@given(st.data())
def test_a_hand_sent_as_a_whole_is_the_hand_entered_panel_by_panel(data: st.DataObject) -> None:
    game = data.draw(games().filter(lambda game: not game.has_extras))
    hand = score_sheet(game).hand
    if hand is None:
        return
    given = replace(data.draw(deals(game, hand)), extras=None)
    if until := data.draw(st.integers(0, len(hand.playing))):
        # Some bids are missing; nobody has played yet.
        known = bidding_order(game, hand)[:-until]
        bids = tuple(given.bids[seat] if seat in known else None for seat in game.seats)
        nothing = (None,) * len(game.players)
        given = replace(given, bids=bids, tricks=nothing, negated=None, scores=False)
    for drawn in (None, (hand.cards, hand.dealer)):
        assert whole(given, hand.number, drawn).action(game) == entered(game, given)


BETWEEN = play("wizard", 3, "h 011/001")
"""Hand 2 is to be dealt: 2 cards, by Ben."""
HOOKED = play("wizard", 3, "h 011/001", rule="hook")
SHORTER = change_settings(BETWEEN, BidRule(), (1, 3), None)
MINE = "s 110/110"


@pytest.mark.parametrize(
    ("runs", "outcome"),
    [
        ([(BETWEEN,), (BETWEEN,)], "saved"),
        ([(BETWEEN, correct(BETWEEN, 1, "h 011/010"))], "saved"),
        ([(BETWEEN, on(BETWEEN, "s"))], "saved"),
        ([(BETWEEN, on(BETWEEN, "s 11."), on(BETWEEN, "s 110/1..?"))], "saved"),
        ([(BETWEEN, on(BETWEEN, "h"))], "asked"),
        ([(BETWEEN, on(BETWEEN, "s 1.1"))], "asked"),
        ([(BETWEEN, on(BETWEEN, "s 110/.0.?"))], "asked"),
        ([(BETWEEN, on(BETWEEN, "h"), BETWEEN)], "asked"),
        ([(BETWEEN, on(BETWEEN, "s 110/200"))], "asked"),
        ([(BETWEEN, on(BETWEEN, "s 110/200"), on(BETWEEN, "s 110"))], "asked"),
        ([(BETWEEN,), (on(BETWEEN, "s 1.1"),)], "saved"),
        ([(play("wizard", 3), BETWEEN)], "saved"),
        ([(play("wizard", 3), BETWEEN, on(BETWEEN, "h"))], "asked"),
        ([(join(BETWEEN, "Dan", 0, 2), BETWEEN)], "asked"),
        ([(BETWEEN, change_dealer(BETWEEN, 2, 0))], "saved"),
        ([(HOOKED, change_dealer(HOOKED, 2, 0))], "asked"),
        ([(play("wizard", 3), play("wizard", 3))], "hand-unscored"),
        ([(BETWEEN, end_after(BETWEEN, 1))], "game-over"),
        ([(BETWEEN, SHORTER)], "hand-cards"),
        ([(BETWEEN, join(BETWEEN, "Dan", 0, 2))], "bid-missing"),
    ],
)
def test_a_hand_is_saved_over_equal_values_and_asked_about_where_others_differ(
    runs: list[tuple[Game, ...]], outcome: str
) -> None:
    entry = whole(deal(BETWEEN, MINE), 2, (2, 1))
    action = entry.rebase(runs)
    try:
        found = "saved" if action and action(runs[-1][-1]).hands[1].scored else "asked"
    except RefusedError as refused:
        found = " ".join(codes(refused))
    assert found == outcome


def test_a_bound_hand_is_saved_with_the_dealer_that_dealt_it_and_a_free_one_with_the_stored() -> (
    None
):
    for game, dealer in ((HOOKED, 0), (BETWEEN, 1)):
        entry = whole(deal(game, "s 111/011"), 2, (2, 0))
        assert entry.action(game).hands[1].dealer == dealer
        assert entry.mine(game, current(game), None).dealer == dealer
