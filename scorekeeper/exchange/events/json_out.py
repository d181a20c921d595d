"""A whole event as JSON (docs/json.md): its log, its tables and their games."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorekeeper.exchange.json_out import encode, games_and_end, lined, not_empty
from scorekeeper.rules.incoming import Incoming
from scorekeeper.store.events.acts import WrittenLine
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import TableGame, TableKey
from scorekeeper.store.mapping.document import time_text
from scorekeeper.store.mapping.stored import BrokenGame, Note

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
