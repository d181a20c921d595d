"""Each tap has a number and is saved once, however often and late it arrives."""

from functools import partial

import pytest

from scorekeeper.rules.actions import (
    enter_bids,
)
from scorekeeper.store.games import saves, taps
from scorekeeper.store.mapping.stored import StoredGame, Tap
from tests.rules.chance import Action
from tests.store.play import BIDS, PHONE, UP, played

pytestmark = pytest.mark.usefixtures("_opened")

TAP = "the-number-of-a-tap"


def saved(
    stored: StoredGame, action: Action, tap: str | None, revision: int | None = None
) -> StoredGame:
    """An action after a save; from a stale page it is applied if its own checks allow it."""
    page = stored.revision if revision is None else revision
    return saves.save(
        stored.key, PHONE, saves.Save(page, action, lambda *_: action, Tap(tap))
    ).after


def test_the_number_of_a_tap_is_of_its_game_alone() -> None:
    first, second = played(), played()
    assert saved(first, UP, TAP).revision == saved(second, UP, TAP).revision == 1


def test_a_page_that_numbers_no_taps_saves_as_often_as_it_likes() -> None:
    stored = saved(saved(played(), UP, None), BIDS, None)
    assert stored.revision == 2


ANN, BEN = frozenset({"hands/1/bids bid_0"}), frozenset({"hands/1/bids bid_1"})
FORM = frozenset({"hands/1/bids"})
ZERO, ONE = (partial(enter_bids, number=1, bids=(number, None, None)) for number in (0, 1))


def sent(stored: StoredGame, action: Action, tap: Tap) -> StoredGame:
    """After a tap on a page that shows the game as it was then; it clashes with no other."""
    return saves.save(
        stored.key, PHONE, saves.Save(stored.revision, action, lambda *_: action, tap)
    ).after


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
