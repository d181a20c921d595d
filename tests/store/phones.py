"""Phones that share books and games by links, and their permissions."""

from contextlib import suppress

from scorekeeper.store import phones
from scorekeeper.store.games import reading, saves
from scorekeeper.store.mapping.stored import Rights, StoredGame, UnknownGameError
from scorekeeper.store.models import db
from scorekeeper.store.sharing import books, links
from scorekeeper.store.sharing.links import OpenLink, State
from tests import databases

ANN, BEN, CEM, GIL = "Ann's phone", "Ben's phone", "Cem's phone", "Gil's phone"
NEW = "a phone that never wrote"


def id_of(phone: str) -> int:
    """The id of a known phone."""
    row = phones.find(phone)
    assert row is not None
    return row.id


def waiting(phone: str, stored: StoredGame | None = None) -> OpenLink | None:
    """The open link that the phone made for a game, or else for its book."""
    return links.waiting(phone, stored.id if stored else None)


def made(stored: StoredGame | None = None, *, by: str = ANN, hand_over: bool = False) -> str:
    """The token of a new link for the game's score, or else for the giver's book."""
    links.make(by, stored.key if stored else None, hand_over=hand_over)
    link = waiting(by, stored)
    assert link is not None
    assert link.hand_over is hand_over
    return link.token


def recovery(phone: str) -> str:
    """The recovery link that the phone shows; "" for none."""
    found = books.recovery(phone)
    return found.token if found else ""


def redeemed(token: str, phone: str) -> State:
    """The result of redeeming the link, as its preview foretold."""
    foretold, found = links.preview(token, phone), links.redeem(token, phone, "")
    if foretold.state is State.OPEN:
        assert found.state is State.DONE
    else:
        assert found == foretold
    return found.state


def rights_on(stored: StoredGame, phone: str) -> Rights:
    """The phone's rights in the game."""
    return reading.see(stored.key, phone).rights


def may_save(stored: StoredGame, phone: str) -> bool:
    """Return whether a save of this phone is accepted, consistent with :func:`rights_on`."""
    taken = False
    with suppress(UnknownGameError):
        taken = (
            saves.save(stored.key, phone, saves.Save(None, lambda game: game)).after.key
            == stored.key
        )
    assert rights_on(stored, phone).writes is taken
    return taken


def dump() -> databases.Rows:
    """Every row of every table."""
    return databases.rows(db.session)
