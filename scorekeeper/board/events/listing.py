"""The events of a book as cards and lines of a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from scorekeeper.board.events.at_table import ClockView, running_clock
from scorekeeper.board.events.ranks import rank_lines
from scorekeeper.board.events.tables import TableState, state_of
from scorekeeper.memory import Memory
from scorekeeper.rules.events.event import Round, RoundState
from scorekeeper.store.events import tables
from scorekeeper.store.events.events import BrokenEvent, Line, ListedEvent, StoredEvent
from scorekeeper.store.events.tables import TableGame, TableKey
from scorekeeper.store.mapping.stored import BROKEN
from scorekeeper.words.events.rounds import (
    broken_line,
    coming_line,
    going_line,
    still_line,
    winners_line,
)
from scorekeeper.words.language import local

A_DAY = timedelta(hours=18)
"""The time without any act of a desk after which an event no longer counts as in progress."""
Games = Mapping[TableKey, TableGame]
MOST_CARDS, FEW_CARDS = 24, 6
"""The most tables on a card, and the most that have their usual size."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event in progress. ``tables`` are the numbers and states of its tables; () if there are
    too many for a card. ``still`` says how many results are missing. ``helps``: the phone
    only enters results. One that ``is_broken`` can only be deleted."""

    key: str
    runs: bool
    name: str
    about: str
    clock: ClockView | None = None
    tables: tuple[tuple[int, str], ...] = ()
    is_full: bool = False
    still: str = ""
    is_broken: bool = False
    helps: bool = False


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event to come or a past one. ``year`` is empty for this year; ``best`` is the winner's
    value."""

    key: str
    runs: bool
    name: str
    day: date
    year: int | None
    about: str
    best: int | None = None
    is_broken: bool = False


@dataclass(frozen=True, slots=True)
class EventList:
    """The events in progress; those to come, the next one first; and those played, newest first."""

    cards: tuple[EventCard, ...]
    coming: tuple[EventLine, ...]
    played: tuple[EventLine, ...]


def is_going(stored: StoredEvent, now: datetime) -> bool:
    """Return whether a round is published and a desk has acted today."""
    event = stored.event
    return bool(event.published) and not event.ended and now - stored.changed_at < A_DAY


def event_list(listed: Iterable[Line], now: datetime) -> EventList:
    """The list of the events of a book. One that cannot be shown says so in its line, among those
    played."""
    going: list[EventCard] = []
    coming: list[EventLine] = []
    played: list[EventLine] = []
    for one in listed:
        if isinstance(one, BrokenEvent):
            played.append(_broken_line(one, now))
        elif is_going(one.stored, now):
            going.append(event_card(one))
        else:
            (played if one.stored.event.published else coming).append(_line(one, now))
    return EventList(
        tuple(going),
        tuple(sorted(coming, key=lambda one: one.day)),
        tuple(sorted(played, key=lambda one: one.day, reverse=True)),
    )


def going_cards(listed: Iterable[Line], now: datetime) -> list[EventCard]:
    """The cards of the events in progress, and of those that cannot be shown."""
    return [
        event_card(one)
        for one in listed
        if isinstance(one, BrokenEvent) or is_going(one.stored, now)
    ]


def event_card(listed: Line) -> EventCard:
    if isinstance(listed, BrokenEvent):
        return _broken_card(listed.key, listed.name, runs=listed.runs)
    try:
        return card_of(listed)
    except BROKEN:
        stored = listed.stored
        return _broken_card(stored.key, stored.event.settings.name, runs=listed.runs)


def _broken_card(key: str, name: str, *, runs: bool) -> EventCard:
    return EventCard(key, runs, name, broken_line(), is_broken=True)


def _broken_line(one: BrokenEvent, now: datetime) -> EventLine:
    year = None if one.day.year == local(now).year else one.day.year
    return EventLine(one.key, one.runs, one.name, one.day, year, broken_line(), is_broken=True)


def card_of(listed: ListedEvent, games: Games | None = None) -> EventCard:
    """The card of an event with these games, or with those in the database."""
    stored, event = listed.stored, listed.stored.event
    shown = [one for one in event.published if one.state is not RoundState.CLOSED]
    states = _states(shown[-1], _games(stored, games)) if shown else ()
    out = sum(state in (TableState.OUT, TableState.FREE) for _, state in states)
    return EventCard(
        *(stored.key, listed.runs, event.settings.name, going_line(event), running_clock(event)),
        states if len(states) <= MOST_CARDS else (),
        len(states) > FEW_CARDS,
        still_line(out) if states else "",
        helps=listed.helps,
    )


def _games(stored: StoredEvent, games: Games | None) -> Games:
    return tables.tables_of(stored.id) if games is None else games


def _states(round_: Round, games: Games) -> tuple[tuple[int, TableState], ...]:
    return tuple(
        (table.number, state_of(table, games.get((round_.number, table.number))))
        for table in round_.tables
    )


def _line(listed: ListedEvent, now: datetime) -> EventLine:
    stored = listed.stored
    try:
        return line_of(listed, now)
    except BROKEN:
        name, day = stored.event.settings.name, _day_of(stored)
        return _broken_line(BrokenEvent(stored.key, name, day, listed.runs), now)


def _day_of(stored: StoredEvent) -> date:
    return stored.event.settings.day or local(stored.started_at).date()


def line_of(listed: ListedEvent, now: datetime, games: Games | None = None) -> EventLine:
    """The line of an event with these games, or with those in the database."""
    stored, event = listed.stored, listed.stored.event
    day = _day_of(stored)
    year = None if day.year == local(now).year else day.year
    winners, best = _won(stored, games) if event.ended else ((), None)
    about = winners_line(event, winners) if event.ended else coming_line(event)
    return EventLine(stored.key, listed.runs, event.settings.name, day, year, about, best)


Won = tuple[tuple[str, ...], int | None]
_known: Memory[tuple[str, str, datetime], Won] = Memory(200)


def _won(stored: StoredEvent, games: Games | None) -> Won:
    """The winners of an event and their value, unless a final decided. It is cached until the event
    or one of its games changes."""
    key = (stored.key, stored.stamp, stored.changed_at)
    known = _known.get(key)
    if known is None:
        lines = rank_lines(stored.event, tables.outcomes_of(_games(stored, games)))
        first = [line for line in lines if line.rank == 1]
        best = first[0].counted if first and not stored.event.finalists else None
        known = tuple(line.name for line in first), best
        _known.keep(key, known)
    return known
