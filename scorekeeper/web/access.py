"""Who may do what: anyone with the address may look, phones that hold the right may write.

Resolved here alone. Unknown and not allowed look the same: 404.
"""

from __future__ import annotations

from flask import abort, session

from scorekeeper import store
from scorekeeper.keys import new_phone_key
from scorekeeper.store.keepers import Rights, rights_of
from scorekeeper.store.stored import StoredGame


def phone_key() -> str:
    """The key of this phone, "" for a phone that never asked to write."""
    return str(session.get("phone", ""))


def make_phone_key() -> str:
    """The key of this phone, made and put in its cookie if it has none."""
    if "phone" not in session:
        session["phone"] = new_phone_key()
        session.permanent = True
    return phone_key()


def rights(stored: StoredGame) -> Rights:
    """What this phone may do with the game."""
    return rights_of(stored, phone_key())


def visible_game(key: str) -> StoredGame:
    """The game at this address, or 404."""
    try:
        return store.read(key)
    except store.UnknownGameError:
        abort(404)


def own_game(key: str) -> StoredGame:
    """The game at this address if this phone keeps its score, or 404."""
    stored = visible_game(key)
    if not rights(stored).writes:
        abort(404)
    return stored
