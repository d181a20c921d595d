"""Phones, the books they share, and their rights to write."""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, String, false
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.store.models.base import Model, OfGame


class Book(Model):
    """A set of games and the phones that share them.

    ``household`` is set on the one book that every phone shares on a household server. ``stamp``
    changes whenever its people or their figures change.
    """

    __tablename__ = "book"
    __table_args__ = (CheckConstraint("household = 1", name="household"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    household: Mapped[int | None] = mapped_column(unique=True)
    stamp: Mapped[str | None] = mapped_column(String(16))


class Phone(Model):
    """A browser, identified by the hash of the key in its cookie.

    ``recovery_hash`` is the hash of the recovery link that this phone shows, which is its link
    number ``recovery_number``.
    """

    __tablename__ = "phone"

    id: Mapped[int] = mapped_column(primary_key=True)
    key_hash: Mapped[str] = mapped_column(String(64), unique=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("book.id"), index=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME), default="")
    seen_at: Mapped[datetime] = mapped_column(DateTime)
    recovery_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    recovery_number: Mapped[int] = mapped_column(default=0)


class Keeper(Model):
    """A phone's right to keep a game's score; with ``taken_away`` the row records a refusal.

    ``claimed``: the phone took the right itself because it shares the game's book, or runs the
    game's event, and has the right only as long as it does. Other rights were granted.
    """

    __tablename__ = "keeper"
    __table_args__ = (Index("ix_keeper_phone", "phone_id", "game_id"),)

    game_id: Mapped[OfGame]
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"), primary_key=True)
    taken_away: Mapped[bool] = mapped_column(default=False)
    claimed: Mapped[bool] = mapped_column(default=False, server_default=false())


_GIVEN = " + ".join(
    f"CASE WHEN {name}_id IS NULL THEN 0 ELSE 1 END" for name in ("game", "book", "event")
)


class OneTimeLink(Model):
    """A link that one phone creates and another redeems once: for a game, a book or an event.

    The link is derived from the phone's key and ``nonce``; only its hash is stored. For an event,
    ``helps``: it only lets a phone enter results.
    """

    __tablename__ = "one_time_link"
    __table_args__ = (CheckConstraint(f"{_GIVEN} = 1", name="purpose"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    nonce: Mapped[str] = mapped_column(String(22))
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"), index=True)
    game_id: Mapped[int | None] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), index=True
    )
    book_id: Mapped[int | None] = mapped_column(
        ForeignKey("book.id", ondelete="CASCADE"), index=True
    )
    event_id: Mapped[int | None] = mapped_column(
        ForeignKey("event.id", ondelete="CASCADE"), index=True
    )
    hand_over: Mapped[bool] = mapped_column(default=False)
    helps: Mapped[bool] = mapped_column(default=False, server_default=false())
    expires_at: Mapped[datetime] = mapped_column(DateTime)
    used_at: Mapped[datetime | None] = mapped_column(DateTime)
    used_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
