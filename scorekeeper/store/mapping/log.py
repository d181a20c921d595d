"""The lines of the logs of games and events.

Lines of a game's log: the places of its document that a save changed, before and after it.

A place is the way to a value (``["hands", 3, "bids", 1]``), with the id of a hand in place of its
index, because hands are put in and taken out. Undo is the reversed list, whatever was done. A line
lives as long as its game, so no name in it may change.

The acts of an event as plain JSON values, in its log and in files, by the types of their fields.

The kinds of acts and the names of fields are stored, so none may change; a field added later needs
a default. Everything that is read is checked: a wrong type raises ValueError.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from enum import Enum
from functools import cache
from itertools import chain, groupby, zip_longest
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from scorekeeper.rules.events.acts import ACTS
from scorekeeper.rules.events.event import Act
from scorekeeper.rules.game import Game, Hand, resized
from scorekeeper.rules.incoming import Stated
from scorekeeper.rules.variants.model import DECKS, BidRule, Deck, Variant
from scorekeeper.store.mapping.document import (
    game_values,
    hand_values,
    rules_in,
    rules_to_json,
    with_game_values,
    with_hand_values,
)

Path = tuple[str | int, ...]
Place = tuple[Path, Any, Any]
Places = tuple[Place, ...]
State = tuple[Game, tuple[Stated, ...]]
"""A game, and the points on another sheet."""
HANDS = "hands"
BY_ITEM = ("players", "bids", "tricks")
"""Lists of which each item is a place; other lists are one."""
NULLS = ("turned", "trump")
"""Fields that a hand has even without a value."""
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def to_json(places: Places) -> str:
    return _encode(places)


def from_json(text: str) -> Places:
    return tuple((tuple(path), before, after) for path, before, after in json.loads(text))


def reversed_places(places: Places) -> Places:
    return tuple((path, after, before) for path, before, after in reversed(places))


def places_between(old: State, new: State) -> Places:
    """The places that differ. Hands with an item for fewer seats than the table has by now are
    ``resized``, here and where the places are applied."""
    seats, count = (len(game.players) for game, _ in (old, new))
    if seats > count:
        return reversed_places(places_between(new, old))
    (was, marks), (game, marked) = old, new
    is_same = replace(was, hands=()) == replace(game, hands=()) and was.gone == game.gone
    head = () if is_same and marks == marked else _differing(game_values(*old), game_values(*new))
    before = was.hands if seats == count else [resized(hand, count) for hand in was.hands]
    return (*head, *_hands(before, game.hands))


def patched(state: State, places: Iterable[Place]) -> State:
    """The game with the values after a change; those of all other places stay."""
    game, marks = state
    for is_of_hands, some in groupby(places, key=lambda place: place[0][0] == HANDS):
        if is_of_hands:
            game = replace(game, hands=_with_hands(game.hands, some))
        else:
            values = game_values(game, marks)
            for path, _, after in some:
                values = _put(values, path, after)
            game, marks = with_game_values(game, values)
    return game, marks


def without(game: Game, *lines: Places) -> Game:
    """The game as it was before these lines of the log, newest first."""
    return patched((game, ()), chain.from_iterable(map(reversed_places, lines)))[0]


def has_hands(game: Game, places: Places) -> bool:
    known = {hand.id for hand in game.hands}
    return all(path[0] != HANDS or len(path) == 2 or path[1] in known for path, _, _ in places)


def scored_in(places: Places) -> set[int]:
    found = set()
    for (first, *way), before, after in places:
        if first == HANDS and after:
            is_whole = len(way) == 1 and after.get("scored") and not before
            found |= {int(way[0])} if is_whole or way[1:] == ["scored"] else set()
    return found


def _hands(old: Iterable[Hand], new: Iterable[Hand]) -> Iterator[Place]:
    known, now = ({hand.id: hand for hand in hands} for hands in (old, new))
    for hand_id, hand in known.items():
        if hand_id not in now:
            yield (HANDS, hand_id), hand_values(hand), None
    for hand_id, hand in now.items():
        at, was = (HANDS, hand_id), known.get(hand_id)
        if was is None:
            yield at, None, hand_values(hand)
        elif was is not hand and was != hand:
            # The number is the place in the list.
            yield from _differing(hand_values(was), hand_values(hand) | {"number": was.number}, at)


def _differing(old: Any, new: Any, at: Path = ()) -> Iterator[Place]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for name in {**old, **new}:
            yield from _differing(old.get(name), new.get(name), (*at, name))
    elif at[-1] in BY_ITEM and old and new:
        for index, (one, other) in enumerate(zip_longest(old, new)):
            yield from _differing(one, other, (*at, index))
    else:
        yield at, old, new


def _put(value: Any, way: Path, new: Any) -> Any:
    """A copy of an object or a list, with another value at the end of this way."""
    step, *rest = way
    if isinstance(step, str):
        inner = _put(value.get(step), tuple(rest), new) if rest else new
        if inner is None and step not in NULLS:
            return {name: one for name, one in value.items() if name != step}
        return {**value, step: inner}
    old = value[step] if step < len(value) else None
    inner = _put(old, tuple(rest), new) if rest else new
    is_gone = inner is None and isinstance(old, dict)
    return [*value[:step], *([] if is_gone else [inner]), *value[step + 1 :]]


def _with_hands(hands: tuple[Hand, ...], places: Iterable[Place]) -> tuple[Hand, ...]:
    """The hands with some changed, put in or taken out, numbered in their order."""
    found: dict[int, Hand | dict[str, Any]] = {hand.id: hand for hand in hands}
    ids = [*found]
    for (_, at, *way), _, after in places:
        hand_id = int(at)
        known = found.get(hand_id)
        if way and known:
            # A hand is made anew only once, however many of its places differ.
            values = hand_values(known) if isinstance(known, Hand) else known
            found[hand_id] = _put(values, tuple(way), after)
        elif not way:
            ids = [one for one in ids if one != hand_id]
            if after:
                ids.insert(after["number"] - 1, hand_id)
                found[hand_id] = after
    made = ((one, found[one]) for one in ids)
    new = [one if isinstance(one, Hand) else with_hand_values(at, one) for at, one in made]
    return tuple(
        hand if hand.number == number else replace(hand, number=number)
        for number, hand in enumerate(new, 1)
    )


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
