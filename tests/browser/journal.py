"""A journal of the records that waited on a phone, and a check of their outcome."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Response

from tests.browser.phone import Phone
from tests.torture.ledger import Ledger

SCRIPT = (Path(__file__).parent / "journal.js").read_text(encoding="utf-8")
DECIDES = ("Use mine", "Keep theirs", "Save now", "Discard", "OK", "Undo")
"""Buttons whose taps may remove something that waits."""
NUMBER = re.compile(r"(bid|tricks)_\d+|turned")
Record = dict[str, Any]


@dataclass
class Journal:
    """Watches a phone; ``answers`` are the statuses and revisions of its taps."""

    phone: Phone
    answers: dict[str, tuple[int, int]] = field(default_factory=dict)
    ends: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Begin to watch."""
        self.phone.context.add_init_script(SCRIPT)
        self.phone.context.on("response", self._hear)

    def _hear(self, response: Response) -> None:
        if response.request.method != "POST" or "x-scorekeeper" not in response.headers:
            return
        tap, *_ = parse_qs(response.request.post_data or "").get("tap", [""])
        if self.answers.get(tap, (409, 0))[0] >= 400:
            revision = int(response.headers.get("x-revision", 0))
            self.answers[tap] = response.status, revision

    def check(self, ledger: Ledger) -> None:
        """Check that each record was saved, replaced by a later tap, or removed by a tap."""
        notes = self.phone.told("JSON.parse(localStorage.getItem('journal'))")
        ever = [what for kind, what in notes if kind == "kept"]
        live: dict[str, Record] = {}
        decided = ""
        for kind, what in notes:
            if kind == "tap":
                decided = what
            elif kind == "kept":
                live[what["id"]] = what
            else:
                record = live.pop(what)
                end = self._end_of(record, ever, decided)
                assert end, f"removed unasked after a tap on {decided!r}: {record}"
                self.ends[end] += 1
                if end == "saved":
                    self._stands(record, ledger)
        assert not live, f"waits for ever: {live}"

    def _end_of(self, record: Record, ever: list[Record], decided: str) -> str:
        status, _ = self.answers.get(record["id"], (0, 0))
        if 200 <= status < 400:
            return "saved"
        if any(_contains(other, record) for other in ever):
            return "replaced"
        if status in (409, 422) and not record["whole"]:
            return "refused and shown"
        return f"removed by {decided}" if decided in DECIDES else ""

    def _stands(self, record: Record, ledger: Ledger) -> None:
        """Return whether the log's line of the tap contains what was tapped, or it was the same
        already."""
        fields, number = dict(record["fields"]), _hand(record)
        lines = [line for line in ledger.lines if line.tap == record["id"]]
        _, revision = self.answers[record["id"]]
        state = lines[0].after if lines else ledger.states[revision]
        for name in filter(NUMBER.fullmatch, fields.get("touched", "").split()):
            if fields[name]:
                assert str(state.get((number, name))) == fields[name], (name, record)
        if record["scores"]:
            assert (number, "scored") in state, record


def _hand(record: Record) -> int:
    found = re.search(r"/hands/(\d+)/", record["path"])
    return int(found[1]) if found else 0


def _contains(other: Record, record: Record) -> bool:
    """Return whether a later record of the same hand enters all that was tapped for this one."""
    names, more = _tapped(record), _tapped(other)
    if other["hand"]:
        more |= {name for name, _ in other["fields"]}
    return _hand(other) == _hand(record) and names <= more and other["order"] > record["order"]


def _tapped(record: Record) -> set[str]:
    return {*dict(record["fields"]).get("touched", "").split()}
