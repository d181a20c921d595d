"""The tables; importing this package registers them all."""

from scorekeeper.store.models.base import db
from scorekeeper.store.models.events import ActRow, EventDesk, EventRow, EventTable
from scorekeeper.store.models.figures import FigureRow
from scorekeeper.store.models.games import ChangeRow, DeletedGame, GameRow, PlayerRow, TapRow
from scorekeeper.store.models.hands import BonusRow, EntryRow, HandRow, HiddenBid
from scorekeeper.store.models.people import Person, PersonChange
from scorekeeper.store.models.phones import Book, Keeper, OneTimeLink, Phone

__all__ = [
    "ActRow",
    "BonusRow",
    "Book",
    "ChangeRow",
    "DeletedGame",
    "EntryRow",
    "EventDesk",
    "EventRow",
    "EventTable",
    "FigureRow",
    "GameRow",
    "HandRow",
    "HiddenBid",
    "Keeper",
    "OneTimeLink",
    "Person",
    "PersonChange",
    "Phone",
    "PlayerRow",
    "TapRow",
    "db",
]
