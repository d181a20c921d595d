"""The rows of a hand, with constraints that hold even if the program is wrong.

They contain no scores, which follow from bids, tricks and the game's rules; only discrepancies of
imported sheets are stored.
"""

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.house import LONGEST_NOTATION
from scorekeeper.store.models.base import Key, Model, OfGame, of_seat


class HandRow(Model):
    """A hand that was begun. ``negated`` is the seat of the negated trick, -1 for nobody.

    Nobody won ``void`` tricks; a cloud changed the bid of the seat ``cloud`` by ``cloud_step``.
    """

    __tablename__ = "hand"
    __table_args__ = (
        UniqueConstraint("game_id", "number", "cards"),
        of_seat("dealer"),
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("cards BETWEEN 1 AND 60", name="cards"),
        CheckConstraint(f"turned IN {(*map(str, Turned),)}", name="turned"),
        CheckConstraint(f"trump IN {(*map(str, Trump),)}", name="trump"),
        CheckConstraint("negated BETWEEN -1 AND 5", name="negated"),
        CheckConstraint("void BETWEEN 0 AND cards", name="void"),
        CheckConstraint("(cloud IS NULL) = (cloud_step IS NULL)", name="cloud"),
        CheckConstraint("cloud_step IN (-1, 1)", name="cloud_step"),
        CheckConstraint("NOT scored OR trump IS NOT NULL", name="scored"),
    )

    game_id: Mapped[OfGame]
    number: Mapped[Key]
    cards: Mapped[int]
    dealer: Mapped[int]
    bid_rule: Mapped[str] = mapped_column(String(LONGEST_NOTATION))
    turned: Mapped[str | None] = mapped_column(String(8))
    trump: Mapped[str | None] = mapped_column(String(8))
    negated: Mapped[int | None]
    scored: Mapped[bool]
    void: Mapped[int] = mapped_column(default=0, server_default="0")
    cloud: Mapped[int | None]
    cloud_step: Mapped[int | None]


class EntryRow(Model):
    """One seat's bid and tricks; ``cards`` repeats the hand's, for the check constraints."""

    __tablename__ = "entry"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game_id", "number", "cards"],
            ["hand.game_id", "hand.number", "hand.cards"],
            ondelete="CASCADE",
        ),
        of_seat(),
        CheckConstraint("bid BETWEEN 0 AND cards", name="bid"),
        CheckConstraint("tricks BETWEEN 0 AND cards", name="tricks"),
    )

    game_id: Mapped[Key]
    number: Mapped[Key]
    seat: Mapped[Key]
    cards: Mapped[int]
    bid: Mapped[int | None]
    tricks: Mapped[int | None]


class BonusRow(Model):
    """An extra of a seat in a hand: an amount of an extra (``kind``), shared with a ``partner``'s
    seat (-1 for nobody), or extra points with a ``reason``."""

    __tablename__ = "bonus"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game_id", "number"], ["hand.game_id", "hand.number"], ondelete="CASCADE"
        ),
        of_seat(),
        CheckConstraint("partner BETWEEN -1 AND 9 AND partner <> seat", name="partner"),
        CheckConstraint("amount <> 0 AND (amount > 0 OR kind = 'points')", name="amount"),
        {"sqlite_with_rowid": False},
    )

    game_id: Mapped[Key]
    number: Mapped[Key]
    seat: Mapped[Key]
    kind: Mapped[str] = mapped_column(String(12), primary_key=True)
    partner: Mapped[Key]
    amount: Mapped[int]
    reason: Mapped[str] = mapped_column(String(60))


class HiddenBid(Model):
    """A hidden bid in the hand in play, and the phone that entered it.

    It is deleted when the bids are revealed. ``cards`` repeats the hand's, for the check
    constraint; the hand itself may have no row yet.
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


class DiscrepancyRow(Model):
    """A discrepancy: the points of a seat in a hand on another sheet, or with ``number`` 0 its
    total at the end. No total counts it."""

    __tablename__ = "mark"
    __table_args__ = (
        of_seat(),
        CheckConstraint("number >= 0", name="number"),
        {"sqlite_with_rowid": False},
    )

    game_id: Mapped[Key]
    number: Mapped[Key]
    seat: Mapped[Key]
    said: Mapped[int]
