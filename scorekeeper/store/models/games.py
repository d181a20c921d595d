"""A game's rows, and the constraints that hold whatever the program does.

Scores are not here: they follow from bids, tricks and the variant.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models.base import Model


class GameRow(Model):
    """A game of a book. Times are UTC without a zone.

    ``revision`` counts its saves, ``rights`` each change of who may keep score; ``undoable`` is
    the revision that Undo takes back next. ``code`` is spoken at the table; ``brought_by`` is the
    phone that joined the book with this game, and takes it along when it leaves; ``follows_id``
    names the game that this one is a rematch of. ``started_by`` and ``token`` name the page that
    started it, so that the same page starts it once.

    ``running``, ``played`` (hands that count) and ``totals`` (by seat, with commas between) repeat
    what the hands say, for lists of games that read no hands. ``totals`` is NULL where an older
    program saved last; it is worked out when the program starts.
    """

    __tablename__ = "game"
    __table_args__ = (
        CheckConstraint("revision >= 0", name="revision"),
        CheckConstraint("rights >= 0", name="rights"),
        CheckConstraint("clock > 0", name="clock"),
        CheckConstraint("ends_after >= 0", name="ends_after"),
        CheckConstraint("undoable BETWEEN 1 AND revision", name="undoable"),
        CheckConstraint("played >= 0", name="played"),
        UniqueConstraint("started_by", "token"),
        Index("ix_game_list", "book_id", "running", "id"),
        Index("ix_game_book", "book_id", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(43), unique=True)
    code: Mapped[str | None] = mapped_column(String(6), unique=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("book.id"))
    brought_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    follows_id: Mapped[int | None] = mapped_column(
        ForeignKey("game.id", ondelete="SET NULL"), index=True
    )
    started_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    token: Mapped[str | None] = mapped_column(String(64))
    variant: Mapped[str] = mapped_column(String(20))
    first_dealer: Mapped[int]
    bid_rule: Mapped[str] = mapped_column(String(20))
    sizes: Mapped[str] = mapped_column(String(200))
    clock: Mapped[int | None]
    ends_after: Mapped[int | None]
    revision: Mapped[int]
    rights: Mapped[int] = mapped_column(default=0)
    undoable: Mapped[int | None]
    running: Mapped[bool] = mapped_column(default=True)
    played: Mapped[int] = mapped_column(default=0)
    totals: Mapped[str | None] = mapped_column(String(100))
    started_at: Mapped[datetime] = mapped_column(DateTime)
    changed_at: Mapped[datetime] = mapped_column(DateTime)


class PlayerRow(Model):
    """A seat of a game and who sits there."""

    __tablename__ = "player"
    __table_args__ = (CheckConstraint("seat BETWEEN 0 AND 5", name="seat"),)

    game_id: Mapped[int] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(24))


class HandRow(Model):
    """A hand that was begun. ``negated`` is a seat, -1 for nobody."""

    __tablename__ = "hand"
    __table_args__ = (
        UniqueConstraint("game_id", "number", "cards"),
        ForeignKeyConstraint(
            ["game_id", "dealer"], ["player.game_id", "player.seat"], ondelete="CASCADE"
        ),
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("cards BETWEEN 1 AND 60", name="cards"),
        CheckConstraint(
            "turned IN ('spades', 'hearts', 'diamonds', 'clubs', 'jester', 'wizard')", name="turned"
        ),
        CheckConstraint("trump IN ('spades', 'hearts', 'diamonds', 'clubs', 'none')", name="trump"),
        CheckConstraint("negated BETWEEN -1 AND 5", name="negated"),
        CheckConstraint("NOT scored OR trump IS NOT NULL", name="scored"),
    )

    game_id: Mapped[int] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    cards: Mapped[int]
    dealer: Mapped[int]
    bid_rule: Mapped[str] = mapped_column(String(20))
    turned: Mapped[str | None] = mapped_column(String(8))
    trump: Mapped[str | None] = mapped_column(String(8))
    negated: Mapped[int | None]
    scored: Mapped[bool]


class EntryRow(Model):
    """One seat's bid and tricks; ``cards`` stands here so that the row can be checked."""

    __tablename__ = "entry"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game_id", "number", "cards"],
            ["hand.game_id", "hand.number", "hand.cards"],
            ondelete="CASCADE",
        ),
        ForeignKeyConstraint(
            ["game_id", "seat"], ["player.game_id", "player.seat"], ondelete="CASCADE"
        ),
        CheckConstraint("bid BETWEEN 0 AND cards", name="bid"),
        CheckConstraint("tricks BETWEEN 0 AND cards", name="tricks"),
    )

    game_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    cards: Mapped[int]
    bid: Mapped[int | None]
    tricks: Mapped[int | None]


class ChangeRow(Model):
    """A line of the game's log: what one save of which phone changed, as JSON.

    ``number`` is the hand, 0 for the settings. ``undoes`` names the revision that this
    change took back; ``tap`` is the number that the phone gave its tap, by which one that comes
    again is known. ``undoable`` is what Undo takes back once this change is taken back: the
    changes that stand are a stack, with ``game.undoable`` on its top.
    """

    __tablename__ = "change"
    __table_args__ = (
        # Of taps it takes no notice: they write one page less.
        Index(
            "uq_change_undoes",
            "game_id",
            "undoes",
            unique=True,
            sqlite_where=text("undoes IS NOT NULL"),
            postgresql_where=text("undoes IS NOT NULL"),
        ),
        # Of a game, not of all: nobody can make a tap of another game one that is known.
        Index(
            "uq_change_tap",
            "game_id",
            "tap",
            unique=True,
            sqlite_where=text("tap IS NOT NULL"),
            postgresql_where=text("tap IS NOT NULL"),
        ),
        {"sqlite_with_rowid": False},
    )

    game_id: Mapped[int] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    revision: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(DateTime)
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"))
    number: Mapped[int]
    before: Mapped[str | None]
    after: Mapped[str | None]
    undoes: Mapped[int | None]
    undoable: Mapped[int | None]
    tap: Mapped[str | None] = mapped_column(String(43))
