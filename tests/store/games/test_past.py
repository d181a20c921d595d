"""Games saved endlessly, and very old pages: limited, and nothing is lost."""

from functools import partial
from typing import Any

import pytest
from sqlalchemy import text

from scorekeeper.rules.actions import change_dealer, enter_bids
from scorekeeper.rules.history import Change
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.games import reading, saves
from scorekeeper.store.mapping.stored import StoredGame, Tap
from scorekeeper.store.models import db
from tests.rules.notation import codes
from tests.store.play import PHONE, UP, started

TAP = "the-number-of-a-tap"
BID = partial(enter_bids, number=1, bids=(0, None, None))


@pytest.fixture(autouse=True)
def _soon(_opened: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that are reached soon."""
    monkeypatch.setattr(saves, "FOLDED", 3)
    monkeypatch.setattr(saves, "SAVES_AN_HOUR", 4)
    monkeypatch.setattr(saves, "LONGEST_LOG", 6)


def dealt(count: int, stored: StoredGame | None = None) -> StoredGame:
    """Save a game this many times more, each time with the next dealer."""
    stored = stored or started()
    for _ in range(count):
        dealer = (stored.revision + 1) % 3
        action = partial(change_dealer, number=1, dealer=dealer)
        stored = saves.save(stored.key, PHONE, saves.Save(stored.revision, action)).after
    return stored


def an_hour_later() -> None:
    """Make all saves an hour older."""
    for at, number in db.session.execute(text("SELECT at, revision FROM change")).all():
        old = f"2020-01-01 00:00:{number:02}"
        statement = text("UPDATE change SET at = :old WHERE at = :at AND revision = :number")
        db.session.execute(statement, {"old": old, "at": at, "number": number})
    db.session.commit()


@pytest.mark.parametrize(("ago", "is_saved"), [(2, True), (3, True), (4, False)])
def test_a_page_that_is_too_old_to_be_compared_is_asked_to_look_again(
    ago: int, is_saved: bool
) -> None:
    stored = dealt(4)
    page = stored.revision - ago
    reading.forget()
    assert (saves.game_at(stored, page) is not None) is is_saved
    an_hour_later()
    if is_saved:
        assert saves.save(stored.key, PHONE, saves.Save(page, BID, lambda _: BID)).change
        return
    with pytest.raises(saves.StaleError) as stale:
        saves.save(stored.key, PHONE, saves.Save(page, BID, lambda _: BID))
    assert (stale.value.base, stale.value.since) == (None, [])
    assert reading.read(stored.key) == stored


def test_a_page_of_a_revision_that_the_log_does_not_have_passes_for_no_other() -> None:
    """A restored backup continues above the former revisions."""
    stored = dealt(1)
    db.session.execute(text("UPDATE game SET revision = 3"))
    db.session.commit()
    for page in (1, 2):
        with pytest.raises(saves.StaleError):
            saves.save(stored.key, PHONE, saves.Save(page, BID, lambda _: BID))
    now = saves.save(stored.key, PHONE, saves.Save(3, BID)).after
    an_hour_later()
    assert (
        saves.save(stored.key, PHONE, saves.Save(3, UP, lambda _: UP)).after.revision
        == now.revision + 1
    )


def test_undo_on_an_older_page_takes_back_neither_its_save_nor_the_newest() -> None:
    stored = dealt(2)
    with pytest.raises(saves.StaleError):
        saves.undo(stored.key, PHONE, 1)
    assert reading.read(stored.key) == stored


def test_too_many_saves_within_an_hour_are_refused_until_it_is_over() -> None:
    stored = dealt(4)
    for _ in range(2):
        with pytest.raises(RefusedError) as refused:
            dealt(1, stored)
        assert codes(refused.value) == ["saves-often"]
        with pytest.raises(RefusedError):
            saves.undo(stored.key, PHONE, 4)
    assert reading.read(stored.key) == stored
    an_hour_later()
    assert dealt(2, stored).revision == 6


def test_a_clock_that_was_fast_stops_no_table() -> None:
    stored = dealt(4)
    db.session.execute(text("UPDATE change SET at = '2999-01-01 00:00:00'"))
    db.session.commit()
    assert dealt(2, stored).revision == 6


def test_a_log_that_is_full_is_not_added_to() -> None:
    stored = dealt(4)
    an_hour_later()
    stored = dealt(2, stored)
    an_hour_later()
    with pytest.raises(RefusedError) as refused:
        dealt(1, stored)
    assert codes(refused.value) == ["log-full"]
    assert len(saves.log(stored)) == 6


def test_revisions_that_were_left_out_fill_no_log() -> None:
    stored = dealt(4)
    an_hour_later()
    db.session.execute(text("UPDATE game SET revision = 50"))
    db.session.commit()
    assert dealt(2, reading.read(stored.key)).revision == 52


def test_what_was_saved_is_a_success_though_no_more_may_be() -> None:
    stored = dealt(3)
    full = saves.save(stored.key, PHONE, saves.Save(3, BID, tap=Tap(TAP))).after
    assert saves.save(stored.key, PHONE, saves.Save(4, BID)).after == full
    again = partial(enter_bids, number=1, bids=(1, None, None))
    assert saves.save(stored.key, PHONE, saves.Save(4, again, tap=Tap(TAP))).after == full


def test_what_a_late_copy_of_a_tap_did_is_read_without_a_lock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tap, read, busy = Tap(TAP), saves.change_of, list[bool]()
    shown = started()
    first = saves.save(shown.key, PHONE, saves.Save(0, UP, tap=tap))
    undone = saves.undo(shown.key, PHONE, 1)
    then = saves.save(shown.key, PHONE, saves.Save(2, BID)).after

    def noted(*args: Any) -> Change:
        busy.append(db.session().in_transaction())
        return read(*args)

    monkeypatch.setattr(saves, "change_of", noted)
    again = saves.save(shown.key, PHONE, saves.Save(0, UP, tap=tap))
    assert (again.after, again.change) == (then, first.change)
    assert saves.undo(shown.key, PHONE, 1).change == undone.change
    assert busy == [False, False]
