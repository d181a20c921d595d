"""Each player's figures in a finished game, ready to be added up."""

from typing import Any

from sqlalchemy import JSON, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models.base import Key, Model, of_seat


class FigureRow(Model):
    """A seat of a finished game, with the values of ``rules/statistics/figures.py``.

    All of them follow from the hands. The rows of a game are valid while ``game.figured`` is set
    and it is over. ``sizes`` and ``turns`` are lists; each item has its sort key and four numbers.
    """

    __tablename__ = "figure"
    __table_args__ = (
        of_seat(),
        {"sqlite_with_rowid": False},
    )

    game_id: Mapped[Key]
    seat: Mapped[Key]
    kind: Mapped[str | None] = mapped_column(String(20))
    players: Mapped[int]
    position: Mapped[int]
    won: Mapped[bool]
    beaten: Mapped[int]
    total: Mapped[int]
    hands: Mapped[int]
    made: Mapped[int]
    bid: Mapped[int]
    took: Mapped[int]
    zeros: Mapped[int]
    zeros_made: Mapped[int]
    run: Mapped[int]
    climbed: Mapped[int]
    best: Mapped[int]
    best_hand: Mapped[int]
    worst: Mapped[int]
    worst_hand: Mapped[int]
    sizes: Mapped[list[Any]] = mapped_column(JSON)
    turns: Mapped[list[Any]] = mapped_column(JSON)
