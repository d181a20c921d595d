"""What is sent to several phones does not depend on the phone that asked first."""

import re
import time
from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Any

import pytest
from flask import Flask, request, session
from jinja2 import DictLoader

from scorekeeper.http import parts
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.filters import address_of, qr_code
from scorekeeper.http.languages import LANGUAGE_COOKIE as LANGUAGE
from scorekeeper.http.parts import NOBODY, BeyondKeyError
from scorekeeper.http.polls import EVENT, GAME, PollCache
from scorekeeper.web.events import event as pages
from tests.addresses import GETS, put_in
from tests.cast import Cast, Role, cast_on
from tests.table import HTMX
from tests.turns import daily

POLLED = [address for address in GETS if GAME.match(address) or EVENT.match(address)]
"""The addresses of the registry that answer polls."""
EVENTS = ("PLAN", "DRAWN", "RALLY", "PLAYED", "CLOSED")
WHOSE = ("", "&me=1")
SHARED = {"/g/KEY", "/g/KEY/table", "/e/RALLY", "/e/RALLY/wall", "/e/RALLY/standings"}
SHARED |= {"/e/RALLY/results"}
UNREAD = {
    "HTTP_HOST": "203.0.113.9",
    "HTTP_X_FORWARDED_HOST": "evil.example.org",
    "HTTP_X_FORWARDED_PROTO": "https",
    "HTTP_X_FORWARDED_PREFIX": "/evil",
    "HTTP_FORWARDED": "host=evil.example.org",
    "HTTP_USER_AGENT": "<evil>",
    "HTTP_REFERER": "https://evil.example.org/",
    "HTTP_HX_TARGET": "players",
    "HTTP_HX_BOOSTED": "true",
    "SERVER_NAME": "evil.example.org",
    "SERVER_PORT": "81",
}
"""What a phone may send besides its poll, and a server around the program."""
READ: tuple[dict[str, str], ...] = (
    {"SCRIPT_NAME": "/evil"},
    {"wsgi.url_scheme": "https"},
    {"HTTP_HOST": "elsewhere.local:8000"},
    {"HTTP_ACCEPT_LANGUAGE": "de"},
    {"HTTP_ACCEPT_ENCODING": "br"},
    {"HTTP_X_KEEP": "1"},
    {"HTTP_HX_HISTORY_RESTORE_REQUEST": "true"},
)
"""What changes the answer for this phone alone."""
TIME = re.compile(r' data-(?:time|at)="[^"]*"')

BEGAN = time.time()


@pytest.fixture
def cast(app: Flask) -> Cast:
    return cast_on(app)


class Still(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Still":
        """The time at which this test began."""
        return cls.fromtimestamp(BEGAN, tz)


def polls_of(cast: Cast) -> list[str]:
    """Every address whose news is shared, at each event, for somebody and nobody."""
    found = dict.fromkeys(
        put_in(cast, address.replace("RALLY", event)) + f"?seen=0{whose}"
        for address in sorted(SHARED)
        for event in EVENTS
        for whose in WHOSE
    )
    return list(found)


def forget(app: Flask) -> None:
    """Forget everything that was drawn."""
    assert isinstance(app.wsgi_app, PollCache)
    app.wsgi_app.forget()
    parts.forget()


def asked(cast: Cast, role: Role, poll: str, forged: dict[str, str] | None = None) -> Any:
    """The status, headers and body of an answer, without the time of the server."""
    client = cast.clients[role]
    base = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in HTMX.items()}
    answer = client.get(poll, environ_overrides=base | (forged or {}), buffered=True)
    headers = {name: value for name, value in answer.headers if name != "X-Followers"}
    if "Content-Encoding" in headers:
        return answer.status_code, headers, answer.data
    headers.pop("Content-Length", None)
    return answer.status_code, headers, TIME.sub("", answer.text)


@pytest.mark.thorough
@daily("step", [1, len(READ) + 2], len(READ) + 2)
def test_what_another_phone_sent_before_changes_no_byte(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Every day one role sends each thing, at the next page the next one."""
    monkeypatch.setattr(pages, "datetime", Still)
    cast.clients[Role.STRANGER].set_cookie(LANGUAGE, "de")
    everyone = [(role, sent) for role in Role for sent in READ]
    for turn, poll in enumerate(polls_of(cast)):
        forget(cast.app)
        honest = asked(cast, Role.NOBODY, poll)
        for before in (
            [(Role.DESK, UNREAD)],
            [(Role.STRANGER, UNREAD)],
            everyone[turn % step :: step],
        ):
            forget(cast.app)
            for role, sent in before:
                asked(cast, role, poll, sent)
            assert asked(cast, Role.NOBODY, poll) == honest, (poll, before)


@pytest.mark.parametrize("address", POLLED)
def test_news_is_shared_where_it_is_the_same_for_everybody(cast: Cast, address: str) -> None:
    cache = cast.app.wsgi_app
    assert isinstance(cache, PollCache)
    forget(cast.app)
    status, _, body = asked(cast, Role.FOLLOWER, put_in(cast, address) + "?seen=0&me=1")
    assert (cache._answers.weight > 0) is (address in SHARED)
    assert status in (200, 404)
    assert NOBODY not in body


def test_the_wall_leads_phones_to_the_host_that_it_was_opened_at(cast: Cast) -> None:
    shown = f"/e/{cast.events['RALLY']}/wall"
    for host in ("elsewhere.local", "localhost", "192.168.1.20:8000"):
        for path in (shown, f"{shown}?seen=0"):
            headers = HTMX if "seen" in path else {}
            page = cast.clients[Role.NOBODY].get(path, headers={"Host": host, **headers}).text
            assert qr_code(f"http://{host}/e/{cast.events['RALLY']}") in page


READS: dict[str, Callable[[], object]] = {
    "host": lambda: request.host,
    "address": lambda: address_of("home.page"),
    "url": lambda: request.url,
    "headers": lambda: request.headers.get("X-Anything"),
    "cookies": lambda: request.cookies.get("any"),
    "environment": lambda: request.environ.get("HTTP_COOKIE"),
    "browser": lambda: request.user_agent,
    "languages": lambda: request.accept_languages,
    "phone’s address": lambda: request.remote_addr,
    "referrer": lambda: request.referrer,
    "session": lambda: session.get("any"),
    "token": lambda: "csrf_token" in session,
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_a_shared_page_that_reads_more_than_its_key_fails_here_and_is_not_shared_elsewhere(
    cast: Cast, read: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = cast.app.view_functions["event.results"]

    def reads(**values: Any) -> Any:
        read()
        return usual(**values)

    monkeypatch.setitem(cast.app.view_functions, "event.results", reads)
    poll = f"/e/{cast.events['RALLY']}/results?me=1&seen=0"
    with pytest.raises(BeyondKeyError):
        asked(cast, Role.NOBODY, poll)
    cast.app.testing = False
    cache = cast.app.wsgi_app
    assert isinstance(cache, PollCache)
    forget(cast.app)
    assert asked(cast, Role.NOBODY, poll)[0] == 200
    assert cache._answers.weight == 0


@pytest.mark.parametrize("read", [*READS.values(), phone_key], ids=[*READS, "phone"])
def test_a_part_that_reads_the_request_fails_here_and_is_not_kept_elsewhere(
    app: Flask, read: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.jinja_env, "loader", DictLoader({"board/some.html": "<p>{{ x() }}"}))
    monkeypatch.setitem(app.jinja_env.globals, "x", read)
    parts.forget()
    with app.test_request_context(headers={"Host": "elsewhere.local"}):
        # What was read before the part is drawn is out of its reach too.
        phone_key()
        with pytest.raises(BeyondKeyError):
            parts.draw(parts.part("some"))
        app.testing = False
        assert "<p>" in parts.draw(parts.part("some"))
    assert parts._memory.weight == 0
