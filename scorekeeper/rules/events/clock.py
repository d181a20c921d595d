"""The clock of a round. The caller passes in the time of day."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

LONGEST_STOP = timedelta(days=1000)
"""The longest total of the pauses, so that the end of a clock is always a date."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock of ``minutes``, including the time added for all tables. ``stopped`` is the total of
    the pauses that have ended; ``paused_at`` is the start of the current one (None while the clock
    runs)."""

    minutes: int
    started: datetime | None = None
    paused_at: datetime | None = None
    stopped: timedelta = timedelta()

    def resume(self, at: datetime) -> "Clock":
        """The clock, running again."""
        pause = at - (self.paused_at or at)
        stopped = min(self.stopped + max(pause, timedelta()), LONGEST_STOP)
        return replace(self, paused_at=None, stopped=stopped)

    def ends(self, extra: int = 0) -> datetime | None:
        """The time at which the clock ends, with ``extra`` minutes for one table, unless it is
        paused (again); None before the start."""
        if self.started is None:
            return None
        return self.started + self.stopped + timedelta(minutes=self.minutes + extra)


def left(clock: Clock, now: datetime, extra: int = 0) -> int:
    """The remaining seconds; negative once the time is up."""
    end = clock.ends(extra)
    if end is None:
        return (clock.minutes + extra) * 60
    return round((end - (clock.paused_at or now)).total_seconds())


def is_late(clock: Clock, ended: datetime, extra: int = 0) -> bool:
    """Return whether a table that ended at this time was late."""
    end = clock.ends(extra)
    return end is not None and ended > end
