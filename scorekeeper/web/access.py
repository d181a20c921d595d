"""Access: anyone with the address may look, phones that keep score may write.

Only decided here. Unknown and not allowed look the same: both raise UnknownGameError, which is
answered with 404.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.exc import DBAPIError

from scorekeeper import store
from scorekeeper.models import db
from scorekeeper.store import Seen, phones
from scorekeeper.web.device import phone_key, renew_phone_key


def note_visit(seen_at: datetime | None) -> None:
    """Let others see when this phone was last here, and renew its cookie."""
    if not phone_key():
        return
    renew_phone_key()
    try:
        phones.note_visit(phone_key(), seen_at)
    except DBAPIError:
        # A page that can be read is worth more than the time of a visit.
        db.session.rollback()


def visible_game(key: str) -> Seen:
    """The game at this address, and what this phone may do with it."""
    return store.see(key, phone_key())


def own_game(key: str) -> Seen:
    """The game at this address if this phone keeps its score."""
    seen = visible_game(key)
    if not seen.rights.writes:
        raise store.UnknownGameError(key)
    return seen


def book_game(key: str) -> Seen:
    """The game at this address if this phone keeps its score and shares its book."""
    seen = own_game(key)
    if not seen.rights.in_book:
        raise store.UnknownGameError(key)
    return seen
