"""Streamed answers, sent while they are produced.

A client that reads slowly keeps a thread busy. So a phone gets one stream at a time, and there are
few enough streams that threads remain for saves.
"""

from collections.abc import Iterator
from typing import Any

from flask import Response, stream_with_context

from scorekeeper.http import gate
from scorekeeper.http.errors import error_page
from scorekeeper.http.limits import address
from scorekeeper.language import gettext
from scorekeeper.store.phones import Requester


def streamed(chunks: Iterator[str], asking: Requester | None, **more: Any) -> Response:
    """An answer made of these chunks; 429 if the phone has to wait for its turn.

    ``chunks`` must hold no lock between two of them (``store/lists/lists.py``), and do all their
    work when they are asked for, so that a refusal costs nothing. An unknown phone is identified by
    its address, because it could invent a new cookie each time. ``more`` goes to Response:
    ``mimetype``, ``headers``.
    """
    gate.expect_marked()
    whose, marker = str(asking.id) if asking else address(), object()
    if not gate.enter(gate.STREAM, whose, marker):
        return error_page(429, _refusal(whose))

    def taken() -> Iterator[str]:
        yield from chunks
        gate.leave(marker)

    response = Response(stream_with_context(taken()), **more)
    # This also runs if the phone disconnects, or requested only the headers.
    response.call_on_close(lambda: gate.leave(marker))
    return response


def _refusal(whose: str) -> str:
    if gate.has(gate.STREAM, whose):
        return gettext("This phone is already downloading the file. Wait for it to finish.")
    return gettext("Other phones are downloading. Wait a minute, then try again.")
