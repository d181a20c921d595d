"""Light or dark pages: as the phone is set, or as somebody chose on it."""

import re
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response

from scorekeeper.http.cookies import cookie_in, keep_cookie, of_page

COOKIE = "scorekeeper_scheme"
SCHEMES = ("light", "dark")
AS_PHONE = "phone"
DARK = re.compile(r"\(prefers-color-scheme:\s*dark\)")


def init_schemes(app: Flask) -> None:
    """Let templates ask for the chosen scheme."""
    app.jinja_env.globals["scheme"] = page_scheme


def scheme_for(environ: WSGIEnvironment) -> str:
    """The scheme that was chosen on the phone; "" if pages look as the phone is set."""
    chosen = cookie_in(environ, COOKIE)
    return chosen if chosen in SCHEMES else ""


def page_scheme() -> str:
    """The scheme of the page, like ``scheme_for``."""
    return of_page("look", scheme_for)


def keep_scheme(response: Response, scheme: str) -> Response:
    """Store the phone's choice; raises LookupError if there is no such scheme."""
    if scheme not in (*SCHEMES, AS_PHONE):
        raise LookupError(scheme)
    keep_cookie(response, COOKIE, scheme)
    return response


def in_scheme(style: str, scheme: str) -> str:
    """A style sheet in which the phone's setting is replaced by the scheme; paper stays light.

    ``static/ahead/worker.js`` does the same without the server.
    """
    fixed = DARK.sub("screen" if scheme == "dark" else "not all", style)
    return f"{fixed}@media screen{{:root{{color-scheme:{scheme}}}}}"
