"""The history of a book: its games, their order, and its pages."""

import re
import uuid
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.store import lists, persons, phones
from scorekeeper.store.events import tables
from scorekeeper.store.games import games
from scorekeeper.store.lists import ALL, Cursor, GameFilter, Listed, Page, Year
from scorekeeper.store.models import GAME, Keeper, Person, db
from scorekeeper.store.phones import Requester
from scorekeeper.store.sharing import keepers
from tests import databases
from tests.rules.notation import new
from tests.store.events.rally import running
from tests.store.phones import ANN, BEN

IN_1999, IN_2024, IN_2025 = (
    Year(one, datetime(one, 1, 1), datetime(one + 1, 1, 1)) for one in (1999, 2024, 2025)
)
pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("_opened")]

NEW_YEAR = datetime(2025, 1, 1)


def start(
    *names: str, at: datetime = NEW_YEAR, phone: str = ANN, kind: str = "wizard"
) -> tuple[str, int]:
    """A game of so many names, which began then; its key and id."""
    game = replace(new(kind, len(names)), players=names)
    stored = games.start(phone, game, uuid.uuid4().hex)
    db.session.execute(update(GAME).where(GAME.c.id == stored.id).values(started_at=at))
    db.session.commit()
    return stored.key, stored.id


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a page hold five games; the tests of the web read one of fifty."""
    monkeypatch.setattr(lists, "PAGE", 5)


def evenings(count: int) -> list[str]:
    """Games of as many days, the newest first."""
    days = [NEW_YEAR + timedelta(days=day) for day in range(count)]
    return [start("Ann", "Ben", "Cem", at=day)[0] for day in days][::-1]


def asking(phone: str = ANN) -> Requester:
    found = phones.asking(phone)
    assert found
    return found


def page(chosen: GameFilter = ALL, before: Cursor | None = None, phone: str = ANN) -> Page[Listed]:
    return lists.games_page(asking(phone), chosen, before)


def keys(chosen: GameFilter = ALL, phone: str = ANN) -> list[str]:
    found = [game.key for game in page(chosen, phone=phone).items]
    streamed = [stored.key for stored in lists.games_of(phones.asking(phone), chosen)]
    assert sorted(streamed) == sorted(found), "the files have the games that the page has"
    return found


def person(name: str) -> int:
    return db.session.scalars(select(Person.id).filter_by(name=name)).one()


@pytest.mark.usefixtures("_short")
def test_pages_lead_on_and_back_and_have_each_game_once() -> None:
    expected = evenings(12)
    first = page()
    assert (first.older is None, first.newer) == (False, None)
    second = page(before=first.older)
    third = page(before=second.older)
    assert [game.key for one in (first, second, third) for game in one.items] == expected
    assert (third.older, second.newer, third.newer) == (None, None, first.older)


@pytest.mark.usefixtures("_short")
def test_a_page_keeps_its_games_when_others_come_and_the_one_before_it_goes() -> None:
    expected = evenings(6)
    mark = page().older
    start("Ann", "Ben", "Cem", at=NEW_YEAR + timedelta(days=99))
    assert [game.key for game in page(before=mark).items] == expected[5:]
    games.delete(expected[4], ANN)
    assert [game.key for game in page(before=mark).items] == expected[5:]


@pytest.mark.usefixtures("_short")
def test_games_of_the_same_moment_are_distinguished_by_their_number() -> None:
    some = [start("Ann", "Ben", "Cem")[0] for _ in range(8)]
    first = page()
    rest = page(before=first.older)
    assert [game.key for game in [*first.items, *rest.items]] == some[::-1]


def test_games_are_chosen_by_person_kind_and_year_and_by_all_together() -> None:
    one, _ = start("Ann", "Ben", "Cem")
    other, _ = start("Ann", "Ben", "Dora", kind="tournament")
    last_year = NEW_YEAR - timedelta(microseconds=1)
    old, _ = start("Ann", "Emil", "Dora", at=last_year)
    assert keys(GameFilter(person=person("Dora"))) == [other, old]
    assert keys(GameFilter(kind="wizard")) == [one, old]
    assert keys(GameFilter(year=IN_2025)) == [other, one]
    assert keys(GameFilter(year=IN_2024)) == [old]
    assert keys(GameFilter(person=person("Dora"), kind="wizard", year=IN_2024, text="emil")) == [
        old
    ]
    for nothing in (GameFilter(kind="rage"), GameFilter(year=IN_1999), GameFilter(person=999)):
        assert keys(nothing) == []
    choices = lists.choices(asking())
    assert [name for _, name in choices.people] == ["Ann", "Ben", "Cem", "Dora", "Emil"]
    assert choices.kinds == ["tournament", "wizard"]
    assert choices.ends
    assert [moment.year for moment in choices.ends] == [2024, 2025]
    asked = [IN_2025, IN_1999, IN_2024]
    assert lists.years_with_games(asking(), asked) == [2025, 2024], "a year without games"
    assert lists.years_with_games(asking(), []) == []


@pytest.mark.parametrize("text", ["josé", "JOSE", "os", "jose m"])
def test_a_name_is_found_by_any_part_whatever_its_case_and_accents(text: str) -> None:
    key, _ = start("José Mª", "Ben", "Cem")
    start("Ann", "Ben", "Cem")
    assert keys(GameFilter(text=text)) == [key]


@pytest.mark.parametrize("text", ["%", "_", "\\", "'"])
def test_signs_that_mean_something_to_a_database_are_letters(text: str) -> None:
    start("Ann", "Ben", "Cem")
    key, _ = start(f"Zoe {text}", "Ben", "Cem")
    assert keys(GameFilter(text=text)) == [key]


def test_a_person_is_found_with_the_games_under_all_their_names() -> None:
    one, _ = start("Ann", "Ben", "Cem")
    other, _ = start("Nan", "Ben", "Cem")
    book = asking().book_id
    persons.merge(book, person("Nan"), person("Ann"))
    for chosen in (
        GameFilter(person=person("Ann")),
        GameFilter(person=person("Nan")),
        GameFilter(text="nan"),
    ):
        assert keys(chosen) == [other, one]


def test_a_game_of_another_book_is_there_while_the_phone_keeps_its_score() -> None:
    own, _ = start("Ann", "Ben", "Cem")
    theirs, number = start("Uma", "Vic", "Wim", phone=BEN, at=NEW_YEAR + timedelta(days=1))
    start("Uma", "Vic", "Xaver", phone=BEN)
    assert keys() == [own]
    db.session.add(Keeper(game_id=number, phone_id=asking().id, taken_away=False))
    db.session.commit()
    assert keys() == [theirs, own]
    assert keys(GameFilter(text="uma")) == [theirs]
    assert keys(GameFilter(person=person("Uma"))) == []
    assert "Uma" not in {name for _, name in lists.choices(asking()).people}
    keepers.end(theirs, BEN, asking().id)
    assert keys() == [own]


def test_a_phone_without_games_has_an_empty_history() -> None:
    start("Ann", "Ben", "Cem")
    assert lists.games_page(None, ALL, None) == Page([], None, None)
    assert lists.choices(None) == lists.Choices([], [], None, [])


def test_the_games_of_an_event_are_found_under_it() -> None:
    start("Ann", "Ben", "Cem")
    stored = running()
    found = [one.key for one in tables.tables_of(stored.id).values()]
    running(BEN)
    assert sorted(keys(GameFilter(event=stored.id))) == sorted(found)
    assert lists.choices(asking()).events == [(stored.id, "Rally")]
    assert keys(GameFilter(event=stored.id + 1)) == []
    assert [name for _, name in lists.choices(asking(BEN)).events] == ["Rally"]


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("chosen", "index"),
    [
        (ALL, "ix_game_history (book_id=? AND started_at<?)"),
        (GameFilter(year=IN_2025), "ix_game_history (book_id=? AND started_at>? AND started_at<?)"),
        (GameFilter(kind="wizard"), "ix_game_kind (book_id=? AND variant=? AND started_at<?)"),
        (GameFilter(person=1), "ix_player_person (person_id=?)"),
        (GameFilter(text="ann"), "ix_player_person (person_id=?)"),
    ],
    ids=["all", "year", "kind", "person", "name"],
)
def test_a_page_is_read_by_indexes_alone(app: Flask, chosen: GameFilter, index: str) -> None:
    start("Ann", "Ben", "Cem")
    with databases.asked(app) as sent:
        page(chosen, Cursor(NEW_YEAR + timedelta(days=1), 9))
    statement, given = next(one for one in sent if "ix" not in one[0] and "started_at" in one[0])
    explain, connection = f"EXPLAIN QUERY PLAN {statement}", db.session.connection()
    steps = [step.detail for step in connection.exec_driver_sql(explain, given)]
    assert any(f"USING COVERING INDEX {index}" in step for step in steps), steps
    assert not [step for step in steps if re.match(r"SCAN (game|player|person|keeper)", step)]
