"""An event for tests, and short ways to act in it."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from scorekeeper.rules.events.acts import apply
from scorekeeper.rules.events.entrant_acts import Created, Entered, Newcomer
from scorekeeper.rules.events.event import Act, Event, Outcome, Seats
from scorekeeper.rules.events.round_acts import Drawn
from scorekeeper.rules.events.settings import EventSettings, Seating
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.variants.variants import WIZARD

NOW = datetime(2026, 6, 13, 10, 0, tzinfo=UTC)
RALLY = EventSettings("Rally", WIZARD)


def event_of(people: int, **settings: Any) -> Event:
    """An event with so many people, called P1, P2 and so on."""
    agreed = replace(RALLY, **settings)
    event = after(Event(agreed), Created(agreed))
    everybody = tuple(Newcomer(f"P{n}") for n in range(1, people + 1))
    return after(event, Entered(everybody)) if everybody else event


def after(event: Event, *acts: Act, minutes: int = 0) -> Event:
    """The event after these acts, so many minutes after it began."""
    for act in acts:
        event = apply(event, act, NOW + timedelta(minutes=minutes))
    return event


def drawn(*tables: Iterable[int]) -> Drawn:
    """A draw with these tables, at which the first seat deals."""
    seats: tuple[Seats, ...] = tuple(map(tuple, tables))
    return Drawn(seats, (0,) * len(seats), 0, Seating.BY_HAND)


def outcome_of(sheet: Sheet, ended: datetime | None = None) -> Outcome:
    """The outcome of a game that ended then."""
    columns = [
        [row.cells[seat] for row in sheet.counting if not row.cells[seat].out]
        for seat in range(len(sheet.totals))
    ]
    made = tuple(sum(cell.made for cell in cells) for cells in columns)
    return Outcome(sheet.totals, made, tuple(map(len, columns)), sheet.away, ended)
