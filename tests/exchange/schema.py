"""The JSON Schema of our files, made from the classes of a document; and a simple checker for the
part of JSON Schema 2020-12 that it uses; other keywords fail."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.json import schema_components

from scorekeeper.exchange.json_files import FORMAT, MOST_GAMES, UNREADABLE, VERSION
from scorekeeper.store.mapping.document import TOLD, Document

RULES = Path(__file__).parent / "rules.schema.json"
"""What classes do not say: the rules of a game (store/mapping/document.py)."""
FILE = Path(__file__).parents[2] / "docs" / "scorekeeper.schema.json"
# A shell has emptied the file before the command runs that writes it again.
SCHEMA: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8") or "{}")
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
NOTES = {
    "$schema",
    "$defs",
    "title",
    "description",
    "default",
    "properties",
    "additionalProperties",
}
"""Keywords that do not restrict a value, or that are read with another one."""


def made() -> dict[str, Any]:
    """The schema, as the classes of a document are now."""
    _, parts = schema_components([Document], ref_template="#/$defs/{name}")
    parts = {_name(name): _plain(part) for name, part in parts.items()}
    game = parts["game"]
    # Only in the database a document has no head.
    game["required"] = ["id", "started", "changed", *game["required"]]
    game["properties"]["rules"] = {"$ref": "#/$defs/rules"}
    game["properties"]["players"]["minItems"] = 2
    told = {name: {"type": "string"} for name in ("id", "started")}
    broken = {"type": "object", "required": [*told], "properties": told}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Games of Scorekeeper, version {VERSION}",
        "type": "object",
        "required": ["format", "version", "games"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "games": {"type": "array", "maxItems": MOST_GAMES, "items": {"$ref": "#/$defs/game"}},
            UNREADABLE: {"type": "array", "items": broken | {"additionalProperties": False}},
        },
        "$defs": parts | json.loads(RULES.read_text(encoding="utf-8")),
    }


def _name(name: str) -> str:
    return "game" if name == "Document" else name.removesuffix("Part").lower()


def _plain(part: Any) -> Any:
    """A part of the schema without the words and names of its class."""
    if isinstance(part, list):
        return [_plain(one) for one in part]
    if not isinstance(part, dict):
        return part
    limits = part.get(TOLD, {})
    return {
        name: f"#/$defs/{_name(one.rpartition('/')[2])}" if name == "$ref" else _plain(one)
        for name, one in part.items()
        if name != TOLD and (name not in ("title", "description") or isinstance(one, dict))
    } | limits


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
    elif word == "anyOf":
        if all([*objections(value, one, at)] for one in wanted):
            yield f"{at}: anyOf"
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
