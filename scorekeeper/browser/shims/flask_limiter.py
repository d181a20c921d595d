"""In place of Flask-Limiter, as far as http/guard.py and the pages name it: nobody is refused."""

import sys
from collections.abc import Callable
from typing import Any, TypeVar

View = TypeVar("View")
sys.modules[f"{__name__}.util"] = sys.modules[__name__]


class RateLimitExceeded(Exception):  # noqa: N818 - its name in Flask-Limiter
    """Nothing here raises it."""

    response = None


class RequestLimit:
    """A limit that a request has reached."""

    reset_at = 0.0


class RouteLimit:
    """A limit of a route."""


class ApplicationLimit:
    """A limit of all routes."""

    def __init__(self, *_: Any, **__: Any) -> None:
        """Note nothing."""


class Limiter:
    """Counts nothing."""

    current_limit: RequestLimit | None = None
    limiter: Any = None

    def __init__(self, *_: Any, **__: Any) -> None:
        """Note nothing."""

    def init_app(self, app: Any) -> None:
        """Change nothing."""

    def limit(self, *_: Any, **__: Any) -> Callable[[View], View]:
        """A mark that leaves a view as it is."""
        return lambda view: view

    shared_limit = limit

    def check(self) -> None:
        """Refuse nobody."""


def get_remote_address() -> str:
    """Where a request comes from: always this phone."""
    return "127.0.0.1"
