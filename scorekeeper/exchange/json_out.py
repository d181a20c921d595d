"""Games as JSON (docs/json.md): one per line; equal games give equal bytes."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from scorekeeper.rules.incoming import Incoming
from scorekeeper.store.mapping.document import file_json, time_text
from scorekeeper.store.mapping.stored import BrokenGame

FORMAT, VERSION = "scorekeeper", 1
UNREADABLE = "unreadable"
"""The field that names the games which the database has and cannot show."""
encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def json_chunks(games: Iterable[Incoming | BrokenGame]) -> Iterator[str]:
    """The file in chunks: its header, a line for each game, its end."""
    head = encode({"format": FORMAT, "version": VERSION})[:-1]
    yield f'{head},"games":['
    yield from games_and_end(games)


def games_and_end(games: Iterable[Incoming | BrokenGame]) -> Iterator[str]:
    """The lines of games, and the end of the file, which names those that cannot be read."""
    broken: list[dict[str, Any]] = []
    yield from lined(_whole(games, broken))
    yield f"],{encode({UNREADABLE: broken})[1:]}\n" if broken else "]}\n"


def _whole(games: Iterable[Incoming | BrokenGame], broken: list[dict[str, Any]]) -> Iterator[str]:
    for one in games:
        if isinstance(one, BrokenGame):
            broken.append({"id": one.uid, "started": time_text(one.started_at)})
        else:
            yield game_json(one)


def game_json(incoming: Incoming) -> str:
    """A game as in the file."""
    times = time_text(incoming.started_at), time_text(incoming.changed_at)
    marks = [(one.hand, one.seat, one.stated) for one in incoming.discrepancies]
    return file_json(incoming.game, marks, incoming.people, (incoming.uid, *times))


def lined(items: Iterable[str]) -> Iterator[str]:
    """The items of a list, each on a line of its own."""
    comma = "\n"
    for item in items:
        yield comma + item
        comma = ",\n"
    yield "\n"


def not_empty(values: dict[str, Any]) -> dict[str, Any]:
    """The values that are not empty."""
    return {name: value for name, value in values.items() if value}
