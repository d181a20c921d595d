"""Refusal of requests for unknown host names, and of forms from other sites."""

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, abort, current_app, request

from scorekeeper.http.errors import error_page
from scorekeeper.http.headers import HEADERS
from scorekeeper.language import gettext

HOST = re.compile(
    r"(?:[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?\Z",
    re.IGNORECASE,
)
AT_HOME = (".local", ".localhost", ".lan", ".home", ".internal", ".home.arpa", ".fritz.box")
"""Suffixes that no name on the internet can have."""


def init_guard(app: Flask) -> None:
    """Refuse such requests before anything else happens."""
    app.before_request(_check)
    app.wsgi_app = _well_formed(app.wsgi_app)  # type: ignore[method-assign, assignment]


def _well_formed(usual: WSGIApplication) -> WSGIApplication:
    """Refuse a Host header that is not a valid name, before it becomes part of an address."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if HOST.match(environ.get("HTTP_HOST", "localhost")):
            return usual(environ, start_response)
        start_response(
            "400 Bad Request", [("Content-Type", "text/plain; charset=utf-8"), *HEADERS.items()]
        )
        return [b"This server does not answer to that name.\n"]

    return answer


def _check() -> None:
    config = current_app.config
    if not is_known_host(request.host, config["HOSTS"], numbers=config["NUMBERS"]):
        message = gettext("This server does not answer to that name. Its owner can allow it.")
        abort(error_page(400, message))
    if not request.query_string.isascii():
        # Browsers encode it; Werkzeug fails on bytes that are not UTF-8.
        abort(400)
    if request.method not in ("GET", "HEAD", "OPTIONS") and not _is_from_here():
        abort(403)


@lru_cache(maxsize=100)
def is_known_host(host: str, named: tuple[str, ...], *, numbers: bool = True) -> bool:
    """Return whether to serve pages under this name: a local name, one in ``named``, or, where
    ``numbers`` are served, any IP address.

    An unknown internet name may belong to another site that points it here (DNS rebinding), and
    links would contain it.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in named:
        return True
    if _is_address(name):
        return numbers
    return bool(name) and ("." not in name or name.endswith(AT_HOME))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_from_here() -> bool:
    """Return whether one of our pages sent the form, according to the browser's headers."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    return origin is None or origin in (f"http://{request.host}", f"https://{request.host}")
