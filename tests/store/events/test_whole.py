"""A whole event, and how much of a book it may take."""

from collections.abc import Callable, Iterable
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update
from sqlalchemy.exc import DBAPIError

from scorekeeper.rules.events.entrant_acts import Created, Entered, Joined, Newcomer, Renamed
from scorekeeper.rules.events.event import Outcome, RoundState
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, Ended, PutAside
from scorekeeper.rules.events.round_acts import Closed, Published, Reopened, Started, Swapped
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.engine import now
from scorekeeper.store.events import acts, events, slips, tables
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.games import reading, saves
from scorekeeper.store.models import ACT, db, run
from scorekeeper.store.sharing import desks, keepers, links
from tests import databases
from tests.faults import Fault, engine_of, failing
from tests.rules.notation import on
from tests.store.events.rally import (
    ENTERED,
    SETTINGS,
    always,
    created,
    did,
    drawn,
    game_at,
    running,
)
from tests.store.events.test_acts import finish, finish_all
from tests.store.finished import replayed, start
from tests.store.phones import ANN, BEN, CEM, dump, id_of

pytestmark = pytest.mark.usefixtures("_opened")

Write = Callable[[], object]


def acting(stored: StoredEvent, act: object) -> Write:
    """The act of Ann's desk on the page that it shows."""
    return lambda: acts.act(stored.key, ANN, stored.revision, always(act))  # type: ignore[arg-type]


def published() -> StoredEvent:
    return did(created(), ENTERED, drawn(), Published(1))


def a_creation() -> Write:
    return lambda: events.create(ANN, Created(SETTINGS), "the page")


def a_publication() -> Write:
    return acting(did(created(), ENTERED, drawn()), Published(1))


def a_start() -> Write:
    return acting(published(), Started(1))


def a_swap() -> Write:
    stored = published()
    finish(stored, 2, "h 010/100")
    return acting(events.read(stored.key), Swapped(1, 1, 5))


def a_late_seat() -> Write:
    return acting(did(published().key, Entered((Newcomer("Hal"),))), Joined(1, 2, 8))


def a_close() -> Write:
    stored = did(published().key, Started(1))
    finish_all(stored)
    return acting(events.read(stored.key), Closed(1))


def an_undo() -> Write:
    stored = published()
    return lambda: acts.undo(stored.key, ANN, stored.revision, stored.revision)


def a_slip() -> Write:
    stored = published()
    return lambda: slips.claim(stored.key, slips.token(stored, (1, 1)), BEN)


def a_pencil_passed_on() -> Write:
    stored = published()
    for phone in (BEN, CEM):
        slips.claim(stored.key, slips.token(stored, (1, 1)), phone)
    return lambda: slips.confirm(stored.key, ANN, (1, 1), id_of(CEM))


def a_desk_taken_away() -> Write:
    stored = published()
    links.make(ANN, event=stored.key)
    link = links.waiting(ANN, event_id=stored.id)
    assert link is not None
    links.redeem(link.token, BEN, "")
    return lambda: desks.end(stored.key, ANN, id_of(BEN))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "prepared",
    [
        *(a_creation, a_publication, a_start, a_swap, a_late_seat, a_close, an_undo),
        *(a_slip, a_pencil_passed_on, a_desk_taken_away),
    ],
)
def test_a_statement_that_fails_leaves_all_or_nothing(
    app: Flask, prepared: Callable[[], Write]
) -> None:
    write = prepared()
    before, number = dump(), 1
    db.session.remove()
    while True:
        with failing(engine_of(app), fault := Fault(number)):
            try:
                write()
            except DBAPIError:
                db.session.remove()
        if not fault.struck:
            break
        assert dump() == before, f"half of step {number} is there"
        db.session.remove()
        events.forget()
        number += 1
    assert number > 3
    assert dump() != before


def saving(key: str) -> Write:
    """Play the one hand of a game of three, which Ann keeps."""
    keepers.claim(key, ANN)
    game = reading.read(key)
    (action,) = replayed(on(game.game, "h 010/100"))
    return lambda: saves.save(key, ANN, saves.Save(game.revision, action))


def count(app: Flask, write: Write) -> int:
    """The statements that this takes."""
    with databases.asked(app) as found:
        write()
    return len([text for text, _ in found if not text.startswith("BEGIN")])


def test_a_save_of_a_table_costs_one_statement_more_than_another(app: Flask) -> None:
    ordinary = saving(start("Ann", "Ben", "Cem").key)
    table = saving(game_at(published(), 1, 2).key)
    assert count(app, table) == count(app, ordinary) + 1


def test_tables_are_one_statement_or_two_after_a_change_and_so_is_the_event(app: Flask) -> None:
    stored = published()
    finish(stored, 2, "h 010/100")
    assert count(app, lambda: tables.tables_of(stored.id)) == 2
    assert count(app, lambda: tables.tables_of(stored.id)) == 1
    events.forget()
    assert count(app, lambda: events.see(stored.key, ANN)) == 2
    assert count(app, lambda: events.see(stored.key, ANN)) == 1


def test_publishing_costs_no_more_statements_for_more_tables(app: Flask) -> None:
    def publishing(people: int) -> Write:
        names = Entered(tuple(Newcomer(f"{people} {number}") for number in range(people)))
        seats = tuple(tuple(range(n, n + 4)) for n in range(1, people, 4))
        return acting(did(created(), names, drawn(seats)), Published(1))

    assert count(app, publishing(40)) == count(app, publishing(8))


class Learnt:
    """Records the stamps that other processes would get, instead of sending them to Redis."""

    def __init__(self) -> None:
        self.games: set[str] = set()
        self.events: set[str] = set()

    def publish(self, games: Iterable[str], events: Iterable[str]) -> None:
        self.games |= set(games)
        self.events |= set(events)


@pytest.mark.parametrize(
    ("prepared", "changed"),
    [(a_swap, 2), (a_late_seat, 2), (a_close, 2), (an_undo, 2), (a_slip, 1)],
)
def test_other_processes_learn_of_the_event_and_every_game_that_an_act_changes(
    prepared: Callable[[], Write], changed: int
) -> None:
    write, stamps = prepared(), Learnt()
    db.session.remove()
    before = {row["key"]: (row["revision"], row["rights"]) for row in dump()["game"]}
    db.session.remove()
    known = db.engine.get_execution_options().get("stamps")
    db.engine.update_execution_options(stamps=stamps)
    try:
        write()
    finally:
        db.engine.update_execution_options(stamps=known)
    after = {row["key"]: (row["revision"], row["rights"]) for row in dump()["game"]}
    assert stamps.games == {key for key in before if before[key] != after.get(key)}
    assert len(stamps.games) == changed
    assert stamps.events == {row["key"] for row in dump()["event"]}


def earlier(hours: int = 2) -> None:
    """Let all lines of all logs be so old."""
    run(update(ACT).values(at=now() - timedelta(hours=hours)))
    db.session.commit()
    events.forget()


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> str:
    """A running event whose log is full; the reserve has room for four lines."""
    stored = running()
    monkeypatch.setattr(desks, "LONGEST_LOG", stored.revision)
    monkeypatch.setattr(desks, "RESERVE", 4)
    return stored.key


def lines(key: str) -> int:
    return len(acts.log(events.read(key).id))


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
    assert lines(full) == desks.LONGEST_LOG + desks.RESERVE


def test_draws_that_fill_a_log_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = did(created(), ENTERED, drawn())
    monkeypatch.setattr(desks, "LARGEST_LOG", 100)
    monkeypatch.setattr(desks, "LARGEST_ACT", 100)
    with pytest.raises(RefusedError, match=EventCode.LOG_FULL):
        did(stored.key, drawn())


def test_a_desk_that_acts_faster_than_any_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "ACTS_AN_HOUR", 4)
    stored = did(created(), ENTERED, Renamed(1, "Anna"), Renamed(1, "Ann"))
    with pytest.raises(RefusedError, match=EventCode.ACTS_OFTEN):
        did(stored.key, Renamed(1, "Anna"))
    earlier()
    did(stored.key, Renamed(1, "Anna"))


def test_a_desk_that_draws_again_and_again_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "DRAWS_AN_HOUR", 2)
    stored = did(created(), ENTERED, drawn(), drawn())
    with pytest.raises(RefusedError, match=EventCode.DRAWS_OFTEN):
        did(stored.key, drawn())
    did(stored.key, Renamed(1, "Anna"))
    earlier()
    did(stored.key, drawn())


def test_penalties_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MOST_ADJUSTMENTS", 1)
    stored = did(created(), ENTERED, Adjusted(1, -5, "late"))
    with pytest.raises(RefusedError, match=EventCode.ADJUSTMENTS_MANY):
        did(stored.key, Adjusted(2, -5, "late"))
