"""Failing storage: a message, nothing lost, and full recovery afterwards."""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event
from werkzeug.test import TestResponse

from scorekeeper.store import engine as sqlite
from scorekeeper.store.models import db
from tests import databases
from tests.table import Table

pytestmark = [pytest.mark.sqlite, pytest.mark.thorough]

SAID = "The server could not save. What you entered is kept: try again."
Trouble = Callable[[Path], AbstractContextManager[object]]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: Table) -> Path:
    """The database file, with a new game; waiting for its lock is short."""
    monkeypatch.setattr(sqlite, "WAIT", 20)
    table.start("Ann", "Ben", "Cem")
    return tmp_path / databases.FILE


def locked(begin: str) -> Trouble:
    """Another program holds the write lock."""

    @contextmanager
    def lock(database: Path) -> Iterator[None]:
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute(begin)
            yield

    return lock


@contextmanager
def overwritten(database: Path) -> Iterator[None]:
    """The file is no longer a database."""
    good = database.read_bytes()
    database.write_bytes(os.urandom(len(good)))
    yield
    database.write_bytes(good)


@contextmanager
def gone(database: Path) -> Iterator[None]:
    """The file is missing."""
    aside = database.rename(database.with_name("aside"))
    yield
    aside.replace(database)


@contextmanager
def replaced(database: Path) -> Iterator[None]:
    """Another file, which is not a database, has its name."""
    with gone(database):
        database.write_bytes(os.urandom(9000))
        yield


TROUBLES: dict[str, tuple[Trouble, int]] = {
    "another program writes": (locked("BEGIN IMMEDIATE"), 200),
    "nobody may even read": (locked("BEGIN EXCLUSIVE"), 503),
    "overwritten": (overwritten, 503),
    "gone": (gone, 503),
    "replaced": (replaced, 503),
}
"""The failure, and the status of a page of the game during it."""


def turned(table: Table) -> TestResponse:
    return table.send("trump", 1, turned="clubs", revision=0)


def again(response: TestResponse) -> dict[str, Any]:
    """The form on the page, to be sent again."""
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', response.text)
    return {unescape(name): unescape(value) for name, value in found}


@pytest.mark.parametrize("name", TROUBLES)
def test_a_storage_failure_is_reported_until_it_is_over(
    database: Path, table: Table, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    trouble, status = TROUBLES[name]
    with trouble(database):
        refused = turned(table)
        assert (refused.status_code, SAID in refused.text) == (503, True), refused.text
        assert "What you entered is kept on this page." in refused.text
        assert "sqlite" not in refused.text.lower()
        assert table.client.get(table.path).status_code == status
    saved = table.post(f"{table.path}/hands/1/trump", **again(refused))
    assert saved.status_code == 303, saved.text
    assert table.revision == 1
    assert table.client.get("/healthz").status_code == 200
    assert "Traceback" not in caplog.text
    with closing(sqlite3.connect(database)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("PRAGMA foreign_key_check").fetchone() is None


@pytest.mark.usefixtures("database")
def test_a_database_that_reached_its_quota_takes_saves_again_when_it_may_grow(
    app: Flask, table: Table
) -> None:
    with app.app_context():
        engine = db.engine
    most = 1  # SQLite reads this as: no more pages than there are

    def bound(line: sqlite3.Connection, _record: object) -> None:
        line.execute(f"PRAGMA max_page_count={most}")

    def started(number: int) -> TestResponse:
        seats: dict[str, Any] = {"name": ["Ann", "Ben", "Cem"], "variant": "wizard", "dealer": 0}
        return table.post("/new", start=1, token=f"game {number}", **seats)

    event.listen(engine, "connect", bound)
    engine.dispose()
    refused = next(one for number in range(50) if (one := started(number)).status_code != 303)
    assert (refused.status_code, SAID in refused.text) == (503, True)
    assert table.client.get("/").status_code == 200
    engine.dispose()
    most = 1_000_000
    assert started(50).status_code == 303
