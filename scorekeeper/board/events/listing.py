"""The events of a book as cards and lines of a list, and the check that one from a file has no view
that would break these pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from scorekeeper.board.events.at_table import ClockView, running_clock
from scorekeeper.board.events.entrants import entrant_list, plan_of, seating_lines
from scorekeeper.board.events.hall import (
    key_of_table,
    made_of,
    my_results,
    my_table,
    phase_of,
    ring_of,
    wall_of,
)
from scorekeeper.board.events.ranks import (
    paper_ranks,
    paper_tables,
    rank_lines,
    rank_table,
    seats_by_name,
)
from scorekeeper.board.events.rounds import before_view, log_page, running_view
from scorekeeper.board.events.tables import TableState, results_of, seats_view, state_of, table_view
from scorekeeper.board.score_parts import paper_sheet
from scorekeeper.exchange.events import results_csv, standings_csv
from scorekeeper.memory import Memory
from scorekeeper.rules.events.event import Event, Round, RoundState
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Code, Problem
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.events import acts, tables
from scorekeeper.store.events.acts import IncomingEvent, LogPart
from scorekeeper.store.events.events import BrokenEvent, Line, ListedEvent, StoredEvent
from scorekeeper.store.events.tables import TableGame, TableKey, game_from_file, outcomes_of
from scorekeeper.store.mapping.stored import BROKEN, StoredGame
from scorekeeper.words.events.entrants import penalties_line
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
    is_going: bool = False


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


def watched_line(listed: ListedEvent, now: datetime) -> EventLine:
    """The line of an event that a phone followed, with its progress while it is in progress."""
    line = _line(listed, now)
    if line.is_broken or not is_going(listed.stored, now):
        return line
    return replace(line, about=going_line(listed.stored.event), is_going=True)


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


NOWHERE = "A" * 22
"""The key of an event that is not in the database."""
FileGames = dict[TableKey, tuple[StoredGame, TableGame]]


def check_views(incoming: IncomingEvent) -> None:
    """Raise UnreadableError if a view of this event cannot be drawn."""
    try:
        _draw_all(_stored(incoming), _file_games(incoming), list(_log(incoming)))
    except BROKEN:
        raise UnreadableError(Problem(Code.EVENT_UNSHOWN)) from None


def _draw_all(stored: StoredEvent, games: FileGames, log: list[acts.EventLine]) -> None:
    """Draw each view once. A new view is entered here."""
    event, now = stored.event, datetime.now(UTC)
    tables = {key: table for key, (_, table) in games.items()}
    outcomes = outcomes_of(tables)
    card_of(ListedEvent(stored, runs=True), tables)
    line_of(ListedEvent(stored, runs=True), now, tables)
    log_page(LogPart(log, {line.number: line for line in log}), event, None, len(log))
    entrant_list(event, "")
    penalties_line(event)
    seating_lines(event, {})
    plan_of(event)
    wall_of(event, tables, now)
    before_view(event, tables)
    ranks = {line.number: line.rank for line in rank_lines(event, outcomes)}
    for after in (None, *event.closed[-1:]):
        rank_table(event, outcomes, after)
        paper_ranks(event, outcomes, after)
    "".join(results_csv(event, tables))
    "".join(standings_csv(event, outcomes))
    for one in event.rounds:
        _draw_round(stored, one, games, ranks)
    _draw_people(event, games, ranks)


def _draw_round(
    stored: StoredEvent, one: Round, games: FileGames, ranks: Mapping[int, int]
) -> None:
    event, now = stored.event, datetime.now(UTC)
    tables = {key: table for key, (_, table) in games.items()}
    outcomes = outcomes_of(tables)
    seats_view(event, one, set())
    seats_by_name(event, one)
    paper_tables(event, one)
    results_of(event, one, outcomes)
    if one.state is RoundState.DRAWN:
        return
    running_view(stored, one, tables, now, "all")
    for table in one.tables:
        ring_of(event, table, games[one.number, table.number][0], table.seats[0], ranks)
    first = one.number, one.tables[0].number
    table_view(event, first, tables, games[first][0], (), now)
    paper_sheet(games[first][0])


def _draw_people(event: Event, games: FileGames, ranks: Mapping[int, int]) -> None:
    tables = {key: table for key, (_, table) in games.items()}
    outcomes = outcomes_of(tables)
    for me in event.entrants:
        made_of(my_results(event, me, outcomes, tables))
        phase_of(event, me, tables)
        at = key_of_table(event, me)
        my_table(event, me, (games[at][1], games[at][0]) if at else None, ranks)


def _stored(incoming: IncomingEvent) -> StoredEvent:
    return StoredEvent(
        id=0,
        key=NOWHERE,
        uid=incoming.uid,
        secret="",
        book_id=0,
        revision=len(incoming.log),
        rights=0,
        touched=0,
        started_at=incoming.started_at,
        changed_at=datetime.now(UTC),
        event=incoming.event,
    )


def _log(incoming: IncomingEvent) -> Iterator[acts.EventLine]:
    for number, line in enumerate(incoming.log, 1):
        data = dict(line.data)
        if line.act or "number" not in data:
            about = (line.at, None, line.by, line.kind, line.act, data, line.undone)
            yield acts.EventLine(number, *about)


def _file_games(incoming: IncomingEvent) -> FileGames:
    by_uid = {one.uid: one for one in incoming.games}
    found = {}
    for key, table in incoming.tables.items():
        stored = _game(by_uid[table.game])
        found[key] = stored, game_from_file(stored, table.ended)
    return found


def _game(one: Incoming) -> StoredGame:
    return StoredGame(
        id=0,
        key=NOWHERE,
        uid=one.uid,
        code=None,
        book_id=0,
        revision=len(one.game.hands),
        rights=0,
        undoable=None,
        started_at=one.started_at,
        changed_at=one.changed_at,
        game=one.game,
        sheet=score_sheet(one.game),
    )
