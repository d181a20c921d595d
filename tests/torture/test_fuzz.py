"""Bytes that are no request go to ``scorekeeper serve`` over a real socket: no failure, no
traceback and no key in the log."""

import re
import socket
from contextlib import closing, suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.torture import WHOLE, size
from tests.torture.caller import LOST, Caller
from tests.torture.served import Served

pytestmark = pytest.mark.torture

EVERYDAY = settings(
    max_examples=size(80, 6000),
    deadline=None,
    database=None,
    derandomize=not WHOLE,
    suppress_health_check=list(HealthCheck),
)
LINES = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n",
    b"POST /join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n",
    b"Content-Length: -1\r\n",
    b"Content-Length: 99999999999999999999\r\n",
    b"Cookie: scorekeeper=\xff\xfe; scorekeeper_page=.eJ\r\n",
    b"Origin: http://[\r\n",
    b"Host: [::1\r\n",
    b"Sec-Fetch-Site: \xc3\xa9\r\n",
    b"Accept-Language: " + b"de;q=9," * 300 + b"\r\n",
    b"Accept-Encoding: gzip;q=x, br, zstd\r\n",
    b"If-None-Match: W/\r\n",
    b"Range: bytes=9-1\r\n",
    b"Expect: 100-continue\r\n",
    b"GET /g/%ff%00 HTTP/1.0\r\n",
    b"GET http://other/ HTTP/1.1\r\n",
    b"ffffffffffffffff\r\n",
    b"5\r\ncode=\r\n0\r\n\r\n",
    b"\r\n",
)


def test_bytes_that_are_no_request_harm_nobody(served: Served, caller: Caller) -> None:
    game = caller.start("Ann", "Ben", "Cem")
    lines = st.lists(st.one_of(st.sampled_from(LINES), st.binary(max_size=60)), max_size=7)

    @EVERYDAY
    @given(lines)
    def send(sent: list[bytes]) -> None:
        with closing(socket.create_connection(("127.0.0.1", served.port), 5)) as line:
            answer = b""
            # The server may answer and close the connection before the end.
            with suppress(*LOST):
                line.sendall(b"".join(sent) + b"\r\n\r\n")
                line.shutdown(socket.SHUT_WR)
                while more := line.recv(65536):
                    answer += more
        if found := re.match(rb"HTTP/1\.[01] (\d{3})", answer):
            status = int(found[1])
            # Statuses of the server itself: an unknown transfer encoding or version.
            assert status < 500 or status in (501, 505), sent

    send()
    # The server may have closed a connection that was idle.
    caller.close()
    assert caller.get(game).status == 200
    log = served.log.read_text(errors="replace")
    assert "Traceback" not in log
    assert "failure on" not in log
    held = [value for name, value in caller.cookies.items() if "language" not in name]
    assert not [secret for secret in (game.rsplit("/", 1)[1], *held) if secret in log]
