"""A whole event from JSON (docs/json.md); all of its contents are checked."""

import re
from collections.abc import Callable, Generator, Mapping
from typing import Any

from scorekeeper.exchange.events.json_out import FORMAT, VERSION
from scorekeeper.exchange.json_game import UID, incoming_from
from scorekeeper.exchange.json_in import LONGEST_HEAD, check_version, items
from scorekeeper.exchange.record import Record, wrong
from scorekeeper.exchange.strict import decoded, error_at, expected, skipped
from scorekeeper.fields import tidy_name
from scorekeeper.rules.events.acts import fold
from scorekeeper.rules.events.entrant_acts import Changed, Created
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.settings import EventSettings, event_problems
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming.incoming import UnreadableError
from scorekeeper.rules.incoming.validation import check_game
from scorekeeper.rules.incoming.variant_validation import check_rules
from scorekeeper.rules.problems import Code, RefusedError
from scorekeeper.rules.setup import LONGEST_NAME
from scorekeeper.store.events.files import IncomingEvent, IncomingLine, TableFile
from scorekeeper.store.events.following import games_in, rules_at_table
from scorekeeper.store.mapping.event_log import act_from
from scorekeeper.store.mapping.plain import LONGEST
from scorekeeper.store.mapping.stored import Note

MOST_LINES, MOST_TABLES = 10_000, 5_000
HEAD = re.compile(r'\s*\{\s*"format"\s*:\s*"' + FORMAT + '"')
NOTES = {note.value for note in Note}


def is_event(text: str) -> bool:
    """Return whether this begins like the file of an event."""
    return HEAD.match(text[:LONGEST_HEAD]) is not None


def read_event(text: str) -> IncomingEvent:
    """The event in a file that :func:`event_chunks` wrote. Raises UnreadableError."""
    found: dict[str, Any] = {}
    at, is_more = expected(text, 0, "{"), True
    while is_more:
        here = skipped(text, at)
        name, at = decoded(text, here)
        if name in found:
            raise error_at(text, here, Code.FILE_DOUBLED)
        at = expected(text, at, ":")
        if name in LISTS:
            check_version(text, found, FORMAT, VERSION)
            found[name], at = _listed(items(text, at, *LISTS[name]))
        elif name in ("format", "version", "id", "started"):
            found[name], at = decoded(text, at)
        else:
            raise error_at(text, here, Code.FILE_UNKNOWN)
        at = expected(text, at, ",}")
        is_more = text[at - 1] == ","
    if skipped(text, at) < len(text):
        raise error_at(text, skipped(text, at), Code.FILE_SYNTAX)
    return _checked(found)


def _listed(steps: Generator[Any, None, int]) -> tuple[list[Any], int]:
    """The items, and the position of their end."""
    found = []
    while True:
        try:
            found.append(next(steps))
        except StopIteration as end:
            return found, end.value


def _checked(found: dict[str, Any]) -> IncomingEvent:
    """The event. Raises UnreadableError if its log does not make one, or if a table has no game."""
    record = Record({name: found[name] for name in ("id", "started") if name in found})
    uid, started = record.text("id"), record.time("started")
    if not UID.match(uid):
        raise wrong("id")
    lists = {name: found.get(name) for name in LISTS}
    for name, one in lists.items():
        if one is None:
            raise wrong(name, Code.FILE_MISSING)
    _check_undone(lines := found["log"])
    event = _folded(lines)
    tables = {(one.round, one.table): one for one in found["tables"]}
    _check_tables(event, tables, {one.uid: one.game for one in found["games"]})
    return IncomingEvent(uid, started, event, tuple(lines), tables, tuple(found["games"]))


def _line(data: Record) -> IncomingLine:
    at, kind = data.time("at"), data.text("kind")
    by, undone = data.tidied("by", ""), data.maybe_whole("undone")
    values = _tidied(data.any("data") if data.has("data") else {})
    data.done()
    if len(by) > LONGEST_NAME:
        raise wrong("by")
    if kind in NOTES:
        return IncomingLine(at, by, kind, None, _note(Record(values, "data")), undone)
    try:
        act = act_from(kind, values)
    except ValueError:
        raise wrong("data") from None
    if isinstance(act, Created | Changed):
        _check_settings(act.settings)
    return IncomingLine(at, by, kind, act, {}, undone)


def _tidied(value: Any) -> Any:
    """The value with all texts tidied as typed texts are."""
    if isinstance(value, str):
        return tidy_name(value, LONGEST[str])
    if isinstance(value, list):
        return [_tidied(one) for one in value]
    if isinstance(value, dict):
        return {name: _tidied(one) for name, one in value.items()}
    return value


def _note(data: Record) -> dict[str, Any]:
    """The table and phone of a change of rights, or the number of the line that was undone."""
    found: dict[str, Any] = {
        name: data.whole(name) for name in ("round", "table", "number") if data.has(name)
    }
    if data.has("phone"):
        found["phone"] = data.text("phone")[: LONGEST[str]]
    data.done()
    return found


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


def _check_undone(lines: list[IncomingLine]) -> None:
    """Check that each undone act names the line of its Undo, and that this line names the act."""
    undone = {number: line.undone for number, line in enumerate(lines, 1) if line.undone}
    undos = {
        line.data.get("number"): number
        for number, line in enumerate(lines, 1)
        if line.kind == Note.UNDO
    }
    if undone != undos or any(number >= by for number, by in undone.items()):
        raise wrong("log")


def _folded(lines: list[IncomingLine]) -> Event:
    acts = [(line.act, line.at) for line in lines if line.act and not line.undone]
    try:
        return fold(acts)
    except (RefusedError, TypeError, ValueError):
        raise wrong("log") from None


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


def _table(data: Record) -> TableFile:
    ended = data.time("ended") if data.has("ended") else None
    found = TableFile(data.whole("round"), data.whole("table"), data.text("game"), ended)
    data.done()
    return found


LISTS: Mapping[str, tuple[int, Callable[[Record], Any]]] = {
    "log": (MOST_LINES, _line),
    "tables": (MOST_TABLES, _table),
    "games": (MOST_TABLES, incoming_from),
}
"""The lists of the file: how many items each has at most, and how they are read."""
