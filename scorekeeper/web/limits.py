"""How often something may be tried from one address, where guessing could pay."""

from __future__ import annotations

from flask import Flask, Response
from flask_limiter import Limiter, RateLimitExceeded
from flask_limiter.util import get_remote_address

from scorekeeper.language import gettext
from scorekeeper.web.errors import error_page

limiter = Limiter(get_remote_address, in_memory_fallback_enabled=True)
"""While its storage does not answer, each process counts for itself."""
TRIES = "20 per minute; 100 per hour"
"""Wrong codes and links; a table behind one router shares an address."""


def init_limits(app: Flask) -> None:
    """Count tries where the setting says, and say so when there were too many."""
    if app.config["RATELIMIT_STORAGE_URI"].startswith("redis"):
        app.config["RATELIMIT_STORAGE_OPTIONS"] = {"socket_timeout": 2, "socket_connect_timeout": 2}
    limiter.init_app(app)
    app.register_error_handler(RateLimitExceeded, _refused)


def too_often() -> str:
    """What to say to who tried too often."""
    return gettext("Too many tries. Wait a minute, then try again.")


def failed(response: Response) -> bool:
    """Whether an answer counts as a try: right ones do not."""
    return response.status_code >= 400


def _refused(error: RateLimitExceeded) -> Response:
    if isinstance(error.response, Response):
        return error.response
    return error_page(429, too_often())
