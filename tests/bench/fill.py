"""Rows written in bulk; all constraints of the schema apply."""

from __future__ import annotations

import base64
import hashlib
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from json import dumps
from pathlib import Path
from typing import Any

from scorekeeper.keys import hashed, join_code, stable_id
from scorekeeper.rules.people import folded
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.mapping import document
from scorekeeper.store.mapping.document import rules_to_json
from scorekeeper.store.mapping.log import to_json
from scorekeeper.store.models import FIGURE
from tests.bench.evenings import Evening

COLUMNS = {
    "book": "id stamp",
    "phone": "id key_hash book_id name seen_at recovery_hash recovery_number",
    "person": "id book_id folded name hidden",
    "game": "id key uid code book_id started_by token variant rules bid_rule sizes "
    "revision rights undoable running played totals started_at changed_at",
    "game_doc": "game_id doc",
    "player": "game_id seat name person_id",
    "figure": " ".join(FIGURE.c.keys()),
    "keeper": "game_id phone_id taken_away",
    "change": "game_id revision at phone_id places undoable",
}
"""The tables in an order that the foreign keys allow."""
BETWEEN = timedelta(minutes=2)
"""The time from one save to the next."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A phone that keeps score, and its book."""

    key: str
    id: int
    book_id: int


class Filler:
    """Collects rows, and writes them at the end of the block or on ``flush``."""

    def __init__(self, file: Path) -> None:
        self._file = sqlite3.connect(file, isolation_level=None)
        self._file.execute("PRAGMA foreign_keys=ON")
        self._rows: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
        self._next = {name: self._newest(name) + 1 for name in ("book", "phone", "game", "person")}
        self._codes = {code for (code,) in self._file.execute("SELECT code FROM game")}
        self._people: dict[tuple[int, str], int] = {}
        self._logs: dict[Evening, list[str]] = {}
        self._figures: dict[Evening, list[tuple[Any, ...]]] = {}

    def __enter__(self) -> Filler:
        return self

    def __exit__(self, *problem: object) -> None:
        with closing(self._file):
            if problem[0] is None:
                self.flush()

    def owner(self, name: str, book_id: int | None = None) -> Owner:
        """A new phone, in its own book or in another phone's."""
        if book_id is None:
            book_id = self._number("book")
            self._rows["book"].append((book_id, f"{book_id:016x}"))
        key, number = secret(name, 32), self._number("phone")
        seen = "2025-12-31 20:00:00.000000"
        recovery = hashed(f"recovery {name}")
        self._rows["phone"].append((number, hashed(key), book_id, "", seen, recovery, 1))
        return Owner(key, number, book_id)

    def game(self, evening: Evening, keepers: Sequence[Owner], began: datetime) -> str:
        """A partly played game in the first keeper's book; returns its path."""
        number, game, saves = self._number("game"), evening.game, len(evening.lines)
        key, first = secret(f"game {number}", 16), keepers[0]
        self._rows["game"].append(
            (
                *(
                    number,
                    key,
                    stable_id(key),
                    self._code(key),
                    first.book_id,
                    first.id,
                    f"t{number}",
                ),
                *(game.variant.key, rules_to_json(game.variant)),
                game.settings.bid_rule.notation(),
                *(",".join(map(str, game.settings.sizes)), saves, 0, saves or None),
                *(len(game.scored) < len(game.settings.sizes), len(game.scored)),
                *(",".join(map(str, evening.totals)), _text(began), _text(began + saves * BETWEEN)),
            )
        )
        self._rows["game_doc"].append((number, document.to_json(game)))
        self._rows["keeper"] += [(number, keeper.id, 0) for keeper in keepers]
        for values in self._figures_of(evening):
            self._rows["figure"].append((number, *values))
        for seat, name in enumerate(game.players):
            self._rows["player"].append((number, seat, name, self._person(first.book_id, name)))
        self._log(number, first, evening, began)
        return f"/g/{key}"

    def flush(self) -> None:
        """Write the collected rows in one transaction."""
        self._file.execute("BEGIN")
        for table, columns in COLUMNS.items():
            names = columns.split()
            marks = ", ".join("?" * len(names))
            statement = f'INSERT INTO "{table}" ({", ".join(names)}) VALUES ({marks})'  # noqa: S608
            self._file.executemany(statement, self._rows[table])
        self._file.execute("COMMIT")
        self._rows.clear()

    def _log(self, number: int, phone: Owner, evening: Evening, began: datetime) -> None:
        if evening not in self._logs:
            self._logs[evening] = [*map(to_json, evening.lines)]
        for revision, places in enumerate(self._logs[evening], 1):
            at = _text(began + revision * BETWEEN)
            undo = revision - 1 or None
            line = (number, revision, at, phone.id, places, undo)
            self._rows["change"].append(line)

    def _figures_of(self, evening: Evening) -> list[tuple[Any, ...]]:
        if evening not in self._figures:
            rows = document.figure_values(evening.game, score_sheet(evening.game))
            self._figures[evening] = [
                tuple(
                    dumps(value) if isinstance(value := row[name], list) else value
                    for name in [*FIGURE.c.keys()][1:]
                )
                for row in rows
            ]
        return self._figures[evening]

    def _person(self, book_id: int, name: str) -> int:
        key = book_id, folded(name)
        if key not in self._people:
            self._people[key] = self._number("person")
            self._rows["person"].append((self._people[key], *key, name, 0))
        return self._people[key]

    def _code(self, key: str) -> str | None:
        code = join_code(key)
        free = code not in self._codes
        self._codes.add(code)
        return code if free else None

    def _number(self, table: str) -> int:
        self._next[table] += 1
        return self._next[table] - 1

    def _newest(self, table: str) -> int:
        (newest,) = self._file.execute(f"SELECT max(id) FROM {table}").fetchone()  # noqa: S608
        return int(newest or 0)


def secret(name: str, size: int) -> str:
    """A key of this many bytes, the same in each run."""
    digest = hashlib.sha256(f"bench {name}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:size]).decode().rstrip("=")


def _text(moment: datetime) -> str:
    return moment.isoformat(" ", "microseconds")
