"""The tables; importing this package registers them all."""

from scorekeeper.store.models.base import db
from scorekeeper.store.models.deleted import DeletedGame
from scorekeeper.store.models.figures import FigureRow
from scorekeeper.store.models.games import ChangeRow, GameRow, PlayerRow
from scorekeeper.store.models.hands import BonusRow, EntryRow, HandRow
from scorekeeper.store.models.hidden_bids import HiddenBid
from scorekeeper.store.models.people import Person, PersonChange
from scorekeeper.store.models.phones import Book, Keeper, OneTimeLink, Phone
from scorekeeper.store.models.taps import TapRow

__all__ = [
    "BonusRow",
    "Book",
    "ChangeRow",
    "DeletedGame",
    "EntryRow",
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
