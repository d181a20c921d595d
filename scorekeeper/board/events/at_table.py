"""A game as a table of an event: its place, the clock of the round, its result, the next tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from scorekeeper.rules.events.entrant_acts import Wish, room_problems
from scorekeeper.rules.events.event import Event, Outcome, Round, RoundState, left
from scorekeeper.rules.events.settings import Counts, EventSettings, TimeUp
from scorekeeper.rules.events.standings import Placed, placed, seat_keys
from scorekeeper.store.events import events
from scorekeeper.store.events.events import Place, place_of
from scorekeeper.store.events.slips import may_agree
from scorekeeper.store.events.tables import outcomes_of, tables_of
from scorekeeper.store.mapping.stored import BROKEN, StoredGame
from scorekeeper.words.events.log import round_line
from scorekeeper.words.events.rounds import (
    away_line,
    decided_line,
    is_played,
    late_points_line,
    levels_line,
    table_title,
)


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


class ClockState(StrEnum):
    WAITS = "waits"
    RUNS = "runs"
    SOON = "soon"
    UP = "up"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round at one of its tables. ``minutes`` remain; ``at_end`` is what happens
    when they are over, and ``late`` the points that each player of a late table loses."""

    runs: ClockState
    ends_at: datetime | None
    minutes: int
    at_end: TimeUp
    late: int

    @property
    def ends_by_hand(self) -> bool:
        """Whether the time is up, and the hand in progress is the last."""
        return self.runs is ClockState.UP and self.at_end is TimeUp.LAST_HAND


@dataclass(frozen=True, slots=True)
class NextTable:
    """A player's table in the next round; None if they do not play in it."""

    seat: int
    name: str
    number: int
    table: int | None


@dataclass(frozen=True, slots=True)
class AtTable:
    """The place of a game in its event, and the next round. ``lines`` are seats, names and
    results, the best first, and empty until the result is known; ``has_values``: places have
    another value than their points. ``nexts`` are empty until the next draw is published. ``note``
    says why players are level. ``decided`` is the desk's own result, which counts in place of the
    game's. ``has_room``: somebody can still join; ``wish`` is what the table
    asks of the desk. ``is_closed``: in a closed round, a phone that keeps score corrects the
    sheet. ``awaits``: the result counts once the table agrees on it; ``ranking`` has its places and
    seats, and it ``is_disputed`` if somebody called the desk. ``is_hidden``: only the desk sees the
    standings after its round."""

    event: str
    name: str
    round: int
    number: int
    title: str
    next_title: str
    clock: RoundClock | None
    lines: tuple[tuple[int, str, Placed], ...] = ()
    has_values: bool = False
    note: str = ""
    nexts: tuple[NextTable, ...] = ()
    is_aside: bool = False
    decided: str = ""
    has_room: bool = False
    wish: Wish | None = None
    awaits_next: bool = False
    is_closed: bool = False
    awaits: bool = False
    ranking: tuple[tuple[int, int], ...] = ()
    is_disputed: bool = False
    is_hidden: bool = False


def at_table(stored: StoredGame) -> AtTable | None:
    """The place of a game in its event; None if its event was deleted or cannot be shown."""
    place = place_of(stored.id)
    try:
        return _at(place, stored) if place else None
    except BROKEN:
        return None


def is_set_aside(stored: StoredGame) -> bool:
    """Whether the game is that of a table that is set aside, so that nobody won it."""
    place = place_of(stored.id) if stored.event_id is not None else None
    return place is not None and place.table.set_aside is not None


def _at(place: Place, stored: StoredGame) -> AtTable:
    event, is_over = events.public(place.event.event), stored.sheet.result is not None
    number, table = place.round.number, place.table.number
    place = place._replace(round=event.round(number), table=event.round(number).table(table))
    title, next_title = table_title(event, number, table), round_line(event, number + 1)
    of = place.event.key, event.settings.name, number, table, title, next_title
    names = [event.entrant(number).name for number in place.table.seats]
    decided = decided_line(place.table, names)
    if not is_over:
        full = room_problems(event, place.round, place.table, is_begun=bool(stored.game.hands))
        found = AtTable(*of, round_clock(place, datetime.now(UTC)), decided=decided)
        is_closed = place.round.state is RoundState.CLOSED
        return replace(found, has_room=not full, wish=place.wish, is_closed=is_closed)
    if may_agree(place, stored):
        found = AtTable(*of, clock=None, awaits=True, ranking=_ranking(stored))
        is_disputed = place.disputed == stored.revision
        return replace(found, wish=place.wish, is_disputed=is_disputed)
    outcomes = outcomes_of(tables_of(place.event.id))
    lines = placed(event.settings, place.round, place.table, outcomes)
    nexts = _nexts(event, place)
    return AtTable(
        *of,
        clock=None,
        decided=decided,
        lines=_lines(event, place, lines),
        has_values=event.settings.counts is not Counts.POINTS,
        note=_note(event, lines),
        nexts=nexts,
        is_aside=place.table.set_aside is not None,
        awaits_next=not nexts and _may_play_on(event, place),
        is_closed=place.round.state is RoundState.CLOSED,
        wish=place.wish,
        is_hidden=event.hides(number),
    )


def _ranking(stored: StoredGame) -> tuple[tuple[int, int], ...]:
    """The places and seats of a game that has ended, the best first."""
    keys = seat_keys(Outcome(stored.sheet.totals, away=stored.sheet.away))
    best_first = sorted(keys, reverse=True)
    return tuple(sorted((1 + best_first.index(key), seat) for seat, key in enumerate(keys)))


def round_clock(place: Place, now: datetime) -> RoundClock | None:
    """The clock of the round at this table; None once the round is closed."""
    settings = place.event.event.settings
    if place.round.state is RoundState.CLOSED:
        return None
    clock = clock_view(settings, place.round, now, place.table.extra_minutes)
    minutes = max(0, -(-clock.left // 60))
    return RoundClock(_runs(clock), clock.ends, minutes, settings.time_up, settings.late_points)


def _runs(clock: ClockView) -> ClockState:
    if clock.ends is None:
        return ClockState.WAITS
    if clock.left <= 0:
        return ClockState.UP
    if clock.is_paused:
        return ClockState.PAUSED
    return ClockState.SOON if clock.is_soon else ClockState.RUNS


def _lines(event: Event, place: Place, lines: list[Placed]) -> tuple[tuple[int, str, Placed], ...]:
    found = [
        (seat, event.entrant(place.table.seats[seat]).name, line) for seat, line in enumerate(lines)
    ]
    return tuple(sorted(found, key=lambda one: (one[2].place, -one[2].points)))


def _note(event: Event, lines: list[Placed]) -> str:
    """The reason why players share a place or are placed last, and why all have fewer points."""
    has_bids = any(line.bids for line in lines)
    level = sorted((line for line in lines if line.level), key=lambda line: line.place)
    notes = [
        levels_line([event.entrant(one.number).name for one in those], place, has_bids=has_bids)
        for place, those in groupby(level, key=lambda line: line.place)
    ]
    notes.append(away_line([event.entrant(line.number).name for line in lines if line.away]))
    if any(line.late for line in lines):
        notes.append(late_points_line(event.settings.late_points))
    return " ".join(filter(None, notes))


def _may_play_on(event: Event, place: Place) -> bool:
    if event.ended or is_played(event):
        return False
    return not event.finalists or any(one in event.finalists for one in place.table.seats)


def _nexts(event: Event, place: Place) -> tuple[NextTable, ...]:
    """The tables of the next round; () until it is published."""
    after = [one for one in event.rounds if one.number == place.round.number + 1]
    if not after or after[0].state is RoundState.DRAWN:
        return ()
    tables = [after[0].table_of(number) for number in place.table.seats]
    return tuple(
        NextTable(seat, event.entrant(number).name, number, table.number if table else None)
        for seat, (number, table) in enumerate(zip(place.table.seats, tables, strict=True))
    )
