"""The key that a phone is known by, in a cookie of its own.

It is 256 random bits and needs no signature: a server that was restarted with another secret
key still knows its phones.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Flask, Response, current_app, g, request
from itsdangerous import BadSignature
from werkzeug.http import parse_cookie

from scorekeeper.keys import new_phone_key

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

NAME = "scorekeeper"
SAFE_NAME = f"__Host-{NAME}"
"""Over https: browsers take it from this very host alone."""
KEY = re.compile(r"[A-Za-z0-9_-]{43}\Z")
KEPT = timedelta(days=400)
"""As long as browsers allow; renewed on each visit."""


def init_device(app: Flask) -> None:
    """Send the cookie after a request that made or renewed it."""
    app.after_request(_with_cookie)


def phone_key() -> str:
    """The key of this phone, "" for a phone that never asked to write."""
    if "phone_key" not in g:
        # Over https only the name that no page without https could have planted.
        g.phone_key = _sent(SAFE_NAME if request.is_secure else NAME)
    return str(g.phone_key)


def phone_key_of(environ: WSGIEnvironment) -> str | None:
    """The same before Flask begins; None if the cookie cannot be read literally."""
    name = SAFE_NAME if environ["wsgi.url_scheme"] == "https" else NAME
    value = parse_cookie(environ).get(name, "")
    return value if not value or KEY.match(value) else None


def make_phone_key() -> str:
    """The key of this phone, made if it has none."""
    g.phone_key = phone_key() or new_phone_key()
    renew_phone_key()
    return str(g.phone_key)


def renew_phone_key() -> None:
    """Let the cookie of a known phone last from now on."""
    g.sends_phone_key = bool(phone_key())


def _sent(name: str) -> str:
    value = request.cookies.get(name, "")
    return value if KEY.match(value) else _from_first_version(value)


def _from_first_version(value: str) -> str:
    """The key out of a signed cookie, as it was kept before there were keepers."""
    serializer = current_app.session_interface.get_signing_serializer(current_app)  # type: ignore[attr-defined]
    try:
        found = serializer.loads(value) if value and serializer else {}
    except BadSignature:
        return ""
    key = found.get("phone") if isinstance(found, dict) else None
    return key if isinstance(key, str) else ""


def _with_cookie(response: Response) -> Response:
    if g.get("sends_phone_key"):
        response.set_cookie(
            SAFE_NAME if request.is_secure else NAME,
            phone_key(),
            max_age=KEPT,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    return response
