"""Events in files: the tables of results and standings, and whole events as JSON."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from scorekeeper.exchange.json_files import (
    UNREADABLE,
    Lists,
    begins_as,
    encode,
    games_and_end,
    incoming_from,
    items_of,
    lined,
    not_empty,
    time,
    typed,
    wrong,
)
from scorekeeper.exchange.tables.csv_out import BOM, Value, written
from scorekeeper.fields import tidy_name
from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.events.acts import fold
from scorekeeper.rules.events.entrant_acts import Changed, Created
from scorekeeper.rules.events.event import Entrant, Event, Outcomes, Round, Table
from scorekeeper.rules.events.settings import Counts, EventSettings, event_problems
from scorekeeper.rules.events.standings import (
    Placed,
    Standing,
    final_rounds,
    placed,
    ranking,
    result_of,
    results,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming import Incoming, UnreadableError, check_game, check_rules
from scorekeeper.rules.problems import Code, RefusedError
from scorekeeper.store.events.acts import IncomingEvent, IncomingLine, TableFile, WrittenLine
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import (
    TableGame,
    TableKey,
    games_in,
    outcomes_of,
    rules_at_table,
)
from scorekeeper.store.mapping.document import Part, Uid, Whole, known, time_text
from scorekeeper.store.mapping.log import LONGEST, act_from, to_plain
from scorekeeper.store.mapping.stored import BrokenGame, Note
from scorekeeper.store.sharing.desks import (
    LARGEST_ACT,
    MOST_ADJUSTMENTS,
    MOST_CHARACTERS,
    MOST_LINES,
    json_text,
)

RESULTS = (
    *("round", "table", "seat", "number", "name", "club", "place", "placement_points"),
    *("game_points", "bids_made", "bids", "penalty", "game_uid", "hands_played", "hands_planned"),
)
ASIDE = "set aside"
"""The place at a table that was set aside."""
STANDINGS = (
    *("rank", "number", "name", "club", "counted", "game_points", "tables_won", "bids_made"),
    *("bids", "best_game", "penalty", "final_stage"),
)


def results_csv(
    event: Event, tables: Mapping[TableKey, TableGame], separator: str = ","
) -> Iterator[str]:
    """The results of all finished tables, in chunks: the header, then one round at a time."""
    yield BOM + written([RESULTS], separator)
    outcomes, adjusted = outcomes_of(tables), dict[tuple[int, int | None], int]()
    for each in event.adjustments:
        here = each.entrant, each.round
        adjusted[here] = adjusted.get(here, 0) + each.points
    for one in event.published:
        rows = (
            (*row, tables[one.number, table.number].uid, *_hands(one, table, outcomes))
            for table in one.tables
            for row in _table_rows(event, one, table, outcomes, adjusted)
        )
        yield written(rows, separator)


def standings_csv(event: Event, outcomes: Outcomes, separator: str = ",") -> Iterator[str]:
    """The standings, with a column for the value of each round, also of the final."""
    rounds = [one.number for one in event.published]
    finals = results(event, outcomes, final_rounds(event))
    head = (*STANDINGS, *(f"round_{number}" for number in rounds))
    yield BOM + written([head], separator)
    rows = (
        _standing_row(event, line, finals.get(line.number, []), rounds)
        for line in ranking(event, outcomes)
    )
    yield written(rows, separator)


def _table_rows(
    event: Event,
    one: Round,
    table: Table,
    outcomes: Outcomes,
    adjusted: Mapping[tuple[int, int | None], int],
) -> Iterator[tuple[Value, ...]]:
    for seat, result in enumerate(placed(event.settings, one, table, outcomes), 1):
        # The points that a late table loses are listed as a penalty; the points of its game contain
        # them.
        late = event.settings.late_points if result.late else 0
        by_place = event.settings.counts is not Counts.POINTS
        has_points = result.place or not by_place
        yield (
            *(one.number, table.number, seat),
            *_who(event.entrant(result.number)),
            *(result.place or ASIDE, result.value if by_place else None),
            result.points + late if has_points else None,
            *_bids(result),
            adjusted.get((result.number, result.round), 0) - late,
        )


def _hands(one: Round, table: Table, outcomes: Outcomes) -> tuple[Value, Value]:
    """The number of hands played and of those planned; empty if unknown."""
    outcome = None if table.set_aside else result_of(one, table, outcomes)
    return outcome.hands if outcome else None, len(table.sizes) or None


def _standing_row(
    event: Event, line: Standing, finals: list[Placed], rounds: list[int]
) -> tuple[Value, ...]:
    values = {one.round: one.value for one in (*line.results, *finals)}
    return (
        line.rank,
        *_who(event.entrant(line.number)),
        *(line.counted, line.points, line.won),
        *_bids(line),
        *(line.best, line.adjusted, line.stage or None),
        *(values.get(number) for number in rounds),
    )


def _who(entrant: Entrant) -> tuple[Value, ...]:
    return entrant.number, entrant.own, entrant.club


def _bids(one: Placed | Standing) -> tuple[Value, ...]:
    """Bids made, and bids; empty if unknown."""
    return (one.made, one.bids) if one.bids else (None, None)


FORMAT, VERSION = "scorekeeper-event", 1


def event_chunks(
    stored: StoredEvent,
    numbers: Mapping[int, int],
    log: Iterable[WrittenLine],
    tables: Mapping[TableKey, TableGame],
    games: Iterable[Incoming | BrokenGame],
) -> Iterator[str]:
    """The file in chunks, from the ``log`` (oldest line first), the tables and their games. The
    lines are ``numbers`` from 1, because those in the database have gaps after a restored
    backup."""
    head = {"format": FORMAT, "version": VERSION, "id": stored.uid}
    yield encode(head | {"started": time_text(stored.started_at)})[:-1]
    yield ',"log":['
    yield from lined(_log_lines(numbers, log))
    yield '],\n"tables":['
    yield from lined(encode(_table_data(key, table)) for key, table in tables.items())
    yield '],\n"games":['
    yield from games_and_end(games)


def _log_lines(numbers: Mapping[int, int], log: Iterable[WrittenLine]) -> Iterator[str]:
    for line in log:
        data = line.data
        if line.kind == Note.UNDO:
            data = encode({"number": numbers[json.loads(data)["number"]]})
        head = {"at": time_text(line.at), "kind": line.kind, **not_empty({"by": line.phone})}
        undone = numbers.get(line.undone or 0)
        # The values stay as they are written: the acts of a long log take seconds to build.
        yield "".join(
            (
                encode(head)[:-1],
                "" if data == "{}" else f',"data":{data}',
                f',"undone":{undone}}}' if undone else "}",
            )
        )


def _table_data(key: TableKey, table: TableGame) -> dict[str, Any]:
    ended = table.standing.ended
    more = {"ended": time_text(ended) if ended else ""}
    return {"round": key[0], "table": key[1], "game": table.uid, **not_empty(more)}


MOST_TABLES = 5_000
CLOCKS = timedelta(days=1)
"""By how much the clocks of servers may differ, and the clock of one may have been set back."""
NOTES = {note.value for note in Note}


def is_event(text: str) -> bool:
    return begins_as(text, FORMAT)


def read_event(text: str) -> IncomingEvent:
    """The event in a file that :func:`event_chunks` wrote. Raises UnreadableError, also if its log
    does not make an event, or if a table has no game."""
    items, head = _read(items_of(text, FORMAT, VERSION, LISTS, ("id", "started", UNREADABLE)))
    top = typed({name: head[name] for name in ("id", "started") if name in head}, Head)
    uid, started = top.id, time(top.started, "started")
    for name in LISTS:
        if name not in head:
            raise wrong(name, Code.FILE_MISSING)
    lines = tuple(one for one in items if isinstance(one, IncomingLine))
    tables = {(one.round, one.table): one for one in items if isinstance(one, TableFile)}
    games = tuple(one for one in items if isinstance(one, Incoming))
    _check_times(started, lines, tables.values())
    _check_undone(lines)
    event = _folded(lines)
    _check_tables(event, tables, {one.uid: one.game for one in games})
    return IncomingEvent(uid, started, event, lines, tables, games)


def _read(steps: Generator[Any, None, dict[str, Any]]) -> tuple[list[Any], dict[str, Any]]:
    """The items, and the other values. Reading stops where the log gets too long."""
    found: list[Any] = []
    size = 0
    while True:
        try:
            one = next(steps)
        except StopIteration as end:
            return found, end.value
        found.append(one)
        size += len(one.text) if isinstance(one, IncomingLine) else 0
        if size > MOST_CHARACTERS:
            raise wrong("log", Code.FILE_LOG_LONG)


def _check_times(
    started: datetime, lines: Sequence[IncomingLine], tables: Iterable[TableFile]
) -> None:
    """Check that no time lies in the future, and that those of the log do not decrease, because
    clocks are calculated from them."""
    latest = datetime.now(UTC) + CLOCKS
    ends = [one.ended for one in tables if one.ended]
    if any(at > latest for at in (started, *ends, *(line.at for line in lines))):
        raise wrong("log", Code.FILE_FUTURE)
    if any(line.at - after.at > CLOCKS for line, after in pairwise(lines)):
        raise wrong("log", Code.FILE_ORDER)


class Head(Part, frozen=True):
    """The values of a file that are no lists."""

    id: Uid
    started: str


class LinePart(Part, frozen=True):
    at: str
    kind: str
    by: str = ""
    data: Any = UNSET
    undone: Whole | UnsetType = UNSET


class NotePart(Part, frozen=True):
    """The table and phone of a change of rights, or the number of the line that was undone."""

    round: Whole | UnsetType = UNSET
    table: Whole | UnsetType = UNSET
    number: Whole | UnsetType = UNSET
    phone: str | UnsetType = UNSET


class TablePart(Part, frozen=True):
    round: Whole
    table: Whole
    game: str
    ended: str | UnsetType = UNSET


def _line(data: Any) -> IncomingLine:
    found = typed(data, LinePart)
    at, kind, undone = time(found.at, "at"), found.kind, known(found.undone)
    by, values = tidy_name(found.by), _tidied({} if found.data is UNSET else found.data)
    if len(by) > LONGEST_NAME:
        raise wrong("by")
    if kind in NOTES:
        note = _note(values)
        return IncomingLine(at, by, kind, None, note, json_text(note), undone)
    try:
        act = act_from(kind, values)
    except ValueError:
        raise wrong("data") from None
    if isinstance(act, Created | Changed):
        _check_settings(act.settings)
    text = json_text(to_plain(act))
    if len(text) > LARGEST_ACT:
        raise wrong("data", Code.FILE_LOG_LONG)
    return IncomingLine(at, by, kind, act, {}, text, undone)


def _tidied(value: Any) -> Any:
    if isinstance(value, str):
        return tidy_name(value, LONGEST[str])
    if isinstance(value, list):
        if {*map(type, value)} == {int}:
            return value
        return [_tidied(one) for one in value]
    if isinstance(value, dict):
        return {name: _tidied(one) for name, one in value.items()}
    return value


def _note(values: Any) -> dict[str, Any]:
    found = asdict(typed(values, NotePart, "data"))
    if found["phone"] is not UNSET:
        found["phone"] = found["phone"][: LONGEST[str]]
    return {name: value for name, value in found.items() if value is not UNSET}


def _check_settings(settings: EventSettings) -> None:
    """Check the rules of the event's game as those of a game at each of its tables. Types come
    first, because the other checks calculate with the values."""
    check_rules(settings.variant)
    for problem in event_problems(settings):
        raise UnreadableError(problem, thing="data.settings")
    for size in {settings.size, settings.remainder}:
        names = tuple(f"{seat}" for seat in range(size))
        rules = rules_at_table(settings, settings.hands_for(size))
        check_game(Game(settings.variant, names, 0, rules, deck=settings.deck))


def _check_undone(lines: Sequence[IncomingLine]) -> None:
    """Check that each undone act names the line of its Undo, and that this line names the act."""
    undone = {number: line.undone for number, line in enumerate(lines, 1) if line.undone}
    undos = {
        line.data.get("number"): number
        for number, line in enumerate(lines, 1)
        if line.kind == Note.UNDO
    }
    if undone != undos or any(number >= by for number, by in undone.items()):
        raise wrong("log")


def _folded(lines: Sequence[IncomingLine]) -> Event:
    acts = [(line.act, line.at) for line in lines if line.act and not line.undone]
    try:
        event = fold(acts)
    except (RefusedError, TypeError, ValueError):
        raise wrong("log") from None
    if len(event.adjustments) > MOST_ADJUSTMENTS:
        raise wrong("log")
    return event


def _check_tables(
    event: Event, tables: Mapping[tuple[int, int], TableFile], games: Mapping[str, Game]
) -> None:
    """Check that each published table has a game of its own, with a seat for everybody."""
    wanted, uids = games_in(event), {one.game for one in tables.values()}
    if wanted.keys() != tables.keys() or uids != games.keys() or len(uids) < len(tables):
        raise wrong("tables")
    for key, one in tables.items():
        seats = len(wanted[key].players)
        if len(games[one.game].players) < seats or not 0 <= wanted[key].dealer < seats:
            raise wrong("tables")


def _table(data: Any) -> TableFile:
    found = typed(data, TablePart)
    ended = None if found.ended is UNSET else time(found.ended, "ended")
    return TableFile(found.round, found.table, found.game, ended)


LISTS: Lists = {
    "log": (MOST_LINES, _line),
    "tables": (MOST_TABLES, _table),
    "games": (MOST_TABLES, incoming_from),
}
