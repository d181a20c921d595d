"""A whole event from a file, written into this phone's book."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, insert, select, update

from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Code, Problem
from scorekeeper.store import importing, phones
from scorekeeper.store.events import events
from scorekeeper.store.events.tables import (
    TableKey,
    close_tables,
    count_results,
    counted_in,
    link_tables,
)
from scorekeeper.store.models import ACT, GAME, PLAYER, EventDesk, EventRow, db, run


class IncomingLine(NamedTuple):
    """A line of the log in a file: the name of the phone (``by``), and the act or other ``data``,
    which ``text`` has as its row will; ``undone`` is the number of the line that reversed it, from
    1."""

    at: datetime
    by: str
    kind: str
    act: Act | None
    data: Mapping[str, Any]
    text: str
    undone: int | None


class TableFile(NamedTuple):
    """A table in a file: the stable id of its game, and when that ended."""

    round: int
    table: int
    game: str
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class IncomingEvent:
    """An event from a file, checked: its stable id, the ``event`` computed from its log, and its
    games."""

    uid: str
    started_at: datetime
    event: Event
    log: tuple[IncomingLine, ...]
    tables: Mapping[TableKey, TableFile]
    games: tuple[Incoming, ...]


class ImportedEvent(NamedTuple):
    """The key of an event in the book, and whether the file added it."""

    key: str
    is_new: bool


def import_event(phone_key: str, incoming: IncomingEvent) -> ImportedEvent:
    """Write an event with its log and games into this phone's book: all or nothing. The phone runs
    the event. An event that the book already has stays as it is. Games that the book already has
    become its tables. Raises UnreadableError if one cannot, as another event has it."""
    book_id = phones.book_id(phone_key)
    if key := _known(book_id, incoming.uid):
        return ImportedEvent(key, is_new=False)
    written: list[ImportedEvent] = []
    lines = [_line(*one) for one in enumerate(incoming.log, 1)]

    def write() -> None:
        written.append(_write(phone_key, incoming, lines))

    importing.import_games(phone_key, incoming.games, deleted_too=True, then=write)
    return written[-1]


def _known(book_id: int | None, uid: str) -> str | None:
    return db.session.scalar(select(EventRow.key).filter_by(book_id=book_id, uid=uid).limit(1))


def _write(
    phone_key: str, incoming: IncomingEvent, lines: Sequence[dict[str, Any]]
) -> ImportedEvent:
    """Write the event of games that are in the book; call it inside the transaction that shows
    them. All others wait for it, so it only writes what was prepared."""
    phone = phones.row_of(phone_key)
    if key := _known(phone.book_id, incoming.uid):
        return ImportedEvent(key, is_new=False)
    row = events.new_row(phone.book_id)
    row.uid, row.revision = incoming.uid, len(incoming.log)
    row.started_at = incoming.started_at.replace(tzinfo=None)
    events.update_row(row, incoming.event)
    db.session.add(row)
    db.session.flush()
    db.session.add(EventDesk(event_id=row.id, phone_id=phone.id, claimed=True))
    run(insert(ACT), [{"event_id": row.id, **line} for line in lines])
    _write_tables(row, incoming)
    return ImportedEvent(row.key, is_new=True)


def _line(number: int, line: IncomingLine) -> dict[str, Any]:
    return {
        "number": number,
        "at": line.at.replace(tzinfo=None),
        "name": line.by,
        "kind": line.kind,
        "data": line.text,
        "undone": line.undone,
    }


def _write_tables(row: EventRow, incoming: IncomingEvent) -> None:
    """Make the games the tables of the event. Raises UnreadableError for a game of another event,
    one that a phone brought into the book, or one of the book that lacks a seat of its table."""
    ids = importing.ids_of(row.book_id, [one.game for one in incoming.tables.values()])
    games = {key: ids[one.game] for key, one in incoming.tables.items()}
    if not games:
        return
    # A game that another phone brought along would leave the book without its event.
    elsewhere = GAME.c.event_id.is_not(None) | GAME.c.brought_by.is_not(None)
    taken = GAME.c.id.in_(list(games.values())), elsewhere
    is_taken = run(select(GAME.c.id).where(*taken).limit(1)).first() is not None
    if is_taken or _lacks_seats(incoming.event, games):
        raise UnreadableError(Problem(Code.EVENT_GAME_TAKEN))
    link_tables(row.id, games)
    here = update(GAME).where(GAME.c.id == bindparam("of_game"))
    values = {"event_id": row.id, "ended_at": bindparam("ended")}
    ends = [(ids[one.game], one.ended) for one in incoming.tables.values()]
    rows = [{"of_game": game, "ended": at and at.replace(tzinfo=None)} for game, at in ends]
    run(here.values(values), rows)
    count_results(row.id, {}, counted_in(incoming.event))
    close_tables(row.id, *incoming.event.closed)


def _lacks_seats(event: Event, games: Mapping[TableKey, int]) -> bool:
    """Return whether a game, which the book may have had before the file, has fewer players than
    its table has seats."""
    players = select(PLAYER.c.game_id, func.count()).where(PLAYER.c.game_id.in_([*games.values()]))
    seats = dict(run(players.group_by(PLAYER.c.game_id)).tuples().all())
    return any(
        seats[games[one.number, table.number]] < len(table.seats)
        for one in event.published
        for table in one.tables
    )
