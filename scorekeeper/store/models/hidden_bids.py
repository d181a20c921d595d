"""Bids that lie face down, apart from those of the hand."""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, ForeignKeyConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models.base import Model


class HiddenBid(Model):
    """A bid of the hand in play that is not open yet, and the phone that entered it.

    It is deleted when the bids are opened. ``cards`` repeats the hand's, for the check constraint;
    the hand itself may have no row yet.
    """

    __tablename__ = "sealed_bid"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game_id", "seat"], ["player.game_id", "player.seat"], ondelete="CASCADE"
        ),
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("cards BETWEEN 1 AND 60", name="cards"),
        CheckConstraint("bid BETWEEN 0 AND cards", name="bid"),
    )

    game_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    cards: Mapped[int]
    bid: Mapped[int]
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"))
    at: Mapped[datetime] = mapped_column(DateTime)
