"""What another sheet said of games that came from a file; counted by nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import BindParameter, bindparam, select

from scorekeeper.rules.incoming.incoming import Incoming, Mark, marks_beside
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models.tables import MARK, run


def marks_of(stored: Iterable[StoredGame]) -> dict[int, tuple[Mark, ...]]:
    """The marks of games, by the game's number, beside what they count now; only of those that
    have any."""
    games = {one.id: one for one in stored}
    said: dict[int, list[tuple[int, int, int]]] = {}
    for row in run(_MARKS, {"ids": list(games)}):
        said.setdefault(row.game_id, []).append((row.number, row.seat, row.said))
    return {number: marks_beside(games[number].sheet, found) for number, found in said.items()}


def mark_rows(game_id: int, incoming: Incoming) -> list[dict[str, Any]]:
    """The rows of a new game's marks."""
    return [
        {"game_id": game_id, "number": mark.hand, "seat": mark.seat, "said": mark.said}
        for mark in incoming.marks
    ]


_IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
_MARKS = (
    select(MARK)
    .where(MARK.c.game_id.in_(_IDS))
    .order_by(MARK.c.game_id, MARK.c.number, MARK.c.seat)
)
