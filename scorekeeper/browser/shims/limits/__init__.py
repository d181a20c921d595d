"""In place of Limits, as far as http/guard.py and config.py name it: nobody is counted."""

from typing import NamedTuple


class RateLimitItem:
    """A limit; there is none."""


class WindowStats(NamedTuple):
    """What is left of a limit."""

    reset_time: float
    remaining: int


def parse_many(text: str) -> list[RateLimitItem]:  # noqa: ARG001
    """No limit."""
    return []
