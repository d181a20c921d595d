"""Drafts of backups: removed once their writer has ended, in whatever way, and never earlier."""

from pathlib import Path

import pytest

from scorekeeper.store import backups
from scorekeeper.store.backups import DRAFT, drafting
from tests.store.files.test_hourly import process

pytestmark = [pytest.mark.sqlite, pytest.mark.thorough]

WRITE = """
import sys, time
from pathlib import Path
from scorekeeper.store.backups import drafting
with drafting(Path(sys.argv[1])) as drafts:
    (drafts / "copy.sqlite3").write_bytes(bytes(100_000))
    print("ready", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def folder(folder: Path) -> Path:
    """The existing folder for backups."""
    folder.mkdir()
    return folder


def drafts_in(folder: Path) -> list[Path]:
    return list(folder.glob(f"{DRAFT}*"))


def test_the_next_backup_removes_a_draft_that_was_killed_and_none_that_is_being_written(
    database: Path, folder: Path
) -> None:
    with process(WRITE, folder) as killed, process(WRITE, folder) as writer:
        killed.kill()
        killed.wait()
        assert len(drafts_in(folder)) == 2
        made = backups.back_up(database, folder)
        assert len(drafts_in(folder)) == 1, "only the dead one is removed"
        writer.kill()
        writer.wait()
    assert backups.back_up(database, folder) != made
    assert drafts_in(folder) == []


def test_two_may_write_into_one_folder_at_once(folder: Path) -> None:
    with drafting(folder) as one, drafting(folder) as other:
        (one / "copy").touch()
        (other / "copy").touch()
        assert (one / "copy").exists()
    assert drafts_in(folder) == []


def test_files_of_others_are_no_drafts(database: Path, folder: Path) -> None:
    (folder / ".scorekeeper-mine").mkdir()
    backups.back_up(database, folder)
    assert (folder / ".scorekeeper-mine").exists()


def test_a_draft_is_for_its_owner_alone(folder: Path) -> None:
    with drafting(folder) as made:
        assert made.stat().st_mode & 0o077 == 0
