"""The program as it is started, with its own server in front: what that lets in and tells."""

from __future__ import annotations

import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.http.errors import SENTENCES
from tests import databases
from tests.torture.caller import Caller
from tests.torture.served import Served

pytestmark = pytest.mark.thorough

FORWARDED = {
    "Host": "scores.example.org",
    "X-Forwarded-Host": "scores.example.org",
    "X-Forwarded-Proto": "https",
}
HEAD = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Served]:
    """``scorekeeper serve``, with the usual settings."""
    folder = tmp_path_factory.mktemp("served")
    databases.copy(empty_database, folder)
    server = Served(folder)
    server.start()
    yield server
    server.kill()
    databases.give_back(folder)


@pytest.fixture
def behind(tmp_path: Path, empty_database: Path) -> Iterator[Served]:
    """The same behind a proxy, as a name of the internet."""
    databases.copy(empty_database, tmp_path)
    server = Served(tmp_path)
    yield server
    server.kill()
    databases.give_back(tmp_path)


@pytest.fixture
def caller(running: Served) -> Iterator[Caller]:
    """A phone at the server."""
    caller = Caller(running.port)
    yield caller
    caller.close()


def tries(port: int, count: int) -> list[int]:
    """The answers to wrong codes, each said to be from an address of its own."""
    caller = Caller(port)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    found = []
    for number in range(count):
        headers = FORWARDED | form | {"X-Forwarded-For": f"203.0.113.{number}"}
        found.append(caller.ask("POST", "/join", headers, "code=AAAAAA").status)
    caller.close()
    return found


@pytest.mark.parametrize("proxies", ["0", "1"])
def test_only_with_the_setting_what_a_proxy_says_of_a_phone_is_believed(
    behind: Served, monkeypatch: pytest.MonkeyPatch, proxies: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PROXIES", proxies)
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "scores.example.org")
    behind.start()
    caller = Caller(behind.port)
    reply = caller.get("/new", **FORWARDED)
    caller.close()
    believed = proxies == "1"
    assert ("Strict-Transport-Security" in reply.headers) is believed
    prefix = "__Host-" if believed else ""
    assert set(caller.cookies) == {f"{prefix}scorekeeper", f"{prefix}scorekeeper_page"}
    limited = [422] * 20 + [429] * 5
    assert tries(behind.port, 25) == ([422] * 25 if believed else limited)
    assert ("203.0.113." in behind.log.read_text()) is believed


def test_no_answer_tells_which_programs_answer(caller: Caller) -> None:
    for path in ("/", "/healthz", "/nothing", "/static/app.js"):
        reply = caller.get(path)
        told = f"{reply.headers} {reply.text}".lower()
        assert "server" not in {name.lower() for name in reply.headers}
        for word in ("waitress", "werkzeug", "python/", "flask"):
            assert word not in told


def test_a_poll_that_brings_nothing_keeps_its_connection(caller: Caller) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    line = caller.dial()
    for _ in range(3):
        line.request("GET", f"{game}?seen=0.0", headers={"HX-Request": "true"})
        kept = line.sock
        response = line.getresponse()
        assert (response.status, response.read()) == (204, b"")
        assert line.sock is kept
    line.close()


@pytest.mark.parametrize("size", [2_000_000, 900_000_000])
def test_a_body_that_is_far_too_large_is_refused_before_it_is_sent(
    running: Served, size: int
) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as line:
        line.sendall(HEAD % size + b"code=")
        assert line.recv(1000).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_is_a_little_too_large_is_refused_with_a_page(caller: Caller) -> None:
    reply = caller.post("/new", {"name": "a" * 40_000})
    assert reply.status == 413
    assert str(SENTENCES[413]) in reply.text


@pytest.mark.sqlite
def test_the_files_with_names_and_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    server = Served(tmp_path)
    server.start()
    caller = Caller(server.port)
    caller.start("Ann", "Ben", "Cem")
    caller.close()
    server.kill()
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and path != server.log]
    assert {databases.FILE, "secret_key"} <= {path.name for path in kept}
    for path in kept:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
