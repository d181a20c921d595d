"""Which games of a book were deleted, so that a file does not bring them back unasked."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models.base import Model


class DeletedGame(Model):
    """A game that was deleted from a book: its lasting id, and when; nothing else is left of it."""

    __tablename__ = "deleted_game"
    __table_args__ = ({"sqlite_with_rowid": False},)

    book_id: Mapped[int] = mapped_column(
        ForeignKey("book.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    uid: Mapped[str] = mapped_column(String(64), primary_key=True)
    deleted_at: Mapped[datetime] = mapped_column(DateTime)
