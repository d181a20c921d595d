"""Streamed answers, sent while they are produced.

A client that reads slowly keeps a thread busy. So a phone gets one stream at a time, and there are
few enough streams that threads remain for saves.
"""

from collections.abc import Iterator
from threading import Lock
from typing import Any

from flask import Response, stream_with_context

from scorekeeper.http.errors import error_page
from scorekeeper.http.limits import address
from scorekeeper.language import gettext
from scorekeeper.store.phones import Requester

AT_ONCE = 2
"""The most streams in each process; servers have four threads (serving.py,
deploy/gunicorn.conf.py)."""

_running: dict[str, object] = {}
"""Streams by phone or address. Each has its own marker, so that it cannot end another one."""
_lock = Lock()


def streamed(chunks: Iterator[str], asking: Requester | None, **more: Any) -> Response:
    """An answer made of these chunks; 429 if the phone has to wait for its turn.

    ``chunks`` must hold no lock between two of them (``store/lists/lists.py``). An unknown phone is
    identified by its address, because it could invent a new cookie each time. ``more`` goes to
    Response: ``mimetype``, ``headers``.
    """
    whose, request_id = str(asking.id) if asking else address(), object()
    if refusal := _begin(whose, request_id):
        return error_page(429, refusal)

    def taken() -> Iterator[str]:
        yield from chunks
        _end(whose, request_id)

    response = Response(stream_with_context(taken()), **more)
    # This also runs if the phone disconnects, or requested only the headers.
    response.call_on_close(lambda: _end(whose, request_id))
    return response


def _begin(whose: str, request_id: object) -> str:
    """Begin this phone's turn; returns "", or the reason why it has to wait."""
    with _lock:
        if whose in _running:
            return gettext("This phone is already downloading the file. Wait for it to finish.")
        if len(_running) >= AT_ONCE:
            return gettext("Other phones are downloading. Wait a minute, then try again.")
        _running[whose] = request_id
    return ""


def _end(whose: str, request_id: object) -> None:
    with _lock:
        if _running.get(whose) is request_id:
            del _running[whose]
