"""A backup replaces a database damaged in every way, and the app continues.

The replaced file is kept, and the games are those of the backup. No page that was open before gets
"nothing new" or single parts, and its entries are not merged into a state that it never showed.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from scorekeeper.store import backups
from scorekeeper.store.models import db
from tests import databases
from tests.command import run
from tests.store.files import spoil
from tests.table import HTMX, Table
from tests.turns import daily

pytestmark = [pytest.mark.sqlite, pytest.mark.thorough]

NAME = databases.FILE
JOURNALS = ("-journal", "-wal", "-shm")


def _stale_journals(path: Path) -> None:
    for end in JOURNALS:
        Path(f"{path}{end}").write_bytes(Random(2).randbytes(9000))


def _only_journals(path: Path) -> None:
    _stale_journals(path)
    path.unlink()


def _hot_journal(path: Path) -> None:
    """A process was killed within a commit; the journal has the file's former contents."""
    with closing(sqlite3.connect(path, isolation_level=None)) as killed:
        killed.execute("PRAGMA cache_size=1")
        killed.execute("BEGIN")
        killed.execute("UPDATE game_doc SET doc = '{}'")
        killed.execute("UPDATE change SET places = places || hex(randomblob(5000))")
        held = {end: Path(f"{path}{end}").read_bytes() for end in ("", "-journal")}
        killed.execute("ROLLBACK")
    for end, content in held.items():
        Path(f"{path}{end}").write_bytes(content)


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "nothing": (Path.exists, "backed up"),
    "missing": (Path.unlink, "nothing"),
    "empty": (spoil.empty, "copied"),
    "cut in half": (spoil.cut, "copied"),
    "header overwritten": (spoil.header, "copied"),
    "middle pages overwritten": (spoil.middle, "copied"),
    "another program's": (spoil.foreign, "copied"),
    "text": (spoil.text, "copied"),
    "journals of other days": (_stale_journals, "copied"),
    "journals alone": (_only_journals, "copied"),
    "killed in a commit": (_hot_journal, "copied"),
    "a newer program's": (spoil.newer, "backed up"),
}
"""The damage to the database, and how the restore keeps the former file."""


@daily("damage", DAMAGES, "missing", "cut in half", "killed in a commit")
def test_a_backup_is_restored_over_any_damage_and_no_old_page_passes_for_a_new_one(
    table: Table, tmp_path: Path, damage: str
) -> None:
    spoils, kept = DAMAGES[damage]
    database, app = tmp_path / NAME, table.client.application
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    backup = backups.back_up(database, tmp_path / "mine")
    held, revision = table.csv(), table.revision
    table.play("clubs", (0, 0, 1), (1, 1, 0))
    old = range(table.revision + 1)
    _close(app)
    spoils(database)
    spoilt = _files(database)
    said = _restored(backup, tmp_path)
    # Like a restart, but this process's cached games must do no harm either.
    _close(app)
    assert table.csv() == held
    _expect_kept(tmp_path / "backups", spoilt, kept, said)
    _expect_whole(database)
    _expect_outdated(table, old, revision)
    table.play("clubs", (1, 0, 0), (1, 1, 0))
    table.play("clubs", (1, 0, 0), (1, 1, 1))
    _expect_outdated(table, old, revision)
    assert table.csv()[:3] == held


@pytest.mark.slow
def test_restored_again_and_again_over_damage_no_page_of_any_time_passes(
    table: Table, tmp_path: Path
) -> None:
    database, app = tmp_path / NAME, table.client.application
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    backup = backups.back_up(database, tmp_path / "mine")
    revision, old = table.revision, set(range(table.revision + 3))
    for damage in (spoil.header, Path.exists, spoil.text, Path.unlink, Path.exists, spoil.empty):
        _close(app)
        damage(database)
        _restored(backup, tmp_path)
        _close(app)
        _expect_outdated(table, sorted(old), revision)
        for bids in ((1,), (1, 0), (0, 0), (0, 1), (None, 1)):
            old.add(table.revision)
            table.bid(*bids)
        old.add(table.revision)


def _close(app: Flask) -> None:
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def _files(database: Path) -> dict[str, bytes]:
    found = {end: Path(f"{database}{end}") for end in ("", *JOURNALS)}
    return {end: path.read_bytes() for end, path in found.items() if path.exists()}


def _restored(backup: Path, folder: Path) -> str:
    """The output of the command."""
    done = run("restore", backup, instance=folder)
    assert (done.exit_code, done.stderr) == (0, ""), done.stderr
    assert f"Restored {backup}." in done.stdout
    return done.stdout


def _expect_kept(folder: Path, spoilt: dict[str, bytes], kept: str, said: str) -> None:
    """Check that the former database is still there: as a backup, or each file unchanged."""
    found = sorted(folder.iterdir()) if folder.exists() else []
    if kept == "nothing":
        assert found == []
        assert "The previous database: none" in said
        return
    assert f"The previous database: {found[0]}"[: -len(found[0].suffix)] in said
    if kept == "backed up":
        (before,) = found
        assert "before-restore" in before.name
        assert backups.check(before)
        return
    stem = found[0].name.partition(".")[0]
    assert stem.startswith("damaged-")
    assert {path.name: path.read_bytes() for path in found} == {
        f"{stem}.sqlite3{end}": content for end, content in spoilt.items()
    }
    assert {path.stat().st_mode & 0o077 for path in found} == {0}


def _expect_whole(database: Path) -> None:
    assert backups.check(database)
    assert [end for end in _files(database) if end] == []
    names = {path.name for path in database.parent.iterdir()}
    assert names <= {NAME, f"{NAME}.lock", "mine", "backups", "newest_revision"}


def _expect_outdated(table: Table, old: range | list[int], held: int) -> None:
    """Check that every page with one of the revisions gets the whole board and changes nothing.

    Revisions up to ``held`` are also in the restored log.
    """
    assert held in old
    now, csv, hand = table.revision, table.csv(), table.hand
    for revision in old:
        asked = {"seen": f"{revision}.0", "open": "bids"}
        news = table.client.get(table.path, query_string=asked, headers=HTMX)
        assert (news.status_code, "data-parts" in news.text) == (200, False)
        assert f'data-revision="{now}"' in news.text
        entered = table.post(
            f"{table.path}/hands/{hand}/bids",
            part=True,
            bid_2=1,
            revision=revision,
            **asked,
        )
        assert (entered.status_code, "data-parts" in entered.text) == (409, False)
        assert f'data-revision="{now}"' in entered.text
    assert (table.revision, table.csv()) == (now, csv)
