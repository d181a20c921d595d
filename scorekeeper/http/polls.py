"""Polls answered without Flask, because most requests of an evening are polls.

A page that follows a game or an event polls every few seconds with the stamp that it has ``seen``
and, of a game, the hashes of its ``parts`` (``/g/<key>?seen=12.3&parts=...``). One indexed read, or
Redis, shows whether anything is new. News is drawn once for all followers with the same request:
the others get the cached bytes. In case of doubt, Flask handles the request as usual. Every answer
about a game says how many pages follow it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from flask import Flask, Response, request

from scorekeeper.http.device import phone_key_of
from scorekeeper.http.followers import Followers
from scorekeeper.http.guard import is_known_host
from scorekeeper.http.headers import OURS
from scorekeeper.http.languages import language_for
from scorekeeper.memory import Memory
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.games.stamps import open_stamps
from scorekeeper.store.mapping.stored import READ_ONLY

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GAME = re.compile(r"/g/([A-Za-z0-9_-]{1,43})(?:/table|/phones)?\Z")
EVENT = re.compile(
    r"/e/([A-Za-z0-9_-]{1,43})(?:/results|/standings"
    r"|(/wall|/t/[A-Za-z0-9_-]{1,99}|/desk/(?:standings|more|round(?:/\d{1,2}/table/\d{1,3})?)))?\Z"
)
SEEN, OF_GAME = re.compile("(?:^|&)seen=([^&]*)"), re.compile("(?:^|&)game=([^&]*)")
NOTHING_NEW = [*OURS.items(), ("Cache-Control", "no-store")]
"""An answer without a body needs no other headers, and phones receive it every few seconds."""
FOLLOWERS = "X-Followers"
SHARED = "scorekeeper.shared"
CACHE_BYTES = 8 * 1024 * 1024
"""The most bytes of answers that a process caches."""
LONGEST = 1500
"""The most characters in a Poll. Polls of our pages are shorter; longer ones are not cached."""


def init_polls(app: Flask) -> None:
    """Put the cache of polls in front of the app."""
    with app.app_context():
        app.wsgi_app = PollCache(app)  # type: ignore[method-assign, assignment]


def may_share(response: Response, seen: GameAccess) -> Response:
    """Mark an answer to a follower as shareable with everyone who sends the same poll.

    This excludes games that change without a save (by time, a rematch, an event or a new start),
    and phones that see their own hidden bid.
    """
    stored = seen.stored
    changes = stored.game.settings.clock is not None or stored.sheet.result is not None
    changes = changes or stored.revision == 0 or stored.hides_bids or stored.event_id is not None
    if seen.rights == READ_ONLY and response.status_code == 200 and not changes:
        request.environ[SHARED] = stored.stamp
    return response


def share_event(response: Response, stamp: str) -> Response:
    """Mark a page of an event that looks the same on every phone as shareable."""
    if response.status_code == 200:
        request.environ[SHARED] = stamp
    return response


class Poll(NamedTuple):
    """Everything that the answer to a poll depends on, except the game's state."""

    path: str
    query: str
    language: str
    encodings: str
    secure: bool


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
        if not is_known_host(environ.get("HTTP_HOST", ""), self._hosts):
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
        poll = _poll(environ, self._languages)
        return self._news(poll, stamp, environ, start) if poll else self._usual(environ, start)

    def forget(self) -> None:
        """Clear the cache of answers."""
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
        if (known := self._answers.get(poll)) and known.stamp == stamp:
            start("200 OK", known.headers)
            return [known.body]
        sent: list[list[tuple[str, str]]] = []

        def begin(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            sent.append(headers)
            return start(status, headers, *rest)

        chunks = self._usual(environ, begin)
        if SHARED not in environ or any(name == "Set-Cookie" for name, _ in sent[-1]):
            return chunks
        body = _joined(chunks)
        self._answers.keep(poll, Answer(environ[SHARED], sent[-1], body))
        return [body]


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
    """The request as a Poll; None if it requests a whole page, or is too long to cache."""
    if "HTTP_HX_REQUEST" not in environ or "HTTP_HX_HISTORY_RESTORE_REQUEST" in environ:
        return None
    poll = Poll(
        environ["PATH_INFO"],
        environ["QUERY_STRING"],
        language_for(environ, languages),
        environ.get("HTTP_ACCEPT_ENCODING", ""),
        _is_secure(environ),
    )
    return poll if sum(map(len, poll[:4])) < LONGEST else None


def _joined(chunks: Iterable[bytes]) -> bytes:
    try:
        return b"".join(chunks)
    finally:
        if close := getattr(chunks, "close", None):
            close()


def _is_secure(environ: WSGIEnvironment) -> bool:
    return bool(environ["wsgi.url_scheme"] == "https")
