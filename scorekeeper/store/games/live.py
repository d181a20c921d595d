"""The stamps of games and events in Redis, where the polls of several processes find them.

Each expires soon, so a stamp that is lost or late does no lasting harm. If Redis does not answer,
nothing is found, and it is not asked again for a moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scorekeeper.config import SettingError
from scorekeeper.keys import hashed

if TYPE_CHECKING:
    from redis import Redis

LIFE = 3
"""Seconds for which a stamp may be wrong."""
PATIENCE = 0.25
"""Seconds within which Redis answers; a poll or a save waits no longer."""
PAUSE = 2.0
"""Seconds for which Redis is not asked after it failed to answer."""


def name_of(key: str) -> str:
    """The name of a stamp in Redis, from which nobody can learn the game's address."""
    return f"scorekeeper:stamp:{hashed(key)}"


class Live:
    """Stamps by the keys of their games and events."""

    def __init__(self, address: str) -> None:
        """Raises config.SettingError; connects when it is first used."""
        try:
            import redis  # noqa: PLC0415 - optional
        except ImportError:
            message = "SCOREKEEPER_LIVE needs the package redis: install the extra redis"
            raise SettingError(message) from None
        waits: dict[str, Any] = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        try:
            self._redis: Redis = redis.Redis.from_url(
                address, decode_responses=True, retry=None, **waits
            )
        except ValueError as problem:
            raise SettingError(f"SCOREKEEPER_LIVE cannot be used: {problem}") from None
        self._failures = redis.RedisError, OSError
        self._away_until = 0.0

    def get(self, key: str) -> str | None:
        """The stamp; None if it is not known."""
        found = self._asked(lambda: self._redis.get(name_of(key)))
        return found if isinstance(found, str) else None

    def offer(self, key: str, stamp: str) -> None:
        """Store a stamp that was read, unless a save has stored a newer one meanwhile."""
        self._asked(lambda: self._redis.set(name_of(key), stamp, ex=LIFE, nx=True))

    def put(self, key: str, stamp: str) -> None:
        """Store the stamp of a committed save."""
        self._asked(lambda: self._redis.set(name_of(key), stamp, ex=LIFE))

    def drop(self, key: str) -> None:
        """Forget the stamp of a deleted game or event."""
        self._asked(lambda: self._redis.delete(name_of(key)))

    def _asked(self, command: Callable[[], object]) -> object:
        if time.monotonic() < self._away_until:
            return None
        try:
            return command()
        except self._failures:
            self._away_until = time.monotonic() + PAUSE
            return None
