"""Lines of a game's log: the places of its document that a save changed, before and after it.

A place is the way to a value (``["hands", 3, "bids", 1]``), with the id of a hand in place of its
index, because hands are put in and taken out. Undo is the reversed list, whatever was done. A line
lives as long as its game, so no name in it may change.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, groupby, zip_longest
from typing import Any

from scorekeeper.rules.game import Game, Hand, resized
from scorekeeper.rules.incoming import Stated
from scorekeeper.store.mapping.document import (
    game_values,
    hand_values,
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
    """A line as JSON."""
    return _encode(places)


def from_json(text: str) -> Places:
    """The places of a line."""
    return tuple((tuple(path), before, after) for path, before, after in json.loads(text))


def reversed_places(places: Places) -> Places:
    """The places of the line that reverses this one."""
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
    """Whether the game has each hand of which a value is among these places."""
    known = {hand.id for hand in game.hands}
    return all(path[0] != HANDS or len(path) == 2 or path[1] in known for path, _, _ in places)


def scored_in(places: Places) -> set[int]:
    """The ids of the hands that these places score."""
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
