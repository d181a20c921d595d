"""An object of a file, read field by field: each has a type and a range, and none may be left over.

Every fault raises UnreadableError with the place of the field.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

from scorekeeper.fields import tidy_name
from scorekeeper.rules.incoming.incoming import UnreadableError
from scorekeeper.rules.problems import Code, Problem

MOST = 1_000_000
"""The largest number. Ranges are checked elsewhere; this limit keeps all arithmetic small."""
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{6})?Z\Z")
YEARS = range(1970, 3000)
Word = TypeVar("Word", bound=StrEnum)


def wrong(thing: str, code: Code = Code.FILE_VALUE) -> UnreadableError:
    """The error that this field is invalid."""
    return UnreadableError(Problem(code), thing=thing)


class Record:
    """The fields of an object that were not read yet; ``thing`` is its place in the file."""

    def __init__(self, data: Any, thing: str = "") -> None:
        """Read an object; raises if it is none."""
        if type(data) is not dict:
            raise wrong(thing)
        self._left: dict[str, Any] = data
        self.thing = thing

    def done(self) -> None:
        """Raise if a field was not read."""
        for name in self._left:
            raise wrong(self.place(name), Code.FILE_UNKNOWN)

    def place(self, name: str) -> str:
        """The place of a field in the file."""
        return f"{self.thing}.{name}" if self.thing else name

    def any(self, name: str) -> Any:
        """The value of a field, of any type."""
        if name not in self._left:
            raise wrong(self.place(name), Code.FILE_MISSING)
        return self._left.pop(name)

    def has(self, name: str) -> bool:
        """Return whether there is a field that was not read yet."""
        return name in self._left

    def whole(self, name: str, default: int | None = None) -> int:
        """An integer; the default, if there is one, for a missing field."""
        if default is not None and not self.has(name):
            return default
        return self._number(self.any(name), self.place(name))

    def maybe_whole(self, name: str) -> int | None:
        """An integer, or None if the field is missing."""
        return self.whole(name) if self.has(name) else None

    def wholes(self, name: str, most: int, *, open_too: bool = False) -> tuple[Any, ...]:
        """A list of at most this many integers; with ``open_too``, null is allowed."""
        place = self.place(name)
        return tuple(
            None if one is None and open_too else self._number(one, f"{place}[{index}]")
            for index, one in enumerate(self._list(name, most))
        )

    def switch(self, name: str) -> bool:
        """A boolean; false if the field is missing."""
        value = self.any(name) if self.has(name) else False
        if type(value) is not bool:
            raise wrong(self.place(name))
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """A text; the default, if there is one, for a missing field."""
        value = self.any(name) if default is None or self.has(name) else default
        if type(value) is not str:
            raise wrong(self.place(name))
        return value

    def tidied(self, name: str, default: str | None = None) -> str:
        """A name or a note, tidied like typed ones."""
        return tidy_name(self.text(name, default))

    def word(self, name: str, words: type[Word]) -> Word | None:
        """One of these words, or None for null."""
        value = self.any(name)
        try:
            return None if value is None else words(value)
        except (ValueError, TypeError):
            raise wrong(self.place(name)) from None

    def time(self, name: str) -> datetime:
        """A time in UTC, aware."""
        text = self.text(name)
        try:
            found = datetime.fromisoformat(text) if TIME.match(text) else None
        except ValueError:
            found = None
        if found is None or found.year not in YEARS:
            raise wrong(self.place(name), Code.FILE_TIME)
        return found.astimezone(UTC)

    def records(self, name: str, most: int) -> Iterator["Record"]:
        """A list of at most this many objects."""
        place = self.place(name)
        for index, one in enumerate(self._list(name, most)):
            yield Record(one, f"{place}[{index}]")

    def _list(self, name: str, most: int) -> list[Any]:
        value = self.any(name)
        if type(value) is not list or len(value) > most:
            raise wrong(self.place(name))
        return value

    def _number(self, value: Any, place: str) -> int:
        if type(value) is not int or abs(value) > MOST:
            raise wrong(place)
        return value
