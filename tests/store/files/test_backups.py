"""Backups: complete while the app writes, checked, rotated, and made before an upgrade."""

import os
import shutil
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import SettingError
from scorekeeper.store import backups
from tests import databases
from tests.command import run
from tests.conftest import settings
from tests.documents import documents_in
from tests.next_release import FIRST, released
from tests.store.files import spoil
from tests.table import Table

pytestmark = pytest.mark.sqlite

NOW = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)


def test_a_backup_holds_what_the_database_holds(database: Path, folder: Path) -> None:
    made = backups.back_up(database, folder)
    assert documents_in(made) == documents_in(database) != []
    assert backups.NAME.fullmatch(made.name)
    assert [path.name for path in folder.iterdir()] == [made.name]
    assert made.stat().st_mode & 0o077 == 0


def test_a_backup_fits_on_a_drive_without_links(
    database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", spoil.no_links)
    made = [backups.back_up(database, folder, "stick") for _ in range(3)]
    assert sorted(folder.iterdir()) == sorted(set(made))
    assert len(made) == 3


def test_a_backup_is_complete_while_the_app_writes(
    database: Path, folder: Path, app: Flask
) -> None:
    done = threading.Event()

    def write() -> None:
        other = Table(app.test_client())
        while not done.is_set():
            other.start("Dora", "Emil", "Fritz")
            other.play("hearts", (0, 1, 1), (0, 0, 1))

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            made = backups.back_up(database, folder, str(number))
            found = documents_in(made)
            assert found
    finally:
        done.set()
        writer.join()


def test_a_backup_that_fails_leaves_no_file_behind(database: Path, folder: Path) -> None:
    spoil.text(database.parent / "garbage")
    spoil.sql(database, "DELETE FROM phone")
    for source in ("garbage", "missing", database.name):
        with pytest.raises(backups.BackupError):
            backups.back_up(database.parent / source, folder)
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, database: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(backups.BackupError, match="could not write a backup to"):
        backups.back_up(database, tmp_path / "file")


def test_the_newest_48_and_one_a_day_for_30_days_are_kept() -> None:
    made = [NOW - timedelta(hours=hours) for hours in range(24 * 60)]
    kept = backups.worth_keeping(made, NOW)
    assert set(made[:48]) <= kept
    by_day = sorted(kept - set(made[:48]))
    assert len({moment.date() for moment in by_day}) == len(by_day)
    assert by_day[0] >= NOW - timedelta(days=30)
    assert len(by_day) == 28
    assert all(moment.hour == 23 for moment in by_day[1:])


def test_backups_of_a_clock_that_was_fast_take_no_place_of_others() -> None:
    made = [NOW - timedelta(hours=hours) for hours in range(100)]
    ahead = [NOW + timedelta(hours=hours) for hours in range(1, 60)]
    assert backups.worth_keeping(made + ahead, NOW) == {*ahead, *backups.worth_keeping(made, NOW)}


def test_tidying_removes_old_backups_and_nothing_else(folder: Path) -> None:
    folder.mkdir()
    for days in range(60):
        moment = NOW - timedelta(days=days)
        (folder / f"scorekeeper-{moment:{backups.STAMP}}Z.sqlite3").touch()
    (folder / "scorekeeper-mine.sqlite3").touch()
    backups.tidy(folder, NOW)
    names = {path.name for path in folder.iterdir()}
    assert len(names) == 49
    assert "scorekeeper-mine.sqlite3" in names


@pytest.mark.thorough
@pytest.mark.usefixtures("next_release")
def test_an_upgrade_makes_a_backup_first(tmp_path: Path) -> None:
    databases.make_old(tmp_path / databases.FILE)
    create_app(settings(tmp_path))
    (kept,) = (tmp_path / "backups").iterdir()
    assert "-before-9999" in kept.name
    assert backups.check(kept) == FIRST
    create_app(settings(tmp_path))
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_a_database_of_an_unknown_schema_is_refused_and_left_as_it_is(database: Path) -> None:
    spoil.newer(database)
    held = database.read_bytes()
    with pytest.raises(SettingError, match="the database has the schema 10000, which"):
        create_app(settings(database.parent))
    assert database.read_bytes() == held


def test_the_command_backs_up(database: Path, folder: Path) -> None:
    made = run("backup", folder, instance=database.parent)
    assert (made.exit_code, "Wrote and checked " in made.output) == (0, True)
    (file,) = folder.iterdir()
    assert documents_in(file) == documents_in(database)


@pytest.mark.parametrize(
    "command", ["serve", "export", "recount", "outdate", "backup copies", "import -", "doctor"]
)
def test_no_command_touches_the_database_of_a_newer_program(database: Path, command: str) -> None:
    spoil.newer(database)
    held = database.read_bytes()
    refused = run(*command.split(), instance=database.parent)
    assert (refused.exit_code, "Traceback" in refused.output) == (1, False)
    said = "newer scorekeeper" if command == "doctor" else "which this scorekeeper does not know"
    assert [line for line in refused.output.splitlines() if said in line]
    assert len(refused.output.splitlines()) == (7 if command == "doctor" else 1)
    assert database.read_bytes() == held


@pytest.mark.thorough
def test_a_disk_that_is_nearly_full_is_said_before_an_upgrade_and_nothing_is_written(
    database: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, size = database.read_bytes(), database.stat().st_size
    needed = (backups.UPGRADE + 1) * size
    usage = shutil.disk_usage(database.parent)
    with released(tmp_path_factory.mktemp("next")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=needed - 1))
        with pytest.raises(SettingError, match=r"was not upgraded: the disk of .* MB free, but an"):
            create_app(settings(database.parent))
        assert database.read_bytes() == held
        assert not [*database.parent.glob("backups/*before-9999*")]
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=needed))
        create_app(settings(database.parent))
    assert [*database.parent.glob("backups/*before-9999*")]


@pytest.mark.thorough
def test_after_an_upgrade_the_older_program_goes_back_by_the_backup_before_it(
    database: Path, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = documents_in(database)
    with released(tmp_path_factory.mktemp("next")):
        create_app(settings(database.parent))
    assert run("export", instance=database.parent).exit_code == 1
    (made,) = folder.glob("*before-9999*")
    done = run("restore", made, instance=database.parent)
    assert done.exit_code == 0, done.output
    assert documents_in(database) == before
    assert run("export", instance=database.parent).exit_code == 0
