"""A database of every earlier schema opens with this program and keeps its contents."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import CheckConstraint, inspect, select, text

from scorekeeper.exchange.tables.csv_out import csv_lines
from scorekeeper.keys import join_code
from scorekeeper.rules.actions import turn_up
from scorekeeper.rules.people import folded
from scorekeeper.rules.variants.model import FRENCH, Trump, Turned
from scorekeeper.rules.variants.variants import WIZARD
from scorekeeper.store import lists, phones
from scorekeeper.store.engine import MIGRATIONS, known_versions
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.mapping.stored import BrokenGame, StoredGame
from scorekeeper.store.models import Person, PlayerRow, db
from scorekeeper.store.sharing import books
from tests import databases
from tests.conftest import opened
from tests.documents import documents_in
from tests.schemas import PHONE, play_on
from tests.store.whole import whole

pytestmark = [pytest.mark.sqlite, pytest.mark.thorough, pytest.mark.xdist_group("migrations")]

HELD = [
    '1,"Ann",0,0,0,20,20,0,0,"",,"",0,""',
    '2,"Ben",1,0,0,-10,-10,1,0,"",,"",0,""',
    '3,"Cem",1,1,0,30,30,1,0,"",,"",0,""',
]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            dump, id=dump.stem, marks=() if dump in databases.SOME_DUMPS else pytest.mark.slow
        )
        for dump in databases.DUMPS
    ],
)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database that an older program made, upgraded by this one."""
    folder = tmp_path_factory.mktemp("old")
    databases.make_old(folder / databases.FILE, request.param)
    with opened(folder):
        return folder


@pytest.fixture
def old(upgraded: Path, tmp_path: Path) -> Iterator[Flask]:
    """The app on a copy of this database."""
    databases.copy(upgraded, tmp_path)
    with opened(tmp_path) as app, app.app_context():
        yield app


@pytest.mark.usefixtures("old")
def test_an_upgrade_keeps_every_game_and_its_log() -> None:
    first, second = whole(lists.all_games())
    for stored in (first, second):
        lines = "".join(csv_lines([stored])).splitlines()[1:]
        ends = [f'{end},"{stored.uid}",""' for end in HELD]
        assert all(line.endswith(end) for line, end in zip(lines, ends, strict=True)), lines
        assert [line.revision for line in saves.log(stored)] == [6, 5, 4, 3, 2, 1]
        assert stored.code == join_code(stored.key)


@pytest.mark.usefixtures("old")
def test_after_an_upgrade_the_phone_that_started_a_game_still_keeps_its_score() -> None:
    assert len(lists.newest(phones.asking(PHONE), 5)) == 2
    assert lists.newest(phones.asking("another phone"), 5) == []
    stored = reading.read("the-first-game")
    assert reading.see(stored.key, PHONE).rights.writes
    named = partial(turn_up, number=2, turned=Turned.WIZARD, named=Trump.CLUBS)
    assert saves.save(stored.key, PHONE, saves.Save(stored.revision, named)).after.revision == 7
    assert saves.undo(stored.key, PHONE, 7).after.game == stored.game
    books.renew_recovery(PHONE)
    assert books.recovery(PHONE)


@pytest.mark.usefixtures("old")
def test_after_an_upgrade_the_game_is_played_on() -> None:
    play_on()


@pytest.mark.usefixtures("old")
def test_an_upgrade_leaves_no_reference_to_nothing_and_references_are_checked_again() -> None:
    assert db.session.execute(text("PRAGMA foreign_key_check")).fetchall() == []
    assert db.session.execute(text("PRAGMA integrity_check")).scalar() == "ok"
    assert db.session.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_the_migrations_make_the_schema_that_the_program_knows(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, db.metadata) == []


@pytest.mark.usefixtures("old")
def test_an_upgrade_gives_every_game_the_rules_that_it_was_played_by() -> None:
    assert {stored.game.variant for stored in whole(lists.all_games())} == {WIZARD}


@pytest.mark.usefixtures("old")
def test_an_older_game_was_played_with_suits_and_is_no_choice_of_a_deck() -> None:
    assert {stored.game.deck for stored in whole(lists.all_games())} == {FRENCH}
    assert {game.deck for game in lists.newest(phones.asking(PHONE), 5)} <= {None, FRENCH}


@pytest.mark.usefixtures("old")
def test_after_an_upgrade_the_names_of_all_games_of_a_book_mean_its_people() -> None:
    people = {person.folded: person for person in db.session.scalars(select(Person))}
    assert [person.name for person in people.values()] == ["Ann", "Ben", "Cem"]
    for player in db.session.scalars(select(PlayerRow)):
        assert player.person_id == people[folded(player.name)].id
    again = games.start(PHONE, reading.read("the-first-game").game, "token")
    found = db.session.scalars(select(PlayerRow.person_id).filter_by(game_id=again.id))
    assert set(found) == {person.id for person in people.values()}


PHONES = {1: "of the book", 2: "removed from it", 3: "by a desk link", 4: "by a slip"}
"""Phones by number: the first shares book 1; game 1 is a table of its event."""
RIGHTS = """
    INSERT INTO book VALUES(2,NULL,NULL);
    INSERT INTO phone SELECT number, 'hash ' || number, 2, '', '2026-01-01 00:00:00', NULL, 0
        FROM (SELECT 2 AS number UNION SELECT 3 UNION SELECT 4);
    UPDATE game SET event_id = 1 WHERE id = 1;
    INSERT INTO event_act VALUES(1,3,'2026-01-01 00:00:00',2,'','desk-claimed','{}',NULL,NULL);
    INSERT INTO event_desk VALUES(1,2,0);
    INSERT INTO event_desk VALUES(1,3,0);
    INSERT INTO keeper VALUES(1,2,0);
    INSERT INTO keeper VALUES(1,3,0);
    INSERT INTO keeper VALUES(1,4,0);
    INSERT INTO keeper VALUES(2,4,0);
    INSERT INTO event_table VALUES(1,1,1,1,4,NULL,0);
    INSERT INTO event_table VALUES(1,1,2,2,2,NULL,0);
"""


def test_an_upgrade_tells_rights_that_were_claimed_from_those_that_were_granted(
    tmp_path: Path,
) -> None:
    databases.make_old(tmp_path / databases.FILE, databases.OLDEST.with_name("0019.sql"))
    with closing(sqlite3.connect(tmp_path / databases.FILE)) as connection:
        connection.executescript(RIGHTS)
    with opened(tmp_path) as app, app.app_context():
        desks = db.session.execute(text("SELECT phone_id, claimed FROM event_desk ORDER BY 1"))
        assert [*map(tuple, desks)] == [(1, 1), (3, 0)], PHONES
        found = db.session.execute(text("SELECT game_id, phone_id, claimed FROM keeper"))
        expected = {(1, 1, 1), (1, 3, 1), (1, 4, 0), (2, 1, 1), (2, 4, 0)}
        assert {*map(tuple, found)} == expected, PHONES
        slips = db.session.execute(text("SELECT used, claimed_by FROM event_table ORDER BY number"))
        assert [*map(tuple, slips)] == [(1, 4), (1, None)]


NAMELESS = """
    UPDATE person SET name = 'Hráč 1', folded = 'hrac 1' WHERE id = 1;
    UPDATE person SET name = 'Bea', folded = 'player 2' WHERE id = 2;
    INSERT INTO person_change(book_id, person_id, kind, data, at, undone)
        VALUES(1,1,'hide','{"before": "", "after": ""}','2026-01-01 00:00:00',0);
"""


def test_an_upgrade_leaves_seats_without_a_name_to_nobody(tmp_path: Path) -> None:
    databases.make_old(tmp_path / databases.FILE, databases.OLDEST.with_name("0028.sql"))
    with closing(sqlite3.connect(tmp_path / databases.FILE)) as connection:
        connection.executescript(NAMELESS)
    with opened(tmp_path) as app, app.app_context():
        assert [*db.session.scalars(select(Person.name).order_by(Person.id))] == ["Bea", "Cem"]
        for game_id in (1, 2):
            seats = select(PlayerRow.person_id).filter_by(game_id=game_id).order_by(PlayerRow.seat)
            assert [*db.session.scalars(seats)] == [None, 2, 3]
        assert db.session.execute(text("PRAGMA foreign_key_check")).fetchall() == []
        assert db.session.execute(text("SELECT * FROM person_change")).fetchall() == []


FULL = """
    UPDATE player SET place = 2 - seat, start = 10 * seat, away = seat = 1 WHERE game_id = 1;
    UPDATE game SET title = 'Final', clock = 90, deck = 'colours', first_dealer = 2 WHERE id = 1;
    UPDATE hand SET void = 1, cloud = 2, cloud_step = -1, negated = -1
        WHERE game_id = 1 AND number = 1;
    DELETE FROM entry WHERE game_id = 1 AND number = 1 AND seat = 0;
    INSERT INTO bonus VALUES(1,1,2,'points',-1,-10,'late');
    INSERT INTO bonus VALUES(1,1,0,'loot',1,2,'');
    INSERT INTO mark VALUES(1,0,1,-7);
    UPDATE game SET rules = 'no rules', sizes = '1,two' WHERE id = 2;
"""
"""Values in all columns of a game that has become a document, and a game that nothing can read."""
RULES_ONLY = {"rules", "players", "hands", "sizes"}


def test_an_upgrade_writes_each_column_of_a_game_into_its_document(tmp_path: Path) -> None:
    databases.make_old(tmp_path / databases.FILE, databases.OLDEST.with_name("0021.sql"))
    with closing(sqlite3.connect(tmp_path / databases.FILE)) as connection:
        connection.executescript(FULL)
    with opened(tmp_path) as app, app.app_context():
        (first, broken), names = documents_in(tmp_path / databases.FILE), ("Ann", "Ben", "Cem")
        assert {name: first[name] for name in first.keys() - RULES_ONLY} == {
            "game": "wizard",
            "title": "Final",
            "deck": "colours",
            "order": [2, 1, 0],
            "first_dealer": 2,
            "bid_rule": "",
            "clock": 90,
            "marks": [{"hand": 0, "seat": 1, "said": -7}],
        }
        ben = {"start": 10, "away": True}
        assert first["players"] == [
            {"name": name} | more
            for name, more in zip(names, ({}, ben, {"start": 20}), strict=True)
        ]
        hand = first["hands"][0]
        assert hand == hand | {
            "number": 1,
            "cards": 1,
            "bids": [None, 1, 1],
            "tricks": [None, 0, 1],
            "negated": -1,
            "void": 1,
            "cloud": {"seat": 2, "step": -1},
            "bonuses": [
                {"seat": 0, "key": "loot", "amount": 2, "partner": 1},
                {"seat": 2, "key": "points", "amount": -10, "reason": "late"},
            ],
            "out": [0],
            "scored": True,
        }
        assert (broken["rules"], broken["sizes"]) == ("no rules", [1, "two"])
        assert [*map(type, lists.all_games())] == [StoredGame, BrokenGame]


def test_there_is_a_dump_of_every_step() -> None:
    assert {path.stem for path in databases.OLDEST.parent.glob("*.sql")} == known_versions()


SPELT = (
    "Łukasz",
    "O\u2019Neil",
    "Jean\u2011Luc",
    "Đorđe",
    "A\u200dnn\ufe0f",
    "O\u00b4Neil",
    "Ægir",
)
"""Names that once were other people's than those with plain letters."""
APART = """
    INSERT INTO book VALUES(2,NULL,NULL);
    INSERT INTO person (book_id, folded, name, hidden) VALUES
        (1,'łukasz','Łukasz',0), (1,'o neil','O\u00b4Neil',0), (1,'o’neil','Renamed',0),
        (1,'søren','Søren',0), (1,'soren','Soren',0), (2,'søren','Søren',0),
        (2,'jean\u2011luc','Jean\u2011Luc',0), (2,'jean–luc','Jean–Luc',0);
    UPDATE game SET title = 'O’Neil', note = 'Łódź', sought = 'o’neil łodz' WHERE id = 1;
"""


def test_an_upgrade_gives_each_person_the_new_form_of_their_name_if_nobody_has_it(
    tmp_path: Path,
) -> None:
    databases.make_old(tmp_path / databases.FILE, databases.OLDEST.with_name("0022.sql"))
    with closing(sqlite3.connect(tmp_path / databases.FILE)) as connection:
        connection.executescript(APART)
    with opened(tmp_path) as app, app.app_context():
        found = db.session.execute(text("SELECT book_id, folded, name FROM person ORDER BY id"))
        assert [tuple(row) for row in found][3:] == [
            *((1, "lukasz", "Łukasz"), (1, "o'neil", "O\u00b4Neil"), (1, "o’neil", "Renamed")),
            *((1, "søren", "Søren"), (1, "soren", "Soren"), (2, "soren", "Søren")),
            *((2, "jean-luc", "Jean\u2011Luc"), (2, "jean–luc", "Jean–Luc")),
        ]
        sought = db.session.scalars(text("SELECT sought FROM game ORDER BY id"))
        assert [*sought] == ["o'neil lodz", None]


def test_the_step_folds_names_as_the_program_does() -> None:
    step = ScriptDirectory(str(MIGRATIONS)).get_revision("0023").module
    for name in ("José", "STRAUSS  ß", "たがし", "\u00b4", "\u00a8", "Ø", "กุา", "\uff21nn", *SPELT):
        assert step.folded(name) == folded(name)


@pytest.mark.usefixtures("old")
def test_an_upgraded_schema_has_every_table_index_and_check_of_the_program() -> None:
    with db.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), db.metadata) == []
    found = inspect(db.engine)
    for table in db.metadata.sorted_tables:
        known = [str(c.name) for c in table.constraints if isinstance(c, CheckConstraint)]
        checks = [str(check["name"]) for check in found.get_check_constraints(table.name)]
        assert sorted(checks) == sorted(known)
