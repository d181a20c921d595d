"""Who may do what: anyone with the address may look, the phone that started may write.

Unknown and not allowed look the same: 404.
"""

from __future__ import annotations

from hmac import compare_digest

from flask import abort, session

from scorekeeper import store
from scorekeeper.keys import hashed, new_phone_key
from scorekeeper.stored import StoredGame


def phone_key() -> str:
    """The key of this phone, "" for a phone that never started a game."""
    return str(session.get("phone", ""))


def make_phone_key() -> str:
    """The key of this phone, made and put in its cookie if it has none."""
    if "phone" not in session:
        session["phone"] = new_phone_key()
        session.permanent = True
    return phone_key()


def may_write(stored: StoredGame) -> bool:
    """Whether this phone keeps the score of the game."""
    return compare_digest(hashed(phone_key()), stored.phone_hash)


def visible_game(key: str) -> StoredGame:
    """The game at this address, or 404."""
    try:
        return store.read(key)
    except store.UnknownGameError:
        abort(404)


def own_game(key: str) -> StoredGame:
    """The game at this address if this phone keeps its score, or 404."""
    stored = visible_game(key)
    if not may_write(stored):
        abort(404)
    return stored
