"""Values of a file by the classes of their fields: each fault raises UnreadableError with the place
of the field."""

import re
from datetime import UTC, datetime
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType, ValidationError, convert

from scorekeeper.rules.incoming import UnreadableError
from scorekeeper.rules.problems import Code, Problem

Kind = TypeVar("Kind")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{6})?Z\Z")
YEARS = range(1970, 3000)
FIELDS = {
    "Object missing required": Code.FILE_MISSING,
    "Object contains unknown": Code.FILE_UNKNOWN,
}
"""How msgspec's sentences about a field begin."""


def wrong(thing: str, code: Code = Code.FILE_VALUE) -> UnreadableError:
    """The error that this field is invalid."""
    return UnreadableError(Problem(code), thing=thing)


def typed(data: Any, kind: type[Kind], thing: str = "") -> Kind:
    """The value of this class; ``thing`` is its place in the file. Raises UnreadableError."""
    try:
        return convert(data, kind)
    except UnicodeEncodeError:
        # Half a character.
        raise wrong(thing) from None
    except ValidationError as problem:
        raise _named(str(problem), thing) from None


def _named(sentence: str, thing: str) -> UnreadableError:
    """The error of msgspec's sentence: ``Expected `int`, got `str` - at `$.hands[0].cards```."""
    fault, _, place = sentence.partition(" - at `$")
    start, _, field = fault.partition(" field `")
    code = FIELDS.get(start, Code.FILE_VALUE)
    steps = [thing, place.removesuffix("`").lstrip("."), field.removesuffix("`")]
    return wrong(".".join(filter(None, steps)), code)


def time(text: str | UnsetType, thing: str) -> datetime:
    """A time in UTC, aware. Raises UnreadableError."""
    if text is UNSET:
        raise wrong(thing, Code.FILE_MISSING)
    try:
        found = datetime.fromisoformat(text) if TIME.match(text) else None
    except ValueError:
        found = None
    if found is None or found.year not in YEARS:
        raise wrong(thing, Code.FILE_TIME)
    return found.astimezone(UTC)
