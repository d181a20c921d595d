"""The stable ids of games: each once in a book, including those of deleted games."""

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.keys import stable_id
from scorekeeper.store import phones
from scorekeeper.store.engine.schema import MIGRATIONS
from scorekeeper.store.engine.transaction import transaction
from scorekeeper.store.games import games, reading
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models import GameRow, db
from scorekeeper.store.models.games import DeletedGame
from scorekeeper.store.sharing import books
from tests.store.phones import ANN, BEN, CEM, made, redeemed
from tests.store.play import started

pytestmark = pytest.mark.usefixtures("_opened")


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
