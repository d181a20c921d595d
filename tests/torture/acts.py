"""The values in the acts of an event, and the meaning of form fields in them."""

import json
import re
from collections.abc import Callable
from datetime import date
from functools import partial
from html import unescape
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import quote_from_bytes, unquote

from scorekeeper.fields import tidy_name
from scorekeeper.rules.events.acts import ACTS
from scorekeeper.rules.events.settings import TEN_HANDS
from scorekeeper.store.mapping.log import act_from
from tests import databases
from tests.requests import Form
from tests.torture.stage import as_bytes

MINUS = "\N{MINUS SIGN}"


class Meaning(NamedTuple):
    """The value in an act, the function that derives it from the texts of a field, and its value
    without any; ``more`` are fields that the field switches off or replaces."""

    held: Callable[[Any], Any]
    meant: Callable[[list[str]], Any]
    empty: Any = None
    more: tuple[str, ...] = ()


class AnyValue:
    """Equal to each value."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


def whole(text: str) -> int:
    """A number in ASCII digits, without plus, points or spaces."""
    digits = text.replace(MINUS, "-").removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(text)
    return int(text.replace(MINUS, "-"))


def wholes(text: str) -> tuple[int, ...]:
    """Numbers separated by commas, semicolons or spaces."""
    return tuple(map(whole, text.replace(",", " ").replace(";", " ").split()))


def each(texts: list[str]) -> tuple[int, ...]:
    """A number for each seat."""
    return tuple(map(whole, texts))


def switch(texts: list[str]) -> bool:
    """Return whether any value was sent."""
    return texts != [] and texts[0] not in ("", "false")


def attribute(path: str, act: Any) -> Any:
    """The value at the end of these names; None if one of them leads to none."""
    for name in path.split("."):
        act = None if act is None else getattr(act, name)
    return act


def one(path: str, read: Callable[[str], Any], empty: Any = None, *more: str) -> Meaning:
    """A field that is sent once, or several times with the same value."""

    def meant(texts: list[str]) -> Any:
        (text,) = {*texts}
        return read(text.strip())

    return Meaning(partial(attribute, path), meant, empty, more)


def row(name: str, size: int) -> Meaning:
    """The list of a table of this size in the settings."""

    def held(act: Any) -> Any:
        return (attribute(f"settings.{name}", act) or {}).get(size)

    return Meaning(held, lambda texts: wholes(*{*texts}))


def hands(act: Any) -> str:
    """The choice of hands in the settings."""
    held = act.settings.hands
    return "whole" if held is None else "ten" if held == TEN_HANDS else "own"


def pasted(texts: list[str]) -> list[str]:
    """The names in the lines of a list, without the numbers before and the clubs after them."""
    lines = [re.sub(r"^[0-9]{1,4}[ .):,;\t]+", "", line.strip()) for line in texts[0].splitlines()]
    names = [tidy_name(re.split("[,;\t]", line)[0]) for line in lines]
    return [name for name in names if name]


def newcomers(act: Any) -> list[str]:
    """The names of those who entered."""
    return [one.name for one in act.newcomers]


ANY, SIZES = AnyValue(), (3, 4, 5, 6)
OF_FINAL = ("winners", "carry")
SETTINGS = {
    "name": one("settings.name", tidy_name, ANY),
    "place": one("settings.place", tidy_name, ""),
    "day": one("settings.day", date.fromisoformat),
    "variant": one("settings.variant.key", str, "wizard"),
    "cards": one("settings.deck.key", str, "suits"),
    "hands": Meaning(
        hands, lambda texts: "".join({*texts}), "whole", tuple(f"hands_{n}" for n in SIZES)
    ),
    "rounds": one("settings.rounds", whole, 3),
    "minutes_each": one("settings.minutes", whole, 105),
    "warning": one("settings.warning", whole, 5),
    "time_up": one("settings.time_up", str, "last-hand"),
    "late_points": one("settings.late_points", whole, 10),
    "table_size": one("settings.size", whole, 4),
    "remainder": one("settings.remainder", whole, 5),
    "seating": one("settings.seating", str, "planned"),
    "clubs_apart": Meaning(partial(attribute, "settings.clubs_apart"), switch, False),
    "counts": one("settings.counts", str, "points"),
    "best": one("settings.best", whole),
    "agrees": Meaning(partial(attribute, "settings.agrees"), switch, False),
    "hidden_from": one("settings.hidden_from", whole),
    "order": Meaning(partial(attribute, "settings.order"), tuple, ANY),
    "final": one("settings.final.cut", lambda text: whole(text) or None, None, *OF_FINAL),
    "winners": one("settings.final.winners", whole, 1),
    "carry": one("settings.final.carry", str, "none"),
    **{f"hands_{n}": row("hands", n) for n in SIZES},
    **{f"places_{n}": row("placement", n) for n in SIZES},
}
REASON = one("reason", tidy_name, "")
MEANINGS: dict[str, dict[str, Meaning]] = {
    "created": SETTINGS,
    "changed": SETTINGS | {"size": one("settings.size", whole, 0)},
    "entered": {
        "names": Meaning(newcomers, pasted),
        "stand_by": Meaning(partial(attribute, "stand_by"), switch, False),
    },
    "marked": {
        "state": one("state", str, "in"),
        "plays": one("number", whole, ANY, "leaves", "state"),
        "leaves": one("number", whole, 0, "plays"),
    },
    "renamed": {"name": one("name", tidy_name, ""), "club": one("club", tidy_name, "")},
    "numbered": {"new": one("new", whole, ANY)},
    "desk-taken": {},
    "undo": {"number": one("number", whole)},
    "swapped": {name: one(name, whole) for name in ("one", "other")},
    "more-time": {"minutes": one("minutes", whole), "table": one("table", whole)},
    "replaced": {
        "leaves": one("leaves", whole),
        "comes": one("comes", whole),
        "counts": one("counts", lambda text: text != "leaves", True),
    },
    "joined": {name: one(name, whole) for name in ("number", "table")},
    "table-added": {
        "number": Meaning(
            lambda act: sorted(act.seats),
            lambda texts: sorted(whole(t.strip()) for t in texts if t),
        )
    },
    "waits": {"number": one("number", whole)},
    "joining-refused": {},
    "name-refused": {},
    "adjusted": {
        "number": one("number", whole),
        "points": Meaning(lambda act: abs(act.points), lambda texts: abs(whole(texts[0].strip()))),
        "sign": Meaning(lambda act: act.points < 0, lambda texts: texts[0] == "penalty", True),
        "of_round": one("round", whole),
        "reason": REASON,
    },
    "by-hand": {
        "totals": Meaning(partial(attribute, "outcome.totals"), each, None, ("made",)),
        "made": Meaning(partial(attribute, "outcome.made"), each, ()),
    },
    "put-aside": {
        "points": Meaning(partial(attribute, "points"), each, (0, 0, 0, 0)),
        "reason": REASON,
    },
    "counted": {"sheet": one("revision", whole, 0)},
    "corrected": {"reason": REASON},
}


TYPED = {"name", "place", "club", "reason", "names", "totals", "made", "points"} | {
    f"{name}_{size}" for name in ("hands", "places") for size in SIZES
}
"""The fields into which people type, which a refusal shows again."""


def lost(page: str, bad: Form) -> list[str]:
    """The fields whose text is missing on the page that refuses it."""
    shown = unescape(page)
    typed = {name: text_of(values[0]).strip() for name, values in bad.items() if values}
    return [
        name
        for name in TYPED & typed.keys()
        if typed[name].isprintable() and len(typed[name]) < 200 and typed[name] not in shown
    ]


def text_of(value: str | bytes) -> str:
    """A value as Flask reads it: bytes that are not text stay quoted."""
    quoted = quote_from_bytes(as_bytes(value))
    return unquote(quoted, errors="werkzeug.url_quote")


def written(before: databases.Rows, after: databases.Rows) -> dict[str, Any]:
    """The acts and notes that were added to logs of events, by their kind."""
    known = {(row["event_id"], row["number"]) for row in before["event_act"]}
    rows = [row for row in after["event_act"] if (row["event_id"], row["number"]) not in known]
    return {row["kind"]: _act(row["kind"], row["data"]) for row in rows}


def _act(kind: str, data: str) -> Any:
    return act_from(kind, json.loads(data)) if kind in ACTS else SimpleNamespace(**json.loads(data))


def differences(good: dict[str, Any], found: dict[str, Any], bad: Form) -> list[str]:
    """The fields whose values are missing in the acts, after a form with these ``bad`` values in
    place of its ``good`` ones was accepted."""
    texts = {name: [text_of(value) for value in bad[name]] for name in bad}
    wrong = []
    for kind, act in found.items():
        meanings = MEANINGS.get(kind, {})
        replaced = {name for field in bad if field in meanings for name in meanings[field].more}
        for name, meaning in meanings.items():
            if name in replaced or (name not in bad and kind not in good):
                continue
            held = meaning.held(act)
            wanted = _meant(meaning, texts[name]) if name in bad else meaning.held(good[kind])
            if held != wanted:
                wrong.append(f"{name}: {held!r} in place of {wanted!r}")
    return wrong


def _meant(meaning: Meaning, texts: list[str]) -> Any:
    value = None
    if meaning.meant is switch or any(text.strip() for text in texts):
        try:
            value = meaning.meant(texts)
        except ValueError as problem:
            return f"a refusal: {problem}"
    return meaning.empty if value in ("", None, []) else value
