"""Cookies that scripts cannot read and that belong to this host only over https.

The key that identifies a phone is 256 random bits and needs no signature, so a server restarted
with another secret key still recognises its phones.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response, g, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.http import parse_cookie

from scorekeeper.keys import new_phone_key
from scorekeeper.store.games.reading import KEY

MAX_AGE = timedelta(days=400)
"""The lifetime of a cookie, the longest that browsers allow."""


def cookie_in(environ: WSGIEnvironment, name: str) -> str:
    """The value that the phone sent; "" if it has none.

    Over https, only a cookie is read that no page over plain http could have planted. Bytes that
    are not text count as none.
    """
    return cookie_of_script(environ, _full_name(name, environ["wsgi.url_scheme"] == "https"))


def cookie_of_script(environ: WSGIEnvironment, name: str) -> str:
    """The value that a script of the page keeps in the phone; "" if there is none."""
    try:
        return parse_cookie(environ).get(name, "")
    except UnicodeDecodeError:
        return ""


def of_page(name: str, find: Callable[[WSGIEnvironment], str]) -> str:
    """What ``find`` says of the request, asked once; a shared answer has it from its Poll."""
    page = g._get_current_object()
    found: str | None = page.get(name)
    if found is None:
        found = find(request.environ)
        setattr(page, name, found)
    return found


def keep_cookie(response: Response, name: str, value: str) -> None:
    response.set_cookie(
        _full_name(name, request.is_secure),
        value,
        max_age=MAX_AGE,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def _full_name(name: str, is_secure: bool) -> str:
    """The name; over https with the prefix that browsers accept only from this host."""
    return f"__Host-{name}" if is_secure else name


class PageSessions(SecureCookieSessionInterface):
    """The session cookie: the CSRF token of a page's forms, and the message for the next page.

    It is signed, and bound to this host if the page came over https.
    """

    def get_cookie_name(self, app: Flask) -> str:
        """The name of the cookie; browsers accept the prefixed one only from this host."""
        return _full_name(super().get_cookie_name(app), request.is_secure)

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Return whether the cookie is sent over https only."""
        return request.is_secure


PHONE = "scorekeeper"
PHONE_KEY = re.compile(r"[A-Za-z0-9_-]{43}\Z")


def phone_key() -> str:
    """The key that this phone sent, or was given in this request; "" if it has none."""
    if "phone_key" not in g:
        g.phone_key = phone_key_of(request.environ)
    return str(g.phone_key)


def phone_key_of(environ: WSGIEnvironment) -> str:
    """The key that the phone sent, read from the WSGI environment; "" if it has none."""
    value = cookie_in(environ, PHONE)
    return value if PHONE_KEY.match(value) else ""


def make_phone_key() -> str:
    """The key of this phone; creates one if it has none."""
    g.phone_key = phone_key() or new_phone_key()
    renew_phone_key()
    return str(g.phone_key)


def renew_phone_key() -> None:
    """Send the cookie again, so that its lifetime starts again, if the phone has a key."""
    g.sends_phone_key = bool(phone_key())


def with_cookie(response: Response) -> Response:
    """The answer, with the cookie if this request made or renewed it."""
    if g.get("sends_phone_key"):
        keep_cookie(response, PHONE, phone_key())
    return response


WATCHED = "watched"
MOST = 8
"""The keys that a phone keeps; the first page shows fewer, the running ones first."""


def watched() -> list[str] | None:
    """The keys of the games and events, the last followed first; None from a phone that sent none.

    A phone without cookies keeps them in the browser's storage, and sends them in the address.
    """
    sent = cookie_in(request.environ, WATCHED)
    if not sent and WATCHED not in request.args:
        return None
    keys = (sent or request.args.get(WATCHED, "")).split(".")
    return list(dict.fromkeys(filter(KEY.match, keys)))[:MOST]


def keep_watched(response: Response, *, first: str = "", without: str = "") -> Response:
    """Store the list, with this game or event ``first`` or ``without`` that one."""
    keys = [first, *(one for one in watched() or () if one not in (first, without))]
    # An empty list is one too: it tells the first page that this phone has cookies.
    keep_cookie(response, WATCHED, ".".join(filter(None, keys[: MOST + 1])) or ".")
    return response
