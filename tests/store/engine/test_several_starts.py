"""Several processes that start at once, on an empty database and on an old one."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import Migrate, upgrade
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool, QueuePool

from scorekeeper import create_app
from scorekeeper.config import ROOT
from scorekeeper.store import backups
from scorekeeper.store import engine as sqlite
from scorekeeper.store.engine import MIGRATIONS, is_current
from scorekeeper.store.models import db
from tests import databases
from tests.conftest import settings
from tests.next_release import FIRST, VARIABLE
from tests.servers import PATIENCE
from tests.turns import daily

pytestmark = [pytest.mark.postgresql, pytest.mark.thorough]

START = """
import os, sys
from tests.next_release import become_it
from scorekeeper import create_app
from scorekeeper.store.games import games
from scorekeeper.rules.attendance import new_game
from scorekeeper.rules.variants.model import Settings
from scorekeeper.rules.variants.variants import WIZARD
print("ready", flush=True)
sys.stdin.readline()
become_it()
app = create_app()
with app.app_context():
    for number in range(5):
        game = new_game(WIZARD, ("Ann", "Ben", "Cem"), 0, Settings(sizes=(1,)))
        games.start("phone", game, f"{os.getpid()} {number}")
        games.start("phone", game, f"the same {number}")
print(app.secret_key)
"""
PROCESSES = 3
OLD_ROWS = (
    "INSERT INTO phone (id, key_hash) VALUES (700, 'an old phone')",
    "INSERT INTO game (id, key, phone_id, variant, first_dealer, bid_rule, sizes, revision,"
    " started_at, changed_at)"
    " VALUES (700, 'an-old-game', 700, 'wizard', 0, 'free', '1', 1,"
    " '2026-01-02 03:04:05', '2026-01-02 03:04:05')",
    "INSERT INTO player (game_id, seat, name)"
    " VALUES (700, 0, 'Ann'), (700, 1, 'Ben'), (700, 2, 'Cem')",
    "INSERT INTO change (game_id, revision, at, phone_id, number, after)"
    " VALUES (700, 1, '2026-01-02 03:04:05', 700, 1, '{}')",
)
"""Rows in the first schema, with ids that no sequence of PostgreSQL reaches in a test."""
HELD = "SELECT upgraded FROM game WHERE key = 'an-old-game'"
"""The next schema's column, filled by the upgrade; None if there is no such game."""

WAITING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@contextmanager
def program(address: str) -> Iterator[Flask]:
    """A program that has not checked the schema of its database."""
    app = Flask("old")
    app.config["SQLALCHEMY_DATABASE_URI"] = address
    db.init_app(app)
    Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        sqlite.make_safe(db.engine)
        yield app
        db.session.remove()
        db.engine.dispose()


def begin_at(address: str, version: str | None) -> None:
    """Give a database an old schema and a finished game."""
    if version is None:
        return
    with program(address):
        upgrade(revision=version)
        for statement in OLD_ROWS:
            db.session.execute(text(statement))
        db.session.commit()


@contextmanager
def held_up(folder: Path) -> Iterator[None]:
    """On PostgreSQL, let no process change the old tables before all have reached them."""
    if not databases.ON_POSTGRESQL:
        yield
        return
    engine = create_engine(databases.url_of(folder), poolclass=NullPool)
    with engine.connect() as holds, engine.connect() as looks:
        if looks.scalar(text("SELECT to_regclass('game')")):
            holds.execute(text("LOCK TABLE game IN ACCESS SHARE MODE"))
        looks.rollback()
        yield
        until = time.monotonic() + PATIENCE
        while holds.in_transaction() and looks.scalar(text(WAITING)) != PROCESSES:
            looks.rollback()
            assert time.monotonic() < until, "not all came to the tables"
            time.sleep(0.02)


def started_at_once(folder: Path, **more: str) -> list[str]:
    """The output of processes that start together; each starts games, some of them the same."""
    hidden = {"SECRET_KEY"}
    known = {name: value for name, value in os.environ.items() if name not in hidden}
    known |= {"SCOREKEEPER_INSTANCE": str(folder), "DATABASE_URL": databases.url_of(folder)}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", START],
            cwd=ROOT,
            env=known | more,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(PROCESSES)
    ]
    for one in running:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    with held_up(folder):
        for one in running:
            assert one.stdin is not None
            one.stdin.write("\n")
            one.stdin.flush()
    outcomes = [(*one.communicate(timeout=PATIENCE), one.returncode) for one in running]
    assert [code for _, _, code in outcomes] == [0] * PROCESSES, outcomes
    return [said for said, _, _ in outcomes]


@daily(
    "version, household",
    [(None, "0"), (FIRST, "1")],
    (FIRST, "1"),
    ids=["empty", "old, for a household"],
)
def test_programs_that_start_at_once_all_come_up_and_upgrade_once(
    tmp_path: Path, next_release: Path, version: str | None, household: str
) -> None:
    begin_at(databases.url_of(tmp_path), version)
    more = {VARIABLE: str(next_release), "SCOREKEEPER_HOUSEHOLD": household}
    keys = started_at_once(tmp_path, **more)
    assert len(set(keys)) == 1
    with program(databases.url_of(tmp_path)):
        assert is_current()
    engine = create_engine(databases.url_of(tmp_path), poolclass=NullPool)
    with engine.connect() as found:
        old = version is not None
        assert found.scalar(text("SELECT count(*) FROM game")) == PROCESSES * 5 + 5 + old
        assert found.scalar(text("SELECT count(*) FROM phone")) == 1 + old
        assert found.scalar(text(HELD)) == (1 if old else None)
        if not databases.ON_POSTGRESQL:
            assert found.scalar(text("PRAGMA integrity_check")) == "ok"
            assert found.execute(text("PRAGMA foreign_key_check")).all() == []


@pytest.mark.sqlite
@pytest.mark.slow
def test_of_programs_that_start_at_once_on_an_old_database_one_makes_the_backup(
    tmp_path: Path,
    next_release: Path,
) -> None:
    begin_at(databases.url_of(tmp_path), FIRST)
    started_at_once(tmp_path, **{VARIABLE: str(next_release)})
    made = [path for path in (tmp_path / "backups").iterdir() if "-before-" in path.name]
    assert [backups.check(path) for path in made] == [FIRST]


def test_an_app_that_was_made_holds_no_connection_that_a_fork_would_share(tmp_path: Path) -> None:
    with create_app(settings(tmp_path)).app_context():
        assert isinstance(db.engine.pool, QueuePool)
        assert db.engine.pool.checkedin() + db.engine.pool.checkedout() == 0


@pytest.mark.sqlite
def test_a_database_in_memory_lives_as_long_as_the_app(tmp_path: Path) -> None:
    app = create_app(settings(tmp_path) | {"SQLALCHEMY_DATABASE_URI": "sqlite://"})
    assert app.test_client().get("/healthz").status_code == 200
