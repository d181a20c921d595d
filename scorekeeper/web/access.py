"""Who may do what: anyone with the address may look, phones that hold the right may write.

Resolved here alone. Unknown and not allowed look the same: 404.
"""

from __future__ import annotations

from flask import abort
from sqlalchemy.exc import DBAPIError

from scorekeeper import store
from scorekeeper.models import db
from scorekeeper.store import phones
from scorekeeper.store.keepers import Rights, rights_of
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.device import phone_key, renew_phone_key


def note_visit() -> None:
    """Let others see when this phone was last here, and renew its cookie."""
    if not phone_key():
        return
    renew_phone_key()
    try:
        phones.note_visit(phone_key())
    except DBAPIError:
        # A page that can be read is worth more than the time of a visit.
        db.session.rollback()


def rights(stored: StoredGame) -> Rights:
    """What this phone may do with the game."""
    return rights_of(stored, phone_key())


def visible_game(key: str) -> StoredGame:
    """The game at this address, or 404."""
    try:
        return store.read(key)
    except store.UnknownGameError:
        abort(404)


def book_game(key: str) -> StoredGame:
    """The game at this address if this phone keeps its score and shares its book, or 404."""
    stored = visible_game(key)
    own = rights(stored)
    if not (own.writes and own.in_book):
        abort(404)
    return stored


def own_game(key: str) -> StoredGame:
    """The game at this address if this phone keeps its score, or 404."""
    stored = visible_game(key)
    if not rights(stored).writes:
        abort(404)
    return stored
