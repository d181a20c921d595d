"""Refusal of requests for unknown host names, and of forms from other sites; the hourly backup.

The access log contains the pattern of the route (``/g/<key>``) instead of the address, so it can
contain no key, token or code. Polls without news, which are most requests of an evening, are not
logged. News that is drawn for many phones is logged once, from nobody.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import math
import re
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, abort, current_app, g, request
from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded, RequestLimit, RouteLimit
from flask_limiter.util import get_remote_address
from limits import RateLimitItem, WindowStats
from limits.errors import StorageError
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, RateLimiter

from scorekeeper.http.answers import error_page, is_redirect
from scorekeeper.http.assets import HEADERS
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.parts import POLL, STAMP
from scorekeeper.keys import hashed
from scorekeeper.store.backups import hourly_backup
from scorekeeper.words.language import gettext

HOST = re.compile(
    r"(?:[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?\Z",
    re.IGNORECASE,
)
AT_HOME = (".local", ".localhost", ".lan", ".home", ".internal", ".home.arpa", ".fritz.box")
"""Suffixes that no name on the internet can have."""


def init_guard(app: Flask) -> None:
    """Refuse such requests before anything else happens."""
    app.before_request(_check)
    app.wsgi_app = _well_formed(app.wsgi_app)  # type: ignore[method-assign, assignment]


def _well_formed(usual: WSGIApplication) -> WSGIApplication:
    """Refuse a Host header that is not a valid name, before it becomes part of an address."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if HOST.match(environ.get("HTTP_HOST", "localhost")):
            return usual(environ, start_response)
        start_response(
            "400 Bad Request", [("Content-Type", "text/plain; charset=utf-8"), *HEADERS.items()]
        )
        return [b"This server does not answer to that name.\n"]

    return answer


def _check() -> None:
    config = current_app.config
    if not is_known_host(request.host, config["HOSTS"], numbers=config["NUMBERS"]):
        message = gettext("This server does not answer to that name. Its owner can allow it.")
        abort(error_page(400, message))
    if not request.query_string.isascii():
        # Browsers encode it; Werkzeug fails on bytes that are not UTF-8.
        abort(400)
    if request.method not in ("GET", "HEAD", "OPTIONS") and not _is_from_here():
        abort(403)


@lru_cache(maxsize=100)
def is_known_host(host: str, named: tuple[str, ...], *, numbers: bool = True) -> bool:
    """Return whether to serve pages under this name: a local name, one in ``named``, or, where
    ``numbers`` are served, any IP address.

    An unknown internet name may belong to another site that points it here (DNS rebinding), and
    links would contain it.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in named:
        return True
    if _is_address(name):
        return numbers
    return bool(name) and ("." not in name or name.endswith(AT_HOME))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_from_here() -> bool:
    """Return whether one of our pages sent the form, according to the browser's headers."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    return origin is None or origin in (f"http://{request.host}", f"https://{request.host}")


def address() -> str:
    """The network address to count; for IPv6 its first half, because one household owns the
    rest."""
    remote = get_remote_address()
    try:
        known = ipaddress.ip_address(remote)
    except ValueError:
        return remote
    if known.version == 4:
        return remote
    return str(known.ipv4_mapped or ipaddress.ip_network((known.packed[:8] + bytes(8), 64)))


def _of_address() -> str:
    """The limit for this request; "" for none."""
    return str(current_app.config["LIMIT_ADDRESS"]) if request.method == "POST" else ""


def _of_phone() -> str:
    known = request.method == "POST" and phone_key()
    return str(current_app.config["LIMIT_PHONE"]) if known else ""


def _sends_too_much(_: RequestLimit) -> Response:
    return error_page(429, gettext("Too many requests from here. Wait a minute, then try again."))


class _Both(FixedWindowRateLimiter):
    """Counts in the common storage and in this process, and applies the stricter count. So nobody
    gets new attempts when the storage fails, or comes back without its counts."""

    def __init__(self, common: RateLimiter, here: RateLimiter) -> None:
        super().__init__(common.storage)
        self._common, self._here = common, here

    def hit(self, item: RateLimitItem, *identifiers: str, cost: int = 1) -> bool:
        """Count this; returns whether the limit allows it."""
        # Here first: the common storage may fail.
        is_allowed = self._here.hit(item, *identifiers, cost=cost)
        return self._common.hit(item, *identifiers, cost=cost) and is_allowed

    def test(self, item: RateLimitItem, *identifiers: str, cost: int = 1) -> bool:
        both = (self._here, self._common)
        return all(one.test(item, *identifiers, cost=cost) for one in both)

    def get_window_stats(self, item: RateLimitItem, *identifiers: str) -> WindowStats:
        """The count of which less is left, and when it ends."""
        both = (self._here, self._common)
        found = [one.get_window_stats(item, *identifiers) for one in both]
        return min(found, key=attrgetter("remaining"))


class _FormLimiter(Limiter):
    """Looks for limits of the application only at forms: no other request has one."""

    @property
    def limiter(self) -> RateLimiter:
        """The counts that apply now."""
        known, here = super().limiter, self._fallback_limiter
        is_common = known is not here and type(known.storage) is not MemoryStorage
        return _Both(known, here) if is_common and here else known

    def reset(self) -> None:
        super().reset()
        if self._fallback_limiter:
            self._fallback_limiter.storage.reset()

    def _check_request_limit(
        self, callable_name: str | None = None, in_middleware: bool = True
    ) -> None:
        if not in_middleware or request.method == "POST":
            super()._check_request_limit(callable_name, in_middleware)


limiter = _FormLimiter(
    address,
    application_limits=[
        ApplicationLimit(_of_address, on_breach=_sends_too_much),
        # The name of a phone in the counters is a hash, which grants no right.
        ApplicationLimit(
            _of_phone, key_function=lambda: hashed(phone_key()), on_breach=_sends_too_much
        ),
    ],
    in_memory_fallback_enabled=True,
    # A storage that fails while a request is answered must not spoil the answer.
    swallow_errors=True,
)
"""Counts all forms, and the attempts on each route with a limit.

Each process counts for itself too: these counts remain if the storage does not respond, and when it
comes back without its own.
"""
TRIES = "20 per minute; 100 per hour"
"""The limit on wrong codes and links; the phones behind one router share an address."""

OF_A_FILE = 20
"""The number of games in a file that count as one started game; an address can import 24,000 an
hour."""


def init_limits(app: Flask) -> None:
    """Count in the configured storage, and answer 429 above a limit."""
    is_redis = app.config["RATELIMIT_STORAGE_URI"].startswith("redis")
    patience = {"socket_timeout": 2, "socket_connect_timeout": 2} if is_redis else {}
    app.config["RATELIMIT_STORAGE_OPTIONS"] = {"wrap_exceptions": True, **patience}
    limiter.init_app(app)
    app.register_error_handler(RateLimitExceeded, _refused)


def is_household() -> bool:
    """Return whether this is a household server, on which every phone may do everything."""
    return bool(current_app.config["HOUSEHOLD"])


def making(
    on_breach: Callable[[RequestLimit], Response] | None = None,
    exempt_when: Callable[[], bool] | None = None,
) -> RouteLimit:
    """The limit shared by all routes that create games or phones; real tables create few."""
    return limiter.shared_limit(
        lambda: str(current_app.config["LIMIT_STARTS"]),
        scope="making",
        # Counted as one until the real number is known.
        cost=lambda: int(g.get("made", 1)),
        deduct_when=lambda response: is_redirect(response) or "made" in g,
        on_breach=on_breach,
        exempt_when=exempt_when,
    )


def note_made(games: int) -> None:
    """Count this request as creating this many games, of which OF_A_FILE count as one."""
    g.made = max(1, games // OF_A_FILE)


def too_often() -> str:
    return gettext("Too many attempts. Wait a few minutes, then try again.")


def failed(response: Response) -> bool:
    """Return whether the answer counts as an attempt; correct codes and links do not."""
    return response.status_code >= 400


def _refused(error: RateLimitExceeded) -> Response:
    """The route's own answer, or a page that keeps the input; with ``Retry-After``, unless the
    storage has just failed."""
    message = error.response
    response = message if isinstance(message, Response) else error_page(429, too_often())
    if limit := limiter.current_limit:
        with suppress(StorageError):
            response.headers["Retry-After"] = str(max(1, math.ceil(limit.reset_at - time.time())))
    return response


logger = logging.getLogger("scorekeeper.access")


def init_access_log(app: Flask) -> None:
    """Log to standard error if the setting is on."""
    if not app.config["ACCESS_LOG"]:
        return
    if not logger.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(message)s"))
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
        logger.propagate = False
    app.before_request(_begin)
    app.after_request(_write)


def _begin() -> None:
    g.began = time.perf_counter()


def _write(response: Response) -> Response:
    if POLL in request.environ and STAMP not in request.environ:
        # It is discarded, and drawn again for the phone that asked.
        return response
    logger.info(
        json.dumps(
            {
                "at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
                "method": request.method if request.method.isalpha() else "?",
                "route": request.url_rule.rule if request.url_rule else None,
                "status": response.status_code,
                "ms": round((time.perf_counter() - g.get("began", time.perf_counter())) * 1000, 1),
                "bytes": response.content_length,
                "from": request.remote_addr,
            }
        )
    )
    return response


def init_backing_up(app: Flask) -> None:
    """Start a due backup after each successful POST, unless the setting is off."""
    if not app.config["BACKUPS"]:
        return
    with app.app_context():
        hourly = hourly_backup(Path(app.instance_path), app.logger)

    def after(response: Response) -> Response:
        if hourly and request.method == "POST" and response.status_code < 400:
            hourly.begin()
        return response

    app.after_request(after)
