"""Every state of the wall, made from values: no database, and a time of day that is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from flask import Flask, render_template

from scorekeeper.board.events.hall import Wall, wall_of
from scorekeeper.http.filters import qr_code
from scorekeeper.rules.events.acts import apply
from scorekeeper.rules.events.draw import planned_sizes, seated
from scorekeeper.rules.events.entrant_acts import is_open
from scorekeeper.rules.events.event import Act, Entrant, Event, Outcome
from scorekeeper.rules.events.result_acts import Ended, Finalised
from scorekeeper.rules.events.round_acts import Closed, Drawn, MoreTime, Paused, Published, Started
from scorekeeper.rules.events.settings import EventSettings, Final, Seating, TimeUp
from scorekeeper.rules.events.standings import seeded
from scorekeeper.rules.variants.variants import WIZARD
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import TableGame, TableKey

START = datetime(2026, 6, 13, 18, 40, tzinfo=UTC)
FIRST = ("Änne", "Bartholomew", "Cem", "Dörthe", "Jo", "Maximiliane", "Wilhelmine-Charlotte", "Zoë")
LAST = ("Wyss", "Lindqvist", "Featherstone", "Szabó", "Li", "Oberhauser", "Quast", "Nagy", "Wolf")
Games = Mapping[TableKey, TableGame]


class Staged(NamedTuple):
    """An event with the games of its tables, at a time. ``is_lost``: the wall has no connection."""

    event: Event
    games: Games
    now: datetime
    is_lost: bool = False

    @property
    def wall(self) -> Wall:
        """What the wall shows of it."""
        return wall_of(self.event, self.games, self.now)


def names(people: int) -> list[str]:
    """So many names, short and long; no two are alike."""
    pairs = [f"{FIRST[at % 8]} {LAST[at * 5 % 9]}" for at in range(72)]
    return [
        pairs[at % 72] + " " * (at > 71) + "ABCD"[at // 72 - 1] * (at > 71) for at in range(people)
    ]


def staged(people: int) -> dict[str, Staged]:
    """The states of the wall of an event with so many people, by name."""
    plan = EventSettings(
        "Vereinsabend der Kartenfreunde Oberammergau", WIZARD, place="Bürgerhaus Süd", rounds=12
    )
    entrants = [Entrant(at, name, "SC Wattenscheid") for at, name in enumerate(names(people), 1)]
    before = Event(plan, tuple(entrants))
    drawn = after(before, draw(before))
    seats = after(drawn, Published(1))
    round_1 = after(seats, Started(1))
    tables = len(round_1.rounds[0].tables)
    one, many = [MoreTime(1, 5, 2)], [MoreTime(1, 5 + at % 3, at) for at in range(1, tables + 1)]
    late = after(replace(before, settings=replace(plan, time_up=TimeUp.LATE)), draw(before))
    late = after(late, Published(1), Started(1))
    closed = after(round_1, Closed(1))
    round_2 = after(closed, draw(closed), Published(2))
    running = after(round_2, Started(2))
    best = tuple(range(1, 9 if people > 15 else 5))
    final = replace(closed, settings=replace(plan, final=Final(len(best))))
    final = after(final, Finalised(best))
    final = after(final, drawn_at(seeded(best)), Published(2), Started(2))
    won = after(final, Closed(2))
    return {
        "before the draw": Staged(before, {}, START),
        "drawn": Staged(drawn, {}, START),
        "seats": at(seats),
        "before the first hand": at(round_1, 2),
        "all have begun": at(round_1, 3, hand=2),
        "one result": at(round_1, 4, hand=2, over=1),
        "tables alone": at(round_1, 30, hand=12),
        "round 2 with seats": at(running, 5, hand=1, over=1),
        "more time for one": at(after(round_1, *one), 6, hand=3, over=1),
        "more time for many": at(
            after(running, *[replace(act, round=2) for act in many]), 6, hand=3
        ),
        "paused": at(after(after(round_1, *many), Paused(1), minutes=7), 9, hand=3, over=1),
        "nearly up": at(after(running, MoreTime(2, 5, 1)), 102, hand=14, over=1),
        "up": at(after(running, MoreTime(2, 5, 1)), 106, hand=14, over=2),
        "up for late tables": at(late, 106, hand=14, over=1),
        "one table out": at(running, 60, hand=14, over=tables - 1),
        "all in": at(round_1, 99, over=tables),
        "between rounds": at(closed, 99, over=tables),
        "seats of round 2": at(round_2),
        "final": at(final, 4, hand=2),
        "after the final": at(won, 99, over=2),
        "podium": at(after(won, Ended()), 99, over=2),
        "line lost before": replace_lost(Staged(before, {}, START)),
        "line lost over seats": replace_lost(at(seats)),
        "line lost in a round": replace_lost(at(running, 6, hand=3, over=1)),
        "line lost over standings": replace_lost(at(closed, 99, over=tables)),
        "line lost at the end": replace_lost(at(after(won, Ended()), 99, over=2)),
    }


def replace_lost(staged: Staged) -> Staged:
    """The same on a wall without a connection."""
    return staged._replace(is_lost=True)


def after(event: Event, *acts: Act, minutes: int = 0) -> Event:
    """The event after these acts, so many minutes after its round began."""
    for act in acts:
        event = apply(event, act, START + timedelta(minutes=minutes))
    return event


def draw(event: Event) -> Drawn:
    """The draw of the next round, in the order of the list."""
    return drawn_at(seated(event.playing, planned_sizes(event.settings, len(event.playing))))


def drawn_at(tables: Any) -> Drawn:
    """A draw with these tables."""
    return Drawn(tuple(map(tuple, tables)), (0,) * len(tables), 0, Seating.BY_HAND)


def at(event: Event, minutes: int = 0, *, hand: int = 0, over: int = 0) -> Staged:
    """The event so many minutes after its last round began: its first tables are ``over``, the
    others play this hand, by turns the one after it (0: they have not begun). Earlier rounds are
    over."""
    games = {}
    for round_ in event.rounds:
        is_last = round_ is event.rounds[-1]
        for table in round_.tables:
            is_over = not is_last or table.number <= over
            played = len(table.sizes) if is_over else max(0, hand - 1 + table.number % 2)
            seats = range(len(table.seats))
            totals = tuple(played * 20 - 70 * seat + table.number for seat in seats)
            begun = is_over or hand > 0
            games[round_.number, table.number] = TableGame(
                id=table.number,
                key="ABCDEFGH",
                uid="",
                code=None,
                revision=int(begun),
                changed_at=START,
                is_begun=begun,
                is_over=is_over,
                hands=len(table.sizes),
                played=played if begun else 0,
                standing=Outcome(totals, ended=START if is_over else None),
                has_keeper=begun,
                asks=None,
            )
    return Staged(event, games, START + timedelta(minutes=minutes))


def html(app: Flask, staged: Staged, language: str) -> str:
    """The page of the wall in a language."""
    stored = StoredEvent(
        id=1,
        key="ABCDEFGH",
        uid="",
        secret="",
        book_id=1,
        revision=1,
        rights=0,
        touched=0,
        started_at=START,
        changed_at=START,
        event=staged.event,
    )
    headers = {"Accept-Language": language}
    with app.test_request_context("/e/ABCDEFGH/wall", headers=headers):
        qr = qr_code("https://scorekeeper.example/e/ABCDEFGH")
        wall = staged.wall
        return render_template(
            "event/wall.html",
            stored=stored,
            wall=wall,
            leaf=0,
            turn=12,
            qr=qr,
            signs_up=is_open(staged.event),
        )
