"""The rows of a game, of its players and of its log, and of deleted games."""

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    column,
    false,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.variants.house import LONGEST_NOTATION
from scorekeeper.rules.variants.model import LONGEST_RULES, LONGEST_TITLE
from scorekeeper.store.models.base import IsJson, Key, Model, OfGame, index_of_some


class GameRow(Model):
    """A game in a book. Times are UTC without a zone.

    ``uid`` is its stable id: the same in every file and on every server, and independent of the
    key.

    ``revision`` counts its saves; ``rights`` counts changes of the right to keep score, rematches
    and hidden bids. ``phone_bids``: every phone may enter hidden bids (store/games/hidden_bids.py).
    ``undoable`` is the revision that Undo reverses next. ``code`` is spoken at the table.
    ``brought_by`` is the phone that joined the book with this game and takes it along when it
    leaves. ``follows_id`` is the game of which this one is a rematch, ``event_id`` the event at one
    of whose tables it is played. ``started_by`` and ``token`` identify the page that started it, so
    that the same page starts it only once.

    The game itself is a document (``game_doc``). Its rules, house rules, title, place, note and
    standing are repeated here for lists, which read no documents.

    ``variant`` is the game's key and ``rules`` its meaning when this one was started, as JSON
    (store/mapping/document.py). ``kept_as`` is the name under which the book offers a custom game
    again (store/lists/lists.py). ``deck`` is the key of the deck that the table chose, NULL for the
    French one if nobody was asked.

    ``running``, ``played`` (hands that count), ``totals``, ``positions`` and ``made`` (bids
    made, and bids: ``3/10``) repeat the standing; the last three have an item for each seat,
    separated by commas. ``totals`` is NULL if an older program saved last; it is filled in when the
    program starts. ``figured`` is the revision from which the figures of a finished game were
    calculated, NULL until they are, -1 if its document makes no game
    (store/statistics/figures.py).
    ``ended_at`` is when a game of an event came to its end, and does not change with a correction.
    ``sought`` has title, place and note as the search finds them.
    """

    __tablename__ = "game"
    __table_args__ = (
        CheckConstraint("revision >= 0", name="revision"),
        CheckConstraint("rights >= 0", name="rights"),
        CheckConstraint("clock > 0", name="clock"),
        CheckConstraint("ends_after >= 0", name="ends_after"),
        CheckConstraint("undoable BETWEEN 1 AND revision", name="undoable"),
        CheckConstraint("played >= 0", name="played"),
        CheckConstraint("length(rules) > 2", name="rules"),
        UniqueConstraint("started_by", "token"),
        Index("ix_game_list", "book_id", "running", "started_at", "id"),
        Index("ix_game_book", "book_id", "id"),
        Index("ix_game_uid", "book_id", "uid", unique=True),
        Index("ix_game_history", "book_id", "started_at", "id"),
        Index("ix_game_kind", "book_id", "variant", "started_at", "id"),
        index_of_some("ix_game_kept", "book_id", "kept_as", where="kept_as IS NOT NULL"),
        index_of_some("ix_game_sought", "book_id", where="sought IS NOT NULL"),
        index_of_some("ix_game_event", "event_id", where="event_id IS NOT NULL"),
        # Running games are not in this index, so a tap writes no page of it.
        Index(
            "ix_game_unfigured",
            "book_id",
            sqlite_where=text("figured IS NULL AND running = 0"),
            postgresql_where=text("figured IS NULL AND NOT running"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(43), unique=True)
    uid: Mapped[str] = mapped_column(String(64))
    code: Mapped[str | None] = mapped_column(String(6), unique=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("book.id"))
    brought_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    follows_id: Mapped[int | None] = mapped_column(
        ForeignKey("game.id", ondelete="SET NULL"), index=True
    )
    event_id: Mapped[int | None] = mapped_column(ForeignKey("event.id", ondelete="SET NULL"))
    started_by: Mapped[int | None] = mapped_column(ForeignKey("phone.id"))
    token: Mapped[str | None] = mapped_column(String(64))
    variant: Mapped[str] = mapped_column(String(20))
    rules: Mapped[str] = mapped_column(String(LONGEST_RULES))
    kept_as: Mapped[str | None] = mapped_column(String(LONGEST_TITLE))
    bid_rule: Mapped[str] = mapped_column(String(LONGEST_NOTATION))
    sizes: Mapped[str] = mapped_column(String(200))
    clock: Mapped[int | None]
    ends_after: Mapped[int | None]
    deck: Mapped[str | None] = mapped_column(String(20))
    specials: Mapped[bool] = mapped_column(default=False, server_default=false())
    revision: Mapped[int]
    rights: Mapped[int] = mapped_column(default=0)
    phone_bids: Mapped[bool] = mapped_column(default=False, server_default=false())
    undoable: Mapped[int | None]
    running: Mapped[bool] = mapped_column(default=True)
    played: Mapped[int] = mapped_column(default=0)
    totals: Mapped[str | None] = mapped_column(String(100))
    positions: Mapped[str | None] = mapped_column(String(40))
    made: Mapped[str | None] = mapped_column(String(80))
    figured: Mapped[int | None]
    started_at: Mapped[datetime] = mapped_column(DateTime)
    ended_at: Mapped[datetime | None] = mapped_column(DateTime)
    changed_at: Mapped[datetime] = mapped_column(DateTime)
    title: Mapped[str | None] = mapped_column(String(40))
    place: Mapped[str | None] = mapped_column(String(40))
    note: Mapped[str | None] = mapped_column(String(300))
    sought: Mapped[str | None] = mapped_column(Text)


class DocumentRow(Model):
    """A game as JSON (store/mapping/document.py).

    It is not a column of ``game``, because lists and figures read those of many games, which would
    then lie on four times as many pages.
    """

    __tablename__ = "game_doc"
    __table_args__ = (CheckConstraint(IsJson(column("doc")), name="doc"),)

    game_id: Mapped[OfGame] = mapped_column(autoincrement=False)
    doc: Mapped[str] = mapped_column(Text)


class PlayerRow(Model):
    """A seat of a game, the name of its player as typed, and that player's person.

    ``name``, ``start`` (the points with which a player began) and ``away`` (whether they left)
    repeat the document for lists and records.
    """

    __tablename__ = "player"
    __table_args__ = (
        CheckConstraint("seat BETWEEN 0 AND 9", name="seat"),
        Index("ix_player_person", "person_id", "game_id"),
    )

    game_id: Mapped[OfGame]
    seat: Mapped[Key]
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    start: Mapped[int] = mapped_column(default=0, server_default="0")
    away: Mapped[bool] = mapped_column(default=False, server_default=false())
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))


class ChangeRow(Model):
    """A line of the game's log: the ``places`` that one save by one phone changed, as JSON.

    At an event, ``waited`` are the seconds that its tap waited on the phone, if the desk should see
    it. ``undoes`` is the revision that this change reversed, negative if it is a Redo that reversed
    that Undo. ``tap`` is the phone's number for its tap, by which a repeat is recognised.
    ``undoable`` is the next revision to undo once this change is undone: the changes that still
    apply form a stack, with ``game.undoable`` on top.
    """

    __tablename__ = "change"
    __table_args__ = (
        index_of_some(
            *("uq_change_undoes", "game_id", "undoes"), where="undoes IS NOT NULL", unique=True
        ),
        # Per game, so that nobody can use up the tap numbers of another game.
        index_of_some("uq_change_tap", "game_id", "tap", where="tap IS NOT NULL", unique=True),
        {"sqlite_with_rowid": False},
    )

    game_id: Mapped[OfGame]
    revision: Mapped[Key]
    at: Mapped[datetime] = mapped_column(DateTime)
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"))
    places: Mapped[str] = mapped_column(Text)
    waited: Mapped[int | None]
    undoes: Mapped[int | None]
    undoable: Mapped[int | None]
    tap: Mapped[str | None] = mapped_column(String(43))


class TapRow(Model):
    """The number of a tap that changed nothing, or with ``places`` of one that has not arrived.

    A later tap knew the missing tap, and entered the ``places``. ``revision`` was the game's at
    that time.
    """

    __tablename__ = "tap"
    __table_args__ = ({"sqlite_with_rowid": False},)

    game_id: Mapped[OfGame]
    number: Mapped[str] = mapped_column(String(43), primary_key=True)
    places: Mapped[str | None] = mapped_column(Text)
    revision: Mapped[int]


class DeletedGame(Model):
    """The stable id of a game or event that was deleted from a book, and when; nothing else
    remains."""

    __tablename__ = "deleted_game"
    __table_args__ = ({"sqlite_with_rowid": False},)

    book_id: Mapped[Key] = mapped_column(ForeignKey("book.id", ondelete="CASCADE"))
    uid: Mapped[str] = mapped_column(String(64), primary_key=True)
    deleted_at: Mapped[datetime] = mapped_column(DateTime)
