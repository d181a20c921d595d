"""The database behind functions that take and return values of the rules."""

from scorekeeper.store.games import by_code, delete, next_key, start
from scorekeeper.store.lists import Listed, all_games, games_of, newest
from scorekeeper.store.past import UNTOLD, log, stored_at
from scorekeeper.store.reading import Seen, UnknownGameError, read, see
from scorekeeper.store.saves import Action, Rebase, Saved, StaleError, save, undo
from scorekeeper.store.stored import StoredGame, Tap

__all__ = [
    "UNTOLD",
    "Action",
    "Listed",
    "Rebase",
    "Saved",
    "Seen",
    "StaleError",
    "StoredGame",
    "Tap",
    "UnknownGameError",
    "all_games",
    "by_code",
    "delete",
    "games_of",
    "log",
    "newest",
    "next_key",
    "read",
    "save",
    "see",
    "start",
    "stored_at",
    "undo",
]
