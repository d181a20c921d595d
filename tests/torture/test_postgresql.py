"""Failures of PostgreSQL: its connections are cut, or it accepts none for a while."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest
from flask import Flask

from scorekeeper.store import engine
from scorekeeper.store.models import db
from tests import databases, postgres
from tests.table import Table
from tests.torture import size
from tests.torture.caller import Caller, Reply
from tests.torture.served import Served

pytestmark = [
    pytest.mark.torture,
    pytest.mark.postgresql,
    pytest.mark.skipif(not databases.ON_POSTGRESQL, reason="about PostgreSQL alone"),
]
CUTS = size(40, 400)
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"


def test_cut_connections_are_reopened_and_nobody_notices(caller: Caller, served: Served) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    for revision, suit in enumerate(("clubs", "hearts", "spades")):
        postgres.run("postgres", CUT.format(name=_name(served.folder)))
        assert caller.get(game).status == 200
        postgres.run("postgres", CUT.format(name=_name(served.folder)))
        assert _turned(caller, game, suit, revision).status == 303


def test_a_server_without_connections_is_reported_until_it_accepts_them(
    served: Served, caller: Caller
) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    name = _name(served.folder)
    postgres.run("postgres", f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
    try:
        postgres.run("postgres", CUT.format(name=name))
        reply = _turned(caller, game, "clubs")
        assert reply.status == 503
        assert "The server could not save. What you entered is kept: try again." in reply.text
        assert caller.get("/healthz").status == 503
    finally:
        postgres.run("postgres", f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    assert _turned(caller, game, "clubs").status == 303
    assert caller.get("/healthz").status == 200
    assert "Traceback" not in served.log.read_text()


def test_a_connection_that_cannot_be_rolled_back_is_discarded(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.start("Ann", "Ben", "Cem")
    execute: Any = psycopg.Cursor.execute

    def lose(*_: object) -> None:
        raise psycopg.OperationalError("connection socket closed")

    def lose_page(cursor: Any, query: Any, *rest: Any, **options: Any) -> Any:
        return lose() if "FROM game" in str(query) else execute(cursor, query, *rest, **options)

    with monkeypatch.context() as lost:
        lost.setattr(psycopg.Cursor, "execute", lose_page)
        lost.setattr(psycopg.Connection, "rollback", lose)
        assert table.client.get(game).status_code == 503
    assert table.client.get(game).status_code == 200


def test_a_held_write_lock_is_reported_until_its_process_ends(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.start("Ann", "Ben", "Cem")
    monkeypatch.setattr(engine, "BESIDE_OTHERS", engine.BESIDE_OTHERS.replace("10s", "100ms"))
    with app.app_context(), db.engine.connect() as stuck:
        stuck.exec_driver_sql(engine.ALONE)
        reply = table.post(f"{game}/hands/1/trump", turned="clubs", revision=0)
        assert reply.status_code == 503
        assert "The server could not save. What you entered is kept: try again." in reply.text
        assert table.client.get(game).status_code == 200
        stuck.rollback()
    assert table.post(f"{game}/hands/1/trump", turned="clubs", revision=0).status_code == 303


def test_connections_that_are_cut_under_load_leave_whole_answers_and_no_address_in_the_log(
    served: Served, caller: Caller
) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    before = len(served.log.read_text())
    replies: list[Reply] = []
    is_over = Event()

    def look() -> None:
        with closing(Caller(served.port)) as phone:
            while not is_over.is_set():
                replies.extend(phone.get(path) for path in (game, f"{game}/table"))

    with ThreadPoolExecutor(4) as pool:
        looking = [pool.submit(look) for _ in range(4)]
        for suit in range(CUTS):
            postgres.run("postgres", CUT.format(name=_name(served.folder)))
            replies.append(_turned(caller, game, ("clubs", "hearts")[suit % 2], suit))
        is_over.set()
        for one in looking:
            one.result(60)
    assert {reply.headers.get("X-Scorekeeper") for reply in replies} == {"1"}
    log = served.log.read_text()[before:]
    assert "Traceback" not in log
    assert game not in log


def _name(folder: Path) -> str:
    return databases.url_of(folder).rsplit("/", 1)[1]


def _turned(caller: Caller, game: str, suit: str, revision: int = 0) -> Reply:
    return caller.post(f"{game}/hands/1/trump", {"turned": suit, "revision": revision})
