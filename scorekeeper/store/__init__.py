"""The database behind functions that take and give values of the rules."""

from scorekeeper.store.games import (
    UnknownGameError,
    all_games,
    by_code,
    delete,
    games_of,
    newest_games,
    next_key,
    read,
    start,
)
from scorekeeper.store.saves import Action, Rebase, StaleError, change, log, undo, undoable

__all__ = [
    "Action",
    "Rebase",
    "StaleError",
    "UnknownGameError",
    "all_games",
    "by_code",
    "change",
    "delete",
    "games_of",
    "log",
    "newest_games",
    "next_key",
    "read",
    "start",
    "undo",
    "undoable",
]
