"""The people of a book, whom the names on its sheets mean."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.store.models.base import Model

LONGEST_FOLDED = 750
"""Characters of a folded name; folding turns one character into at most 18."""


class Person(Model):
    """Someone who plays in a book's games, recognised by all names that fold to ``folded``.

    ``name`` is the name on pages. ``same_as`` is the person into whom this one was merged, who is
    not merged into another; the row stays, so that its games can be separated again. ``hidden``
    people are left out of the figures. ``colour`` is the shade that they chose, in all their games.
    """

    __tablename__ = "person"
    __table_args__ = (UniqueConstraint("book_id", "folded"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("book.id", ondelete="CASCADE"))
    folded: Mapped[str] = mapped_column(String(LONGEST_FOLDED))
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    same_as: Mapped[int | None] = mapped_column(
        ForeignKey("person.id", ondelete="CASCADE"), index=True
    )
    hidden: Mapped[bool] = mapped_column(default=False, server_default=false())
    colour: Mapped[int | None]


class PersonChange(Model):
    """A change to a person of a book, and how to reverse it: ``data`` is JSON.

    These rows are the log of people; ``undone`` changes were reversed.
    """

    __tablename__ = "person_change"

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("book.id", ondelete="CASCADE"), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(10))
    data: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(DateTime)
    undone: Mapped[bool] = mapped_column(default=False, server_default=false())
