"""The tables; ``tables.py`` imports them all."""

from scorekeeper.store.engine.handle import db
from scorekeeper.store.models.events import ActRow, EventDesk, EventRow, EventTable
from scorekeeper.store.models.games import GameRow, PlayerRow
from scorekeeper.store.models.people import Person, PersonChange
from scorekeeper.store.models.phones import Book, Keeper, OneTimeLink, Phone

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
