"""Cookies that scripts cannot read and that belong to this host only over https."""

from collections.abc import Callable
from datetime import timedelta
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response, g, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.http import parse_cookie

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
    if name not in g:
        setattr(g, name, find(request.environ))
    found: str = g.get(name)
    return found


def keep_cookie(response: Response, name: str, value: str) -> None:
    """Store the value in the phone."""
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
