"""The clock of a timed game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scorekeeper.store.mapping.stored import StoredGame

SOON = 5
"""Minutes before the end of the clock when the page begins to warn."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time left of a timed game, in whole minutes, never below 0."""

    ends_at: datetime
    minutes: int

    @property
    def is_up(self) -> bool:
        """Whether no time is left."""
        return self.minutes == 0

    @property
    def is_soon(self) -> bool:
        """Whether the end is near."""
        return 0 < self.minutes <= SOON


def clock_of(stored: StoredGame) -> Clock | None:
    """The state of the clock; None for a game without one."""
    minutes = stored.game.settings.clock
    if minutes is None:
        return None
    ends_at = stored.recorded_at + timedelta(minutes=minutes)
    left = (ends_at - datetime.now(UTC)).total_seconds()
    return Clock(ends_at, max(0, -int(-left // 60)))
