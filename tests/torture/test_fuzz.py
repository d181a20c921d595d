"""Requests generated from the app's own addresses and forms, and from random bytes.

Each goes to ``scorekeeper serve`` over a real socket. There must be no failure, no traceback and no
key in the log, and the database must be intact.
"""

import re
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from urllib.parse import quote_from_bytes, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from tests import databases
from tests.addresses import FIELDS, POSTS
from tests.nonsense import BAD
from tests.torture import WHOLE, size
from tests.torture.caller import LOST, Caller
from tests.torture.served import Served
from tests.torture.stage import URLENCODED

pytestmark = pytest.mark.torture

BROKEN_GAMES = (
    "SELECT count(*) FROM game WHERE revision <> "
    "(SELECT count(*) FROM change WHERE change.game_id = game.id)"
)
EVERYDAY = settings(
    max_examples=size(80, 6000),
    deadline=None,
    database=None,
    derandomize=not WHOLE,
    suppress_health_check=list(HealthCheck),
)
TEXTS = st.one_of(
    st.sampled_from(
        [
            value
            for kind in BAD.values()
            for values in kind
            for value in values[:1]
            if len(value) < 10_000
        ]
    ),
    st.text(max_size=40),
    st.integers(-3, 70).map(str),
    st.sampled_from(["clubs", "wizard", "none", "y", "1", "list", "2, 3", "two-player"]),
)
ODD_FIELDS = st.one_of(st.sampled_from(FIELDS), st.text(min_size=1, max_size=9))
METHODS = st.sampled_from(["POST"] * 8 + ["GET", "HEAD", "PUT", "OPTIONS"])
ADDRESSES = sorted(POSTS.keys() - {"/g/KEY/delete"})
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


@dataclass
class Players:
    """Two phones at the program, and a game."""

    served: Served
    ann: Caller
    ben: Caller
    game: str = ""


@pytest.fixture
def players(served: Served) -> Iterator[Players]:
    """A game in progress; afterwards everything must be intact."""
    found = Players(served, Caller(served.port), Caller(served.port))
    found.game = found.ann.start("Ann", "Ben", "Cem")
    for phone in (found.ann, found.ben):
        phone.token = phone.get("/new").value("csrf_token")
    yield found
    _expect_well(found)


def test_requests_made_up_from_the_apps_own_forms_never_fail(players: Players) -> None:
    @EVERYDAY
    @given(
        st.sampled_from(ADDRESSES),
        st.dictionaries(ODD_FIELDS, TEXTS, max_size=8),
        METHODS,
        st.integers(0, 3),
        st.booleans(),
    )
    def send(
        address: str,
        odd: dict[str, str],
        method: str,
        hand: int,
        by_ann: bool,
    ) -> None:
        phone = players.ann if by_ann else players.ben
        path = address.replace("/g/KEY", players.game).replace("/hands/2", f"/hands/{hand}")
        # With the same tap number, all saves except the first would be copies.
        good = {**POSTS[address].fields, "csrf_token": phone.token, "revision": "0", "tap": ""}
        body = urlencode(good | odd, errors="surrogatepass")
        reply = phone.ask(method, path, {"Content-Type": URLENCODED}, body)
        assert reply.status < 500, reply.text

    send()


def test_bytes_that_are_no_request_harm_nobody(players: Players) -> None:
    lines = st.lists(st.one_of(st.sampled_from(LINES), st.binary(max_size=60)), max_size=7)

    @EVERYDAY
    @given(lines)
    def send(sent: list[bytes]) -> None:
        with closing(socket.create_connection(("127.0.0.1", players.served.port), 5)) as line:
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


def test_addresses_of_any_bytes_are_answered(players: Players) -> None:
    @EVERYDAY
    @given(st.binary(max_size=60), st.sampled_from(["/", "/g/", "/link/", "/static/", "/new?"]))
    def send(path: bytes, before: str) -> None:
        reply = players.ann.get(before + quote_from_bytes(path))
        assert reply.status < 500

    send()


def _expect_well(players: Players) -> None:
    """Check that the program answers, its log has no failure and no key, and the database is
    intact."""
    # The server may have closed a connection that was idle.
    with closing(Caller(players.served.port)) as phone:
        assert phone.get("/healthz").status == 200
    log = players.served.log.read_text(errors="replace")
    assert "Traceback" not in log
    assert "failure on" not in log
    held = [players.game.rsplit("/", 1)[1]]
    cookies = [each for phone in (players.ann, players.ben) for each in phone.cookies.items()]
    held += [value for name, value in cookies if "language" not in name]
    assert not [secret for secret in held if secret in log]
    engine = create_engine(databases.url_of(players.served.folder), poolclass=NullPool)
    with engine.connect() as connection:
        assert connection.scalar(text(BROKEN_GAMES)) == 0
        if not databases.ON_POSTGRESQL:
            assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
    for phone in (players.ann, players.ben):
        phone.close()
