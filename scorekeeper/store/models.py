"""The tables; ``tables.py`` imports them all."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any, cast

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    CursorResult,
    Date,
    DateTime,
    Executable,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    Table,
    Text,
    UniqueConstraint,
    column,
    exists,
    false,
    text,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.sql.functions import GenericFunction

from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.variants.model import LONGEST_NOTATION, LONGEST_RULES, LONGEST_TITLE
from scorekeeper.store.engine import Base, db

if TYPE_CHECKING:

    class Model(Base):
        __abstract__ = True
else:
    Model = db.Model

Key = Annotated[int, mapped_column(primary_key=True, autoincrement=False)]
"""A number in a primary key that the program chooses."""
OfGame = Annotated[int, mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)]
"""The game with which a row is deleted."""


def of_seat(column: str = "seat") -> ForeignKeyConstraint:
    """The player of the row's game at the seat in this column."""
    there = ["player.game_id", "player.seat"]
    return ForeignKeyConstraint(["game_id", column], there, ondelete="CASCADE")


def index_of_some(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index of the rows for which ``where`` holds; other rows write no page of it."""
    some = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=some, postgresql_where=some)


class IsJson(GenericFunction[bool]):
    """Whether a text is JSON; on PostgreSQL, one that is not makes the statement fail."""

    type = Boolean()
    inherit_cache = True


@compiles(IsJson, "sqlite")
def _on_sqlite(is_json: IsJson, compiler: Any, **options: Any) -> str:
    return f"json_valid({compiler.process(is_json.clauses, **options)})"


@compiles(IsJson, "postgresql")
def _on_postgresql(is_json: IsJson, compiler: Any, **options: Any) -> str:
    return f"({compiler.process(is_json.clauses, **options)})::json IS NOT NULL"


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


class FigureRow(Model):
    """A seat of a finished game, with the values of ``rules/figures.py``.

    All of them follow from the hands; a running game has none. ``sizes`` and ``turns`` are lists;
    each item has its sort key and four numbers.
    """

    __tablename__ = "figure"
    __table_args__ = (
        of_seat(),
        {"sqlite_with_rowid": False},
    )

    game_id: Mapped[Key]
    seat: Mapped[Key]
    kind: Mapped[str | None] = mapped_column(String(20))
    players: Mapped[int]
    position: Mapped[int]
    won: Mapped[bool]
    beaten: Mapped[int]
    total: Mapped[int]
    hands: Mapped[int]
    made: Mapped[int]
    bid: Mapped[int]
    took: Mapped[int]
    zeros: Mapped[int]
    zeros_made: Mapped[int]
    run: Mapped[int]
    climbed: Mapped[int]
    best: Mapped[int]
    best_hand: Mapped[int]
    worst: Mapped[int]
    worst_hand: Mapped[int]
    sizes: Mapped[list[Any]] = mapped_column(JSON)
    turns: Mapped[list[Any]] = mapped_column(JSON)


class GameRow(Model):
    """A game in a book. Times are UTC without a zone.

    ``uid`` is its stable id: the same in every file and on every server, and independent of the
    key.

    ``revision`` counts its saves; ``rights`` counts changes of the right to keep score, rematches
    and hidden bids. ``phone_bids``: every phone may enter hidden bids (store/games/saves.py).
    ``undoable`` is the revision that Undo reverses next. ``code`` is spoken at the table.
    ``brought_by`` is the phone that joined the book with this game and takes it along when it
    leaves. ``follows_id`` is the game of which this one is a rematch, ``event_id`` the event at one
    of whose tables it is played. ``started_by`` and ``token`` identify the page that started it, so
    that the same page starts it only once.

    The game itself is a document (``game_doc``). Its rules, house rules, title, place, note and
    standing are repeated here for lists, which read no documents.

    ``variant`` is the game's key and ``rules`` its meaning when this one was started, as JSON
    (store/mapping/document.py). ``kept_as`` is the name under which the book offers a custom game
    again (store/lists.py). ``deck`` is the key of the deck that the table chose, NULL for the
    French one if nobody was asked.

    ``running``, ``played`` (hands that count), ``totals``, ``positions`` and ``made`` (bids
    made, and bids: ``3/10``) repeat the standing; the last three have an item for each seat,
    separated by commas. ``totals`` is NULL if an older program saved last; it is filled in when the
    program starts, with the figures, and "" if the document makes no game.
    ``ended_at`` is when a game of an event came to its end, and does not change with a correction.
    ``sought`` has the words of all its texts as the search finds them.
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


__all__ = [
    "ActRow",
    "Book",
    "EventDesk",
    "EventRow",
    "EventTable",
    "GameRow",
    "Keeper",
    "OneTimeLink",
    "Person",
    "PersonChange",
    "Phone",
    "PlayerRow",
    "db",
]


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


GAME = cast(Table, GameRow.__table__)
DOCUMENT = cast(Table, DocumentRow.__table__)
PLAYER = cast(Table, PlayerRow.__table__)
CHANGE = cast(Table, ChangeRow.__table__)
PHONE = cast(Table, Phone.__table__)
KEEPER = cast(Table, Keeper.__table__)
BOOK = cast(Table, Book.__table__)
FIGURE = cast(Table, FigureRow.__table__)
PERSON = cast(Table, Person.__table__)
DELETED = cast(Table, DeletedGame.__table__)
HIDDEN_BID = cast(Table, HiddenBid.__table__)
EVENT = cast(Table, EventRow.__table__)
ACT = cast(Table, ActRow.__table__)
EVENT_DESK = cast(Table, EventDesk.__table__)
EVENT_TABLE = cast(Table, EventTable.__table__)
TAP = cast(Table, TapRow.__table__)
DEMO = "trial"
"""``game.token`` of a demo; pages that start other games store hashes there."""
IS_STAGED = BOOK.c.stamp.like("h%")
"""Whether a book contains the games of an unfinished import."""
_IN_STAGING = exists().where(BOOK.c.id == GAME.c.book_id, IS_STAGED)
IS_LISTED = GAME.c.token.is_distinct_from(DEMO) & ~_IN_STAGING
"""Whether a list may show a game: no demo, and none of an unfinished import."""


def run(statement: Executable, given: Any = None) -> CursorResult[Any]:
    """Execute a statement on plain tables, without the session's work for objects."""
    return db.session.connection().execute(statement, given)
