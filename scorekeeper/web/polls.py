"""Polls answered before Flask begins: most requests of an evening are polls.

A page that follows a game asks every few seconds with what it has ``seen``
(``/g/<key>?seen=12.3``). One indexed read tells whether anything is new. What is new is drawn once
for all who only look on and ask for the same: the others get the very bytes that the first one
got. Where anything is in doubt the request goes its usual way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs

from flask import Flask, Response, request
from sqlalchemy import Engine, bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.memory import Memory
from scorekeeper.models import GameRow, db
from scorekeeper.store import Seen
from scorekeeper.store.rights import LOOKS_ON
from scorekeeper.store.stored import stamp_of
from scorekeeper.web.device import NAME
from scorekeeper.web.guard import is_known_host
from scorekeeper.web.headers import HEADERS, OVER_HTTPS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GAME = re.compile(r"/g/([A-Za-z0-9_-]{1,43})(?:/table|/phones)?\Z")
NOTHING_NEW = [*HEADERS.items(), ("Cache-Control", "no-store"), ("Vary", "HX-Request, Cookie")]
AND_OVER_HTTPS = [*OVER_HTTPS.items()]
SHARED = "scorekeeper.shared"
KEPT = 8 * 1024 * 1024
"""Bytes of answers that a process keeps."""
LONGEST = 500
"""Characters of what an answer depends on: ours are shorter, longer ones are not kept."""


def init_polls(app: Flask) -> None:
    """Put the short cut in front of the app."""
    with app.app_context():
        stamp = _stamp_reader(db.engine)
    hosts, household = app.config["HOSTS"], app.config["HOUSEHOLD"]
    app.wsgi_app = ShortCut(app.wsgi_app, stamp, hosts, household)  # type: ignore[assignment]


def may_share(response: Response, seen: Seen) -> Response:
    """Let others be sent the answer too who ask for the same: it is drawn for who only looks on.

    Not where time, another game or a new start changes it, or where it makes a phone known.
    """
    stored = seen.stored
    changes = stored.game.settings.clock is not None or stored.sheet.result is not None
    changes = changes or stored.revision == 0
    if seen.rights == LOOKS_ON and response.status_code == 200 and not changes:
        request.environ[SHARED] = stored.stamp
    return response


class Poll(NamedTuple):
    """What a poll asks for, and all that its answer depends on but for the game."""

    path: str
    query: str
    languages: str
    encodings: str
    secure: bool


class Answer(NamedTuple):
    """An answer as it was sent once."""

    stamp: str
    headers: list[tuple[str, str]]
    body: bytes


class ShortCut:
    """Answers polls that bring nothing, and those whose answer was drawn for another one."""

    def __init__(
        self,
        usual: WSGIApplication,
        stamp: Callable[[str], str | None],
        hosts: tuple[str, ...],
        household: bool,
    ) -> None:
        self._usual, self._stamp, self._hosts = usual, stamp, hosts
        self._household = household
        self._answers: Memory[Poll, Answer] = Memory(KEPT, lambda known: 2000 + len(known.body))

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        query = environ.get("QUERY_STRING", "")
        if "seen=" not in query or environ["REQUEST_METHOD"] != "GET":
            return self._usual(environ, start)
        game = GAME.match(environ.get("PATH_INFO", ""))
        stamp = self._stamp(game[1]) if game and self._is_known(environ) else None
        if stamp is None:
            return self._usual(environ, start)
        if stamp == parse_qs(query).get("seen", [""])[-1]:
            start("204 No Content", NOTHING_NEW + AND_OVER_HTTPS * _is_secure(environ))
            return []
        return self._news(environ, start, stamp)

    def _news(self, environ: WSGIEnvironment, start: StartResponse, stamp: str) -> Iterable[bytes]:
        poll = None if self._household else _poll(environ)
        if poll is None:
            return self._usual(environ, start)
        if (known := self._answers.get(poll)) and known.stamp == stamp:
            start("200 OK", known.headers)
            return [known.body]
        sent: list[Any] = []

        def begin(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            sent[:] = [headers]
            return start(status, headers, *rest)

        chunks = self._usual(environ, begin)
        if environ.get(SHARED) is None or any(name == "Set-Cookie" for name, _ in sent[0]):
            return chunks
        body = b"".join(chunks)
        self._answers.keep(poll, Answer(environ[SHARED], sent[0], body))
        return [body]

    def _is_known(self, environ: WSGIEnvironment) -> bool:
        return is_known_host(environ.get("HTTP_HOST", ""), self._hosts)


def _poll(environ: WSGIEnvironment) -> Poll | None:
    """The poll of a phone that never wrote anything, and so only looks on; None of another."""
    if "HTTP_HX_REQUEST" not in environ or f"{NAME}=" in environ.get("HTTP_COOKIE", ""):
        return None
    poll = Poll(
        environ["PATH_INFO"],
        environ["QUERY_STRING"],
        environ.get("HTTP_ACCEPT_LANGUAGE", ""),
        environ.get("HTTP_ACCEPT_ENCODING", ""),
        _is_secure(environ),
    )
    return poll if sum(map(len, poll[:4])) < LONGEST else None


def _is_secure(environ: WSGIEnvironment) -> bool:
    return bool(environ["wsgi.url_scheme"] == "https")


def _stamp_reader(engine: Engine) -> Callable[[str], str | None]:
    """From a game's key to what a page that shows it as it is now has seen; None for none.

    Without SQLAlchemy's session, which costs more than the read.
    """
    query = select(GameRow.revision, GameRow.rights).where(GameRow.key == bindparam("key"))
    compiled = query.compile(dialect=engine.dialect)
    statement, positional = str(compiled), compiled.positional

    def stamp(key: str) -> str | None:
        values: Any = (key,) if positional else {"key": key}
        try:
            connection = engine.raw_connection()
            try:
                cursor = connection.cursor()
                cursor.execute(statement, values)
                found = cursor.fetchone()
            finally:
                connection.close()
        except (SQLAlchemyError, engine.dialect.loaded_dbapi.Error):
            return None
        return stamp_of(*found) if found else None

    return stamp
