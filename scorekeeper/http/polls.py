"""Polls answered without Flask, because most requests of an evening are polls.

A page that follows a game or an event polls every few seconds with the stamp that it has ``seen``
and, of a game, the hashes of its ``parts`` (``/g/<key>?seen=12.3&parts=...``). One indexed read, or
Redis, shows whether anything is new. News is drawn once for all followers with the same Poll, from
a request that contains nothing else (``parts.py``): the others get the cached bytes. In case of
doubt, Flask handles the request as usual. Every answer about a game says how many pages follow it.

The figures of a book are computed once for its stamp.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import unquote

from flask import Flask

from scorekeeper.http.assets import OURS
from scorekeeper.http.cookies import phone_key_of
from scorekeeper.http.gate import once
from scorekeeper.http.guard import is_known_host
from scorekeeper.http.languages import language_for, scheme_for, zone_for
from scorekeeper.http.parts import STAMP, Poll, environ_of
from scorekeeper.memory import Memory
from scorekeeper.store import statistics
from scorekeeper.store.games.reading import open_stamps
from scorekeeper.store.statistics import GameSeen, stamp_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


LIFE = 25
"""The seconds for which a page counts after a poll: more than two intervals of the slowest
polling."""
MOST_GAMES = 1000
MOST_PAGES = 99
LONGEST_NUMBER = 32
"""The most characters in the random number of a page."""


class Followers:
    """Counts pages by the random number that each chooses, and keeps when it is reloaded."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._games: Memory[str, dict[str, float]] = Memory(MOST_GAMES)
        self._lock = Lock()

    def count(self, game: str, page: str) -> int:
        """The pages that follow the game; ``page`` is one of them, "" the page of a keeper."""
        now = self._now()
        with self._lock:
            known = self._games.get(game) or {}
            pages = {one: at for one, at in known.items() if now - at < LIFE}
            if page in pages or (page and len(page) <= LONGEST_NUMBER and len(pages) < MOST_PAGES):
                pages[page] = now
            if pages or known:
                self._games.keep(game, pages)
        return len(pages)


GAME = re.compile(r"/g/([A-Za-z0-9_-]{1,43})(?:/table|/phones)?\Z")
EVENT = re.compile(
    r"/e/([A-Za-z0-9_-]{1,43})(?:/results|/standings"
    r"|(/wall|/help(?:/round/\d{1,2}/table/\d{1,3})?|/t/[A-Za-z0-9_-]{1,99}"
    r"|/desk/(?:standings|more|round(?:/seats|/\d{1,2}/table/\d{1,3})?)))?\Z"
)
SEEN, OF_GAME = re.compile("(?:^|&)seen=([^&]*)"), re.compile("(?:^|&)game=([^&]*)")
NOTHING_NEW = [*OURS.items(), ("Cache-Control", "no-store")]
"""An answer without a body needs no other headers, and phones receive it every few seconds."""
FOLLOWERS = "X-Followers"
CACHE_BYTES = 8 * 1024 * 1024
"""The most bytes of answers that a process caches."""
NOT_POLLS = ("HTTP_HX_HISTORY_RESTORE_REQUEST", "HTTP_X_KEEP")
LONGEST = 1500
"""The most characters in a Poll. Polls of our pages are shorter; longer ones are not cached."""


def init_polls(app: Flask) -> None:
    """Put the cache of polls in front of the app."""
    with app.app_context():
        app.wsgi_app = PollCache(app)  # type: ignore[method-assign, assignment]


class Answer(NamedTuple):
    """An answer as it was sent, with the stamp of its game."""

    stamp: str
    headers: list[tuple[str, str]]
    body: bytes


class PollCache:
    """Answers polls without news, and polls whose answer was already drawn for another phone."""

    def __init__(self, app: Flask) -> None:
        self._usual: WSGIApplication = app.wsgi_app
        self._hosts: tuple[str, ...] = app.config["HOSTS"]
        self._numbers: bool = app.config["NUMBERS"]
        # In a household even an unknown phone may start to keep score.
        self._shares = not app.config["HOUSEHOLD"]
        self._languages: Collection[str] = app.config["LANGUAGES"]
        self._stamps = open_stamps(app.config["LIVE"])
        self._followers = Followers()
        self._answers: Memory[Poll, Answer] = Memory(
            CACHE_BYTES, lambda known: 2000 + len(known.body)
        )

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer the poll here, or pass the request on to Flask."""
        query = environ.get("QUERY_STRING", "")
        if "seen=" not in query or environ["REQUEST_METHOD"] != "GET":
            return self._usual(environ, start)
        host = environ.get("HTTP_HOST", "")
        if not is_known_host(host, self._hosts, numbers=self._numbers):
            return self._usual(environ, start)
        path = environ.get("PATH_INFO", "")
        if game := GAME.match(path):
            return self._of_game(game[1], environ, start)
        if event := EVENT.match(path):
            return self._of_event(event, environ, start)
        return self._usual(environ, start)

    def _of_game(self, key: str, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        stamp = self._stamps.stamp(key)
        if stamp is None:
            return self._usual(environ, start)
        start = self._counting(key, environ, start)
        if _is_seen(stamp, environ):
            return _nothing_new(start)
        poll = _poll(environ, self._languages) if self._shares else None
        if poll is None or not self._stamps.is_read_only(key, phone_key_of(environ)):
            return self._usual(environ, start)
        return self._news(poll, stamp, environ, start)

    def _of_event(
        self, event: re.Match[str], environ: WSGIEnvironment, start: StartResponse
    ) -> Iterable[bytes]:
        read = self._stamps.event_stamp if event[2] else self._stamps.public_stamp
        stamp = read(event[1], _asked(OF_GAME, environ))
        if stamp is None:
            return self._usual(environ, start)
        if _is_seen(stamp, environ):
            return _nothing_new(start)
        # The desk sees more than others.
        is_public = event[2] in (None, "/wall")
        poll = _poll(environ, self._languages) if is_public else None
        return self._news(poll, stamp, environ, start) if poll else self._usual(environ, start)

    def forget(self) -> None:
        self._answers.clear()

    def _counting(self, game: str, environ: WSGIEnvironment, start: StartResponse) -> StartResponse:
        """``start``, with the number of pages that follow added to the headers.

        A refusal has none, so that it does not reveal whether the game exists.
        """
        count = str(self._followers.count(game, environ.get("HTTP_X_PAGE", "")))

        def counted(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            counts = [(FOLLOWERS, count)] if status.startswith("2") else []
            return start(status, [*headers, *counts], *rest)

        return counted

    def _news(
        self, poll: Poll, stamp: str, environ: WSGIEnvironment, start: StartResponse
    ) -> Iterable[bytes]:
        known = self._answers.get(poll)
        if known is None or known.stamp != stamp:
            known = self._drawn(poll)
        if known is None:
            return self._usual(environ, start)
        start("200 OK", known.headers)
        return [known.body]

    def _drawn(self, poll: Poll) -> Answer | None:
        """The answer for everyone who sends this Poll; None if it depends on more."""
        environ = environ_of(poll)
        sent: list[list[tuple[str, str]]] = []

        def begin(_: str, headers: list[tuple[str, str]], *__: Any) -> Any:
            sent.append(headers)

        body = _joined(self._usual(environ, begin))
        if STAMP not in environ or any(name == "Set-Cookie" for name, _ in sent[-1]):
            return None
        self._answers.keep(poll, answer := Answer(environ[STAMP], sent[-1], body))
        return answer


def _nothing_new(start: StartResponse) -> Iterable[bytes]:
    start("204 No Content", NOTHING_NEW)
    return []


def _is_seen(stamp: str, environ: WSGIEnvironment) -> bool:
    return _asked(SEEN, environ) == stamp


def _asked(name: re.Pattern[str], environ: WSGIEnvironment) -> str:
    """The first value with this name in the query; "" if it is missing."""
    found = name.search(environ["QUERY_STRING"])
    return unquote(found[1]) if found else ""


def _poll(environ: WSGIEnvironment, languages: Collection[str]) -> Poll | None:
    """The request as a Poll; None if it requests a whole page or one to keep, or is too long to
    cache."""
    if "HTTP_HX_REQUEST" not in environ or any(name in environ for name in NOT_POLLS):
        return None
    path = environ["PATH_INFO"]
    poll = Poll(
        path,
        environ["QUERY_STRING"],
        language_for(environ, languages),
        environ.get("HTTP_ACCEPT_ENCODING", ""),
        environ["wsgi.url_scheme"],
        environ.get("SCRIPT_NAME", ""),
        zone_for(environ),
        scheme_for(environ),
        # The wall shows an address for phones.
        environ.get("HTTP_HOST", "") if path.endswith("/wall") else "",
    )
    return poll if sum(map(len, poll)) < LONGEST else None


def _joined(chunks: Iterable[bytes]) -> bytes:
    try:
        return b"".join(chunks)
    finally:
        if close := getattr(chunks, "close", None):
            close()


V = TypeVar("V")


def figures_of(book: int, asked: tuple[Hashable, ...], compute: Callable[[], V]) -> V:
    """The figures of a book for a page that was ``asked`` for. Raises BusyError."""
    stamp = stamp_of(book)
    return once((book, stamp, *asked), compute, keep=stamp is not None)


def unread_of(book: int) -> tuple[GameSeen, ...]:
    """The finished games of a book that its figures leave out, because they are broken."""
    return statistics.unread(book)
