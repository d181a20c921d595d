"""The tables; importing this package registers them all."""

from scorekeeper.store.models.base import db
from scorekeeper.store.models.games import ChangeRow, EntryRow, GameRow, HandRow, PlayerRow
from scorekeeper.store.models.phones import Book, Keeper, OneTimeLink, Phone

__all__ = [
    "Book",
    "ChangeRow",
    "EntryRow",
    "GameRow",
    "HandRow",
    "Keeper",
    "OneTimeLink",
    "Phone",
    "PlayerRow",
    "db",
]
