"""The budget of an event: its log is bounded, and a full one locks nobody in."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from scorekeeper.rules.events.entrant_acts import Renamed
from scorekeeper.rules.events.event import Outcome, RoundState
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, Ended, PutAside
from scorekeeper.rules.events.round_acts import Closed, Reopened
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.engine.transaction import now
from scorekeeper.store.events import acts, events, logs, slips
from scorekeeper.store.models import db
from scorekeeper.store.models.tables import ACT, run
from scorekeeper.store.sharing import budget, desks, links
from tests.store.events.rally import ENTERED, created, did, drawn, running
from tests.store.phones import ANN, BEN, id_of

pytestmark = pytest.mark.usefixtures("_opened")


def earlier(hours: int = 2) -> None:
    """Let all lines of all logs be so old."""
    run(update(ACT).values(at=now() - timedelta(hours=hours)))
    db.session.commit()
    events.forget()


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> str:
    """A running event whose log is full; the reserve has room for four lines."""
    stored = running()
    monkeypatch.setattr(budget, "LONGEST_LOG", stored.revision)
    monkeypatch.setattr(budget, "RESERVE", 4)
    return stored.key


def lines(key: str) -> int:
    return len(logs.log(events.read(key).id))


def test_a_full_log_refuses_acts_and_says_what_to_do(full: str) -> None:
    with pytest.raises(RefusedError, match=EventCode.LOG_FULL):
        did(full, Renamed(1, "Anna"))


def test_an_event_with_a_full_log_can_still_be_ended(full: str) -> None:
    stored = did(full, ByHand(1, 1, Outcome((1, 2, 3, 4))))
    acts.undo(full, ANN, stored.revision, stored.revision)
    did(full, ByHand(1, 1, Outcome((1, 2, 3, 5))))
    stored = did(full, ByHand(1, 1, Outcome((1, 2, 3, 6))))
    for refused in (ByHand(1, 1, Outcome((1, 2, 3, 7))), Adjusted(1, -5, "late")):
        with pytest.raises(RefusedError, match=EventCode.LOG_FULL):
            did(full, refused)
    with pytest.raises(RefusedError, match=EventCode.LOG_FULL):
        acts.undo(full, ANN, stored.revision, stored.revision)
    stored = did(full, PutAside(1, 2, (0, 0, 0), "no time"), Closed(1), Ended())
    assert stored.event.ended
    with pytest.raises(RefusedError, match=EventCode.LOG_FULL):
        did(full, Reopened(1))


def test_a_round_that_is_only_drawn_does_not_keep_an_event_from_its_end() -> None:
    stored = did(running().key, PutAside(1, 1, (0, 0, 0, 0), "x"), PutAside(1, 2, (0,) * 3, "x"))
    stored = did(stored.key, Closed(1), drawn(), Ended())
    assert [one.state for one in stored.event.rounds] == [RoundState.CLOSED]


def test_rights_change_at_a_full_log_and_its_length_stays_bounded(full: str) -> None:
    for _ in range(5):
        links.make(ANN, event=full)
        link = links.waiting(ANN, event_id=events.read(full).id)
        assert link is not None
        links.redeem(link.token, BEN, "")
        assert events.see(full, BEN).rights.writes
        desks.end(full, ANN, id_of(BEN))
        assert not events.see(full, BEN).rights.writes
    slips.call_back(full, ANN, (1, 1))
    assert lines(full) == budget.LONGEST_LOG + budget.RESERVE


def test_draws_that_fill_a_log_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = did(created(), ENTERED, drawn())
    monkeypatch.setattr(budget, "LARGEST_LOG", 100)
    monkeypatch.setattr(budget, "LARGEST_ACT", 100)
    with pytest.raises(RefusedError, match=EventCode.LOG_FULL):
        did(stored.key, drawn())


def test_a_desk_that_acts_faster_than_any_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "ACTS_AN_HOUR", 4)
    stored = did(created(), ENTERED, Renamed(1, "Anna"), Renamed(1, "Ann"))
    with pytest.raises(RefusedError, match=EventCode.ACTS_OFTEN):
        did(stored.key, Renamed(1, "Anna"))
    earlier()
    did(stored.key, Renamed(1, "Anna"))


def test_a_desk_that_draws_again_and_again_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "DRAWS_AN_HOUR", 2)
    stored = did(created(), ENTERED, drawn(), drawn())
    with pytest.raises(RefusedError, match=EventCode.DRAWS_OFTEN):
        did(stored.key, drawn())
    did(stored.key, Renamed(1, "Anna"))
    earlier()
    did(stored.key, drawn())


def test_penalties_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_ADJUSTMENTS", 1)
    stored = did(created(), ENTERED, Adjusted(1, -5, "late"))
    with pytest.raises(RefusedError, match=EventCode.ADJUSTMENTS_MANY):
        did(stored.key, Adjusted(2, -5, "late"))
