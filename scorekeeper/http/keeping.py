"""Pages that a phone keeps, to open them while no server answers.

The service worker (``static/ahead/worker.js``) requests such a page with ``X-Keep``, and stores
only an answer with ``X-Kept``. The page has no token, no message and no link that grants a right.
``X-Kept`` may list addresses that are stored along with it.
"""

from datetime import UTC, datetime

from flask import Flask, Response, current_app, request

from scorekeeper.http.shared import is_shared

OTHERS = ("share.page", "share.join", "phones.page", "book.page", "links.page")
"""The pages about other phones, which cannot reach a program that runs in a browser."""


def init_keeping(app: Flask) -> None:
    """Let templates call ``kept_at()``, and ask whether they draw a site of plain files."""
    app.jinja_env.globals |= {"kept_at": kept_at, "is_site": app.config["SITE"]}
    app.jinja_env.globals |= {"program": app.config["PROGRAM"], "is_out_of_reach": is_out_of_reach}


def is_site() -> bool:
    """Return whether pages are drawn for a site of plain files, behind which no server is."""
    return bool(current_app.config["SITE"])


def is_out_of_reach() -> bool:
    """Return whether the page is about other phones, which cannot reach this program."""
    return bool(current_app.config["ALONE"]) and request.endpoint in OTHERS


def is_to_keep() -> bool:
    """Return whether the phone requests the page in order to keep it."""
    return not is_shared() and "X-Keep" in request.headers


def kept_at() -> datetime | None:
    """The time to show on a page that is kept; None on any other."""
    return datetime.now(UTC).replace(microsecond=0) if is_to_keep() else None


def may_keep(response: Response, *along: str) -> Response:
    """Mark the answer as a page that the phone may keep, if it was requested for that. The pages at
    the addresses ``along`` are kept with it and do not change."""
    if is_to_keep() and response.status_code == 200:
        response.headers["X-Kept"] = " ".join(along) or "1"
    return response
