"""The one form that may carry a file: how large, how many at once, and its text.

The server lets such a body in for its address alone (parsing.py); all other forms stay small.
"""

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any

from flask import Response, request

from scorekeeper.config import LARGEST_FILE, LARGEST_FORM
from scorekeeper.exchange.letters import text_of
from scorekeeper.http.errors import error_page
from scorekeeper.language import gettext

_turn = Lock()
View = Callable[..., Response]


def takes_file(view: View) -> View:
    """Let this view alone take a file, and one in each process at a time; 429 for the next.

    Only what a browser sends with a file: a form without one stays as small as the others.
    """

    @wraps(view)
    def answer(*given: Any, **named: Any) -> Response:
        if request.mimetype != "multipart/form-data":
            return view(*given, **named)
        request.max_content_length = LARGEST_FILE + LARGEST_FORM
        if not _turn.acquire(blocking=False):
            message = gettext("Another phone is importing games. Wait a minute, then try again.")
            return error_page(429, message)
        try:
            return view(*given, **named)
        finally:
            _turn.release()

    return answer


def sent_text(name: str) -> str | None:
    """The text of the file in this field; None where none was chosen. Raises UnreadableError."""
    file = request.files.get(name)
    data = file.read() if file else b""
    if not file or not (file.filename or data):
        return None
    return text_of(data)
