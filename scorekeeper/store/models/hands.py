"""Hidden bids, with constraints that hold even if the program is wrong."""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models.base import Key, Model, of_seat


class HiddenBid(Model):
    """A hidden bid in the hand in play, and the phone that entered it.

    It is deleted when the bids are revealed. ``cards`` repeats the hand's, for the check
    constraint; the hand itself may not have begun.
    """

    __tablename__ = "sealed_bid"
    __table_args__ = (
        of_seat(),
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("cards BETWEEN 1 AND 60", name="cards"),
        CheckConstraint("bid BETWEEN 0 AND cards", name="bid"),
    )

    game_id: Mapped[Key]
    number: Mapped[Key]
    seat: Mapped[Key]
    cards: Mapped[int]
    bid: Mapped[int]
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"))
    at: Mapped[datetime] = mapped_column(DateTime)
