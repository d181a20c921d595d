"""The answer "nothing is new", given before Flask begins: most requests of an evening are polls.

A page that follows a game asks every few seconds with what it has ``seen``
(``/g/<key>?seen=12.3``). One indexed read decides; with news, or when anything is in doubt,
the request goes its usual way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from flask import Flask
from sqlalchemy import Engine, bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.models import GameRow, db
from scorekeeper.store.stored import stamp_of
from scorekeeper.web.headers import HEADERS, OVER_HTTPS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GAME = re.compile(r"/g/([A-Za-z0-9_-]{1,43})(?:/table|/phones)?\Z")
NOTHING_NEW = [*HEADERS.items(), ("Cache-Control", "no-store"), ("Vary", "HX-Request, Cookie")]
AND_OVER_HTTPS = [*OVER_HTTPS.items()]


def init_polls(app: Flask) -> None:
    """Put the short cut in front of the app."""
    with app.app_context():
        app.wsgi_app = _short_cut(app.wsgi_app, _stamp_reader(db.engine))  # type: ignore[method-assign, assignment]


def _short_cut(usual: WSGIApplication, stamp: Callable[[str], str | None]) -> WSGIApplication:
    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        query = environ.get("QUERY_STRING", "")
        if "seen=" in query and environ["REQUEST_METHOD"] == "GET":
            game = GAME.match(environ.get("PATH_INFO", ""))
            if game and stamp(game[1]) == parse_qs(query).get("seen", [""])[-1]:
                secure = environ["wsgi.url_scheme"] == "https"
                start_response("204 No Content", NOTHING_NEW + AND_OVER_HTTPS * secure)
                return []
        return usual(environ, start_response)

    return answer


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
