"""Stamps in Redis: polls of several processes without the database, and recovery from lost
stamps."""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis as driver
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import SettingError
from scorekeeper.store.games import reading
from scorekeeper.store.games.reading import LIFE, Live, name_of
from tests import databases
from tests.cast import Cast, Role, cast_on
from tests.conftest import opened, settings
from tests.desk import Desk
from tests.http.test_event_polls import NAMES, Page
from tests.http.test_polls import CHANGES, data, poll, statements
from tests.torture import redis_server
from tests.turns import daily


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis server of these tests."""
    process, address = redis_server.start(tmp_path_factory.mktemp("redis"))
    yield address
    process.kill()
    process.wait()


@pytest.fixture
def stored(server: str) -> driver.Redis:
    """A client to look into it."""
    found = driver.Redis.from_url(server, decode_responses=True)
    found.flushall()
    return found


@pytest.fixture
def pair(
    tmp_path: Path, empty_database: Path, server: str, stored: driver.Redis
) -> Iterator[tuple[Cast, Flask]]:
    """A cast, and another process on its database: both keep stamps in Redis."""
    assert stored.dbsize() == 0
    with (
        databases.lent(empty_database, tmp_path),
        opened(tmp_path, LIVE=server) as app,
        opened(tmp_path, LIVE=server) as other,
    ):
        yield cast_on(app), other


@pytest.fixture
def desk(pair: tuple[Cast, Flask]) -> Desk:
    """The desk of an event whose tables play, in the first process."""
    desk = Desk(pair[0].app.test_client())
    desk.begin(*NAMES)
    return desk


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that Redis is asked from now on."""
    asked: list[str] = []
    execute: Any = driver.Redis.execute_command

    def note(client: Any, *words: Any, **options: Any) -> Any:
        asked.append(words[0])
        return execute(client, *words, **options)

    monkeypatch.setattr(driver.Redis, "execute_command", note)
    return asked


def in_redis(cast: Cast) -> str:
    return name_of(cast.path.removeprefix("/g/"))


@pytest.mark.sqlite
def test_idle_polls_of_several_processes_need_no_statement(pair: tuple[Cast, Flask]) -> None:
    cast, other = pair
    cast.table(Role.KEEPER).bid(0, 1, 0)
    shown = cast.get(Role.FOLLOWER).text
    for app in (cast.app, other):
        with statements(app) as told:
            for _ in range(5):
                assert poll(app.test_client(), shown).status_code == 204
        assert told == []


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize("end", ["/wall", "?me=1", "/results?me=1", "/standings"])
def test_idle_polls_of_an_event_need_no_statement(
    pair: tuple[Cast, Flask], desk: Desk, end: str
) -> None:
    page = Page(pair[1].test_client(), f"{desk.path}{end}")
    assert page.poll().status_code == 204
    with statements(pair[1]) as told:
        assert [page.poll().status_code for _ in range(5)] == [204] * 5
    assert told == []


IN_EVENT: dict[str, Callable[[Flask, Desk], object]] = {
    "an act": lambda _, desk: desk.did("round/1/table/1/more-time", minutes="5"),
    "a slip": lambda app, desk: desk.at(app.test_client(), 1),
    "a result": lambda app, desk: desk.play(desk.at(app.test_client(), 1)),
    "a phone that runs it too": lambda app, desk: desk.share(app.test_client()),
}


@pytest.mark.slow
@pytest.mark.parametrize("change", IN_EVENT.values(), ids=IN_EVENT)
def test_a_change_in_an_event_is_news_for_the_next_poll_in_every_process(
    pair: tuple[Cast, Flask], desk: Desk, change: Callable[[Flask, Desk], object]
) -> None:
    page = Page(pair[1].test_client(), f"{desk.path}/wall")
    assert page.poll().status_code == 204
    change(pair[0].app, desk)
    assert [page.poll().status_code for _ in range(2)] == [200, 204]


@pytest.mark.slow
def test_an_event_that_was_deleted_is_gone_in_every_process(
    pair: tuple[Cast, Flask], desk: Desk
) -> None:
    page = Page(pair[1].test_client(), f"{desk.path}/wall")
    assert page.poll().status_code == 204
    desk.did("delete")
    assert page.poll().status_code == 404


def test_a_save_is_news_for_the_next_poll_in_every_process(pair: tuple[Cast, Flask]) -> None:
    cast, other = pair
    for bids in ((0, None, None), (0, 1, None)):
        shown = cast.get(Role.FOLLOWER).text
        assert poll(other.test_client(), shown).status_code == 204
        cast.table(Role.KEEPER).bid(*bids)
        assert poll(other.test_client(), shown).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_of_who_keeps_score_is_news_in_every_process(
    pair: tuple[Cast, Flask], change: Callable[[Cast], object]
) -> None:
    cast, other = pair
    shown = cast.get(Role.FOLLOWER).text
    assert poll(other.test_client(), shown).status_code == 204
    change(cast)
    assert poll(other.test_client(), shown).status_code == 200


@pytest.mark.slow
def test_a_game_that_was_deleted_is_gone_in_every_process(pair: tuple[Cast, Flask]) -> None:
    cast, other = pair
    shown = cast.get(Role.FOLLOWER).text
    assert poll(other.test_client(), shown).status_code == 204
    cast.post(Role.KEEPER, f"{cast.path}/delete")
    assert poll(other.test_client(), shown).status_code == 404


def test_a_stamp_expires_after_three_seconds_whichever_process_stored_it(
    pair: tuple[Cast, Flask], stored: driver.Redis
) -> None:
    """So a SET that was lost or late does no harm after that."""
    cast, other = pair
    cast.table(Role.KEEPER).bid(0, 1, 0)
    assert 0 < stored.pttl(in_redis(cast)) <= LIFE * 1000
    shown = cast.get(Role.FOLLOWER).text
    stored.delete(in_redis(cast))
    assert poll(other.test_client(), shown).status_code == 204
    assert stored.get(in_redis(cast)) == data(shown, "seen")
    assert 0 < stored.pttl(in_redis(cast)) <= LIFE * 1000
    ends = stored.pexpiretime(in_redis(cast))
    assert poll(other.test_client(), shown).status_code == 204
    assert stored.pexpiretime(in_redis(cast)) == ends, "a poll must not prolong it"


def test_a_poll_that_read_before_a_save_does_not_hide_it(server: str, stored: driver.Redis) -> None:
    known = Live(server)
    known.put("game", "5.0")
    known.offer("game", "4.0")
    assert known.get("game") == "5.0"
    stored.delete(name_of("game"))
    known.offer("game", "4.0")
    known.put("game", "5.0")
    assert known.get("game") == "5.0"


@daily("fault", [signal.SIGKILL, signal.SIGSTOP], signal.SIGKILL, ids=["dead", "stalled"])
def test_without_redis_everything_works_as_if_it_were_not_configured(
    tmp_path: Path,
    empty_database: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: signal.Signals,
) -> None:
    process, address = redis_server.start(tmp_path)
    try:
        with databases.lent(empty_database, tmp_path), opened(tmp_path, LIVE=address) as app:
            cast = cast_on(app)
            shown = cast.get(Role.FOLLOWER).text
            assert poll(app.test_client(), shown).status_code == 204
            process.send_signal(fault)
            monkeypatch.setattr(reading, "PAUSE", 1000.0)
            asked = counted(monkeypatch)
            cast.table(Role.KEEPER).bid(0, 1, 0)
            assert poll(app.test_client(), shown).status_code == 200
            shown = cast.get(Role.FOLLOWER).text
            assert [poll(app.test_client(), shown).status_code for _ in range(9)] == [204] * 9
            assert len(asked) == 1, "a save and polls wait for it again and again"
            process.send_signal(signal.SIGCONT)
            later = time.monotonic() + reading.PAUSE
            monkeypatch.setattr(time, "monotonic", lambda: later)
            assert poll(app.test_client(), shown).status_code == 204
            assert len(asked) > 1
    finally:
        process.kill()
        process.wait()


@pytest.mark.thorough
@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1"])
def test_an_invalid_redis_address_is_refused_at_the_start(tmp_path: Path, address: str) -> None:
    with pytest.raises(SettingError, match="SCOREKEEPER_LIVE"):
        create_app(settings(tmp_path) | {"LIVE": address})
