"""A simple checker for the part of JSON Schema 2020-12 that our schema uses; other keywords
fail."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "docs" / "scorekeeper.schema.json").read_text(encoding="utf-8")
)
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
CHECKS: dict[str, tuple[type, Callable[[Any, Any], bool]]] = {
    "minimum": (int, lambda value, least: bool(value >= least)),
    "maximum": (int, lambda value, most: bool(value <= most)),
    "minLength": (str, lambda value, least: len(value) >= least),
    "maxLength": (str, lambda value, most: len(value) <= most),
    "pattern": (str, lambda value, wanted: re.search(wanted, value) is not None),
    "minItems": (list, lambda value, least: len(value) >= least),
    "maxItems": (list, lambda value, most: len(value) <= most),
    "uniqueItems": (list, lambda value, _: len({*map(repr, value)}) == len(value)),
    "required": (dict, lambda value, names: {*names} <= {*value}),
}
"""By keyword, its type, and whether a value of that type satisfies it."""
NOTES = {"$schema", "$defs", "title", "properties", "additionalProperties"}
"""Keywords that do not restrict a value, or that are read with another one."""


def objections(value: Any, schema: dict[str, Any] = SCHEMA, at: str = "") -> Iterator[str]:
    """Each place where a value violates the schema, with the violated keyword."""
    for word, wanted in schema.items():
        yield from _of(word, wanted, value, at)
    if type(value) is dict:
        known = schema.get("properties", {})
        for name, one in value.items():
            if name in known:
                yield from objections(one, known[name], f"{at}.{name}")
            elif not schema.get("additionalProperties", True):
                yield f"{at}.{name}: additionalProperties"


def _of(word: str, wanted: Any, value: Any, at: str) -> Iterator[str]:
    if word == "$ref":
        yield from objections(value, SCHEMA["$defs"][wanted.rpartition("/")[2]], at)
    elif word == "items":
        for index, one in enumerate(value if type(value) is list else ()):
            yield from objections(one, wanted, f"{at}[{index}]")
    elif word not in NOTES and not _holds(word, wanted, value):
        yield f"{at}: {word}"


def _holds(word: str, wanted: Any, value: Any) -> bool:
    if word == "type":
        names = [wanted] if isinstance(wanted, str) else wanted
        return type(value) in [TYPES[name] for name in names]
    if word in ("const", "enum"):
        known = [wanted] if word == "const" else wanted
        return any(type(value) is type(one) and value == one for one in known)
    of, check = CHECKS[word]
    return type(value) is not of or check(value, wanted)
