"""The events of a book as cards and lines of a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from scorekeeper.board.events.clock import ClockView, running_clock
from scorekeeper.board.events.ranks import rank_lines
from scorekeeper.board.events.tables import TableState, state_of
from scorekeeper.memory import Memory
from scorekeeper.rules.events.event import Round, RoundState
from scorekeeper.store.events import tables
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.listing import ListedEvent
from scorekeeper.store.events.tables import TableGame, TableKey
from scorekeeper.words.events.listing import coming_line, going_line, still_line, winners_line

A_DAY = timedelta(hours=18)
"""The time without any act of a desk after which an event no longer counts as in progress."""
MOST_CARDS, FEW_CARDS = 24, 6
"""The most tables on a card, and the most that have their usual size."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event in progress. ``tables`` are the numbers and states of its tables; () if there are
    too many for a card. ``still`` says how many results are missing."""

    key: str
    runs: bool
    name: str
    about: str
    clock: ClockView | None
    tables: tuple[tuple[int, str], ...]
    is_full: bool
    still: str


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


def event_list(listed: Iterable[ListedEvent], now: datetime) -> EventList:
    """The list of the events of a book."""
    events = list(listed)
    going = [one for one in events if is_going(one.stored, now)]
    others = [one for one in events if one not in going]
    coming = [_line(one, now) for one in others if not one.stored.event.published]
    played = [_line(one, now) for one in others if one.stored.event.published]
    return EventList(
        tuple(map(event_card, going)),
        tuple(sorted(coming, key=lambda one: one.day)),
        tuple(sorted(played, key=lambda one: one.day, reverse=True)),
    )


def event_card(listed: ListedEvent) -> EventCard:
    """The card of an event in progress."""
    stored, event = listed.stored, listed.stored.event
    shown = [one for one in event.published if one.state is not RoundState.CLOSED]
    states = _states(shown[-1], tables.tables_of(stored.id)) if shown else ()
    out = sum(state in (TableState.OUT, TableState.FREE) for _, state in states)
    return EventCard(
        *(stored.key, listed.runs, event.settings.name, going_line(event), running_clock(event)),
        states if len(states) <= MOST_CARDS else (),
        len(states) > FEW_CARDS,
        still_line(out) if states else "",
    )


def _states(
    round_: Round, games: Mapping[TableKey, TableGame]
) -> tuple[tuple[int, TableState], ...]:
    return tuple(
        (table.number, state_of(table, games.get((round_.number, table.number))))
        for table in round_.tables
    )


def _line(listed: ListedEvent, now: datetime) -> EventLine:
    stored, event = listed.stored, listed.stored.event
    day = event.settings.day or stored.started_at.date()
    year = None if day.year == now.year else day.year
    winners, best = _won(stored) if event.ended else ((), None)
    about = winners_line(event, winners) if event.ended else coming_line(event)
    return EventLine(stored.key, listed.runs, event.settings.name, day, year, about, best)


Won = tuple[tuple[str, ...], int | None]
_known: Memory[tuple[str, str, datetime], Won] = Memory(200)


def _won(stored: StoredEvent) -> Won:
    """The winners of an event and their value, unless a final decided. It is cached until the event
    or one of its games changes."""
    key = (stored.key, stored.stamp, stored.changed_at)
    known = _known.get(key)
    if known is None:
        lines = rank_lines(stored.event, tables.outcomes_of(tables.tables_of(stored.id)))
        first = [line for line in lines if line.rank == 1]
        best = first[0].counted if first and not stored.event.finalists else None
        known = tuple(line.name for line in first), best
        _known.keep(key, known)
    return known
