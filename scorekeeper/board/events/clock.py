"""The clock of a round, as pages show it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from scorekeeper.rules.events.event import Event, Round, RoundState, left
from scorekeeper.rules.events.settings import EventSettings


class Countdown(NamedTuple):
    """The remaining time as text, and the moments of the end and of the warning, in milliseconds
    since 1970 (None while the clock does not run). With them a page counts down by itself."""

    text: str
    ends: int | None
    warns: int | None


@dataclass(frozen=True, slots=True)
class ClockView:
    """A round's clock. ``text`` is minutes and seconds; ``left`` is seconds, negative once the time
    is up. ``ends`` is the time of the end, None before the start; ``gone`` and ``whole`` are
    minutes. A page counts down from ``shown``."""

    left: int
    ends: datetime | None
    is_paused: bool
    is_soon: bool
    gone: float
    whole: int
    warns_at: int
    shown: Countdown


def clock_view(settings: EventSettings, round_: Round, now: datetime, extra: int = 0) -> ClockView:
    """The clock of a round at this time, at a table with ``extra`` minutes."""
    clock, seconds = round_.clock, left(round_.clock, now, extra)
    whole, ends, is_paused = clock.minutes + extra, clock.ends(extra), clock.paused_at is not None
    moment = round(ends.timestamp() * 1000) if ends and not is_paused else None
    warns = None if moment is None else moment - settings.warning * 60_000
    return ClockView(
        seconds,
        ends,
        is_paused,
        seconds <= settings.warning * 60,
        round(whole - max(seconds, 0) / 60, 1),
        whole,
        whole - settings.warning,
        Countdown(clock_text(seconds), moment, warns),
    )


def running_clock(event: Event) -> ClockView | None:
    """The clock in the head of a page; None unless a round runs."""
    last = event.last
    if last is None or last.state is not RoundState.RUNNING:
        return None
    return clock_view(event.settings, last, datetime.now(UTC))


def clock_text(seconds: int) -> str:
    """The time as minutes and seconds, such as "38:24"; "00:00" when the time is up."""
    minutes, rest = divmod(max(seconds, 0), 60)
    return f"{minutes:02}:{rest:02}"
