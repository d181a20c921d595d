"""JSON of other programs; every value has its place in the file, for error messages."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scorekeeper.exchange.parsed.parsed_game import MOST_TEXT, unreadable
from scorekeeper.exchange.tables.cells import moment
from scorekeeper.rules.incoming import UnreadableError
from scorekeeper.rules.problems import Code

LARGEST = 10**15
"""More than the milliseconds of any date."""
DEEPEST = 12
"""Nesting of lists and objects; the files that we read have six levels."""
MOST_LISTS = 150_000
"""Lists and objects; a file of two million characters that we read has a third of that."""
TEXT = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
BRACKET = re.compile(r"[\[\]{}]")


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a file, and its place: ``history[3].players[0]``. A value of the wrong type raises
    UnreadableError."""

    value: Any
    thing: str

    def wrong(self, code: Code, most: int = 0) -> UnreadableError:
        """The error about this value."""
        return unreadable(code, thing=self.thing, values={"most": most})

    def has(self, key: str) -> bool:
        """Return whether it is an object with this key."""
        return isinstance(self.value, dict) and self.value.get(key) is not None

    def get(self, key: str, default: Any = None) -> "Node":
        """The value of a key; the default for a missing one, which is an error without it."""
        if default is None and not isinstance(self.value, dict):
            raise self.wrong(Code.FILE_VALUE)
        value = self.value[key] if self.has(key) else default
        node = Node(value, f"{self.thing}.{key}".lstrip("."))
        if value is None:
            raise node.wrong(Code.FILE_MISSING)
        return node

    def items(self) -> Iterator[tuple[str, "Node"]]:
        """The members of an object, by key."""
        if not isinstance(self.value, dict):
            raise self.wrong(Code.FILE_VALUE)
        for key, value in self.value.items():
            yield key, Node(value, f"{self.thing}.{key[:40]}".lstrip("."))

    def list(self, most: int) -> "list[Node]":
        """The values of a list with at most this many."""
        if not isinstance(self.value, list):
            raise self.wrong(Code.FILE_VALUE)
        if len(self.value) > most:
            raise self.wrong(Code.LIST_LONG, most)
        return [Node(value, f"{self.thing}[{at}]") for at, value in enumerate(self.value)]

    def whole(self, least: int = -LARGEST, most: int = LARGEST) -> int:
        """A whole number within these bounds."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(Code.FILE_VALUE)
        if not least <= value <= most:
            raise self.wrong(Code.FILE_VALUE)
        return value

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.wrong(Code.FILE_VALUE)
        return self.value

    def moment(self) -> datetime:
        """A time: milliseconds since 1970, or a text."""
        if isinstance(self.value, str):
            read = moment(self.value.strip())
            if read is None:
                raise self.wrong(Code.FILE_TIME)
            return read
        return datetime.fromtimestamp(self.whole(0, 32 * 10**12) / 1000, UTC)


def parsed(text: str) -> Node:
    """The value of a JSON text. Raises UnreadableError if it is invalid, too large or too deep."""
    if len(text) > MOST_TEXT:
        raise unreadable(Code.FILE_LARGE)
    _check_lists(text)
    try:
        return Node(json.loads(text, parse_constant=_refuse, parse_int=_int), "")
    except json.JSONDecodeError as error:
        raise unreadable(Code.FILE_SYNTAX, error.lineno, column=error.colno) from None


def _check_lists(text: str) -> None:
    """Raise if lists are nested too deeply, or there are too many to build."""
    depth = count = 0
    for bracket in BRACKET.finditer(TEXT.sub("", text)):
        opens = bracket[0] in "[{"
        count, depth = count + opens, depth + (1 if opens else -1)
        if depth > DEEPEST:
            raise unreadable(Code.FILE_DEEP)
        if count > MOST_LISTS:
            raise unreadable(Code.LIST_LONG, values={"most": MOST_LISTS})


def _refuse(word: str) -> Any:
    raise unreadable(Code.FILE_NUMBER, thing=word)


def _int(digits: str) -> int:
    return int(digits) if len(digits) <= 20 else LARGEST + 1
