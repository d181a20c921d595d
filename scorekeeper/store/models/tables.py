"""The plain tables, for statements without objects, and the books and games that no list shows."""

from typing import Any, cast

from sqlalchemy import CursorResult, Executable, Table, exists

from scorekeeper.store.engine.handle import db
from scorekeeper.store.models.events import ActRow, EventDesk, EventRow, EventTable
from scorekeeper.store.models.figures import FigureRow
from scorekeeper.store.models.games import (
    ChangeRow,
    DeletedGame,
    DocumentRow,
    GameRow,
    PlayerRow,
    TapRow,
)
from scorekeeper.store.models.hands import HiddenBid
from scorekeeper.store.models.people import Person
from scorekeeper.store.models.phones import Book, Keeper, Phone

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
