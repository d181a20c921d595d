"""The permitted effects of a POST on the database: the requested ones, if allowed, or none."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from werkzeug.test import TestResponse

from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.game import LONGEST_NOTE
from tests import addresses, databases
from tests.requests import Form, Values
from tests.torture.stage import URLENCODED, Stage, as_bytes, encoded

KEPT = "\u200c\u200d"
NUMBER = re.compile(r"-?[0-9]{1,9}")
SWITCHES = {
    *addresses.SWITCHES,
    "keeps",
    "kept",
    "captures",
    "hand_over",
    "start",
    "score",
    "on",
    "out",
    "away",
    "withdraw",
    "deleted",
    "shown",
    "marks",
}
"""Fields that any value switches on."""
TEXTS = {
    *("name", "touched", "token", "game", "up", "down", "use", "group", "draw", "reason"),
    *("own", "own_name", "forget", *LONGEST_NOTE),
}

"""Fields that accept any text."""
SUITS = {"spades", "hearts", "diamonds", "clubs"}
WORDS = {
    "turned": {*SUITS, "jester", "wizard"},
    "named": SUITS,
    "begins": {"zero", "lowest", "points"},
    "length": {"whole", "span", "list"},
    "trump": {"wizard", "suit", "none"},
    "variant": {"wizard", "tournament", "two"},
    "hands": {"", "1", "2"},
    "code": set(),
    "colour": {"seat", *"0123456789"},
    "cloud": {""},
    "extra": {""},
    "held": {""},
    "made": {""},
}
RANGES = {
    "bid": range(3),
    "void": range(2),
    "king": range(1),
    "tricks": range(3),
    "dealer": range(3),
    "seat": range(3),
    "after": range(3),
    "begins": range(-5000, 5001),
    "number": range(2, 3),
    "clock": range(1, 24 * 60 + 1),
    "fewest": range(1, 22),
    "first": range(1, 21),
    "last": range(1, 21),
    "phone": range(1, 9),
    "replace": range(1, 2),
    "into": range(1, 10),
    "change": range(1, 9),
    "own": range(1001),
    "deck": range(10, 121),
}
SIGNED = re.compile(r"[+-]?0*[0-9]{1,3}")
SIZES = re.compile(r"[0-9\s,;]+")
TAP = re.compile("[A-Za-z0-9_-]{16,43}")
CUSTOM: dict[str, set[tuple[str, str]]] = {
    "turned": {("hand", "turned"), ("hand", "trump")},
    "dealer": {("hand", "dealer")},
    "hook": {("game", "bid_rule")},
    "canadian": {("game", "bid_rule")},
    "hidden": {("game", "bid_rule")},
    "timed": {("game", "clock")},
    "keeps": {("game", "sizes")},
    "bid": {("game", "positions")},
    "tricks": {("game", "positions")},
}
"""Columns that other values of a field may change, besides those that the valid one changes."""
TIMES = {("game", "changed_at"), ("phone", "seen_at")}
"""Columns that a save changes only some time after the one before."""


def text_of(value: str | bytes) -> str:
    """The value as text, without the spaces around it."""
    return as_bytes(value).decode(errors="replace").strip()


def is_legal(name: str, values: Values) -> bool:
    """Return whether a page could send these values for the field at the cast's table."""
    kind = name.partition("_")[0]
    if name in SWITCHES | TEXTS or kind == "reason":
        return True
    words = {text_of(value) for value in values}
    if kind == "points":
        return all(not word or SIGNED.fullmatch(word) for word in words)
    if name == "colour":
        # A new game has one for each seat.
        return words <= {"", *WORDS["colour"]}
    return len(words) == 1 and _is_legal_word(name, words.pop())


def _is_legal_word(name: str, word: str) -> bool:
    if name == "sizes":
        return bool(SIZES.fullmatch(word))
    if name == "revision":
        # A stale page may still save entries that nobody else changed.
        return bool(NUMBER.fullmatch(word))
    if name == "tap":
        return bool(TAP.fullmatch(word))
    if name in WORDS:
        return word in WORDS[name]
    numbers = RANGES.get(name.split("_", maxsplit=1)[0], ())
    return bool(NUMBER.fullmatch(word)) and int(word) in numbers


@dataclass
class Judge:
    """Sends variants of the valid POST, and compares their effects with its effect."""

    stage: Stage
    _left: dict[bytes, Any] = field(default_factory=dict)

    @cached_property
    def cells(self) -> databases.Cells:
        """The columns that the valid POST changes."""
        self.stage.send(encoded(self.stage.good))
        return databases.changed(self.stage.before, self.stage.taken())

    def left_by(self, form: Form) -> Any:
        """The effect of a POST without random values, cached."""
        body = encoded(form)
        if body not in self._left:
            self._left[body] = self.stage.left_by(body)
        return self._left[body]

    def without(self, *names: str) -> Form:
        """The valid POST without these fields."""
        return {name: values for name, values in self.stage.good.items() if name not in names}

    def bad(self, bad: Form) -> None:
        """Send the valid POST with these values in place of its own."""
        told = {name: [as_bytes(value)[:40] for value in bad[name][:3]] for name in bad}
        label = self.stage.path, told
        after = self._answered(self.stage.send(encoded({**self.stage.good, **bad})), told)
        if after is None:
            return
        assert not list(unclean(after)), label
        assert "csrf_token" not in bad, label
        if self.stage.path.startswith("/e"):
            # The fields of an event are in the text of one act; the tests of its forms read it.
            return
        own = TIMES.union(*(CUSTOM.get(name.partition("_")[0], set()) for name in bad))
        assert databases.changed(self.stage.before, after) <= self.cells | own, label
        odd = [name for name in bad if not is_legal(name, bad[name])]
        if odd:
            assert databases.settled(after) in self._as_if_not_sent(bad, odd), label

    def _as_if_not_sent(self, bad: Form, odd: list[str]) -> list[Any]:
        """The possible effects if some of the values are invalid, which have no effect."""
        sent = {**self.stage.good, **bad}
        rest = {name: sent[name] for name in sent if name not in odd}
        typed = [name for name in odd if any(text_of(value) for value in bad[name])]
        good = {name: self.stage.good[name] for name in typed}
        missing = self.left_by(rest)
        # A field is ignored if a valid value makes no difference.
        return [missing] if missing == self.left_by({**rest, **good}) else []

    def same(self, form: Form, label: object, *usual: Form) -> None:
        """Send a form that may have the effect of one of the ``usual`` POSTs, or none."""
        self.same_body(encoded(form), URLENCODED, label, *usual)

    def same_body(self, body: bytes, kind: str, label: object, *usual: Form) -> None:
        """The same for a body of any kind."""
        after = self._answered(self.stage.send(body, kind), label)
        if after is not None:
            left = [self.left_by(form) for form in usual]
            assert databases.settled(after) in left, (self.stage.path, label)

    def _answered(self, answer: TestResponse, label: object) -> databases.Rows | None:
        """The rows after a POST; None if nothing was written."""
        label = self.stage.path, label
        assert answer.status_code < 500, label
        assert "Traceback" not in answer.text, label
        assert "<script>x" not in answer.text, label
        assert "X" not in answer.headers, label
        after = self.stage.taken()
        if databases.is_same(self.stage.before, after):
            return None
        assert answer.status_code < 400, label
        return after


def unclean(rows: databases.Rows) -> Iterable[str]:
    """Names that a sheet cannot have."""
    for row in [*rows["player"], *rows["phone"], *rows["person"]]:
        name = row["name"]
        shown = [mark for mark in name if mark not in KEPT]
        seen = [mark for mark in name if unicodedata.category(mark)[0] in "LNPS"]
        if (
            len(name) > LONGEST_NAME
            or not unicodedata.is_normalized("NFC", name)
            or any(unicodedata.category(mark)[0] == "C" for mark in shown)
            or (bool(name or "key_hash" not in row) and not seen)
        ):
            yield name
