"""Reader for our own JSON (docs/json.md), whose contents are not trusted."""

import re
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from typing import Any

from scorekeeper.exchange.json_game import incoming_from
from scorekeeper.exchange.json_out import FORMAT, UNREADABLE, VERSION
from scorekeeper.exchange.strict import decoded, error_at, expected, located, place_of, skipped
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Code, Problem

Lists = Mapping[str, tuple[int, Callable[[Any], Any]]]
"""The lists of a file: how many items each has at most, and how they are read."""
MOST_GAMES = 10_000
LONGEST_HEAD = 200
LISTS: Lists = {"games": (MOST_GAMES, incoming_from)}
HEAD = re.compile(r'\s*\{\s*"format"\s*:\s*"')


def is_ours(text: str) -> bool:
    """Return whether this begins like one of our files of games."""
    return begins_as(text, FORMAT)


def begins_as(text: str, kind: str) -> bool:
    """Return whether this begins like a file of this kind."""
    found = HEAD.match(text[:LONGEST_HEAD])
    return found is not None and text.startswith(kind, found.end())


def read_json(text: str) -> Iterator[Incoming]:
    """The games in a file that :func:`json_chunks` wrote, one at a time, because a large file may
    exceed the memory. Raises UnreadableError, possibly after the first games."""
    head = yield from items_of(text, FORMAT, VERSION, LISTS, (UNREADABLE,))
    if "games" not in head:
        raise error_at(text, 0, Code.FILE_KIND)


def items_of(
    text: str, kind: str, newest: int, lists: Lists, more: Collection[str] = ()
) -> Generator[Any, None, dict[str, Any]]:
    """The items of all lists in a file of this kind; returns its other values, which are those
    named ``more``, with the names of the lists. Raises UnreadableError."""
    head: dict[str, Any] = {}
    at, is_more = expected(text, 0, "{"), True
    while is_more:
        here = skipped(text, at)
        name, at = decoded(text, here)
        if name not in ("format", "version", *lists, *more):
            raise error_at(text, here, Code.FILE_UNKNOWN)
        if name in head:
            raise error_at(text, here, Code.FILE_DOUBLED)
        at = expected(text, at, ":")
        if name in lists:
            _check_version(text, head, kind, newest)
            head[name], at = None, (yield from _items(text, at, *lists[name]))
        else:
            head[name], at = decoded(text, at)
        at = expected(text, at, ",}")
        is_more = text[at - 1] == ","
    if skipped(text, at) < len(text):
        raise error_at(text, skipped(text, at), Code.FILE_SYNTAX)
    return head


def _check_version(text: str, head: dict[str, Any], kind: str, newest: int) -> None:
    """The version must precede the contents, so that a newer file is never misread."""
    version = head.get("version")
    if head.get("format") != kind or type(version) is not int or version < 1:
        raise error_at(text, 0, Code.FILE_KIND)
    if version > newest:
        raise error_at(text, 0, Code.FILE_NEWER, "version")


def _items(text: str, at: int, most: int, read: Callable[[Any], Any]) -> Generator[Any, None, int]:
    """The items of the list that begins here, at most so many; returns the position of its end."""
    at, count = skipped(text, expected(text, at, "[")), 0
    if text[at : at + 1] == "]":
        return at + 1
    while text[at - 1] != "]":
        start = skipped(text, at)
        if count == most:
            many = Problem(
                Code.GAMES_MANY if read is incoming_from else Code.LIST_LONG, values={"most": most}
            )
            raise UnreadableError(many, line=place_of(text, start)[0])
        data, at = decoded(text, start)
        try:
            item = read(data)
        except UnreadableError as problem:
            problem.line, problem.column = place_of(text, located(text, start, problem.thing))
            raise
        yield item
        at, count = expected(text, at, ",]"), count + 1
    return at
