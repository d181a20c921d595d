"""The player that this phone follows at an event, in a cookie of its own; the server does not store
it."""

from flask import Response, request

from scorekeeper.http.cookies import cookie_in, keep_cookie
from scorekeeper.http.parts import is_shared

NAME = "player"


def chosen_number(event: str) -> str:
    """The start number that was chosen on this phone at this event; "" if none was, and for a poll
    that is answered for many phones, whose address has the number."""
    if is_shared():
        return ""
    key, _, number = cookie_in(request.environ, NAME).partition(":")
    return number if key == event else ""


def remember(response: Response, event: str, number: int | None) -> Response:
    """The answer, with a cookie that stores the player on the phone, or none (None)."""
    text = "" if number is None else str(number)
    if not is_shared() and chosen_number(event) != text:
        keep_cookie(response, NAME, f"{event}:{text}")
    return response
