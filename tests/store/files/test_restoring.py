"""Restoring: only a complete backup, over any database; old pages are out of date."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper import open_copy
from scorekeeper.store import backups
from scorekeeper.store.games import reading, saves
from scorekeeper.store.models import GameRow, db
from scorekeeper.store.sharing.ended import keep_ended_in
from tests import databases
from tests.command import run
from tests.next_release import FIRST
from tests.store.files import spoil
from tests.table import HTMX, Table

pytestmark = pytest.mark.thorough


def whole(path: Path) -> dict[str, bytes]:
    """All files of a folder, except the locks."""
    found = (file for file in path.rglob("*") if file.is_file() and file.suffix != ".lock")
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in found}


@pytest.mark.sqlite
def test_restoring_brings_back_the_games_and_keeps_what_was_there(
    database: Path, folder: Path, table: Table
) -> None:
    made = backups.back_up(database, folder)
    before = table.csv()
    table.play("clubs", (0, 0, 1), (1, 1, 0))
    later = table.csv()
    assert later != before
    kept, replaced, _ = backups.restore(made, database, folder.parent, open_copy, keep_ended_in)
    assert table.csv() == before
    assert not replaced
    assert kept is not None
    backups.restore(kept, database, folder.parent, open_copy, keep_ended_in)
    assert table.csv() == later


def by(*statements: str) -> Callable[[Path], None]:
    return lambda path: spoil.sql(path, *statements)


NO_BACKUPS: dict[str, tuple[Callable[[Path], None], str]] = {
    "text": (spoil.text, "is not a database of scorekeeper: file is not a database"),
    "empty": (spoil.empty, "is not a database of scorekeeper"),
    "cut": (spoil.cut, "is not a database of scorekeeper"),
    "pages overwritten": (spoil.middle, "is "),
    "other tables": (spoil.foreign, "is not a database of scorekeeper: no such table"),
    "a table is gone": (by("DROP TABLE figure"), "is not a database of scorekeeper: no such table"),
    "a column is gone": (
        by("ALTER TABLE phone RENAME COLUMN name TO title"),
        "is not a database of scorekeeper: no such column",
    ),
    "broken reference": (
        by("DELETE FROM phone"),
        "is damaged: a part of a game is missing",
    ),
    "an index is gone": (
        by(
            "PRAGMA writable_schema=ON",
            "DELETE FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
        ),
        "is damaged",
    ),
    "a player is gone": (
        by("DELETE FROM player WHERE seat = 1"),
        "is not a database of scorekeeper",
    ),
    "unreadable game": (by("UPDATE game_doc SET doc = '{}'"), "is not a database of scorekeeper"),
    "unknown game": (by("UPDATE game SET variant = 'skat'"), "is not a database of scorekeeper"),
    "unknown number": (by("UPDATE game SET sizes = '1,two'"), "is not a database of scorekeeper"),
    "old version, new tables": (
        by("ALTER TABLE game ADD COLUMN upgraded INTEGER"),
        "is not a database of scorekeeper",
    ),
    "newer": (spoil.newer, "has the schema 10000, which this scorekeeper does not know"),
}


@pytest.mark.usefixtures("next_release")
@pytest.mark.sqlite
@pytest.mark.parametrize("kind", NO_BACKUPS)
def test_a_file_that_only_looks_like_a_backup_is_refused_and_changes_nothing(
    database: Path, tmp_path_factory: pytest.TempPathFactory, kind: str
) -> None:
    spoils, said = NO_BACKUPS[kind]
    bad = tmp_path_factory.mktemp("bad") / "bad.sqlite3"
    bad.write_bytes(database.read_bytes())
    spoils(bad)
    held = whole(database.parent)
    refused = run("restore", bad, instance=database.parent)
    assert (refused.exit_code, "Traceback" in refused.output) == (1, False)
    assert f"Error: {bad} {said}" in refused.output
    assert len(refused.output.splitlines()) == 1
    assert whole(database.parent) == held


@pytest.mark.sqlite
def test_a_folder_is_no_backup(database: Path, folder: Path) -> None:
    folder.mkdir()
    refused = run("restore", folder, instance=database.parent)
    assert refused.exit_code == 2
    assert "is a directory" in refused.output


@pytest.mark.sqlite
@pytest.mark.usefixtures("next_release")
def test_the_command_restores_an_older_schema_and_upgrades_it(
    database: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old.sqlite3"
    databases.make_old(old)
    done = run("restore", old, instance=database.parent)
    assert done.exit_code == 0, done.output
    assert (backups.check(old), backups.check(database)) == (FIRST, "9999")


@pytest.mark.sqlite
def test_a_database_in_use_is_neither_replaced_nor_written_over(
    database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = backups.back_up(database, folder)
    monkeypatch.setattr(backups, "WAIT", 0)
    with closing(sqlite3.connect(database)) as other:
        other.execute("BEGIN EXCLUSIVE")
        held = database.read_bytes()
        with pytest.raises(backups.BusyError, match="is in use: try again"):
            backups.restore(made, database, folder.parent, open_copy, keep_ended_in)
        assert database.read_bytes() == held
    assert len(list(folder.iterdir())) == 1


@pytest.mark.sqlite
def test_a_file_that_cannot_be_written_over_is_replaced(
    database: Path, folder: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, copy = backups.back_up(database, folder), backups.copy
    before = table.csv()
    table.undo()

    def refused(source: Path, target: Path) -> None:
        if target == database:
            problem = sqlite3.OperationalError("attempt to write a readonly database")
            problem.sqlite_errorcode = sqlite3.SQLITE_READONLY
            raise problem
        copy(source, target)

    monkeypatch.setattr(backups, "copy", refused)
    kept, replaced, _ = backups.restore(made, database, folder.parent, open_copy, keep_ended_in)
    assert (kept is not None, replaced) == (True, True)
    with table.client.application.app_context():
        db.engine.dispose()
    assert table.csv() == before


def revisions(app: Flask) -> list[tuple[int, int]]:
    with app.app_context():
        rows = db.session.execute(select(GameRow.revision, GameRow.rights))
        return [(row.revision, row.rights) for row in rows]


def test_all_games_continue_above_every_revision_that_pages_may_show(
    app: Flask, table: Table, tmp_path: Path
) -> None:
    for _ in range(2):
        table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    for _ in range(2):
        with app.app_context():
            db.session.execute(update(GameRow).where(GameRow.id == 1).values(revision=10**8))
            db.session.commit()
            backups.outdate(tmp_path, 2 * 10**8)
        ((one, rights), other) = revisions(app)
        assert other == (one, rights)
        assert one == rights >= 2 * 10**8 + backups.STEP
    assert one >= 2 * 10**8 + 2 * backups.STEP, "the last restore counts, whatever became of it"


def test_a_gap_is_wider_than_a_page_may_be_behind() -> None:
    assert backups.STEP > saves.FOLDED


def test_without_any_trace_games_go_on_above_one_save_a_second(
    app: Flask, table: Table, tmp_path: Path
) -> None:
    table.start("Ann", "Ben", "Cem")
    with app.app_context():
        backups.outdate(tmp_path)
    ((revision, _),) = revisions(app)
    assert 10**7 < revision < backups.LAST


@pytest.mark.parametrize("clock", [-(10**9), 10**11])
def test_a_wrong_clock_leaves_room_for_saves(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, clock: int
) -> None:
    monkeypatch.setattr(backups, "_seconds", lambda: clock)
    table.start("Ann", "Ben", "Cem")
    with app.app_context():
        backups.outdate(tmp_path)
    ((revision, _),) = revisions(app)
    assert backups.STEP <= revision <= backups.LAST
    assert table.turn("hearts").status_code == 303


def test_the_log_and_undo_go_over_the_gap_to_the_start(table: Table, app: Flask) -> None:
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    with app.app_context():
        backups.outdate_pages(0)
    table.turn("clubs")
    for _ in range(4):
        assert table.undo().status_code == 303
    with app.app_context():
        stored = reading.read(table.key)
        assert (stored.game.hands, stored.undoable) == ((), None)
        assert len(saves.log(stored)) == 8


def test_no_old_page_passes_for_a_new_one_once_a_copy_was_put_back(
    table: Table, tmp_path: Path
) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    said = run("outdate", instance=tmp_path)
    assert said.exit_code == 0, said.output
    for revision in (0, 1, 2, 3):
        asked = table.client.get(table.path, query_string={"seen": f"{revision}.0"}, headers=HTMX)
        assert (asked.status_code, "data-parts" in asked.text) == (200, False)
        assert table.bid(1, revision=revision).status_code == 409
    assert table.bid(1).status_code == 303


@pytest.mark.sqlite
def test_a_database_that_is_replaced_is_for_its_owner_alone(database: Path, folder: Path) -> None:
    made = backups.back_up(database, folder)
    for end in ("", "-wal", "-shm", "-journal"):
        Path(f"{database}{end}").unlink(missing_ok=True)
    assert backups.restore(made, database, folder.parent, open_copy, keep_ended_in).replaced
    assert database.stat().st_mode & 0o077 == 0
