"""The people behind the names in games, in any book."""

import uuid
from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import select, text

from scorekeeper.rules.attendance import rename
from scorekeeper.rules.game import Game
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models import Person, PlayerRow, db
from scorekeeper.store.phones import find
from scorekeeper.store.sharing import books, links
from scorekeeper.store.sharing.books import open_household
from tests import databases
from tests.rules.notation import new
from tests.store.phones import ANN, BEN, id_of, made, redeemed

pytestmark = pytest.mark.usefixtures("_opened")

THREE = new("wizard", 3)


def start(*names: str, phone: str = ANN) -> StoredGame:
    return games.start(phone, of(*names), uuid.uuid4().hex)


def of(*names: str) -> Game:
    return replace(THREE, players=names)


def seated(stored: StoredGame) -> list[tuple[str, int | None]]:
    """The name at each seat, and the id of its person."""
    db.session.expire_all()
    query = select(PlayerRow.name, PlayerRow.person_id).filter_by(game_id=stored.id)
    return [(row.name, row.person_id) for row in db.session.execute(query.order_by(PlayerRow.seat))]


def people(stored: StoredGame) -> list[int | None]:
    return [person for _, person in seated(stored)]


def person(stored: StoredGame, seat: int) -> Person:
    return db.session.get_one(Person, people(stored)[seat])


def change(stored: StoredGame, seat: int, **values: object) -> None:
    """Change a value of the person at a seat."""
    found = person(stored, seat)
    for name, value in values.items():
        setattr(found, name, value)
    db.session.commit()


def called(phone: str) -> list[str]:
    """The names of the people of the phone's book."""
    found = find(phone)
    assert found
    query = select(Person.name).filter_by(book_id=found.book_id).order_by(Person.name)
    return list(db.session.scalars(query))


def test_names_that_fold_alike_meet_one_person_and_the_seat_keeps_what_was_written() -> None:
    first, second = start("José", "Ben", "Cem"), start("BEN", "Dora", "jose")
    assert people(second) == [people(first)[1], people(second)[1], people(first)[0]]
    assert [name for name, _ in seated(second)] == ["BEN", "Dora", "jose"]
    assert called(ANN) == ["Ben", "Cem", "Dora", "José"]


def test_people_of_another_book_are_others() -> None:
    assert not {*people(start("Ann", "Ben", "Cem"))} & {
        *people(start("Ann", "Ben", "Cem", phone=BEN))
    }


def test_a_game_started_again_from_its_page_means_the_people_named_now() -> None:
    first = games.start(ANN, of("Ann", "Ben", "Cem"), "token")
    again = games.start(ANN, of("Ann", "Ben", "Zoe"), "token")
    assert again.key == first.key
    assert [person(again, seat).name for seat in range(3)] == ["Ann", "Ben", "Zoe"]


def test_other_names_in_a_game_mean_other_people_until_they_are_undone() -> None:
    stored = start("Ann", "Ben", "Cem")
    _, ben, cem = people(stored)
    saved = saves.save(
        stored.key, ANN, saves.Save(0, partial(rename, players=("Ben", "Uma", "CEM")))
    )
    assert people(stored)[::2] == [ben, cem]
    assert person(stored, 1).name == "Uma"
    saves.undo(stored.key, ANN, saved.after.revision)
    assert people(stored)[1:] == [ben, cem]
    assert called(ANN) == ["Ann", "Ben", "Cem"]


def test_who_sits_in_no_game_for_a_while_keeps_what_was_chosen_of_them() -> None:
    stored = start("Ann", "Ben", "Cem")
    change(stored, 0, colour=3)
    before = people(stored)
    saved = saves.save(
        stored.key, ANN, saves.Save(0, partial(rename, players=("Uma", "Ben", "Cem")))
    )
    saves.undo(stored.key, ANN, saved.after.revision)
    assert (people(stored), person(stored, 0).colour) == (before, 3)


def test_a_name_that_was_mended_leaves_nobody_who_never_played() -> None:
    before = games.start(ANN, of("Anm", "Ben", "Cem"), "the token")
    games.start(ANN, of("Ann", "Ben", "Cem"), "the token")
    assert called(ANN) == ["Ann", "Ben", "Cem"]
    again = partial(rename, players=("Ann", "Ben", "Kim"))
    saves.save(before.key, ANN, saves.Save(0, again))
    assert called(ANN) == ["Ann", "Ben", "Kim"]


def test_a_rematch_means_the_people_of_the_game_before_whatever_their_names_mean_now() -> None:
    stored = start("Ann", "Ben", "Cem")
    other = person(start("Ann Müller", "Ben", "Cem"), 0)
    db.session.execute(
        text("UPDATE player SET person_id = :it WHERE game_id = :game AND seat = 0"),
        {"it": other.id, "game": stored.id},
    )
    db.session.commit()
    again = games.play_again(ANN, stored.key, of("Ann", "Ben", "Cem"))
    assert people(again) == people(stored)
    swapped = partial(rename, players=("Ben", "Ann", "Cem"))
    saves.save(again.key, ANN, saves.Save(0, swapped))
    assert people(again)[:2] == [people(stored)[1], other.id]


def test_games_that_come_into_a_book_bring_their_people_or_meet_those_there() -> None:
    here, present = start("Ann", "Ben", "Cem"), start("Dora", "ANN", "Emil", phone=BEN)
    change(present, 0, hidden=True, name="Dorothea")
    change(present, 2, same_as=people(present)[0])
    assert redeemed(made(by=ANN), BEN).value == "done"
    assert people(present)[1] == people(here)[0]
    assert called(BEN) == called(ANN) == ["Ann", "Ben", "Cem", "Dorothea", "Emil"]
    assert person(present, 0).hidden
    assert person(present, 2).same_as == people(present)[0]
    assert person(present, 0).book_id == person(here, 0).book_id


def test_games_that_leave_a_book_with_their_phone_leave_no_reference_to_its_people() -> None:
    here, present = start("Ann", "Ben", "Cem"), start("Ann", "Dora", "Emil", phone=BEN)
    redeemed(made(by=ANN), BEN)
    books.remove_phone(ANN, id_of(BEN))
    assert people(here)[0] != people(present)[0]
    assert {person(present, seat).book_id for seat in range(3)} == {
        reading.read(present.key).book_id
    }
    assert people(start("Ann", "Ben", "Cem")) == people(here)


def test_people_merged_in_two_ways_by_two_books_are_merged_in_one() -> None:
    here, present = start("Ann", "Anna", "Cem"), start("Ann", "Anna", "Cem", phone=BEN)
    change(here, 0, same_as=people(here)[1])
    change(present, 1, same_as=people(present)[0])
    assert redeemed(made(by=ANN), BEN).value == "done"
    assert people(present) == people(here)
    assert (person(present, 0).same_as, person(present, 1).same_as) == (people(here)[1], None)


def test_a_household_has_each_person_once() -> None:
    first, second = start("Ann", "Ben", "Cem"), start("Anna", "ann", "Ben", phone=BEN)
    change(first, 1, same_as=people(first)[0])
    change(second, 1, same_as=people(second)[0])
    db.engine.update_execution_options(household=True)
    open_household()
    assert people(second)[1:] == people(first)[:2]
    roots = {one.id for one in db.session.scalars(select(Person)) if one.same_as is None}
    found = db.session.scalars(select(Person).where(Person.same_as.is_not(None)))
    assert all(one.same_as in roots and one.same_as != one.id for one in found)
    assert {one["book_id"] for one in databases.rows(db.session)["person"]} >= {1}


def test_a_link_for_one_game_leaves_its_people_in_their_book() -> None:
    stored = start("Ann", "Ben", "Cem")
    before = people(stored)
    links.make(ANN, stored.key)
    link = links.waiting(ANN, stored.id)
    assert link
    links.redeem(link.token, BEN, "")
    assert people(stored) == before
