"""The acts of an event as plain JSON values, in its log and in files, by the types of their fields.

The kinds of acts and the names of fields are stored, so none may change; a field added later needs
a default. Everything that is read is checked: a wrong type raises ValueError.
"""

import dataclasses
import json
import types
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.acts import ACTS
from scorekeeper.rules.variants.model import DECKS, BidRule, Deck, Variant
from scorekeeper.store.mapping.document import rules_in, rules_to_json

LONGEST, MOST = {str: 1000, list: 5000}, 10**12 - 1
YEARS = range(1970, 3000)
SIMPLE = (int, str, bool, types.NoneType)


def act_data(act: Act) -> dict[str, Any]:
    """The values of an act as JSON can contain them; raises ValueError if they could not be read
    back."""
    data: dict[str, Any] = to_plain(act)
    act_from(act.kind, json.loads(json.dumps(data)))
    return data


def act_from(kind: str, data: object) -> Act:
    """The act of this kind with these values; raises ValueError for anything that is none."""
    if kind not in ACTS:
        raise ValueError(f"no act {kind!r:.50} is known")
    try:
        act: Act = from_plain(ACTS[kind], data)
    except (LookupError, TypeError, AttributeError) as problem:
        raise ValueError(f"{kind}: {problem}") from None
    return act


def to_plain(value: Any) -> Any:
    """The value as JSON can contain it; a dataclass becomes an object without its defaults."""
    if type(value) in SIMPLE:
        return value
    if (form := WRITTEN.get(type(value))) is not None:
        return form.write(value)
    if dataclasses.is_dataclass(value):
        return {
            one.name: to_plain(found)
            for one in dataclasses.fields(value)
            if (found := getattr(value, one.name)) != _default(one)
        }
    if isinstance(value, Mapping):
        return [[to_plain(key), to_plain(one)] for key, one in value.items()]
    if isinstance(value, tuple | list):
        return [to_plain(one) for one in value]
    return value


def from_plain(kind: Any, data: Any) -> Any:
    """The value of this type that :func:`to_plain` wrote; raises ValueError."""
    if kind in WRITTEN:
        return WRITTEN[kind].read(_checked(WRITTEN[kind].kind, data))
    if kind in (*SIMPLE, None):
        return _checked(kind, data)
    origin, kinds = _parts(kind)
    if origin is not None:
        return _made_of(origin, kinds, data)
    if issubclass(kind, Enum):
        return kind(_checked(str, data))
    return _dataclass(kind, _checked(dict, data))


def _dataclass(kind: Any, data: dict[str, Any]) -> Any:
    hints = _hints(kind)
    if unknown := data.keys() - hints.keys():
        raise ValueError(f"{kind.__name__} has no {unknown.pop()}")
    try:
        return kind(**{name: from_plain(hints[name], one) for name, one in data.items()})
    except TypeError:
        raise ValueError(f"{kind.__name__} needs more") from None


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {one.name: hints[one.name] for one in dataclasses.fields(kind)}


@cache
def _parts(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    """The type of which a type with parameters is made (None for others), and these."""
    return get_origin(kind), get_args(kind)


def _made_of(origin: Any, kinds: tuple[Any, ...], data: Any) -> Any:
    """The value of a type with parameters: a union with None, a tuple or a mapping."""
    if origin in (Union, types.UnionType):
        return _one_of(kinds, data)
    if origin is tuple:
        return _tuple(kinds, _checked(list, data))
    return dict(_tuple(kinds, _checked(list, one)) for one in _checked(list, data))


def _one_of(kinds: tuple[Any, ...], data: Any) -> Any:
    if data is None and types.NoneType in kinds:
        return None
    (kind,) = [one for one in kinds if one is not types.NoneType]
    return from_plain(kind, data)


def _tuple(kinds: tuple[Any, ...], data: list[Any]) -> tuple[Any, ...]:
    if kinds == (int, ...):
        return _wholes(data)
    if kinds == (tuple[int, ...], ...):
        return tuple(_wholes(_checked(list, one)) for one in data)
    if kinds[-1] is Ellipsis:
        return tuple(from_plain(kinds[0], one) for one in data)
    return tuple(from_plain(kind, one) for kind, one in zip(kinds, data, strict=True))


def _wholes(data: list[Any]) -> tuple[int, ...]:
    """A list of numbers, in a loop of its own because draws have thousands."""
    for one in data:
        if type(one) is not int or not -MOST <= one <= MOST:
            raise ValueError(f"{one!r:.50} is no number, or too large")
    return tuple(data)


def _checked(kind: Any, data: Any) -> Any:
    """The data, if it is of exactly this type and not too large."""
    if type(data) is not kind and not (kind is None and data is None):
        raise ValueError(f"{data!r:.50} is no {kind}")
    if isinstance(data, int) and abs(data) > MOST:
        raise ValueError("a number is too large")
    if kind in LONGEST and len(data) > LONGEST[kind]:
        raise ValueError("a value is too long")
    return data


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _bid_rule(text: str) -> BidRule:
    rule = BidRule.parse(text)
    if rule.notation() != text:
        raise ValueError(f"{text} is no rule")
    return rule


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or moment.year not in YEARS:
        raise ValueError(f"{text} is no moment")
    return moment.astimezone(UTC)


def _day(text: str) -> date:
    day = date.fromisoformat(text)
    if day.year not in YEARS:
        raise ValueError(f"{text} is no day")
    return day


class Form(NamedTuple):
    """The type of JSON as which a value is written, and how it is written and read."""

    kind: type
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _rules(game: Variant) -> dict[str, Any]:
    return {"game": game.key, "rules": json.loads(rules_to_json(game))}


WRITTEN: Mapping[Any, Form] = {
    Variant: Form(dict, _rules, lambda data: rules_in(data["game"], data["rules"])),
    Deck: Form(str, lambda deck: deck.key, DECKS.__getitem__),
    BidRule: Form(str, BidRule.notation, _bid_rule),
    datetime: Form(str, datetime.isoformat, _moment),
    date: Form(str, date.isoformat, _day),
}
