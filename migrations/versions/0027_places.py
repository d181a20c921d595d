"""Each line of a game's log as the places that it changed, in place of whole hands"""

import json
from collections.abc import Iterator
from datetime import datetime
from itertools import groupby, zip_longest
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

AT_ONCE = 50
"""Games in the memory at the same time."""
HOUSE, SEATS, ABOUT, HANDS = 0, -1, -2, -3
"""What a line is about, if it is not about the hand with its number."""
RULES = {"hook": "hook", "not_on_one_card": "not1", "zero_allowed": "zero"}
"""The words of the bidding rule for the fields of the first version."""
SAME = ("cards", "dealer", "turned", "trump", "bids", "tricks", "scored")
FULL = ("void", "out", "skipped", "added")
"""Fields that a hand of a document has only if they are not empty."""
BONUS = ("seat", "key", "amount", "partner", "reason")
UNSAID = {"partner": -1, "reason": ""}
TEXTS = ("title", "place", "note")
PLAYED = ("started", "recorded")
TIME = "%Y-%m-%dT%H:%M:%S.%fZ"
UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError)
Place = tuple[tuple[str | int, ...], Any, Any]
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def upgrade() -> None:
    op.add_column("change", sa.Column("places", sa.Text(), nullable=True))
    op.add_column("change", sa.Column("waited", sa.Integer(), nullable=True))
    last, bind = 0, op.get_bind()
    write = sa.text(
        "UPDATE change SET places = :places, waited = :waited"
        " WHERE game_id = :game AND revision = :number"
    )
    keep = sa.text("UPDATE game_doc SET doc = :doc WHERE game_id = :game")
    games = "SELECT game_id, doc FROM game_doc WHERE game_id > :last ORDER BY game_id LIMIT :most"
    while found := _rows(games, last=last, most=AT_ONCE):
        docs, first, last = (
            {one.game_id: one.doc for one in found},
            found[0].game_id,
            found[-1].game_id,
        )
        query = (
            'SELECT game_id, revision, number, "before", "after", undoes FROM change'
            " WHERE game_id BETWEEN :first AND :last ORDER BY game_id, revision"
        )
        for game, some in groupby(_rows(query, first=first, last=last), lambda line: line.game_id):
            log = Log(docs.get(game, "{}"), lines := [*some])
            bind.execute(write, [{"game": game} | log.values(line) for line in lines])
            if doc := log.kept():
                bind.execute(keep, {"game": game, "doc": doc})
    op.execute("UPDATE change SET places = '[]' WHERE places IS NULL")
    in_order = {"sqlite_with_rowid": False}
    with op.batch_alter_table("change", table_kwargs=in_order) as change:
        change.alter_column("places", nullable=False)
        for name in ("number", "before", "after"):
            change.drop_column(name)


class Log:
    """The ids of a game's hands, from the first line of its log to the newest, as the program gives
    them from now on. ``gone`` are those that were taken out until then, less those put in, and
    ``out`` those that each line took out, because an Undo or a Redo brings them back."""

    def __init__(self, doc: str, lines: list[Any]) -> None:
        self.gone, self.out = 0, dict[int, int]()
        self.doc: Any = None
        self.hands = 0
        try:
            self.doc = json.loads(doc)
            self.hands = len(self.doc["hands"])
        except UNREADABLE:
            # A game that cannot be read stays so.
            self.doc = None
        self.ids = [*range(1, self.hands - sum(map(_step, lines)) + 1)]

    def values(self, line: Any) -> dict[str, Any]:
        """The columns of a line, each newer than the one before."""
        try:
            old, new = (text and json.loads(text) for text in (line.before, line.after))
            places = _encode(self._places(line, old, new))
            waited = (new or {}).get("waited") or None
        except UNREADABLE:
            # No program could show or undo such a line.
            places, waited = "[]", None
        return {"number": line.revision, "places": places, "waited": waited}

    def kept(self) -> str | None:
        """The document with these ids, after the newest line; None if it needs none."""
        is_usual = self.ids == [*range(1, self.hands + 1)] and not self.gone
        if self.doc is None or is_usual or len(self.ids) != self.hands:
            return None
        return _encode(self.doc | {"ids": self.ids} | ({"gone": self.gone} if self.gone else {}))

    def _places(self, line: Any, old: Any, new: Any) -> list[Place]:
        if line.number in (HOUSE, ABOUT):
            values = _house if line.number == HOUSE else _about
            return [*_differing(values(old), values(new))]
        if line.number == SEATS:
            return [*self._seated(old, new)]
        if line.number == HANDS:
            return [*self._listed(line, old, new)]
        return [*self._hand(line.number, old, new)]

    def _hand(self, number: int, old: Any, new: Any) -> Iterator[Place]:
        if old is None:
            self.ids.insert(number - 1, len(self.ids) + self.gone + 1)
            yield ("hands", self.ids[number - 1]), None, _hand(new)
        elif new is None:
            yield ("hands", self.ids.pop(number - 1)), _hand(old), None
        else:
            yield from _changed(self.ids[number - 1], old, new)

    def _seated(self, old: Any, new: Any) -> Iterator[Place]:
        before, after = old.get("hand"), new.get("hand")
        hand, most = [], max(len(old["players"]), len(new["players"]))
        if before and after:
            hand = [*_changed(self.ids[-1], *(_resized(one, most) for one in (before, after)))]
        # Hands have an item for each seat while there are the most.
        if len(old["players"]) > len(new["players"]):
            yield from hand
            hand = []
        yield from _differing(_table(old), _table(new))
        yield from hand

    def _listed(self, line: Any, old: Any, new: Any) -> Iterator[Place]:
        hands, now = old["hands"], new["hands"]
        both = enumerate(zip_longest(hands, now))
        at = next(index for index, (one, other) in both if one != other)
        step = len(now) - len(hands)
        marks = old.get("marks") or []
        left = [[_moved(hand, at + 1, step), *said] for hand, *said in marks]
        kept = [mark for mark in left if mark[0] is not None]
        was, self.gone = self.gone, self.gone - step
        said = {"gone": was or None} | _marks(marks), {"gone": self.gone or None} | _marks(kept)
        yield from _differing(_plan(old) | said[0], _plan(new) | said[1])
        hands, now, ids = [*hands], [*now], [*self.ids]
        if step < 0:
            self.out[line.revision] = number = self.ids.pop(at)
            yield ("hands", number), _hand(hands.pop(at)), None
            ids = self.ids
        elif step > 0:
            number = self.out.get(abs(line.undoes or 0), -line.revision)
            self.ids.insert(at, number)
            yield ("hands", number), None, _hand(now.pop(at))
        for hand_id, one, other in zip(ids, hands, now, strict=False):
            yield from _changed(hand_id, one, other)


def _step(line: Any) -> int:
    """How many more hands there are after a line."""
    if line.number != HANDS:
        return (line.after is not None) - (line.before is not None)
    try:
        return len(json.loads(line.after)["hands"]) - len(json.loads(line.before)["hands"])
    except UNREADABLE:
        return 0


def _moved(number: int, place: int, step: int) -> int | None:
    if number == place and step < 0:
        return None
    return number + step if number >= place else number


def _marks(marks: list[Any]) -> dict[str, Any]:
    named = [dict(zip(("hand", "seat", "said"), mark, strict=True)) for mark in marks]
    return {"marks": named or None}


def _plan(data: Any) -> dict[str, Any]:
    return {"sizes": data["sizes"], "ends_after": data["ends_after"]}


def _rule(data: Any) -> str:
    if "rule" in data:
        return str(data["rule"])
    return "+".join(word for field, word in RULES.items() if data["bid_rule"][field])


def _house(data: Any) -> dict[str, Any]:
    specials = data.get("specials") or None
    return {"bid_rule": _rule(data), **_plan(data), "clock": data["clock"], "specials": specials}


def _about(data: Any) -> dict[str, Any]:
    times = [datetime.fromisoformat(at).strftime(TIME) for at in data.get("played", ())]
    return {**{name: data[name] for name in TEXTS}, **dict(zip_longest(PLAYED, times))}


def _table(data: Any) -> dict[str, Any]:
    players = [{"name": name} for name in data["players"]]
    if "away" not in data:
        return {"players": players}
    for player, start in zip(players, data["starts"], strict=False):
        player.update({"start": start} if start else {})
    for seat in data["away"]:
        players[seat]["away"] = True
    return {"players": players, "order": data["order"] or None, "sizes": data["sizes"]}


def _hand(data: Any) -> dict[str, Any]:
    cloud = data.get("cloud")
    bonuses = [dict(zip(BONUS, one, strict=False)) for one in data.get("bonuses", ())]
    return {
        "number": data["number"],
        **{name: data[name] for name in SAME},
        "bid_rule": _rule(data),
        **({} if data["negated"] is None else {"negated": data["negated"]}),
        **{name: data[name] for name in FULL if data.get(name)},
        **({"cloud": {"seat": cloud[0], "step": cloud[1]}} if cloud else {}),
        **({"bonuses": sorted(map(_bonus, bonuses), key=_order)} if bonuses else {}),
    }


def _bonus(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if UNSAID.get(name) != value}


def _order(bonus: dict[str, Any]) -> tuple[Any, ...]:
    return bonus["seat"], bonus["key"], bonus.get("partner", -1)


def _resized(data: Any, seats: int) -> Any:
    """The hand with an item for each seat; those added are out."""
    known = len(data["bids"])
    blank, out = [None] * (seats - known), {*data.get("out", ()), *range(known, seats)}
    numbers = {name: [*data[name][:seats], *blank] for name in ("bids", "tricks")}
    return {**data, **numbers, "out": sorted(out & {*range(seats)})}


def _changed(hand_id: int, old: Any, new: Any) -> Iterator[Place]:
    was, now = ({**_hand(one), "number": 0} for one in (old, new))
    yield from _differing(was, now, ("hands", hand_id))


def _differing(old: Any, new: Any, at: tuple[str | int, ...] = ()) -> Iterator[Place]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for name in {**old, **new}:
            yield from _differing(old.get(name), new.get(name), (*at, name))
    elif at[-1] in ("players", "bids", "tricks") and old and new:
        for index, (one, other) in enumerate(zip_longest(old, new)):
            yield from _differing(one, other, (*at, index))
    else:
        yield at, old, new


def _rows(query: str, **given: int) -> list[Any]:
    return list(op.get_bind().execute(sa.text(query), given))
