"""Slow and huge requests: other phones are served meanwhile, and nothing remains."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from scorekeeper import serving
from scorekeeper.serving import FILES_AT_ONCE, LARGEST_BODY, TAKES_FILE
from tests import databases
from tests.figures import Figures
from tests.torture import WHOLE, huge, size
from tests.torture.caller import LOST, Caller
from tests.torture.crowd import FORM, SLOW, Crowd, Slow
from tests.torture.evening import on_disk
from tests.torture.machine import (
    FEW_FILES,
    MANY_FILES,
    Unreachable,
    files_of,
    impatient,
    in_time,
    lines_of,
    memory_of,
)
from tests.torture.player import Player
from tests.torture.served import Served

pytestmark = pytest.mark.torture

CROWD = serving.CONNECTIONS + size(50, 400)
TAPS = size(24, 40)
HUGE = size(20_000_000, 100_000_000)
PATIENCE = 2.0
"""Seconds in place of the program's own, so that tests wait less."""
Start = Callable[..., Served]


@pytest.fixture
def start(tmp_path: Path, empty_database: Path) -> Iterator[Start]:
    """Starts the program with other arguments than usual."""
    started: list[Served] = []

    def serve(*prefix: str) -> Served:
        started.append(Served(tmp_path, prefix))
        started[-1].start()
        return started[-1]

    with databases.lent(empty_database, tmp_path):
        yield serve
        for server in started:
            server.kill()


@pytest.fixture
def served(start: Start) -> Served:
    """The program as usual, with memory that no other test has used."""
    return start()


@pytest.mark.parametrize("kinds", [tuple(SLOW), *(((kind,) for kind in SLOW) if WHOLE else ())])
def test_taps_are_answered_while_more_slow_clients_hold_on_than_there_are_connections(
    start: Start, tmp_path: Path, figures: Figures, kinds: tuple[str, ...]
) -> None:
    served = start(*FEW_FILES)
    with closing(Caller(served.port)) as caller:
        player = Player(caller)
        alone, before = player.tap(TAPS // 3), lines_of(served)
        with Crowd(served.port, kinds, CROWD) as crowd:
            meanwhile = player.tap(TAPS, anew=True)
            held = lines_of(served)
        figures(
            f"{CROWD} slow clients ({', '.join(kinds)}), {held} lines open, {crowd.hung_up} hung "
            f"up: {TAPS} taps answered in {meanwhile:.0f} ms (median), {alone:.0f} ms before, "
            f"{player.again} sent again"
        )
        assert in_time(lambda: lines_of(served) <= before), "lines stay open"
        player.tap(3)
    engine = create_engine(databases.url_of(tmp_path), poolclass=NullPool)
    with engine.connect() as connection:
        assert on_disk(connection, player.game) == player.paper
    assert "Traceback" not in served.log.read_text()


def test_a_client_that_stalls_is_hung_up_and_one_that_asks_is_not(start: Start) -> None:
    served = start(*impatient(PATIENCE))
    began = time.monotonic()
    slow = {kind: Slow(served.port, kind) for kind in SLOW}
    with closing(Caller(served.port)) as caller:
        while time.monotonic() < began + (30 if slow else 2 * PATIENCE):
            ask_again(caller)
            for kind in [kind for kind in slow if not slow[kind].is_held()]:
                slow.pop(kind).line.close()
                assert time.monotonic() - began > PATIENCE / 2, f"{kind}: hung up at once"
        assert not slow, "lines are held"


def ask_again(caller: Caller) -> None:
    """After a moment; a client may be disconnected only if the machine itself was slow."""
    asked = time.monotonic()
    time.sleep(0.1)
    try:
        assert caller.get("/healthz").status == 200
    except LOST:
        assert time.monotonic() - asked > PATIENCE / 2, "hung up on a phone that asks"


def test_huge_requests_are_refused_before_they_are_all_there(
    served: Served, caller: Caller, figures: Figures
) -> None:
    player = Player(caller)
    for kind in huge.KINDS:
        player.tap(3)
        before = memory_of(served)
        heard = huge.send(served.port, huge.parts(kind, HUGE))
        grown = memory_of(served) - before
        figures(
            f"{kind} of {HUGE // 1_000_000} MB: {heard.status or 'hung up'} after "
            f"{heard.sent / 1e6:.1f} MB, the server grew by {grown / 1e6:.1f} MB"
        )
        assert heard.status in (0, 413, 431), kind
        assert heard.sent < HUGE / 2, kind
        assert grown < HUGE / 4, kind
    player.tap(3)
    assert "Traceback" not in served.log.read_text()


def test_bodies_wait_in_memory_and_not_on_disk_until_they_are_whole(
    served: Served, caller: Caller, figures: Figures
) -> None:
    player = Player(caller)
    player.tap(3)
    before = memory_of(served)
    most = LARGEST_BODY - 1
    bodies = [Slow(served.port, "silent") for _ in range(serving.CONNECTIONS - 10)]
    for body in bodies:
        body.line.settimeout(30)
        body.line.sendall(FORM + b"Content-Length: %d\r\n\r\n" % most + b"a" * (most - 1))
    player.tap(10)
    grown = memory_of(served) - before
    assert not [name for name in files_of(served) if "(deleted)" in name]
    for body in bodies:
        body.line.close()
    figures(f"{len(bodies)} bodies under way: the server grew by {grown / 1e6:.1f} MB")
    assert grown < 2 * len(bodies) * most
    player.tap(3)


def test_a_file_is_let_in_at_its_address_alone_and_few_at_once(
    served: Served, caller: Caller
) -> None:
    token = caller.get(TAKES_FILE).value("csrf_token").encode()
    sent = {"Content-Type": "multipart/form-data; boundary=x"}
    # The first file also loads the modules that read files.
    caller.ask("POST", TAKES_FILE, sent, _form_with_file(token, b"{"))
    body = _form_with_file(token, b" " * 5_000_000 + b"{")
    before = memory_of(served)
    answer = caller.ask("POST", TAKES_FILE, sent, body)
    assert answer.status == 422
    assert "This file has no games" in answer.text
    grown = memory_of(served) - before
    assert grown < 4 * len(body), grown
    # The connection may break before the client reads the refusal.
    with suppress(*LOST):
        assert caller.ask("POST", "/book/name", sent, body).status == 413
    head = FORM.replace(FORM.split()[1], TAKES_FILE.encode(), 1)
    under_way = [Slow(served.port, "silent") for _ in range(FILES_AT_ONCE)]
    for one in under_way:
        one.line.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body[:1000])
    assert huge.send(served.port, iter([head, b"Content-Length: 5000000\r\n\r\n"])).status == 413
    for one in under_way:
        one.line.close()


def _form_with_file(token: bytes, text: bytes) -> bytes:
    fields = ((b"csrf_token", b"", token), (b"file", b'; filename="games.json"', text))
    head = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
    return b"".join(head % field for field in fields) + b"--x--\r\n"


def test_headers_larger_than_any_that_browsers_send_are_read(caller: Caller) -> None:
    assert caller.get("/", **{"X-Long": "a" * 16_000}).status == 200
    answer = caller.get(f"/?page=1&long={'a' * 16_000}")
    assert answer.status == 200
    assert "Server" not in answer.headers


def test_what_waitress_cannot_read_is_answered(served: Served) -> None:
    for head in (
        b"POST /join HTTP/1.1\r\nContent-Length: " + b"9" * 5000,
        b"GET http://[ HTTP/1.1",
    ):
        assert huge.send(served.port, iter([head, b"\r\n\r\n"])).status == 400
    assert "exception" not in served.log.read_text()


def test_a_phone_that_is_out_of_reach_leaves_no_line_in_the_log(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    server: Any = serving.make_server(app, "127.0.0.1", 0)
    line = serving.Connection(server, Unreachable(), ("127.0.0.1", 1), server.adj, map={})
    line.handle_read()
    assert not line.connected
    assert not caplog.records
    server.task_dispatcher.shutdown()
    server.close()


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_a_process_with_more_open_files_than_select_can_name_answers(start: Start) -> None:
    with closing(Caller(start(*MANY_FILES).port)) as caller:
        assert caller.get("/healthz").status == 200
