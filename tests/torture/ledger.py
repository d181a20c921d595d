"""A game in its database, read without the program: the applied log, and the document."""

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from sqlalchemy import Engine, text

GAME = "SELECT id, revision, doc FROM game JOIN game_doc ON game_id = id WHERE key = :key"
LISTED = -3
"""The number of the part that has the list of all hands, with the plan of the game."""
PLAN = ("sizes", "ends_after")
HOUSE = ("bid_rule", "sizes", "clock", "ends_after")
"""The fields of a document with house rules."""
LOG = (
    "SELECT change.revision, phone.name, change.places, change.undoes, change.tap, change.at"
    " FROM change JOIN phone ON phone.id = change.phone_id"
    " WHERE change.game_id = :game AND change.revision > :known ORDER BY change.revision"
)

Place = tuple[int, str]
"""A hand and the name of a field in it; hand 0 is the house rules."""
State = dict[Place, Any]
"""The value at each place; nothing if it is missing."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log, with the state ``after`` it."""

    revision: int
    phone: str
    after: State
    undoes: int | None
    tap: str | None
    at: Any


@dataclass
class Ledger:
    """The game ``/g/<key>``; ``states[n]`` is its state after the n-th save."""

    engine: Engine
    game: str
    lines: list[Line] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    _document: dict[str, Any] = field(default_factory=dict)

    @property
    def now(self) -> State:
        """The current state."""
        return self.states[-1]

    def read(self) -> list[Line]:
        """The new lines of the log.

        Raises AssertionError if the log has a gap, goes back in time or does not reproduce the
        document.
        """
        with self.engine.connect() as connection:
            key = {"key": self.game.rsplit("/", 1)[1]}
            (number, revision, doc), *_ = connection.execute(text(GAME), key)
            document = _identified(json.loads(doc))
            stored = _stored(document)
            known = {"game": number, "known": len(self.lines)}
            rows = connection.execute(text(LOG), known).all()
        if not self.states:
            assert revision == 0, "a game begins at 0"
            self.states.append(stored)
            self._document = document
        for row in rows:
            self._write(*row)
        assert revision == len(self.lines), f"{revision} saves and {len(self.lines)} lines"
        assert self.now == stored, "the log does not give what is stored"
        return self.lines[len(self.lines) - len(rows) :]

    def undoable(self, revision: int) -> int | None:
        """The save that Undo reverses after this many saves: the newest one in force."""
        lines = self.lines[:revision]
        left = {line.revision for line in lines if (line.undoes or 0) <= 0}
        return max(left - {line.undoes for line in lines}, default=None)

    def changed(self, revision: int) -> set[Place]:
        """The places that a save changed."""
        before, after = self.states[revision - 1], self.states[revision]
        return {place for place in before | after if before.get(place) != after.get(place)}

    def _write(self, revision: int, phone: str, places: str, *rest: Any) -> None:
        assert revision == len(self.lines) + 1, f"{revision} after {len(self.lines)}"
        before = deepcopy(self._document)
        for path, old, new in json.loads(places):
            _put(self._document, path, old, new)
        assert self._document != before, "a line that changes nothing"
        self.states.append(_stored(self._document))
        self.lines.append(line := Line(revision, phone, self.now, *rest))
        assert all(line.at >= earlier.at for earlier in self.lines[-2:]), "earlier than the last"


def _identified(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the id of each hand in it."""
    ids = document.pop("ids", None) or count(1)
    hands = [hand | {"id": number} for number, hand in zip(ids, document["hands"], strict=False)]
    return document | {"hands": hands}


def _put(document: dict[str, Any], path: list[Any], old: Any, new: Any) -> None:
    """Put a value in its place, which has the old one."""
    if path[0] != "hands":
        return _set(document, path, old, new)
    hands, number = document["hands"], path[1]
    known = [hand for hand in hands if hand["id"] == number]
    if len(path) > 2:
        return _set(known[0], path[2:], old, new)
    gone = [_of_hand(hand) for hand in known]
    assert gone == ([_of_hand(old)] if old else []), "a line begins with something else"
    hands[:] = [hand for hand in hands if hand["id"] != number]
    if new:
        hands.insert(new["number"] - 1, new | {"id": number})
    for at, hand in enumerate(hands, 1):
        hand["number"] = at
    return None


def _set(value: Any, path: list[Any], old: Any, new: Any) -> None:
    *way, last = path
    for step in way:
        value = value[step]
    known = value.get(last) if isinstance(value, dict) else dict(enumerate(value)).get(last)
    assert known == old, "a line begins with something else"
    if isinstance(value, dict):
        value |= {last: new}
        if new is None:
            del value[last]
    else:
        value[last : last + 1] = [new] if new is not None or last < len(value) else []


def part(state: State, number: int) -> State:
    """The values of one hand, of the house rules, or of all hands and the plan."""
    if number == LISTED:
        return {place: value for place, value in state.items() if place[0] or place[1] in PLAN}
    return {place: value for place, value in state.items() if place[0] == number}


def with_part(state: State, number: int, values: State) -> State:
    """The state with these values in place of its part with this number."""
    gone = part(state, number)
    return {place: value for place, value in state.items() if place not in gone} | values


def _stored(document: dict[str, Any]) -> State:
    state = _said(0, _plain({name: document.get(name) for name in HOUSE}))
    for hand in document["hands"]:
        state |= _said(hand["number"], _plain(hand))
    return state


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a hand or of the house rules, as a document or a line of the log has them."""
    data = dict(values)
    if "bid_rule" in data:
        data["rule"] = data.pop("bid_rule")
    for name in ("id", "number"):
        data.pop(name, None)
    if "sizes" in data:
        data["sizes"] = ",".join(str(size) for size in data["sizes"])
    for what, names in (("bid", "bids"), ("tricks", "tricks")):
        data |= {f"{what}_{seat}": n for seat, n in enumerate(data.pop(names, ()))}
    return data


def _said(number: int, values: Mapping[str, Any]) -> State:
    nothing = (None, "")
    return {
        (number, name): value
        for name, value in values.items()
        if value not in nothing and (name != "scored" or value)
    }


def _of_hand(hand: dict[str, Any]) -> dict[str, Any]:
    """The values of a hand without its id; a place may lack one that another writes as none."""
    return {name: value for name, value in hand.items() if value is not None and name != "id"}
