"""The program as it is started, with its own server in front: what that lets in and tells."""

from __future__ import annotations

import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import databases
from tests.torture.caller import Caller
from tests.torture.served import Served

FORWARDED = {
    "Host": "scores.example.org",
    "X-Forwarded-Host": "scores.example.org",
    "X-Forwarded-Proto": "https",
}
HEAD = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"


@pytest.fixture
def served(tmp_path: Path, empty_database: Path) -> Iterator[Served]:
    """``scorekeeper serve``, not started yet."""
    folder = tmp_path / "served"
    folder.mkdir()
    databases.copy(empty_database, folder)
    server = Served(folder)
    yield server
    server.kill()
    databases.give_back(folder)


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


def test_behind_a_proxy_cookies_links_and_limits_are_those_of_who_came_over_https(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PROXIES", "1")
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "scores.example.org")
    served.start()
    caller = Caller(served.port)
    reply = caller.get("/new", **FORWARDED)
    assert reply.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert set(caller.cookies) == {"__Host-scorekeeper", "__Host-scorekeeper_page"}
    caller.close()
    assert tries(served.port, 25) == [422] * 25


def test_without_the_setting_nobody_is_believed_about_a_proxy(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "scores.example.org")
    served.start()
    caller = Caller(served.port)
    reply = caller.get("/new", **FORWARDED)
    assert "Strict-Transport-Security" not in reply.headers
    assert set(caller.cookies) == {"scorekeeper", "scorekeeper_page"}
    caller.close()
    assert tries(served.port, 25) == [422] * 20 + [429] * 5
    assert "203.0.113." not in served.log.read_text()


def test_no_answer_tells_which_programs_answer(served: Served) -> None:
    served.start()
    caller = Caller(served.port)
    for path in ("/", "/healthz", "/nothing", "/static/app.js"):
        reply = caller.get(path)
        told = f"{reply.headers} {reply.text}".lower()
        assert "server" not in {name.lower() for name in reply.headers}
        for word in ("waitress", "werkzeug", "python/", "flask"):
            assert word not in told
    caller.close()


def test_a_poll_that_brings_nothing_keeps_its_connection(served: Served) -> None:
    served.start()
    caller = Caller(served.port)
    game = caller.start("Ann", "Ben", "Cem")
    line = caller.dial()
    for _ in range(3):
        line.request("GET", f"{game}?seen=0.0", headers={"HX-Request": "true"})
        kept = line.sock
        response = line.getresponse()
        assert (response.status, response.read()) == (204, b"")
        assert line.sock is kept
    line.close()
    caller.close()


@pytest.mark.parametrize("size", [2_000_000, 900_000_000])
def test_a_body_that_is_far_too_large_is_refused_before_it_is_sent(
    served: Served, size: int
) -> None:
    served.start()
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        line.sendall(HEAD % size + b"code=")
        assert line.recv(1000).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_is_a_little_too_large_is_refused_with_a_page(served: Served) -> None:
    served.start()
    caller = Caller(served.port)
    reply = caller.post("/new", {"name": "a" * 40_000})
    assert reply.status == 413
    assert "That was too much at once." in reply.text
    caller.close()


@pytest.mark.sqlite
def test_the_files_with_names_and_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "fresh"
    folder.mkdir()
    server = Served(folder)
    server.start()
    caller = Caller(server.port)
    caller.start("Ann", "Ben", "Cem")
    caller.close()
    server.kill()
    kept = [path for path in folder.rglob("*") if path.is_file() and path != server.log]
    assert {databases.FILE, "secret_key"} <= {path.name for path in kept}
    for path in kept:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
