"""In place of Limits, as far as http/guard.py and config.py name it: nobody is counted.

Its modules are this one under other names.
"""

import sys
from typing import Any, NamedTuple

for _name in ("errors", "storage", "strategies"):
    sys.modules[f"{__name__}.{_name}"] = sys.modules[__name__]


class ConfigurationError(Exception):
    """A storage that cannot be used."""


class StorageError(Exception):
    """A storage that failed."""


class RateLimitItem:
    """A limit; there is none."""


class WindowStats(NamedTuple):
    """What is left of a limit."""

    reset_time: float
    remaining: int


class MemoryStorage:
    """Counts in memory; the real one needs threads, which a browser's Python lacks."""

    def reset(self) -> None:
        """Forget nothing."""


class RateLimiter:
    """Counts nothing."""

    def __init__(self, storage: Any) -> None:
        self.storage = storage


FixedWindowRateLimiter = RateLimiter


def parse_many(text: str) -> list[RateLimitItem]:  # noqa: ARG001
    """No limit."""
    return []


def storage_from_string(address: str) -> MemoryStorage:  # noqa: ARG001
    """The storage of counts."""
    return MemoryStorage()
