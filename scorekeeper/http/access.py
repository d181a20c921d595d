"""Access to games: anyone with the address may read, only phones that keep score may write.

Only this module decides access. Both "unknown" and "not allowed" raise UnknownGameError, which is
answered with 404.
"""

from datetime import datetime

from scorekeeper.http.device import phone_key, renew_phone_key
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.merge import hand_or_none
from scorekeeper.store import phones
from scorekeeper.store.games import reading
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.mapping.stored import UnknownGameError


def note_visit(seen_at: datetime | None) -> None:
    """Record the time of this phone's visit, which others see as "last seen", and renew its
    cookie."""
    if not phone_key():
        return
    renew_phone_key()
    phones.note_visit(phone_key(), seen_at)


def visible_game(key: str) -> GameAccess:
    """The game at this address and this phone's rights; raises UnknownGameError."""
    return reading.see(key, phone_key())


def writable_game(key: str) -> GameAccess:
    """The game at this address; raises UnknownGameError unless this phone keeps score."""
    return reading.writable(key, phone_key())


def hand_in(game: Game, number: int) -> Hand:
    """The hand with this number; raises UnknownGameError if there is none."""
    hand = hand_or_none(game, number)
    if hand is None:
        raise UnknownGameError(number)
    return hand


def book_game(key: str) -> GameAccess:
    """Like :func:`writable_game`, but this phone must also share the game's book."""
    seen = writable_game(key)
    if not seen.rights.in_book:
        raise UnknownGameError(key)
    return seen
