"""The plain tables, for statements that read and write rows without making objects."""

from typing import Any, cast

from sqlalchemy import CursorResult, Executable, Table

from scorekeeper.store.models.base import db
from scorekeeper.store.models.deleted import DeletedGame
from scorekeeper.store.models.discrepancies import DiscrepancyRow
from scorekeeper.store.models.figures import FigureRow
from scorekeeper.store.models.games import ChangeRow, GameRow, PlayerRow
from scorekeeper.store.models.hands import BonusRow, EntryRow, HandRow
from scorekeeper.store.models.hidden_bids import HiddenBid
from scorekeeper.store.models.people import Person
from scorekeeper.store.models.phones import Book, Keeper, Phone
from scorekeeper.store.models.taps import TapRow

GAME = cast(Table, GameRow.__table__)
PLAYER = cast(Table, PlayerRow.__table__)
HAND = cast(Table, HandRow.__table__)
ENTRY = cast(Table, EntryRow.__table__)
BONUS = cast(Table, BonusRow.__table__)
CHANGE = cast(Table, ChangeRow.__table__)
PHONE = cast(Table, Phone.__table__)
KEEPER = cast(Table, Keeper.__table__)
BOOK = cast(Table, Book.__table__)
FIGURE = cast(Table, FigureRow.__table__)
PERSON = cast(Table, Person.__table__)
DELETED = cast(Table, DeletedGame.__table__)
DISCREPANCY = cast(Table, DiscrepancyRow.__table__)
HIDDEN_BID = cast(Table, HiddenBid.__table__)
TAP = cast(Table, TapRow.__table__)


def run(statement: Executable, given: Any = None) -> CursorResult[Any]:
    """Execute a statement on plain tables, without the session's work for objects."""
    return db.session.connection().execute(statement, given)
