"""Storage in trouble: a sentence, nothing lost, and all is well when the cause is gone."""

from __future__ import annotations

import os
import re
import resource
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event
from werkzeug.test import TestResponse

from scorekeeper.store.models import db
from tests import databases
from tests.figures import Figures
from tests.table import Table
from tests.torture.caller import Caller, Fields, Reply
from tests.torture.served import Served

pytestmark = [pytest.mark.torture, pytest.mark.sqlite]

SAID = "The server could not save. What you entered is kept: try again."
NO_OVERRIDE = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""Root may write to a file that is read-only; without this right root is like everybody."""
ENDLESS = resource.RLIM_INFINITY


@pytest.fixture
def served(tmp_path: Path, empty_database: Path) -> Iterator[Served]:
    """The program, bound by the rights of files, with an empty database."""
    databases.copy(empty_database, tmp_path)
    served = Served(tmp_path, NO_OVERRIDE if os.geteuid() == 0 else ())
    served.start()
    yield served
    served.kill()


@pytest.fixture
def caller(served: Served) -> Iterator[Caller]:
    """The scorekeeper's phone."""
    caller = Caller(served.port)
    yield caller
    caller.close()


def test_a_full_disk_is_said_and_forgotten_when_there_is_room(
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


def test_a_database_that_reached_its_quota_is_said_and_takes_saves_when_it_may_grow(
    app: Flask, table: Table
) -> None:
    most = [0]
    with app.app_context():
        engine = db.engine
    event.listen(engine, "connect", lambda line, _: _bound(line, most[0]))
    table.start("Ann", "Ben", "Cem")
    engine.dispose()
    most[0] = 1  # SQLite takes it as: no page more than there are
    number = 0
    while (response := _start_of(table, number)).status_code == 303:
        number += 1
        assert number < 50, "the quota is not kept"
    assert (response.status_code, SAID in response.text) == (503, True)
    assert table.client.get("/").status_code == 200
    engine.dispose()
    most[0] = 1_000_000
    assert _start_of(table, number).status_code == 303


def _bound(line: sqlite3.Connection, most: int) -> None:
    if most:
        line.execute(f"PRAGMA max_page_count={most}")


def _start_of(table: Table, number: int) -> TestResponse:
    seats: dict[str, Any] = {"variant": "wizard", "name": ["Ann", "Ben", "Cem"], "dealer": 0}
    return table.post("/new", start=1, token=f"game {number}", **seats)


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


def test_a_database_locked_for_ten_seconds_keeps_its_readers_and_saves_later(
    served: Served, caller: Caller, figures: Figures
) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    with closing(sqlite3.connect(_file(served), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        before = time.monotonic()
        assert caller.get(game).status == 200
        figures(f"a page while another program writes: {1000 * (time.monotonic() - before):.0f} ms")
        before = time.monotonic()
        reply = _turned(caller, game)
        figures(f"a save was refused after {time.monotonic() - before:.1f} s")
        assert (reply.status, SAID in reply.text) == (503, True)
        other.execute("ROLLBACK")
    _expect_saved(served, caller, reply, f"{game}/hands/1/trump")


def test_a_database_that_nobody_may_even_read_is_waited_for(served: Served, caller: Caller) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    with closing(sqlite3.connect(_file(served), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        reply = _turned(caller, game)
        assert (reply.status, SAID in reply.text) == (503, True)
        other.execute("ROLLBACK")
    _expect_saved(served, caller, reply, f"{game}/hands/1/trump")


def _overwrite(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def _replace(file: Path, content: bytes) -> None:
    draft = file.with_name("other")
    draft.write_bytes(content)
    draft.replace(file)


@pytest.mark.parametrize("change", [_overwrite, _replace])
def test_a_file_that_is_no_database_is_said_and_forgotten_when_it_is_put_back(
    served: Served, caller: Caller, change: Callable[[Path, bytes], None]
) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    good = _file(served).read_bytes()
    change(_file(served), os.urandom(len(good)))
    reply = _turned(caller, game)
    _expect_trouble(served, caller, reply)
    change(_file(served), good)
    _expect_saved(served, caller, reply, f"{game}/hands/1/trump")


def test_a_file_that_is_gone_is_said_and_not_made_anew(served: Served, caller: Caller) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    aside = _file(served).rename(_file(served).with_name("aside"))
    reply = _turned(caller, game)
    _expect_trouble(served, caller, reply)
    aside.replace(_file(served))
    _expect_saved(served, caller, reply, f"{game}/hands/1/trump")


def test_a_no_of_the_database_is_no_trouble_of_the_storage(served: Served, caller: Caller) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    refuse = "CREATE TRIGGER no BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'Ann'); END"
    with closing(sqlite3.connect(_file(served))) as other:
        other.execute(refuse)
    begun = time.monotonic()
    reply = _turned(caller, game)
    assert time.monotonic() - begun < 5
    assert (reply.status, SAID in reply.text) == (500, False)
    assert "Something went wrong on the server. What was saved is safe" in reply.text
    assert "kept on this page" not in reply.text
    logged = served.log.read_text()
    assert "refused by the storage: IntegrityError SQLITE_CONSTRAINT_TRIGGER on /g/<key>" in logged
    assert "Ann" not in logged
    with closing(sqlite3.connect(_file(served))) as other:
        other.execute("DROP TRIGGER no")
    assert _turned(caller, game).status == 303


def _file(served: Served) -> Path:
    return served.folder / databases.FILE


def _started(caller: Caller, number: int) -> Reply:
    seats: Fields = {"variant": "wizard", "name": ["Ann", "Ben", "Cem"], "dealer": 0, "start": 1}
    return caller.post("/new", {**seats, "token": f"game {number}"})


def _turned(caller: Caller, game: str) -> Reply:
    return caller.post(f"{game}/hands/1/trump", {"turned": "clubs", "revision": 0})


def _expect_trouble(served: Served, caller: Caller, reply: Reply) -> None:
    """A sentence, no internals, and who runs the server can see it."""
    assert (reply.status, SAID in reply.text) == (503, True), reply.text
    assert "What you entered is kept on this page." in reply.text
    assert "sqlite" not in reply.text.lower()
    assert caller.get("/healthz").status in (200, 503)
    assert "Traceback" not in served.log.read_text()


def _expect_saved(served: Served, caller: Caller, reply: Reply, path: str = "/new") -> None:
    """What the page kept is saved by sending it again, without a restart."""
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
