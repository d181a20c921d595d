"""Failing storage: a message, nothing lost, and full recovery afterwards."""

import os
import re
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from tests import databases
from tests.figures import Figures
from tests.torture.caller import Caller, Fields, Reply
from tests.torture.served import Served, serving

pytestmark = [pytest.mark.torture, pytest.mark.sqlite]

SAID = "The server could not save. What you entered is kept: try again."
NO_OVERRIDE = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""Root may write to read-only files, unless it drops this capability."""
ENDLESS = resource.RLIM_INFINITY


@pytest.fixture
def served(tmp_path: Path, empty_database: Path) -> Iterator[Served]:
    """The program, restricted by file permissions, with an empty database."""
    with serving(tmp_path, empty_database, NO_OVERRIDE if os.geteuid() == 0 else ()) as served:
        yield served


def test_a_full_disk_is_reported_until_there_is_room(
    served: Served, caller: Caller, figures: Figures
) -> None:
    caller.start("Ann", "Ben", "Cem")
    size = _file(served).stat().st_size
    resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (size, ENDLESS))
    games = 0
    while (reply := _started(caller, games)).status == 303:
        games += 1
        assert games < 50, "the disk does not get full"
    figures(f"{games} more games fitted on the full disk, the next one was refused")
    _expect_trouble(served, caller, reply)
    resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (ENDLESS, ENDLESS))
    _expect_saved(served, caller, reply)


@pytest.mark.parametrize("restarted", [False, True])
def test_files_that_are_read_only_can_be_read_and_a_save_is_refused(
    served: Served, caller: Caller, *, restarted: bool
) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    _file(served).chmod(0o444)
    served.folder.chmod(0o555)
    if restarted:
        served.kill()
        served.start()
    try:
        caller.close()
        reply = _turned(caller, game)
        _expect_trouble(served, caller, reply)
        assert caller.get(game).status == 200
    finally:
        served.folder.chmod(0o755)
        _file(served).chmod(0o644)
    _expect_saved(served, caller, reply, f"{game}/hands/1/trump")


def _file(served: Served) -> Path:
    return served.folder / databases.FILE


def _started(caller: Caller, number: int) -> Reply:
    seats: Fields = {"variant": "wizard", "name": ["Ann", "Ben", "Cem"], "dealer": 0, "start": 1}
    return caller.post("/new", {**seats, "token": f"game {number}"})


def _turned(caller: Caller, game: str) -> Reply:
    return caller.post(f"{game}/hands/1/trump", {"turned": "clubs", "revision": 0})


def _expect_trouble(served: Served, caller: Caller, reply: Reply) -> None:
    """Check for a message without internals, and a line in the operator's log."""
    assert (reply.status, SAID in reply.text) == (503, True), reply.text
    assert "What you entered is kept on this page." in reply.text
    assert "sqlite" not in reply.text.lower()
    assert caller.get("/healthz").status in (200, 503)
    assert "Traceback" not in served.log.read_text()


def _expect_saved(served: Served, caller: Caller, reply: Reply, path: str = "/new") -> None:
    """Check that sending the form on the page again saves it, without a restart."""
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', reply.text)
    kept: dict[str, list[str]] = {}
    for name, value in found:
        kept.setdefault(unescape(name), []).append(unescape(value))
    again = caller.post(path, kept)
    assert again.status == 303, again.text
    assert caller.get(again.headers["Location"]).status == 200
    assert (caller.get("/healthz").status, caller.get("/").status) == (200, 200)
    with closing(sqlite3.connect(_file(served))) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchone() is None
    assert "Traceback" not in served.log.read_text()
