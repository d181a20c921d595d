"""All views of an event, drawn once for an event from a file, before it is let in: what breaks one
of them would break the pages of a whole book."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from scorekeeper.board.events.entrants import entrant_list, plan_of, seating_lines
from scorekeeper.board.events.listing import card_of, line_of
from scorekeeper.board.events.player import (
    key_of_table,
    made_of,
    my_results,
    my_table,
    phase_of,
    ring_of,
)
from scorekeeper.board.events.ranks import (
    paper_ranks,
    paper_tables,
    rank_lines,
    rank_table,
    seats_by_name,
)
from scorekeeper.board.events.rounds import before_view, log_page, running_view
from scorekeeper.board.events.tables import results_of, seats_view, table_view
from scorekeeper.board.events.wall import wall_of
from scorekeeper.board.score_parts import paper_sheet
from scorekeeper.exchange.events import results_csv, standings_csv
from scorekeeper.rules.events.event import Event, Round, RoundState
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Code, Problem
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.events.acts import EventLine, IncomingEvent, LogPart
from scorekeeper.store.events.events import ListedEvent, StoredEvent
from scorekeeper.store.events.tables import TableGame, TableKey, game_from_file, outcomes_of
from scorekeeper.store.mapping.stored import BROKEN, StoredGame
from scorekeeper.words.events.entrants import penalties_line

NOWHERE = "A" * 22
"""The key of an event that is not in the database."""
Games = dict[TableKey, tuple[StoredGame, TableGame]]


def check_views(incoming: IncomingEvent) -> None:
    """Raise UnreadableError if a view of this event cannot be drawn."""
    try:
        _draw_all(_stored(incoming), _games(incoming), list(_log(incoming)))
    except BROKEN:
        raise UnreadableError(Problem(Code.EVENT_UNSHOWN)) from None


def _draw_all(stored: StoredEvent, games: Games, log: list[EventLine]) -> None:
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


def _draw_round(stored: StoredEvent, one: Round, games: Games, ranks: Mapping[int, int]) -> None:
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


def _draw_people(event: Event, games: Games, ranks: Mapping[int, int]) -> None:
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


def _log(incoming: IncomingEvent) -> Iterator[EventLine]:
    for number, line in enumerate(incoming.log, 1):
        data = dict(line.data)
        if line.act or "number" not in data:
            yield EventLine(number, line.at, None, line.by, line.kind, line.act, data, line.undone)


def _games(incoming: IncomingEvent) -> Games:
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
