"""Games as they are read, with numbers that stay the same."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import event, select, text, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.keys import stable_id
from scorekeeper.rules.actions import end_after, enter_bids, turn_up
from scorekeeper.rules.game import Game
from scorekeeper.rules.variants.model import Turned
from scorekeeper.store import lists, phones
from scorekeeper.store.engine import MIGRATIONS, transaction
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.lists import fill_in_standings
from scorekeeper.store.mapping.stored import StoredGame, Tap
from scorekeeper.store.models import DeletedGame, GameRow, db
from scorekeeper.store.sharing import books
from tests import databases
from tests.documents import change_document, document
from tests.rules.notation import new
from tests.store.phones import ANN, BEN, CEM, made, redeemed
from tests.store.play import BIDS, PHONE, TRICKS, UP, played, saved, started

pytestmark = pytest.mark.usefixtures("_opened")

MORE_BIDS = partial(enter_bids, number=1, bids=(1, 1, 1))
NEXT_UP = partial(turn_up, number=2, turned=Turned.CLUBS, named=None)
MOST = 5
"""Statements in a save, without begin and commit."""


@pytest.fixture
def asked() -> Iterator[list[str]]:
    """The executed statements: ``SELECT game``, ``UPDATE game``."""
    found: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if words := re.match(r"(SELECT|INSERT INTO|UPDATE|DELETE FROM) \"?(\w+)", statement):
            found.append(f"{words[1].split()[0]} {words[2]}")
        if found and found[-1].startswith(("SELECT set_config", "SELECT pg_advisory")):
            # The statements that take locks on PostgreSQL are not counted.
            found.pop()

    event.listen(db.engine, "before_cursor_execute", note)
    yield found
    event.remove(db.engine, "before_cursor_execute", note)


def test_a_bid_is_one_read_and_three_writes(asked: list[str]) -> None:
    stored = played(UP, BIDS)
    asked.clear()
    saves.save(
        stored.key, PHONE, saves.Save(stored.revision, MORE_BIDS, tap=Tap("the-number-of-a-tap"))
    )
    assert asked == ["SELECT game", "INSERT change", "UPDATE game", "UPDATE game_doc"]


@pytest.mark.parametrize("before", [(), (UP,), (UP, BIDS), (UP, BIDS, TRICKS)])
def test_no_save_takes_more_than_five_statements(
    asked: list[str], before: tuple[Callable[[Game], Game], ...]
) -> None:
    stored = played(*before)
    asked.clear()
    saved(stored, (UP, BIDS, TRICKS, NEXT_UP)[len(before)])
    assert len(asked) <= MOST, asked
    asked.clear()
    saves.undo(stored.key, PHONE, stored.revision + 1)
    assert len(asked) <= MOST, asked


def test_what_is_so_already_is_asked_for_and_nothing_is_written(asked: list[str]) -> None:
    stored = played(UP, BIDS)
    db.session.execute(text("UPDATE phone SET seen_at = '2026-01-01 00:00:00'"))
    db.session.commit()
    asked.clear()
    for revision in (stored.revision, 1, 0, None):
        done = saves.save(stored.key, PHONE, saves.Save(revision, BIDS))
        assert done.before == done.after == stored
        assert done.change is None
    # Whether a hand was put in or taken out since, the log knows.
    assert set(asked) == {"SELECT game", "SELECT change"}


def test_a_game_that_is_known_is_one_question_and_any_other_two(asked: list[str]) -> None:
    stored = played(UP, BIDS)
    asked.clear()
    assert reading.read(stored.key) == stored
    assert asked == ["SELECT game"]
    reading.forget()
    assert reading.read(stored.key) == stored
    assert asked == ["SELECT game"] * 2 + ["SELECT game_doc"]


def test_what_another_process_saved_is_read_and_not_what_this_one_knew() -> None:
    stored = played(UP)
    known, step = (stored.sheet, stored.game), saves.step(stored, stored.revision)
    saved(stored, BIDS)
    reading.forget()
    assert step
    reading.keep(stored, step)
    assert reading.read(stored.key).game.hands[0].bids == (0, 1, 1)
    assert known == (stored.sheet, stored.game)


def test_another_game_at_a_known_revision_is_read_anew() -> None:
    """As after restoring a backup: the revisions continue from an earlier evening."""
    stored = played(UP, BIDS)
    (hand,) = document(stored.key)["hands"]
    change_document(stored.key, hands=[hand | {"bids": [1, 1, 1]}])
    db.session.execute(text("UPDATE game SET changed_at = '2026-01-01 00:00:00'"))
    db.session.commit()
    assert reading.read(stored.key).game.hands[0].bids == (1, 1, 1)


def test_a_save_whose_commit_fails_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = played(UP)
    with monkeypatch.context() as broken:
        broken.setattr(db.session, "commit", _fail)
        with pytest.raises(ZeroDivisionError):
            saved(stored, BIDS)
    assert reading.read(stored.key) == stored
    assert saves.step(stored, stored.revision + 1) is None
    assert saved(stored, MORE_BIDS).game.hands[0].bids == (1, 1, 1)


def _fail() -> None:
    raise ZeroDivisionError


def test_the_log_tells_the_game_at_an_earlier_revision() -> None:
    then = played(UP)
    now = saved(then, BIDS, TRICKS)
    assert saves.game_at(now, then.revision) == then.game
    assert saves.game_at(now, now.revision + 1) is None
    assert saves.game_at(now, -1) is None


def test_a_list_of_games_is_two_questions_however_many_there_are(asked: list[str]) -> None:
    for number in range(4):
        games.start(PHONE, new("wizard", 3), f"token {number}")
    asking = phones.asking(PHONE)
    asked.clear()
    assert len(lists.newest(asking, 3)) == 3
    assert asked == ["SELECT game", "SELECT player"]


def test_a_game_that_is_over_is_listed_after_all_that_run() -> None:
    over = played(lambda game: end_after(game, 0))
    running = games.start(PHONE, new("wizard", 4), "another")
    asking = phones.asking(PHONE)
    first, last = lists.newest(asking, 9)
    assert (first.key, last.key) == (running.key, over.key)
    assert (first.standing.result, last.standing.result) == (None, over.sheet.result)
    assert [game.key for game in lists.newest(asking, 1)] == [running.key]


def test_totals_that_an_older_program_left_out_are_worked_out() -> None:
    played(UP, BIDS, TRICKS)
    before = lists.newest(phones.asking(PHONE), 1)
    db.session.execute(text("UPDATE game SET totals = NULL, played = 0, running = false"))
    db.session.commit()
    fill_in_standings()
    assert lists.newest(phones.asking(PHONE), 1) == before
    assert before[0].standing.totals == (20, -10, 30)


def test_a_history_that_is_taken_slowly_keeps_no_save_waiting(app: Flask) -> None:
    stored = played(UP)
    games = lists.games_of(phones.asking(PHONE))
    assert next(games) == stored
    with app.app_context():
        assert saved(stored, BIDS).revision == 2
    assert [*games] == []


@pytest.mark.thorough
def test_a_history_has_every_game_once_over_all_its_pages() -> None:
    started = [games.start(PHONE, new("wizard", 3), f"token {n}").key for n in range(53)]
    found = [stored.key for stored in lists.games_of(phones.asking(PHONE))]
    assert found == started
    assert [stored.key for stored in lists.all_games()] == started


@pytest.mark.sqlite
@pytest.mark.sqlite
def test_a_history_is_read_by_indexes_from_where_its_last_page_ended(app: Flask) -> None:
    games.start(PHONE, new("wizard", 3), "token")
    asking = phones.asking(PHONE)
    with databases.asked(app) as sent:
        assert next(lists.games_of(asking))
    explain, connection = f"EXPLAIN QUERY PLAN {sent[0][0]}", db.session.connection()
    steps = [step.detail for step in connection.exec_driver_sql(explain, sent[0][1])]
    found = [step for step in steps if re.match("(SEARCH|SCAN) (game|keeper)", step)]
    assert found == [
        "SEARCH game USING COVERING INDEX ix_game_book (book_id=? AND id>?)",
        "SEARCH keeper USING INDEX ix_keeper_phone (phone_id=? AND game_id>?)",
        *["SEARCH game USING INTEGER PRIMARY KEY (rowid=?)"] * 2,
    ]
    assert steps.count("USE TEMP B-TREE FOR ORDER BY") <= 1


@transaction
def let_be_same(one: StoredGame, other: StoredGame) -> None:
    """As if one of the two had been imported from a file with the other."""
    of_game = update(GameRow).where(GameRow.id == other.id)
    db.session.execute(of_game.values(uid=one.uid))


def ids() -> dict[int, str]:
    """By the number of the game."""
    return {row.id: row.uid for row in db.session.execute(select(GameRow.id, GameRow.uid))}


def deleted(phone: str) -> set[str]:
    """The deleted games that the phone's book remembers."""
    book = phones.book_id(phone)
    return set(db.session.scalars(select(DeletedGame.uid).filter_by(book_id=book)))


def join(giver: str, phone: str) -> None:
    redeemed(made(by=giver), phone)


def test_a_game_has_a_stable_id_that_does_not_reveal_its_key() -> None:
    stored = started()
    assert stored.uid == stable_id(stored.key)
    assert stored.key not in stored.uid
    again = games.play_again("the phone of the scorekeeper", stored.key, stored.game)
    assert again.uid == stable_id(again.key) != stored.uid


def test_the_step_makes_the_ids_that_the_program_makes() -> None:
    step = ScriptDirectory(str(MIGRATIONS)).get_revision("0012").module
    assert step.stable_id("a key") == stable_id("a key")


def test_no_book_holds_two_games_of_one_id() -> None:
    with pytest.raises(IntegrityError):
        let_be_same(started(ANN), started(ANN))


def test_a_book_remembers_the_games_that_were_deleted_from_it() -> None:
    stored, other = started(ANN), started(BEN)
    games.delete(stored.key, ANN)
    assert deleted(ANN) == {stored.uid}
    assert deleted(BEN) == set()
    assert reading.read(other.key)


def test_where_books_come_together_a_game_of_both_is_kept_twice() -> None:
    present, comes = started(ANN), started(BEN)
    let_be_same(present, comes)
    join(ANN, BEN)
    assert phones.book_id(BEN) == phones.book_id(ANN)
    assert ids() == {present.id: present.uid, comes.id: stable_id(f"copy {comes.key}")}
    assert reading.read(comes.key).game == comes.game


def test_a_game_that_only_one_of_the_books_has_keeps_its_id_when_they_come_together() -> None:
    present, comes = started(ANN), started(BEN)
    join(ANN, BEN)
    assert ids() == {present.id: present.uid, comes.id: comes.uid}


def test_where_books_come_together_what_both_deleted_is_remembered() -> None:
    mine, theirs = started(ANN), started(BEN)
    games.delete(mine.key, ANN)
    games.delete(theirs.key, BEN)
    join(ANN, BEN)
    assert deleted(ANN) == {mine.uid, theirs.uid}


def test_books_come_together_that_deleted_the_same_game() -> None:
    mine, theirs = started(ANN), started(BEN)
    let_be_same(mine, theirs)
    games.delete(mine.key, ANN)
    games.delete(theirs.key, BEN)
    join(ANN, BEN)
    assert deleted(ANN) == {mine.uid}
    assert phones.book_id(BEN) == phones.book_id(ANN)


def test_a_game_that_somebody_brings_along_is_not_remembered_as_deleted() -> None:
    gone, comes = started(ANN), started(BEN)
    let_be_same(gone, comes)
    games.delete(gone.key, ANN)
    join(ANN, BEN)
    assert ids() == {comes.id: gone.uid}
    assert deleted(ANN) == set()


def test_in_a_household_all_books_come_together() -> None:
    first, second, third = started(ANN), started(BEN), started(CEM)
    let_be_same(first, second)
    let_be_same(first, third)
    gone = started(CEM)
    games.delete(gone.key, CEM)
    db.engine.update_execution_options(household=True)
    books.open_household()
    assert ids() == {
        first.id: first.uid,
        **{one.id: stable_id(f"copy {one.key}") for one in (second, third)},
    }
    assert deleted(ANN) == {gone.uid}
