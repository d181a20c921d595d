"""Taps that the log has no line for."""

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models.base import Model


class TapRow(Model):
    """The number of a tap that changed nothing, or with ``places`` of one that has not arrived.

    A later tap knew it, and entered the ``places``. ``revision`` was the game's then.
    """

    __tablename__ = "tap"
    __table_args__ = ({"sqlite_with_rowid": False},)

    game_id: Mapped[int] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[str] = mapped_column(String(43), primary_key=True)
    places: Mapped[str | None] = mapped_column(Text)
    revision: Mapped[int]
