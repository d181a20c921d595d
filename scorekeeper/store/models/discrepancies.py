"""The table of discrepancies of imported games."""

from sqlalchemy import CheckConstraint, ForeignKeyConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models.base import Model


class DiscrepancyRow(Model):
    """The points of a seat in a hand, or with ``number`` 0 its total at the end, as another sheet
    had them where we count otherwise. Nothing is counted from it."""

    __tablename__ = "mark"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game_id", "seat"], ["player.game_id", "player.seat"], ondelete="CASCADE"
        ),
        CheckConstraint("number >= 0", name="number"),
        {"sqlite_with_rowid": False},
    )

    game_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    said: Mapped[int]
