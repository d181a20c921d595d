"""The one clock of a round; the time of day comes in from outside."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock of so many ``minutes`` with what was added for all tables. ``stopped`` is how long it
    stood still before the pause that began at ``paused_at`` (None while it runs)."""

    minutes: int
    started: datetime | None = None
    paused_at: datetime | None = None
    stopped: timedelta = timedelta()

    def start(self, at: datetime) -> "Clock":
        """The clock started at this time."""
        return replace(self, started=at)

    def pause(self, at: datetime) -> "Clock":
        """The clock standing still from this time on."""
        return replace(self, paused_at=at)

    def resume(self, at: datetime) -> "Clock":
        """The clock running again."""
        pause = at - (self.paused_at or at)
        return replace(self, paused_at=None, stopped=self.stopped + max(pause, timedelta()))

    def ends(self, extra: int = 0) -> datetime | None:
        """When the time is up, with ``extra`` minutes for one table, if no (further) pause comes;
        None before the start."""
        if self.started is None:
            return None
        return self.started + self.stopped + timedelta(minutes=self.minutes + extra)


def left(clock: Clock, now: datetime, extra: int = 0) -> int:
    """Seconds that are left, below 0 when the time is up."""
    end = clock.ends(extra)
    if end is None:
        return (clock.minutes + extra) * 60
    return round((end - (clock.paused_at or now)).total_seconds())


def is_late(clock: Clock, ended: datetime, extra: int = 0) -> bool:
    """Whether a table that ended at this time was late."""
    end = clock.ends(extra)
    return end is not None and ended > end
