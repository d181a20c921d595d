"""The key that identifies a phone, in its own cookie.

It is 256 random bits and needs no signature, so a server restarted with another secret key still
recognises its phones.
"""

import re
from wsgiref.types import WSGIEnvironment

from flask import Response, g, request

from scorekeeper.http.cookies import cookie_in, keep_cookie
from scorekeeper.keys import new_phone_key

NAME = "scorekeeper"
KEY = re.compile(r"[A-Za-z0-9_-]{43}\Z")


def phone_key() -> str:
    """The key that this phone sent, or was given in this request; "" if it has none."""
    if "phone_key" not in g:
        g.phone_key = phone_key_of(request.environ)
    return str(g.phone_key)


def phone_key_of(environ: WSGIEnvironment) -> str:
    """The key that the phone sent, read from the WSGI environment; "" if it has none."""
    value = cookie_in(environ, NAME)
    return value if KEY.match(value) else ""


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
        keep_cookie(response, NAME, phone_key())
    return response
