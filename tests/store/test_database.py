"""The database: safe settings, and simultaneous writers."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from itertools import product
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.actions import turn_up
from scorekeeper.rules.variants.model import Turned
from scorekeeper.store.engine import transaction, wal_is_safe
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.models import db
from tests import databases
from tests.conftest import opened
from tests.rules.notation import new
from tests.servers import PATIENCE

pytestmark = pytest.mark.postgresql

KEEP = {"foreign_keys": 1, "synchronous": 2, "busy_timeout": 10_000}


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 7, 0), False),
        ((3, 37, 2), False),
        ((3, 43, 9), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 44, 7), True),
        ((3, 45, 0), False),
        ((3, 46, 1), False),
        ((3, 49, 9), False),
        ((3, 50, 0), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 0), False),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
        ((4, 0, 0), True),
    ],
)
def test_a_write_ahead_log_is_used_only_where_it_cannot_harm(
    version: tuple[int, int, int], safe: bool
) -> None:
    assert wal_is_safe(version) is safe


@pytest.mark.sqlite
def test_every_connection_is_set_to_keep_what_is_saved(tmp_path: Path) -> None:
    with opened(tmp_path) as app, app.app_context(), ExitStack() as stack:
        both = [stack.enter_context(closing(db.engine.raw_connection())) for _ in range(2)]
        for connection, (pragma, value) in product(both, KEEP.items()):
            driver: Any = connection.driver_connection
            assert driver.execute(f"PRAGMA {pragma}").fetchone() == (value,), pragma


@pytest.mark.thorough
def test_writers_at_many_tables_at_once_all_succeed(app: Flask) -> None:
    together = Barrier(12)

    def play(phone: str) -> int:
        with app.app_context():
            key = games.start(phone, new("wizard", 3), "token").key
            together.wait(PATIENCE)
            for revision, turned in enumerate((Turned.HEARTS, Turned.CLUBS) * 5):
                action = partial(turn_up, number=1, turned=turned, named=None)
                saves.save(key, phone, saves.Save(revision, action))
            return reading.read(key).revision

    with ThreadPoolExecutor(12) as pool:
        assert list(pool.map(play, map(str, range(12)))) == [10] * 12


@pytest.mark.sqlite
def test_a_transaction_keeps_other_programs_from_writing_before_it_reads(
    app: Flask, tmp_path: Path
) -> None:
    @transaction
    def reads_only() -> None:
        with closing(sqlite3.connect(tmp_path / databases.FILE, timeout=0)) as other:
            other.execute("BEGIN IMMEDIATE")

    with app.app_context(), pytest.raises(sqlite3.OperationalError, match="locked"):
        reads_only()
