"""Untrusted JSON, decoded value by value, with limits and the places of errors."""

import json
import re
from json import JSONDecodeError
from typing import Any, NoReturn

from scorekeeper.rules.incoming import UnreadableError
from scorekeeper.rules.problems import Code, Problem

LONGEST_VALUE = 256 * 1024
"""Characters of one value decoded at once; a game of 500 hands takes less."""
LONGEST_NUMBER = 12
DEEPEST = 20
"""Nesting of lists and objects; our files have nine levels. What reads a value may call itself."""
SPACE = re.compile(r"[ \t\n\r]*")
STEP = re.compile(r"[A-Za-z_]+|[0-9]+")


class _RefusedError(ValueError):
    """A value that JSON allows but our files do not, by the code of its problem."""


def decoded(text: str, at: int) -> tuple[Any, int]:
    """The value that begins here, after white space, and its end. Raises UnreadableError.

    Objects become dicts without repeated names; numbers are integers.
    """
    start = skipped(text, at)
    piece = text[start : start + LONGEST_VALUE]
    try:
        value, length = _DECODER.raw_decode(piece)
    except JSONDecodeError as problem:
        # A truncated text may end anywhere.
        at_end = problem.pos >= len(piece) - 100 or problem.msg.startswith("Unterminated")
        is_cut = len(piece) == LONGEST_VALUE and at_end
        code = Code.FILE_LONG if is_cut else Code.FILE_SYNTAX
        raise error_at(text, start + problem.pos, code) from None
    except _RefusedError as problem:
        raise error_at(text, start, Code(str(problem))) from None
    except RecursionError:
        raise error_at(text, start, Code.FILE_DEEP) from None
    if _is_deep(value):
        raise error_at(text, start, Code.FILE_DEEP)
    return value, start + length


def _is_deep(value: Any) -> bool:
    """Return whether lists and objects are nested too deeply; one level after the other, because a
    function that calls itself would fail."""
    level = [value] if type(value) in (list, dict) else []
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) in (list, dict)
        ]
    return bool(level)


def expected(text: str, at: int, signs: str) -> int:
    """The position after one of these characters, which must follow after white space. Raises
    UnreadableError."""
    start = skipped(text, at)
    if text[start : start + 1] not in tuple(signs):
        raise error_at(text, start, Code.FILE_SYNTAX)
    return start + 1


def skipped(text: str, at: int) -> int:
    """The position after white space."""
    found = SPACE.match(text, at)
    return found.end() if found else at


def error_at(text: str, at: int, code: Code, thing: str = "") -> UnreadableError:
    """The error with this code at this place of the text."""
    line, column = place_of(text, at)
    return UnreadableError(Problem(code), line=line, column=column, thing=thing)


def place_of(text: str, at: int) -> tuple[int, int]:
    """The line and column of a place, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def located(text: str, at: int, thing: str) -> int:
    """The place of a field inside the value that begins here, such as ``hands[3].bids``; if it is
    missing, the nearest field around it."""
    for step in STEP.findall(thing):
        found = _inside(text, skipped(text, at), step)
        if found is None:
            break
        at = found
    return skipped(text, at)


def _inside(text: str, at: int, step: str) -> int | None:
    """The start of the member or item with this name or number; all of it was decoded before."""
    is_object, index = text[at : at + 1] == "{", 0
    if not is_object and text[at : at + 1] != "[":
        return None
    at += 1
    while text[skipped(text, at)] not in "}]":
        name = str(index)
        if is_object:
            name, at = _DECODER.raw_decode(text, skipped(text, at))
            at = expected(text, at, ":")
        if name == step:
            return at
        _, at = _DECODER.raw_decode(text, skipped(text, at))
        at = skipped(text, at)
        at, index = at + (text[at] == ","), index + 1
    return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RefusedError(Code.FILE_DOUBLED)
    return found


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _RefusedError(Code.FILE_NUMBER)
    return int(digits)


def _refused(_: str) -> NoReturn:
    raise _RefusedError(Code.FILE_NUMBER)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_refused, parse_constant=_refused
)
