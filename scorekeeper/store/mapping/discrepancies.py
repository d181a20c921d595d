"""Discrepancies of imported games; no total counts them."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from scorekeeper.rules.incoming.incoming import Discrepancy, Incoming, discrepancies_in
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models.tables import DISCREPANCY, run


def discrepancies_of(stored: Iterable[StoredGame]) -> dict[int, tuple[Discrepancy, ...]]:
    """The discrepancies of games, by the game's number, beside our points; only for games that have
    any."""
    games = {one.id: one for one in stored}
    query = select(DISCREPANCY).where(DISCREPANCY.c.game_id.in_(games))
    said: dict[int, list[tuple[int, int, int]]] = {}
    for row in run(query.order_by(*DISCREPANCY.primary_key)):
        said.setdefault(row.game_id, []).append((row.number, row.seat, row.said))
    return {number: discrepancies_in(games[number].sheet, found) for number, found in said.items()}


def discrepancy_rows(game_id: int, incoming: Incoming) -> list[dict[str, Any]]:
    """The rows of a new game's discrepancies."""
    return [
        {"game_id": game_id, "number": item.hand, "seat": item.seat, "said": item.said}
        for item in incoming.discrepancies
    ]
