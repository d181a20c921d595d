"""Acts of the desk: once, in order, and with the games of the tables."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import delete, update

from scorekeeper.rules.attendance import leave
from scorekeeper.rules.events.entrant_acts import Created, Entered, Joined, Newcomer, Renamed
from scorekeeper.rules.events.event import Event, RoundState
from scorekeeper.rules.events.result_acts import Corrected, PutAside
from scorekeeper.rules.events.round_acts import Closed, Published, Replaced, Started, Swapped
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.problems import Code, RefusedError
from scorekeeper.store import backups, engine, lists, phones
from scorekeeper.store.events import acts, events, slips, tables
from scorekeeper.store.events.events import ListedEvent, NumberedAct, StoredEvent
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.games.reading import Stamps
from scorekeeper.store.mapping.stored import (
    LoadingError,
    Rights,
    UnknownEventError,
    UnknownGameError,
)
from scorekeeper.store.models import ACT, EVENT, db, run
from scorekeeper.store.sharing import keepers
from tests.rules.notation import on
from tests.store.conftest import AtOnce
from tests.store.events.rally import (
    ENTERED,
    PUBLISHED,
    SETTINGS,
    always,
    created,
    did,
    drawn,
    game_at,
    names_at,
    running,
)
from tests.store.finished import replayed
from tests.store.phones import ANN, BEN, NEW, dump

pytestmark = pytest.mark.usefixtures("_opened")


def finish(stored: StoredEvent, table: int, line: str) -> None:
    """Play the one hand of a table of round 1 on the desk's phone."""
    game = game_at(stored, 1, table)
    keepers.claim(game.key, ANN)
    for action in replayed(on(game.game, line)):
        saved = saves.save(game.key, ANN, saves.Save(game.revision, action)).after
        game = saved


def finish_all(stored: StoredEvent) -> None:
    finish(stored, 1, "h 1000/1000")
    finish(stored, 2, "h 010/100")


def test_an_event_is_what_the_acts_in_its_log_make_of_it() -> None:
    stored = running()
    events.forget()
    assert events.read(stored.key) == stored
    kinds = [line.kind for line in reversed(acts.log(stored.id))]
    assert kinds == ["created", "entered", "drawn", "published", "started"]
    (line, *_) = acts.log(stored.id)
    assert (line.number, line.at) == (stored.revision, stored.changed_at)
    assert stored.event.rounds[0].clock.started == line.at


def test_a_page_creates_its_event_once() -> None:
    first, again = (events.create(ANN, Created(SETTINGS), "the page") for _ in range(2))
    assert first == again
    assert [
        one.stored.key
        for one in events.page_of(phones.asking(ANN), None).items
        if isinstance(one, ListedEvent)
    ] == [first]


def test_publishing_makes_ordinary_games_of_the_book() -> None:
    stored = running()
    found = {key: game_at(stored, *key) for key in tables.tables_of(stored.id)}
    assert {key: one.game.players for key, one in found.items()} == {
        (1, 1): ("Ann", "Ben", "Cem", "Dan"),
        (1, 2): ("Eva", "Fay", "Gil"),
    }
    assert {one.game.settings.sizes for one in found.values()} == {(1,)}
    assert {one.book_id for one in found.values()} == {stored.book_id}
    asking = phones.asking(ANN)
    assert {game.key for game in lists.games_of(asking)} == {one.key for one in found.values()}
    assert lists.newest(asking, 9) == [], "hundreds of tables would crowd the first page"


def test_a_drawn_round_has_no_games_yet() -> None:
    stored = did(created(), ENTERED, drawn())
    assert tables.tables_of(stored.id) == {}


def test_the_second_of_two_desks_learns_what_the_first_did() -> None:
    key = created()
    shown = events.read(key).revision
    did(key, ENTERED)
    with pytest.raises(acts.StaleEventError) as stale:
        acts.act(key, ANN, shown, always(drawn()))
    (line,) = stale.value.since
    assert line.act == ENTERED
    assert stale.value.stored == events.read(key)


@pytest.mark.parametrize("revision", [0, 99])
def test_a_revision_that_never_existed_is_stale(revision: int) -> None:
    key = created()
    with pytest.raises(acts.StaleEventError):
        acts.act(key, ANN, revision, always(ENTERED))


def test_of_two_desks_at_once_one_draws(at_once: AtOnce) -> None:
    stored = did(created(), ENTERED)

    def draw() -> object:
        try:
            return acts.act(stored.key, ANN, stored.revision, always(drawn()))
        except acts.StaleEventError as stale:
            return stale

    results = at_once(draw, draw)
    assert sorted(isinstance(one, acts.StaleEventError) for one in results) == [False, True]
    assert len(events.read(stored.key).event.rounds) == 1


def test_a_tap_that_is_repeated_acts_once() -> None:
    key = created()
    first = acts.act(key, ANN, 1, always(ENTERED), "tap")
    assert acts.act(key, ANN, 1, always(ENTERED), "tap") == first
    assert len(first.event.entrants) == 7


def test_an_act_that_rests_on_nothing_shown_comes_after_any_other() -> None:
    key = created()
    did(key, ENTERED)
    late = Entered((Newcomer("Hal"),))
    assert len(acts.act(key, ANN, None, always(late)).event.entrants) == 8


def test_undo_takes_back_the_newest_act_and_then_the_one_before() -> None:
    stored = did(created(), ENTERED, drawn())
    for number, left in ((3, 0), (2, 0)):
        before = events.read(stored.key)
        stored = acts.undo(stored.key, ANN, before.revision, number)
        assert len(stored.event.rounds) == left
    assert stored.event.entrants == ()
    assert acts.undo(stored.key, ANN, stored.revision, 2) == stored
    events.forget()
    assert events.read(stored.key) == stored
    assert [line.undone for line in acts.log(stored.id)] == [None, None, 4, 5, None]
    with pytest.raises(RefusedError, match=EventCode.UNDO_FIRST):
        acts.undo(stored.key, ANN, stored.revision, 1)


def undone(key: str) -> None:
    """Undo the newest act."""
    stored = events.read(key)
    last = acts.last_act(stored)
    assert last is not None
    acts.undo(key, ANN, stored.revision, last.number)


@pytest.mark.parametrize("undos", [0, 1, 2, 3])
def test_an_event_continues_from_the_newest_revision_that_a_process_knows(undos: int) -> None:
    """As if other processes had done what came later."""
    key = did(created(), ENTERED, Renamed(5, "Evi"), Renamed(1, "Anna")).key
    known = events._newest.get(key)
    assert known is not None
    did(key, Renamed(2, "Benno"))
    for _ in range(undos):
        undone(key)
    did(key, Renamed(3, "Cemal"), Renamed(4, "Daniel"))
    undone(key)
    events.forget()
    whole = events.read(key)
    for before in (False, True):
        if not before:
            events.forget()
        events._values.clear()
        events._newest.keep(key, known)
        assert events.read(key) == whole


@pytest.mark.parametrize("restarted", [False, True])
def test_no_write_reads_the_whole_log_while_others_wait(
    restarted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = did(created(), ENTERED, *(Renamed(1, f"Ann {number}") for number in range(9))).key
    inside: list[bool] = []
    reads: list[int | None] = []
    usual, once = events.acts_of, engine._once

    def acts_of(event_id: int, revision: int, most: int | None = None) -> list[NumberedAct]:
        reads.extend([most] * len(inside))
        return usual(event_id, revision, most)

    def marked(locks: Any, function: Callable[..., Any], *args: Any, **more: Any) -> Any:
        def noted(*args: Any, **more: Any) -> Any:
            inside.append(True)
            try:
                return function(*args, **more)
            finally:
                inside.clear()

        return once(locks, noted, *args, **more)

    monkeypatch.setattr(engine, "_once", marked)
    monkeypatch.setattr(events, "acts_of", acts_of)
    for write in (partial(undone, key), partial(did, key, Renamed(2, "Benno"))):
        if restarted:
            events.forget()
        write()
    assert set(reads) == {1}


def test_one_request_reads_a_whole_log_and_holds_no_transaction_while_it_computes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored = did(created(), ENTERED)
    usual, asked = events._states, []

    def states(event_id: int, found: list[NumberedAct]) -> Iterator[Event]:
        asked.append(db.session().in_transaction())
        # As another request would meanwhile.
        with pytest.raises(LoadingError):
            events.read(stored.key)
        return usual(event_id, found)

    monkeypatch.setattr(events, "PATIENCE", 0)
    monkeypatch.setattr(events, "_states", states)
    events.forget()
    assert events.read(stored.key) == events.read(stored.key) == stored
    assert asked == [False]


@pytest.mark.parametrize("number", [2, 77])
def test_only_the_newest_act_can_be_undone(number: int) -> None:
    stored = did(created(), ENTERED, drawn())
    with pytest.raises(RefusedError, match=EventCode.UNDO_NONE):
        acts.undo(stored.key, ANN, stored.revision, number)


def test_undoing_a_publication_deletes_its_games_until_a_hand_is_played() -> None:
    stored = did(created(), *PUBLISHED)
    key = game_at(stored, 1, 1).key
    acts.undo(stored.key, ANN, stored.revision, 4)
    with pytest.raises(UnknownGameError):
        reading.read(key)
    stored = did(stored.key, Published(1))
    finish(stored, 2, "h 010/100")
    stored = events.read(stored.key)
    before = dump()
    with pytest.raises(RefusedError, match=EventCode.UNDO_PLAYED):
        acts.undo(stored.key, ANN, stored.revision, stored.revision)
    assert dump() == before


def test_a_sheet_of_an_earlier_round_that_is_corrected_leaves_the_draw_its_undo() -> None:
    stored = running()
    finish_all(stored)
    stored = did(stored.key, Closed(1), drawn(), Published(2), Corrected(1, 2, "a wrong bid"))
    acts.undo(stored.key, ANN, stored.revision, stored.revision)
    game = game_at(stored, 1, 2)
    saves.undo(game.key, ANN, game.undoable)
    stored = events.read(stored.key)
    last = acts.last_act(stored)
    assert last is not None
    stored = acts.undo(stored.key, ANN, stored.revision, last.number)
    assert stored.event.rounds[1].state is RoundState.DRAWN


def test_a_swap_changes_the_people_of_both_tables_and_leaves_the_hands() -> None:
    stored = running()
    finish(stored, 2, "h 010/100")
    hands = game_at(stored, 1, 2).game.hands
    stored = did(stored.key, Swapped(1, 1, 5))
    assert names_at(stored, 1) == ("Eva", "Ben", "Cem", "Dan")
    assert names_at(stored, 2) == ("Ann", "Fay", "Gil")
    assert game_at(stored, 1, 2).game.hands == hands
    acts.undo(stored.key, ANN, stored.revision, stored.revision)
    assert names_at(stored, 1)[0] == "Ann"


def test_the_tables_own_undo_passes_over_a_change_of_the_desk() -> None:
    stored = running()
    finish(stored, 2, "h 010/100")
    undoable = game_at(stored, 1, 2).undoable
    did(stored.key, Swapped(1, 1, 5))
    game = game_at(stored, 1, 2)
    assert (game.undoable, game.game.players[0]) == (undoable, "Ann")
    saves.undo(game.key, ANN, game.undoable)
    game = game_at(stored, 1, 2)
    assert (game.game.hands, game.game.players[0]) == ((), "Ann")


def test_the_table_of_a_player_who_left_says_so() -> None:
    stored = running()
    game = game_at(stored, 1, 1)
    keepers.claim(game.key, ANN)
    saves.save(game.key, ANN, saves.Save(game.revision, partial(leave, seat=2)))
    for table in (tables.table_at(stored.id, (1, 1)), tables.tables_of(stored.id)[1, 1]):
        assert table
        assert table.standing.away == (2,)


def test_a_stand_by_and_a_new_name_come_into_the_game() -> None:
    stored = did(running().key, Entered((Newcomer("Hal"),), stand_by=True))
    stored = did(stored.key, Replaced(1, leaves=7, comes=8), Renamed(8, "Hanna"))
    assert names_at(stored, 2) == ("Eva", "Fay", "Hanna")


def test_a_name_that_the_table_gave_somebody_else_refuses_the_swap() -> None:
    stored = running()
    game = game_at(stored, 1, 2)
    keepers.claim(game.key, ANN)
    other = replace(game.game, players=("Eva", "Fay", "Ann"))
    saves.save(game.key, ANN, saves.Save(game.revision, lambda _game: other))
    before = dump()
    with pytest.raises(RefusedError, match=Code.NAME_DOUBLE):
        did(stored.key, Swapped(1, 1, 5))
    assert dump() == before


LATE = Entered((Newcomer("Hal"),))
HANDS = {3: (1,), 4: (2,), 5: (3,)}


def joined(stored: StoredEvent, table: int) -> StoredEvent:
    return did(stored.key, Joined(1, table, 8))


def test_a_late_one_joins_a_table_that_has_not_begun_and_its_game_follows() -> None:
    stored = did(created(settings=replace(SETTINGS, hands=HANDS)), *PUBLISHED, LATE)
    slips.claim(stored.key, slips.token(stored, (1, 1)), BEN)
    before, other = game_at(stored, 1, 1), game_at(stored, 1, 2)
    stored = joined(stored, 1)
    game = game_at(stored, 1, 1)
    assert (game.key, game.game.players[4:]) == (before.key, ("Hal",))
    assert (game.game.settings.sizes, before.game.settings.sizes) == ((3,), (2,))
    assert reading.see(game.key, BEN).rights.writes
    assert not tables.tables_of(stored.id)[1, 1].is_begun
    finish(stored, 2, "h 010/100")
    acts.undo(stored.key, ANN, stored.revision, stored.revision)
    assert game_at(stored, 1, 1).game == before.game
    assert game_at(stored, 1, 2).key == other.key


def test_a_late_one_joins_a_round_that_is_only_drawn() -> None:
    stored = joined(did(created(), ENTERED, drawn(), LATE), 2)
    assert names_at(did(stored.key, Published(1)), 2) == ("Eva", "Fay", "Gil", "Hal")


@pytest.mark.parametrize("is_first", [True, False])
def test_the_number_of_players_stays_at_a_table_that_has_begun(*, is_first: bool) -> None:
    stored = did(created(settings=replace(SETTINGS, hands=HANDS)), *PUBLISHED, LATE)
    if not is_first:
        stored = joined(stored, 2)
    before = game_at(stored, 1, 2)
    keepers.claim(before.key, ANN)
    turn, *_ = replayed(on(before.game, "h 010/100" if is_first else "h 0100/2000"))
    saves.save(before.key, ANN, saves.Save(before.revision, turn))
    again = partial(acts.undo, stored.key, ANN, stored.revision, stored.revision)
    with pytest.raises(RefusedError, match=EventCode.TABLE_BEGUN):
        joined(stored, 2) if is_first else again()
    assert events.read(stored.key).event == stored.event
    assert names_at(stored, 2) == before.game.players


def test_the_games_of_a_round_begin_with_its_clock() -> None:
    stored = did(created(), *PUBLISHED)
    stored = did(stored.key, Started(1))
    assert game_at(stored, 1, 1).started_at == stored.event.rounds[0].clock.started


def test_a_round_that_closes_takes_every_pencil_and_the_desk_takes_one_up() -> None:
    stored = running()
    finish_all(stored)
    stored = did(stored.key, Closed(1))
    game = game_at(stored, 1, 1)
    assert reading.see(game.key, ANN).rights == Rights()
    with pytest.raises(UnknownGameError):
        keepers.claim(game.key, ANN)
    stored = did(stored.key, Corrected(1, 1, "two bids were mixed up"))
    assert reading.see(game.key, ANN).rights.writes
    assert not reading.see(game_at(stored, 1, 2).key, ANN).rights.writes


def test_a_round_closes_only_when_every_table_is_in_or_set_aside() -> None:
    stored = running()
    finish(stored, 2, "h 010/100")
    with pytest.raises(RefusedError, match=EventCode.ROUND_TABLES_OUT):
        did(stored.key, Closed(1))
    did(stored.key, PutAside(1, 1, (0, 0, 0, 0), "a card was missing"), Closed(1))


def test_a_round_that_opens_again_lets_the_desk_claim_pencils_again() -> None:
    stored = running()
    finish_all(stored)
    stored = did(stored.key, Closed(1))
    stored = acts.undo(stored.key, ANN, stored.revision, stored.revision)
    assert stored.event.rounds[0].state is RoundState.RUNNING
    keepers.claim(game_at(stored, 1, 1).key, ANN)


def test_after_a_restore_a_page_with_a_lost_act_is_stale_and_the_event_continues() -> None:
    stored = did(created(), ENTERED, drawn())
    backups.outdate_pages(0)
    restored = events.read(stored.key)
    assert restored.event == stored.event
    with pytest.raises(acts.StaleEventError) as stale:
        acts.act(stored.key, ANN, stored.revision + 1, always(Published(1)))
    assert stale.value.since == []
    did(stored.key, Published(1))
    restored = events.read(stored.key)
    acts.undo(stored.key, ANN, restored.revision, restored.revision)
    last = acts.last_act(events.read(stored.key))
    assert last is not None
    assert last.number == stored.revision


def test_a_restore_under_a_running_program_shows_the_event_of_the_backup() -> None:
    before = did(created(), ENTERED)
    later = did(before.key, drawn())
    run(delete(ACT).where(ACT.c.event_id == before.id, ACT.c.number > before.revision))
    run(update(EVENT).where(EVENT.c.id == before.id).values(revision=before.revision))
    db.session.commit()
    backups.outdate_pages(later.revision)
    for _ in ("from the log", "from the cache, without its newest value"):
        assert events.read(before.key).event == before.event
        events._values.clear()
    assert did(before.key, drawn()).event.rounds


def test_nobody_but_the_desk_acts_on_an_event() -> None:
    stored = running()
    running(BEN)
    before = dump()
    for phone in (BEN, NEW, ""):
        with pytest.raises(UnknownEventError):
            acts.act(stored.key, phone, stored.revision, always(ENTERED))
        with pytest.raises(UnknownEventError):
            acts.undo(stored.key, phone, stored.revision, stored.revision)
        with pytest.raises(UnknownEventError):
            events.delete(stored.key, phone)
    assert dump() == before


def test_a_save_of_a_table_changes_the_stamp_of_its_event_alone() -> None:
    stored, other = running(), running(BEN)
    finish(stored, 2, "h 010/100")
    assert events.read(stored.key).stamp != stored.stamp
    assert events.read(other.key).stamp == other.stamp


def test_a_poll_reads_the_stamp_of_an_event_and_knows_its_desk() -> None:
    stored, polls = running(), Stamps()
    finish(stored, 2, "h 010/100")
    assert polls.event_stamp(stored.key) == events.read(stored.key).stamp
    assert polls.event_stamp("no-event") is None
    key = game_at(stored, 1, 1).key
    running(BEN)
    assert [polls.is_read_only(key, phone) for phone in (ANN, BEN, "")] == [False, True, True]


def test_a_game_of_an_event_cannot_be_deleted_or_played_again() -> None:
    stored = running()
    game = game_at(stored, 1, 1)
    keepers.claim(game.key, ANN)
    with pytest.raises(RefusedError, match=Code.GAME_OF_EVENT):
        games.delete(game.key, ANN)
    with pytest.raises(UnknownGameError):
        games.play_again(ANN, game.key, game.game)


def test_a_deleted_event_leaves_its_games_as_ordinary_ones() -> None:
    stored = running()
    key = game_at(stored, 1, 1).key
    events.delete(stored.key, ANN)
    with pytest.raises(UnknownEventError):
        events.read(stored.key)
    assert reading.read(key).event_id is None
    keepers.claim(key, ANN)
    games.delete(key, ANN)
