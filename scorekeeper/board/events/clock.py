"""The clock of a round, as pages show it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from scorekeeper.rules.events.clock import left
from scorekeeper.rules.events.event import Event, Round, RoundState
from scorekeeper.rules.events.settings import EventSettings


class Countdown(NamedTuple):
    """The remaining time as text, and the moments of the end and of the warning, in milliseconds
    since 1970 (None while the clock does not run). With them a page counts down by itself."""

    text: str
    ends: int | None = None
    warns: int | None = None


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
    whole = clock.minutes + extra
    return ClockView(
        seconds,
        clock.ends(extra),
        clock.paused_at is not None,
        seconds <= settings.warning * 60,
        round(whole - max(seconds, 0) / 60, 1),
        whole,
        whole - settings.warning,
        countdown(round_, now, settings.warning, extra),
    )


def countdown(round_: Round, now: datetime, warning: int, extra: int = 0) -> Countdown:
    """The clock of a round, or of a table with ``extra`` minutes, for a page."""
    ends = None if round_.clock.paused_at else round_.clock.ends(extra)
    seconds = left(round_.clock, now, extra)
    if ends is None:
        return Countdown(clock_text(seconds))
    moment = round(ends.timestamp() * 1000)
    return Countdown(clock_text(seconds), moment, moment - warning * 60_000)


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
