"""The program with its own server: the requests that it admits, and its answers."""

import socket
import stat
from contextlib import closing
from pathlib import Path

import pytest

from tests import databases
from tests.servers import PATIENCE
from tests.torture.caller import Caller
from tests.torture.served import Served, serving
from tests.turns import daily

pytestmark = pytest.mark.thorough

FORWARDED = {
    "Host": "scores.example.org",
    "X-Forwarded-Host": "scores.example.org",
    "X-Forwarded-Proto": "https",
}
HEAD = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"


def tries(port: int, count: int) -> list[int]:
    """The answers to wrong codes, each with a different claimed address."""
    said = FORWARDED | {"Content-Type": "application/x-www-form-urlencoded"}
    with closing(Caller(port)) as caller:
        sent = [said | {"X-Forwarded-For": f"203.0.113.{number}"} for number in range(count)]
        return [caller.ask("POST", "/join", one, "code=AAAAAA").status for one in sent]


@daily("proxies", ["0", "1"], "1")
def test_only_with_the_setting_what_a_proxy_says_of_a_phone_is_believed(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch, proxies: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PROXIES", proxies)
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "scores.example.org")
    believed = proxies == "1"
    with serving(tmp_path, empty_database) as behind:
        with closing(Caller(behind.port)) as caller:
            reply = caller.get("/new", **FORWARDED)
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
    served: Served, size: int
) -> None:
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as line:
        line.sendall(HEAD % size + b"code=")
        assert line.recv(1000).startswith(b"HTTP/1.1 413 ")


def test_an_answered_save_survives_a_kill_and_its_late_copy_writes_nothing(
    served: Served, caller: Caller
) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    sent = {"turned": "hearts", "revision": "0", "tap": "the-number-of-a-tap-1"}
    answers = [caller.post(f"{game}/hands/1/trump", sent, part=True)]
    served.kill()
    caller.close()
    served.start()
    assert caller.get(game).headers["X-Revision"] == "1"
    undo = {"target": "1", "revision": "1", "tap": "the-number-of-a-tap-2"}
    answers += [
        caller.post(f"{game}/undo", undo, part=True),
        caller.post(f"{game}/hands/1/trump", sent, part=True),
    ]
    assert [one.status for one in answers] == [200] * 3
    assert [one.headers["X-Revision"] for one in answers] == ["1", "2", "2"]


@pytest.mark.sqlite
def test_the_files_with_names_and_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    server = Served(tmp_path)
    server.start()
    with closing(Caller(server.port)) as caller:
        caller.start("Ann", "Ben", "Cem")
    server.kill()
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and path != server.log]
    assert {databases.FILE, "secret_key"} <= {path.name for path in kept}
    for path in kept:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
