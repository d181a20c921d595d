"""The one form that may contain a file: its size, the number at once, and its text.

The server admits such a body only at its address (serving.py); all other forms stay small.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, request

from scorekeeper.config import LARGEST_FILE, LARGEST_FORM
from scorekeeper.exchange.letters import Letters, letters_in
from scorekeeper.http import gate
from scorekeeper.http.errors import error_page
from scorekeeper.http.languages import page_language
from scorekeeper.http.limits import address
from scorekeeper.language import gettext

View = Callable[..., Response]


def takes_file(view: View) -> View:
    """Let only this view accept a file, one in each process at a time; the next gets 429.

    A form without a file stays as small as all others.
    """

    @gate.dear
    @wraps(view)
    def answer(*given: Any, **named: Any) -> Response:
        if request.mimetype != "multipart/form-data":
            return view(*given, **named)
        request.max_content_length = LARGEST_FILE + LARGEST_FORM
        try:
            with gate.inside(gate.FILE, address()):
                return view(*given, **named)
        except gate.BusyError:
            message = gettext("Another phone is importing games. Wait a minute, then try again.")
            return error_page(429, message)

    return answer


def sent_text(name: str) -> Letters | None:
    """The text of the file in this field; None if none was selected. Raises UnreadableError."""
    file = request.files.get(name)
    data = file.read() if file else b""
    if not file or not (file.filename or data):
        return None
    return letters_in(data, page_language())
