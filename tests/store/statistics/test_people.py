"""The people of a book, and changes to them."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from scorekeeper.store.games import games
from scorekeeper.store.games.reading import read
from scorekeeper.store.lists import lists
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.store.models import Person, PlayerRow, db
from scorekeeper.store.people import changes
from scorekeeper.store.people.changes import PersonError
from scorekeeper.store.people.persons import UnknownPersonError
from scorekeeper.store.statistics import careers, people
from tests import databases
from tests.store.finished import book, counted, finish, line, names, start
from tests.store.phones import ANN, BEN, made, redeemed
from tests.store.play import by_chance

pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("_opened")]


def test_everybody_is_listed_who_sat_at_a_table_the_most_frequent_first() -> None:
    finish("Ann", "Ben", "Cem")
    finish("Dora", "ANN", "ben")
    running = start("Ann", "Emil", "Fay")
    assert names() == ["Ann", "Ben", "Cem", "Dora", "Emil", "Fay"]
    assert [counted(name) for name in ("Ann", "Ben", "Fay")] == [(3, 2, 1), (2, 2, 0), (1, 0, 0)]
    assert line("Ann").last_at == running.started_at
    assert people.everybody(None) == ()
    with pytest.raises(UnknownPersonError):
        people.named(book(), 10**12)
    assert issubclass(UnknownPersonError, UnknownGameError)


def test_a_new_name_is_the_persons_everywhere_and_means_them_from_now_on() -> None:
    stored = finish("Ann", "Ben", "Cem")
    ann = line("Ann").id
    changes.rename(book(), ann, "Annika")
    finish("ANNIKA", "Ben", "Cem")
    finish("ann", "Ben", "Cem")
    assert counted("Annika") == (3, 3, 3)
    first = db.session.scalar(select(PlayerRow.name).filter_by(game_id=stored.id, seat=0))
    assert first == "Ann"
    (change,) = changes.log(book(), ann)
    changes.undo(book(), change.id)
    assert counted("Ann") == (3, 3, 3)
    assert changes.log(book()) == []


def test_a_name_that_was_taken_back_unused_may_be_anybodys() -> None:
    finish("Ann", "Ben", "Cem")
    changes.rename(book(), line("Ann").id, "Uma")
    changes.undo(book(), changes.log(book())[0].id)
    finish("Uma", "Ben", "Cem")
    assert names() == ["Ben", "Cem", "Ann", "Uma"]


def test_two_people_become_one_and_two_again_with_the_games_since() -> None:
    finish("Ann", "Ben", "Cem")
    finish("Annie", "Ben", "Cem")
    finish("Nan", "Ben", "Cem")
    changes.merge(book(), line("Nan").id, line("Annie").id)
    changes.merge(book(), line("Annie").id, line("Ann").id)
    finish("annie", "Ben", "Cem")
    assert counted("Ann") == (4, 4, 4)
    last, first = changes.log(book())
    with pytest.raises(PersonError, match="person-later"):
        changes.undo(book(), first.id)
    changes.undo(book(), last.id)
    assert (counted("Ann")[0], counted("Annie")[0]) == (1, 3)
    changes.undo(book(), first.id)
    assert (counted("Annie")[0], counted("Nan")[0]) == (2, 1)
    assert changes.undo(book(), first.id) == first


def test_what_cannot_be_is_refused_and_writes_nothing() -> None:
    stored = finish("Ann", "Ben", "Cem")
    finish("Dora", "Ben", "Cem")
    ann, ben, dora = (line(name).id for name in ("Ann", "Ben", "Dora"))
    before = databases.rows(db.session)
    refused: dict[str, Callable[[], object]] = {
        "person-known": partial(changes.rename, book(), ann, "BEN"),
        "person-same": partial(changes.merge, book(), ann, ann),
        "person-met": partial(changes.merge, book(), ann, ben),
        "person-there": partial(changes.split, book(), ann, stored.id, "ben"),
        "person-change": partial(changes.undo, book(), 99),
    }
    for code, change in refused.items():
        with pytest.raises(PersonError, match=code):
            change()
    finish("Fay", "Gus", "Hal", phone=BEN)
    fay = line("Fay", BEN).id
    with pytest.raises(PersonError, match="person-none"):
        changes.merge(book(), ann, fay)
    with pytest.raises(UnknownPersonError):
        changes.merge(book(), fay, ann)
    with pytest.raises(PersonError, match="person-game"):
        changes.split(book(), dora, stored.id, "Uma")
    assert databases.rows(db.session)["person_change"] == before["person_change"] == []
    assert names() == ["Ben", "Cem", "Ann", "Dora"]


def test_a_game_is_split_off_and_given_back() -> None:
    stored = finish("Ann", "Ben", "Cem")
    finish("Ann", "Ben", "Cem")
    ann = line("Ann").id
    changes.split(book(), ann, stored.id, "Ann Müller")
    assert (counted("Ann")[0], counted("Ann Müller")[0]) == (1, 1)
    changes.undo(book(), changes.log(book(), ann)[0].id)
    assert counted("Ann") == (2, 2, 2)
    assert "Ann Müller" not in names()


def test_who_is_hidden_leads_in_nothing() -> None:
    for _ in range(3):
        finish("Cem", "Ann", "Ben")
    assert line("Ann")
    ann, found = line("Ann").id, careers.leads(book()).zeros
    assert found
    assert (found.person, found.made, found.of) == (ann, 3, 3)
    changes.hide(book(), ann, hidden=True)
    changes.hide(book(), ann, hidden=True)
    found = careers.leads(book()).zeros
    assert found
    assert found.person == line("Ben").id
    assert line("Ann").hidden
    (change,) = changes.log(book())
    changes.undo(book(), change.id)
    assert not line("Ann").hidden


def test_who_is_hidden_is_so_under_each_of_their_names() -> None:
    for name in ("Cem", "Cemal") * 3:
        finish("Ann", name, "Ben")
    changes.merge(book(), line("Cemal").id, line("Cem").id)
    changes.hide(book(), line("Ann").id, hidden=True)
    changes.hide(book(), line("Ben").id, hidden=True)
    assert careers.leads(book()).zeros
    changes.hide(book(), line("Cem").id, hidden=True)
    assert careers.leads(book()) == careers.Leads(None, None)


def test_whom_a_person_is_merged_into_keeps_their_colour_or_gets_that_of_the_other() -> None:
    stored = finish("Ann", "Ben", "Cem")
    finish("Annie", "Ben", "Cem")
    ann, annie, cem = (line(name).id for name in ("Ann", "Annie", "Cem"))
    changes.paint(book(), annie, 7)
    changes.merge(book(), annie, ann)
    assert (line("Ann").colour, read(stored.key).shades) == (7, (7, 1, 2))
    changes.undo(book(), changes.log(book())[0].id)
    assert (line("Ann").colour, line("Annie").colour) == (None, 7)
    changes.paint(book(), ann, 2)
    changes.merge(book(), annie, ann)
    assert (line("Ann").colour, read(stored.key).shades) == (2, (2, 1, 0))
    changes.split(book(), cem, stored.id, "Cemal")
    changes.paint(book(), cem, 2)
    assert read(stored.key).shades == (2, 1, 0)
    first = next(one for one in changes.log(book(), ann) if one.kind == "colour")
    changes.paint(book(), ann, 3)
    with pytest.raises(PersonError, match="person-later"):
        changes.undo(book(), first.id)


def test_a_colour_goes_along_to_another_book() -> None:
    stored = finish("Ann", "Ben", "Cem")
    changes.paint(book(), line("Cem").id, 0)
    finish("Dora", "Emil", "Fay", phone=BEN)
    redeemed(made(by=BEN), ANN)
    assert (book(), line("Cem").colour) == (book(BEN), 0)
    assert read(stored.key).shades == (2, 1, 0)


@pytest.mark.thorough
@by_chance
@given(st.data())
def test_whatever_was_done_with_people_can_be_taken_back_in_turn(data: st.DataObject) -> None:
    for stored in lists.all_games():
        games.delete(stored.key, ANN)
    played = [finish("Ann", "Ben", "Cem"), finish("Dora", "Emil", "Ben")]
    for shade, name in enumerate(("Ann", "Cem")):
        changes.paint(book(), line(name).id, shade)
    before = _people_and_seats()
    done = len(changes.log(book()))
    for _ in range(data.draw(st.integers(1, 8))):
        with suppress(PersonError, UnknownPersonError):
            data.draw(st.sampled_from(CHANGES))(data, played)
    logged = changes.log(book())
    for change in logged[: len(logged) - done]:
        changes.undo(book(), change.id)
    assert before <= _people_and_seats()


def _a_person(data: st.DataObject) -> int:
    return data.draw(st.sampled_from([one.id for one in people.everybody(book())]))


CHANGES: tuple[Callable[[st.DataObject, list[StoredGame]], None], ...] = (
    lambda data, _: changes.rename(
        book(), _a_person(data), data.draw(st.sampled_from(["Uma", "Ann", "Vera"]))
    ),
    lambda data, _: changes.merge(book(), _a_person(data), _a_person(data)),
    lambda data, played: changes.split(
        book(), _a_person(data), data.draw(st.sampled_from(played)).id, "Wim"
    ),
    lambda data, _: changes.hide(book(), _a_person(data), hidden=data.draw(st.booleans())),
    lambda data, _: changes.paint(
        book(), _a_person(data), data.draw(st.none() | st.integers(0, 9))
    ),
)


def _people_and_seats() -> set[tuple[object, ...]]:
    person = select(Person.id, Person.name, Person.same_as, Person.hidden, Person.colour)
    seat = select(PlayerRow.game_id, PlayerRow.seat, PlayerRow.person_id)
    return {tuple(row) for query in (person, seat) for row in db.session.execute(query)}


def test_people_come_and_go_with_the_games_of_a_phone() -> None:
    finish("Ann", "Ben", "Cem")
    finish("ann", "Dora", "Emil", phone=BEN)
    assert line("ann", BEN)
    redeemed(made(by=ANN), BEN)
    assert counted("Ann") == (2, 2, 2)
