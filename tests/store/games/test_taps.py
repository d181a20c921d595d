"""Each tap has a number and is saved once, however often and late it arrives."""

from functools import partial

import pytest

from scorekeeper.rules.actions import (
    change_dealer,
    change_settings,
    end_after,
    enter_bids,
    enter_tricks,
    turn_up,
)
from scorekeeper.rules.merge import Runs, same_hand
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.store.games import past, reading, saves, taps
from scorekeeper.store.mapping.stored import StoredGame, Tap
from tests.rules.chance import Action
from tests.rules.notation import correct
from tests.store.play import BIDS, PHONE, TRICKS, UP, played

pytestmark = pytest.mark.usefixtures("_opened")

TAP = "the-number-of-a-tap"
KINDS: dict[str, tuple[tuple[Action, ...], Action]] = {
    "trump": ((), UP),
    "a suit named": (
        (partial(turn_up, number=1, turned=Turned.WIZARD, named=None),),
        partial(turn_up, number=1, turned=Turned.WIZARD, named=Trump.CLUBS),
    ),
    "a bid": ((UP,), partial(enter_bids, number=1, bids=(0, None, None))),
    "tricks": ((UP, BIDS), partial(enter_tricks, number=1, tricks=(0, None, None), negated=None)),
    "a score": ((UP, BIDS), TRICKS),
    "a correction": ((UP, BIDS, TRICKS), lambda game: correct(game, 1, "h 011/010")),
    "a dealer": ((UP,), partial(change_dealer, number=1, dealer=2)),
    "house rules": (
        (UP,),
        partial(change_settings, bid_rule=BidRule(hook=True), sizes=(2, 3), clock=None),
    ),
    "an end": ((UP, BIDS, TRICKS), partial(end_after, hands=1)),
    "play on": (
        (UP, BIDS, TRICKS, partial(end_after, hands=1)),
        partial(end_after, hands=None),
    ),
}
"""The preceding saves, and the save."""


def saved(
    stored: StoredGame, action: Action, tap: str | None, revision: int | None = None
) -> StoredGame:
    """An action after a save; from a stale page it is applied if its own checks allow it."""
    page = stored.revision if revision is None else revision
    return saves.save(
        stored.key, PHONE, saves.Save(page, action, lambda *_: action, Tap(tap))
    ).after


@pytest.mark.parametrize("named", [False, True], ids=["as it was sent", "with the revision now"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_tap_that_comes_again_after_an_undo_writes_nothing(kind: str, named: bool) -> None:
    before, action = KINDS[kind]
    shown = played(*before)
    after = saved(shown, action, TAP)
    assert after.revision == shown.revision + 1
    undone = saves.undo(shown.key, PHONE, after.revision).after
    assert undone.game == shown.game
    again = undone.revision if named else shown.revision
    assert saved(shown, action, TAP, again) == undone
    assert len(past.log(shown.id)) == undone.revision


def test_a_tap_that_was_saved_is_a_success_where_its_page_would_be_refused_now() -> None:
    shown = played(UP)
    bid = partial(enter_bids, number=1, bids=(0, None, None))
    saved(shown, bid, TAP)
    other = saved(
        reading.read(shown.key), partial(enter_bids, number=1, bids=(1, None, None)), None
    )
    assert (
        saves.save(shown.key, PHONE, saves.Save(shown.revision, bid, tap=Tap(TAP))).after == other
    )
    with pytest.raises(saves.StaleError):
        saves.save(shown.key, PHONE, saves.Save(shown.revision, bid, tap=Tap(TAP[::-1])))


def test_a_tap_that_was_saved_is_a_success_where_the_rules_would_refuse_it_now() -> None:
    shown = played(UP, BIDS)
    saved(shown, partial(enter_tricks, number=1, tricks=(1, None, None), negated=None), TAP)
    scored = saved(reading.read(shown.key), TRICKS, None)
    other = partial(enter_tricks, number=1, tricks=(1, None, None), negated=None)
    assert saved(scored, other, TAP) == scored


def test_the_number_of_a_tap_is_of_its_game_alone() -> None:
    first, second = played(), played()
    assert saved(first, UP, TAP).revision == saved(second, UP, TAP).revision == 1


def test_a_page_that_numbers_no_taps_saves_as_often_as_it_likes() -> None:
    stored = saved(saved(played(), UP, None), BIDS, None)
    assert stored.revision == 2


def test_an_undo_that_comes_again_takes_nothing_more_back() -> None:
    stored = played(UP, BIDS)
    undone = saves.undo(stored.key, PHONE, 2, Tap(TAP)).after
    assert saves.undo(stored.key, PHONE, 2, Tap(TAP)).after == undone
    assert saves.undo(stored.key, PHONE, 2, Tap(TAP[::-1])).after == undone


def test_an_undo_with_the_number_of_another_tap_takes_nothing_back_and_says_so() -> None:
    stored = saved(played(UP), BIDS, TAP)
    with pytest.raises(saves.StaleError):
        saves.undo(stored.key, PHONE, 2, Tap(TAP))
    assert reading.read(stored.key) == stored


def test_a_tap_knows_what_its_own_page_saved_and_clashes_with_others_alone() -> None:
    shown = played(UP)
    bids = [partial(enter_bids, number=1, bids=(number, None, None)) for number in (0, 1)]
    saved(shown, bids[0], TAP)

    def again(*knows: str) -> saves.Saved:
        tap = Tap(TAP[::-1], frozenset(knows))

        def unless_touched(runs: Runs) -> Action | None:
            return bids[1] if same_hand(runs, 1) else None

        return saves.save(
            shown.key, PHONE, saves.Save(shown.revision, bids[1], unless_touched, tap)
        )

    with pytest.raises(saves.StaleError) as stale:
        again()
    assert [line.tap for line in stale.value.since] == [TAP]
    assert again(TAP).after.game.hands[0].bids[0] == 1


def test_an_undo_takes_back_the_save_of_the_tap_that_it_names() -> None:
    stored = saved(saved(played(), UP, None), BIDS, TAP)
    undone = saves.undo(stored.key, PHONE, None, Tap(TAP[::-1]), TAP)
    assert undone.after.game.hands[0].bids == (None, None, None)
    again = saves.undo(stored.key, PHONE, None, Tap(TAP[::-1]), TAP)
    assert again.after == undone.after


@pytest.mark.parametrize("others", [False, True], ids=["never saved", "not the newest"])
def test_an_undo_of_a_tap_that_is_not_the_newest_save_takes_nothing_back(others: bool) -> None:
    stored = saved(played(UP), BIDS, TAP if others else None)
    if others:
        stored = saved(stored, partial(change_dealer, number=1, dealer=2), None)
    with pytest.raises(saves.StaleError):
        saves.undo(stored.key, PHONE, None, Tap(TAP[::-1]), TAP)
    assert reading.read(stored.key) == stored


ANN, BEN = frozenset({"hands/1/bids bid_0"}), frozenset({"hands/1/bids bid_1"})
FORM = frozenset({"hands/1/bids"})
ZERO, ONE = (partial(enter_bids, number=1, bids=(number, None, None)) for number in (0, 1))


def sent(stored: StoredGame, action: Action, tap: Tap) -> StoredGame:
    """After a tap on a page that shows the game as it was then; it clashes with no other."""
    return saves.save(
        stored.key, PHONE, saves.Save(stored.revision, action, lambda *_: action, tap)
    ).after


def test_a_tap_that_changed_nothing_is_a_success_however_often_it_comes() -> None:
    shown = saved(played(UP), ZERO, None)
    assert sent(shown, ZERO, Tap(TAP)) == shown
    other = saved(shown, ONE, None)
    assert sent(other, ZERO, Tap(TAP)) == other


@pytest.mark.parametrize("later", [ZERO, ONE], ids=["changed nothing", "changed it"])
@pytest.mark.parametrize(
    ("entered", "done"),
    [(ANN, True), (ANN | BEN, True), (FORM, True), (BEN, False), (frozenset(), False)],
    ids=["the same", "more", "all", "another", "none"],
)
def test_a_tap_that_a_later_one_knew_and_contains_writes_nothing(
    later: Action, entered: frozenset[str], done: bool
) -> None:
    shown = saved(played(UP), ZERO, None)
    after = sent(shown, later, Tap(TAP[::-1], frozenset({TAP, "another"}), entered))
    two = partial(enter_bids, number=1, bids=(1, 1, None))
    assert (sent(shown, two, Tap(TAP, places=ANN)) == after) is done


def test_what_two_later_taps_entered_together_is_done() -> None:
    shown = saved(played(UP), ZERO, None)
    for number, places in (("first", ANN), ("second", BEN)):
        sent(shown, ZERO, Tap(number, frozenset({TAP}), places))
    assert sent(shown, ONE, Tap(TAP, places=ANN | BEN)) == shown


def test_no_more_numbers_are_kept_than_an_evening_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taps, "MOST", 2)
    monkeypatch.setattr(taps, "KEPT_FOR", 1)
    shown = saved(played(UP), ZERO, None)
    kept = Tap("a"), Tap("b"), Tap("c")
    for tap in kept:
        sent(shown, ZERO, tap)
    assert [taps.is_done(shown.id, tap) for tap in kept] == [True, True, False]
    later = saved(saved(shown, ONE, None), ZERO, None)
    sent(later, ZERO, Tap("d"))
    assert [taps.is_done(shown.id, tap) for tap in (*kept, Tap("d"))] == [False] * 3 + [True]
