"""Events: the log of each, the phones that run it, and the games of its tables."""

from datetime import date, datetime
from typing import Annotated

from sqlalchemy import (
    CheckConstraint,
    Date,
    DateTime,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.store.models.base import Key, Model, index_of_some

LONGEST_EVENT = 60
"""Characters of an event's name and of its place."""
OfEvent = Annotated[
    int, mapped_column(ForeignKey("event.id", ondelete="CASCADE"), primary_key=True)
]
"""The event with which a row is deleted."""


class EventRow(Model):
    """An event in a book. All that it is follows from the lines of its log (``event_act``).

    ``key`` is its public address, ``uid`` its stable id in files, and ``secret`` the key from which
    the slips of its tables are derived. ``brought_by``, ``started_by`` and ``token`` are those of a
    game. ``name``, ``place``, ``day``, ``ended`` and ``agrees`` (results wait until their table
    agrees) repeat the log for lists.

    ``revision`` is the number of the newest line of the log; ``rights`` counts changes of the right
    to run it and of the slips; ``touched`` counts the saves of its games that its lists show.
    """

    __tablename__ = "event"
    __table_args__ = (
        CheckConstraint("revision >= 0", name="revision"),
        CheckConstraint("rights >= 0", name="rights"),
        CheckConstraint("touched >= 0", name="touched"),
        UniqueConstraint("started_by", "token"),
        Index("ix_event_list", "book_id", "started_at", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(43), unique=True)
    uid: Mapped[str] = mapped_column(String(64))
    secret: Mapped[str] = mapped_column(String(43))
    book_id: Mapped[int] = mapped_column(ForeignKey("book.id"))
    brought_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    started_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    token: Mapped[str | None] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(LONGEST_EVENT))
    place: Mapped[str] = mapped_column(String(LONGEST_EVENT))
    day: Mapped[date | None] = mapped_column(Date)
    ended: Mapped[bool] = mapped_column(default=False, server_default=false())
    agrees: Mapped[bool] = mapped_column(default=False, server_default=false())
    revision: Mapped[int]
    rights: Mapped[int] = mapped_column(default=0)
    touched: Mapped[int] = mapped_column(default=0)
    started_at: Mapped[datetime] = mapped_column(DateTime)
    changed_at: Mapped[datetime] = mapped_column(DateTime)


class ActRow(Model):
    """A line of an event's log: an act of the desk (``data`` is JSON), an Undo, or a note.

    ``undone`` is the number of the line that reversed this act. ``tap`` is the number of the tap,
    by which a repeat is recognised. A line from another server has no phone, but its ``name``.
    """

    __tablename__ = "event_act"
    __table_args__ = (
        index_of_some("uq_event_act_tap", "event_id", "tap", where="tap IS NOT NULL", unique=True),
        {"sqlite_with_rowid": False},
    )

    event_id: Mapped[OfEvent]
    number: Mapped[Key]
    at: Mapped[datetime] = mapped_column(DateTime)
    phone_id: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    name: Mapped[str] = mapped_column(String(LONGEST_NAME), default="", server_default="")
    kind: Mapped[str] = mapped_column(String(20))
    data: Mapped[str] = mapped_column(Text)
    undone: Mapped[int | None]
    tap: Mapped[str | None] = mapped_column(String(43))


class EventDesk(Model):
    """A phone's right to run an event; with ``taken_away`` the row records a refusal.

    ``claimed``: the phone took the right itself because it shares the event's book, and has it only
    as long as it does. Other rights were granted. ``helps``: the phone does not run the event, but
    may enter results.
    """

    __tablename__ = "event_desk"
    __table_args__ = (Index("ix_event_desk_phone", "phone_id", "event_id"),)

    event_id: Mapped[OfEvent]
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"), primary_key=True)
    taken_away: Mapped[bool] = mapped_column(default=False)
    claimed: Mapped[bool] = mapped_column(default=False, server_default=false())
    helps: Mapped[bool] = mapped_column(default=False, server_default=false())


class EventTable(Model):
    """A table of a published round, and its game.

    ``used``: the table's slip was used, so a phone that opens it now has to ask the desk, except
    the one that used it (``claimed_by``). ``asked_by`` is the phone that asks. ``joining`` is the
    name that the table asks the desk to seat, or to give to the entrant with the start number
    ``renames``. In a round that is ``closed`` nobody keeps score but
    the phone of the desk that corrects the table's sheet (``corrected_by``).

    ``confirmed`` and ``disputed`` are the revisions of the game whose result the table, or the
    desk, confirmed or disputed, ``dispute`` is who did, and a line of what they said; ``agreed_by``
    is the phone of the table that said either.
    """

    __tablename__ = "event_table"
    __table_args__ = ({"sqlite_with_rowid": False},)

    event_id: Mapped[OfEvent]
    round: Mapped[Key]
    number: Mapped[Key]
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), unique=True)
    claimed_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    used: Mapped[bool] = mapped_column(default=False, server_default=false())
    asked_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    corrected_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    joining: Mapped[str | None] = mapped_column(String(40))
    renames: Mapped[int | None]
    confirmed: Mapped[int | None]
    disputed: Mapped[int | None]
    dispute: Mapped[str | None] = mapped_column(String(160))
    agreed_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    closed: Mapped[bool] = mapped_column(default=False, server_default=false())
