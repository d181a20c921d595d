"""The tables; importing this knows them all."""

from scorekeeper.models.base import db
from scorekeeper.models.games import ChangeRow, EntryRow, GameRow, HandRow, PlayerRow
from scorekeeper.models.phones import Book, Keeper, OneTimeLink, Phone

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
