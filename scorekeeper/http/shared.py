"""Answers and parts for several phones, drawn without the request of any of them.

An answer that is shared is drawn from a request made of its :class:`Poll`, which is its key in the
cache, so nothing of the phone that asked first can be in it. A part that is cached is drawn with no
request at all. Reading anything else meanwhile raises :class:`BeyondKeyError`: a test fails, and on
a server only the phone that asked gets what was drawn.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import flask_babel
from flask import Flask, Response, current_app, g, make_response, request
from flask.globals import app_ctx, request_ctx

from scorekeeper.http.languages import page_language
from scorekeeper.language import catalogue
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.mapping.stored import READ_ONLY

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

POLL, STAMP = "scorekeeper.poll", "scorekeeper.stamp"
"""In the environment of a request: the Poll that it is made of, and the stamp of its answer."""
NOBODY = "shared.localhost"
"""The name of the server in a request that has none; no answer contains it."""
ROUTED = ("routing_exception", "url_rule", "view_args", "method", "blueprint", "blueprints")
"""What Flask reads of a request to find its view, and the addresses of others."""
OF_KEY = (*ROUTED, "args", "values", "path", "is_secure", "script_root")
OF_HOST = (*OF_KEY, "host", "host_url")


class Poll(NamedTuple):
    """Everything that the answer to a poll depends on, except the game's state."""

    path: str
    query: str
    language: str
    encodings: str
    scheme: str
    root: str
    zone: str
    look: str
    host: str
    """Only for a page with an address for other phones; otherwise ""."""


class BeyondKeyError(RuntimeError):
    """Something that is shared read a value that is not in its key."""


class UnsharedError(Exception):
    """The answer to a Poll depends on more than the Poll."""


class Narrowed:
    """A request or session of which only some values can be read."""

    def __init__(self, whole: object, *readable: str, poll: Poll | None = None) -> None:
        self.whole, self.poll, self._readable = whole, poll, readable

    def __getattr__(self, name: str) -> Any:
        if name not in self._readable:
            self._refuse(name)
        return getattr(self.whole, name)

    def _refuse(self, name: object, *_: object) -> NoReturn:
        raise BeyondKeyError(name)

    __contains__ = __getitem__ = __setitem__ = __delitem__ = _refuse


def init_shared(app: Flask) -> None:
    """Let views see only its Poll of a request that is made of one."""
    usual = app.dispatch_request

    def dispatch() -> Any:
        poll = request.environ.get(POLL)
        if poll is None:
            return usual()
        # The phone is one that nobody knows.
        g.phone_key, g.zone, g.look = "", poll.zone, poll.look
        try:
            with _narrowed(*(OF_HOST if poll.host else OF_KEY), poll=poll):
                return usual()
        except UnsharedError:
            return make_response("")
        except BeyondKeyError as problem:
            report(problem)
            return make_response("")

    app.dispatch_request = dispatch  # type: ignore[method-assign]


def is_shared() -> bool:
    """Return whether the answer is drawn for everyone who sends the same Poll."""
    return getattr(request_ctx.request, "poll", None) is not None


def refuse_unshared(seen: GameAccess) -> None:
    """Raise UnsharedError if a page of the game may not be shared.

    This excludes games that change without a save (by time, a rematch, an event or a new start),
    and those with hidden bids, of which a phone sees its own.
    """
    stored = seen.stored
    changes = stored.game.settings.clock is not None or stored.sheet.result is not None
    changes = changes or stored.revision == 0 or stored.hides_bids or stored.event_id is not None
    if is_shared() and (changes or seen.rights != READ_ONLY):
        raise UnsharedError


def share(response: Response, stamp: str) -> Response:
    """The answer, for everyone who sends the same Poll while the stamp is the same."""
    asked: Any = request_ctx.request
    if is_shared() and response.status_code == 200:
        asked.whole.environ[STAMP] = stamp
    return response


def environ_of(poll: Poll) -> WSGIEnvironment:
    """A request that contains what is in the Poll, and nothing else."""
    environ: WSGIEnvironment = {
        POLL: poll,
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": poll.root,
        "PATH_INFO": poll.path,
        "QUERY_STRING": poll.query,
        "SERVER_NAME": NOBODY,
        "SERVER_PORT": "443" if poll.scheme == "https" else "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_ACCEPT_ENCODING": poll.encodings,
        "HTTP_ACCEPT_LANGUAGE": poll.language,
        "HTTP_HX_REQUEST": "true",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": poll.scheme,
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    return environ | ({"HTTP_HOST": poll.host} if poll.host else {})


@contextmanager
def without_request() -> Iterator[None]:
    """A context in which only the page's language, its time zone and the root are known."""
    with _narrowed("blueprint", "script_root"):
        context, own = app_ctx._get_current_object(), g._get_current_object()  # type: ignore[attr-defined]
        context.g = current_app.app_ctx_globals_class()
        for name in ("language", "zone", "catalogue", "_flask_babel"):
            setattr(context.g, name, getattr(own, name))
        try:
            yield
        finally:
            context.g = own


def report(problem: BeyondKeyError) -> None:
    """Fail in a test; write into the log of a server."""
    if current_app.testing:
        raise problem
    current_app.logger.error("not shared: it depends on %s", problem)


@contextmanager
def _narrowed(*readable: str, poll: Poll | None = None) -> Iterator[None]:
    # Before the language of the request is out of reach.
    for find in (page_language, catalogue, flask_babel.get_locale, flask_babel.get_timezone):
        find()
    context = request_ctx._get_current_object()  # type: ignore[attr-defined]
    own = context.request, context._session, context.flashes
    context.request = Narrowed(own[0], *readable, poll=poll)
    context._session = Narrowed(own[1])
    context.flashes = []
    try:
        yield
    finally:
        context.request, context._session, context.flashes = own
