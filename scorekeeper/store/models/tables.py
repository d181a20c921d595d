"""The tables themselves, for statements that read and write rows without an object for each."""

from __future__ import annotations

from typing import Any, cast

from sqlalchemy import CursorResult, Executable, Table

from scorekeeper.store.models.base import db
from scorekeeper.store.models.games import ChangeRow, EntryRow, GameRow, HandRow, PlayerRow
from scorekeeper.store.models.phones import Keeper, Phone

GAME = cast(Table, GameRow.__table__)
PLAYER = cast(Table, PlayerRow.__table__)
HAND = cast(Table, HandRow.__table__)
ENTRY = cast(Table, EntryRow.__table__)
CHANGE = cast(Table, ChangeRow.__table__)
PHONE = cast(Table, Phone.__table__)
KEEPER = cast(Table, Keeper.__table__)


def run(statement: Executable, given: Any = None) -> CursorResult[Any]:
    """Execute without what a session does for objects: there are none."""
    return db.session.connection().execute(statement, given)
