"""Https with a certificate of the server's own authority, under the limits of plain http."""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper import serving
from scorekeeper.config import ROOT
from scorekeeper.serving import RECORD
from tests import databases
from tests.figures import Figures
from tests.torture import size
from tests.torture.caller import Caller
from tests.torture.crowd import SLOW_TLS, Crowd, Slow
from tests.torture.machine import FEW_FILES, impatient, in_time, lines_of
from tests.torture.player import Player
from tests.torture.served import Served

pytestmark = pytest.mark.torture

CROWD = serving.CONNECTIONS + size(50, 400)
TAPS = size(24, 40)
PATIENCE = 2.0


@pytest.fixture(params=[FEW_FILES])
def secure(
    request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path
) -> Iterator[Served]:
    """The program, which answers https too."""
    with databases.lent(empty_database, tmp_path):
        server = Served(tmp_path, request.param, ["--https"])
        try:
            server.start()
            yield server
        finally:
            server.kill()


def trusting(server: Served) -> ssl.SSLContext:
    """A phone that trusts nobody but the authority of the server."""
    with closing(Caller(server.port)) as plain:
        assert plain.get("/trust").status == 200
        line = plain.dial()
        line.request("GET", "/trust/scorekeeper.crt")
        answer = line.getresponse()
        certificate = answer.read()
        line.close()
    assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=certificate)
    return context


def test_a_phone_that_trusts_the_authority_plays_and_another_sees_an_error(secure: Served) -> None:
    with closing(Caller(secure.port, context=trusting(secure))) as phone:
        Player(phone).tap(5)
        assert {name.startswith("__Host-") for name in phone.cookies} == {True}
        assert "Strict-Transport-Security" not in phone.get("/").headers
    another = Caller(secure.port, context=ssl.create_default_context())
    with pytest.raises(ssl.SSLCertVerificationError):
        another.get("/")
    with closing(Caller(secure.port)) as plain:
        Player(plain).tap(5)
    said = secure.log.read_text()
    assert "Traceback" not in said
    assert f"http://127.0.0.1:{secure.port}/trust\n" in said


def test_taps_over_https_are_answered_while_slow_clients_hold_on(
    secure: Served, figures: Figures
) -> None:
    context = trusting(secure)
    with closing(Caller(secure.port, context=context)) as caller:
        player = Player(caller)
        alone, before = player.tap(TAPS // 3), lines_of(secure)
        with Crowd(secure.port, tuple(SLOW_TLS), CROWD, context) as crowd:
            meanwhile = player.tap(TAPS, anew=True)
        figures(
            f"{CROWD} slow clients over https, {crowd.hung_up} hung up: {TAPS} taps answered in "
            f"{meanwhile:.0f} ms (median), {alone:.0f} ms before, {player.again} sent again"
        )
        assert in_time(lambda: lines_of(secure) <= before), "lines stay open"
        player.tap(3)
    assert "Traceback" not in secure.log.read_text()


@pytest.mark.parametrize("secure", [impatient(PATIENCE)], indirect=True)
def test_every_kind_of_stalled_client_is_hung_up(secure: Served) -> None:
    context, began = trusting(secure), time.monotonic()
    slow = {kind: Slow(secure.port, kind, context) for kind in SLOW_TLS}
    with closing(Caller(secure.port, context=context)) as caller:
        while slow and time.monotonic() < began + 30:
            assert caller.get("/healthz").status == 200
            for kind in [kind for kind in slow if not slow[kind].is_held()]:
                slow.pop(kind).line.close()
                assert time.monotonic() - began > PATIENCE / 2, f"{kind}: hung up at once"
    assert not slow, "lines are held"


def test_a_large_answer_arrives_completely_at_a_slow_phone(secure: Served) -> None:
    file = max((ROOT / "static").rglob("*.ttf"), key=lambda path: path.stat().st_size)
    assert 20 * file.stat().st_size > serving.SEND_BUFFER > 3 * RECORD
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(("127.0.0.1", secure.port))
        phone = trusting(secure).wrap_socket(line, server_hostname="127.0.0.1")
        path = file.relative_to(ROOT).as_posix()
        head = f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        phone.sendall(f"{head}\r\n".encode() * 19 + f"{head}Connection: close\r\n\r\n".encode())
        assert b"".join(iter(lambda: phone.recv(500), b"")).count(file.read_bytes()) == 20
        phone.close()
