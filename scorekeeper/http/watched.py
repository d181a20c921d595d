"""The games that this phone followed, in a cookie: the server stores nothing about followers."""

from flask import Response, request

from scorekeeper.http.cookies import cookie_in, keep_cookie
from scorekeeper.store.games.reading import KEY

NAME = "watched"
MOST = 8
"""The keys that a phone keeps; the first page shows fewer, the running ones first."""


def watched() -> list[str] | None:
    """The keys of the games, the last followed first; None from a phone that sent none.

    A phone without cookies keeps them in the browser's storage, and sends them in the address.
    """
    sent = cookie_in(request.environ, NAME)
    if not sent and NAME not in request.args:
        return None
    keys = (sent or request.args.get(NAME, "")).split(".")
    return list(dict.fromkeys(filter(KEY.match, keys)))[:MOST]


def keep_watched(response: Response, *, first: str = "", without: str = "") -> Response:
    """Store the list, with this game ``first`` or ``without`` that one."""
    keys = [first, *(one for one in watched() or () if one not in (first, without))]
    # An empty list is one too: it tells the first page that this phone has cookies.
    keep_cookie(response, NAME, ".".join(filter(None, keys[: MOST + 1])) or ".")
    return response
