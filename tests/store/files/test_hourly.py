"""The hourly backup: one an hour, whichever processes serve the database and however they end."""

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.config import ROOT
from scorekeeper.store import backups
from scorekeeper.store.engine import process_lock
from tests.conftest import settings
from tests.servers import PATIENCE
from tests.table import Table

pytestmark = [pytest.mark.sqlite, pytest.mark.thorough]

PROCESSES = 2
BEGIN = """
import logging, sys
from pathlib import Path
from scorekeeper.store.backups import Hourly
print("ready", flush=True)
sys.stdin.readline()
Hourly(Path(sys.argv[1]), Path(sys.argv[2]), logging.getLogger()).begin().join()
"""
HOLD = """
import sys, time
from pathlib import Path
from scorekeeper.store.engine import process_lock
with process_lock(Path(sys.argv[1])):
    print("ready", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def keeper(database: Path, folder: Path) -> backups.Hourly:
    """The object that makes backups in one process."""
    return backups.Hourly(database, folder, logging.getLogger())


@contextmanager
def process(program: str, *words: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that reported it is ready; killed at the end if it is still running."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *map(str, words)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == "ready\n"
            yield running
        finally:
            running.kill()


def begun(keeper: backups.Hourly) -> None:
    """Let it check at once, and wait until it is done."""
    keeper.next_at = 0.0
    thread = keeper.begin()
    assert thread is not None
    thread.join()


def at(folder: Path, moment: datetime) -> Path:
    """A backup of this time."""
    folder.mkdir(exist_ok=True)
    made = folder / f"scorekeeper-{moment:{backups.STAMP}}Z.sqlite3"
    made.touch()
    return made


def test_saves_bring_about_one_backup_an_hour(keeper: backups.Hourly, folder: Path) -> None:
    begun(keeper)
    assert len(list(folder.iterdir())) == 1
    assert keeper.begin() is None
    begun(keeper)
    assert len(list(folder.iterdir())) == 1


def test_the_next_backup_is_made_an_hour_after_the_newest_whoever_made_it(
    keeper: backups.Hourly, folder: Path
) -> None:
    at(folder, datetime.now(UTC) - timedelta(minutes=50))
    begun(keeper)
    assert len(list(folder.iterdir())) == 1
    assert 500 < keeper.next_at - time.monotonic() <= 600


def test_processes_that_look_at_once_make_one_backup(database: Path, folder: Path) -> None:
    with ExitStack() as stack:
        running = [stack.enter_context(process(BEGIN, database, folder)) for _ in range(PROCESSES)]
        for one in running:
            assert one.stdin is not None
            one.stdin.write("\n")
            one.stdin.flush()
        assert [one.wait(PATIENCE) for one in running] == [0] * PROCESSES
    (made,) = folder.iterdir()
    assert backups.check(made)


def test_while_another_process_makes_it_none_is_made_and_it_is_looked_again_soon(
    keeper: backups.Hourly, database: Path, folder: Path
) -> None:
    with process_lock(database):
        begun(keeper)
    assert not folder.exists()
    assert keeper.next_at - time.monotonic() <= backups.AGAIN.total_seconds()


def test_a_process_that_is_killed_while_it_makes_one_is_in_nobodys_way(
    keeper: backups.Hourly, database: Path, folder: Path
) -> None:
    with process(HOLD, database) as holder:
        begun(keeper)
        assert not folder.exists()
        holder.kill()
        holder.wait()
        begun(keeper)
    assert len(list(folder.iterdir())) == 1


def test_a_backup_dated_in_the_future_does_not_end_the_hourly_ones(
    keeper: backups.Hourly, folder: Path
) -> None:
    ahead = at(folder, datetime.now(UTC) + timedelta(days=300))
    begun(keeper)
    assert len(list(folder.iterdir())) == 2
    begun(keeper)
    assert len(list(folder.iterdir())) == 2
    assert ahead.exists()


def test_a_running_app_backs_itself_up_after_a_save(tmp_path: Path) -> None:
    app = create_app(settings(tmp_path) | {"BACKUPS": True})
    table = Table(app.test_client())
    table.start("Ann", "Ben", "Cem")
    for thread in threading.enumerate():
        if thread.name == "backup":
            thread.join()
    assert backups.newest(tmp_path / "backups", datetime.now(UTC)) is not None
