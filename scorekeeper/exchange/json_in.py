"""Reader for our own JSON (docs/json.md), whose contents are not trusted."""

import re
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from scorekeeper.exchange.json_game import incoming_from
from scorekeeper.exchange.json_out import FORMAT, VERSION
from scorekeeper.exchange.record import Record
from scorekeeper.exchange.strict import decoded, error_at, expected, located, place_of, skipped
from scorekeeper.rules.incoming.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Code, Problem

Item = TypeVar("Item")
MOST_GAMES = 10_000
NAMES = ("format", "version", "games")
LONGEST_HEAD = 200
HEAD = re.compile(r'\s*\{\s*"format"\s*:\s*"' + FORMAT + '"')


def is_ours(text: str) -> bool:
    """Return whether this begins like one of our files."""
    return HEAD.match(text[:LONGEST_HEAD]) is not None


def read_json(text: str) -> Iterator[Incoming]:
    """The games in a file that :func:`json_chunks` wrote, one at a time, because a large file may
    exceed the memory. Raises UnreadableError, possibly after the first games."""
    head: dict[str, Any] = {}
    at, is_more = expected(text, 0, "{"), True
    while is_more:
        here = skipped(text, at)
        name, at = decoded(text, here)
        if name not in NAMES:
            raise error_at(text, here, Code.FILE_UNKNOWN)
        if name in head:
            raise error_at(text, here, Code.FILE_DOUBLED)
        at = expected(text, at, ":")
        if name == "games":
            check_version(text, head, FORMAT, VERSION)
            head[name], at = None, (yield from items(text, at, MOST_GAMES, incoming_from))
        else:
            head[name], at = decoded(text, at)
        at = expected(text, at, ",}")
        is_more = text[at - 1] == ","
    if skipped(text, at) < len(text):
        raise error_at(text, skipped(text, at), Code.FILE_SYNTAX)
    if "games" not in head:
        raise error_at(text, 0, Code.FILE_KIND)


def check_version(text: str, head: dict[str, Any], kind: str, newest: int) -> None:
    """The version must precede the contents, so that a newer file is never misread."""
    version = head.get("version")
    if head.get("format") != kind or type(version) is not int or version < 1:
        raise error_at(text, 0, Code.FILE_KIND)
    if version > newest:
        raise error_at(text, 0, Code.FILE_NEWER, "version")


def items(
    text: str, at: int, most: int, read: Callable[[Record], Item]
) -> Generator[Item, None, int]:
    """The items of the list that begins here, at most so many; returns the position of its end."""
    at, count = skipped(text, expected(text, at, "[")), 0
    if text[at : at + 1] == "]":
        return at + 1
    while text[at - 1] != "]":
        start = skipped(text, at)
        if count == most:
            many = Problem(Code.GAMES_MANY, values={"most": most})
            raise UnreadableError(many, line=place_of(text, start)[0])
        data, at = decoded(text, start)
        try:
            item = read(Record(data))
        except UnreadableError as problem:
            problem.line, problem.column = place_of(text, located(text, start, problem.thing))
            raise
        yield item
        at, count = expected(text, at, ",]"), count + 1
    return at
