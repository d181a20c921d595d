"""A link that grants a right, in each of its states, and its texts for each phone."""

from collections.abc import Callable

from sqlalchemy import update

from scorekeeper.store.engine import now
from scorekeeper.store.models import OneTimeLink, db
from tests.cast import UNKNOWN, Cast, Role

MADE_UP = f"/link/{UNKNOWN}"
PENCIL = "Keep score on this phone?"
BOOK = "Use this book on this phone?"
CUSTOM = "You made this link"
KEEPS_IT = "This phone already keeps score"
SHARES_IT = "This phone already shares the book"
USED = "This link has already been used"
OLD = "This link has expired"
WITHDRAWN = "This link no longer works"
NONE = "This link does not exist"

Steps = Callable[[Cast], str]
"""Returns the address of a link in a given state."""


def used(cast: Cast, make: Steps = Cast.pencil) -> str:
    link = make(cast)
    cast.post(Role.FOLLOWER, link)
    return link


def expired(cast: Cast, make: Steps = Cast.pencil) -> str:
    link = make(cast)
    with cast.app.app_context():
        db.session.execute(update(OneTimeLink).values(expires_at=now()))
        db.session.commit()
    return link


def expired_book(cast: Cast) -> str:
    return expired(cast, Cast.book_link)


def used_book(cast: Cast) -> str:
    return used(cast, Cast.book_link)


def withdrawn(cast: Cast) -> str:
    link, phones = cast.pencil(Role.GUEST), f"{cast.path}/phones"
    cast.post(Role.KEEPER, phones, phone=cast.id_of("Gil’s phone", phones))
    return link


def withdrawn_book(cast: Cast) -> str:
    link = cast.book_link(Role.MATE)
    cast.post(Role.KEEPER, "/book/phones", phone=cast.id_of("Mia’s phone"))
    return link


def replaced(cast: Cast) -> str:
    link = cast.pencil()
    cast.pencil()
    return link


def replaced_recovery(cast: Cast) -> str:
    link = cast.recovery()
    cast.post(Role.KEEPER, "/book/recovery", replace=1)
    return link


def deleted(cast: Cast) -> str:
    link = cast.pencil()
    cast.post(Role.KEEPER, f"{cast.path}/delete")
    return link


STATES: list[tuple[Steps, Role, int, int, str]] = [
    (Cast.pencil, Role.FOLLOWER, 200, 303, PENCIL),
    (Cast.pencil, Role.NOBODY, 200, 422, PENCIL),
    (Cast.pencil, Role.MATE, 200, 303, PENCIL),
    (Cast.pencil, Role.ENDED, 200, 303, PENCIL),
    (Cast.pencil, Role.KEEPER, 200, 200, CUSTOM),
    (Cast.pencil, Role.GUEST, 200, 200, KEEPS_IT),
    (Cast.book_link, Role.FOLLOWER, 200, 303, BOOK),
    (Cast.book_link, Role.NOBODY, 200, 422, BOOK),
    (Cast.book_link, Role.GUEST, 200, 303, BOOK),
    (Cast.book_link, Role.KEEPER, 200, 200, CUSTOM),
    (Cast.book_link, Role.MATE, 200, 200, SHARES_IT),
    (Cast.recovery, Role.FOLLOWER, 200, 303, BOOK),
    (Cast.recovery, Role.NOBODY, 200, 422, BOOK),
    (Cast.recovery, Role.KEEPER, 200, 200, SHARES_IT),
    (Cast.recovery, Role.MATE, 200, 200, SHARES_IT),
    (used, Role.FOLLOWER, 200, 303, KEEPS_IT),
    (used, Role.STRANGER, 410, 410, USED),
    (used, Role.NOBODY, 410, 422, USED),
    (used_book, Role.FOLLOWER, 200, 303, SHARES_IT),
    (used_book, Role.STRANGER, 410, 410, USED),
    (expired, Role.FOLLOWER, 410, 410, OLD),
    (expired_book, Role.FOLLOWER, 410, 410, OLD),
    (withdrawn, Role.STRANGER, 410, 410, WITHDRAWN),
    (withdrawn_book, Role.STRANGER, 410, 410, WITHDRAWN),
    (replaced, Role.STRANGER, 404, 404, NONE),
    (replaced_recovery, Role.STRANGER, 404, 404, NONE),
    (deleted, Role.STRANGER, 404, 404, NONE),
    (lambda _: MADE_UP, Role.STRANGER, 404, 404, NONE),
    (lambda _: MADE_UP, Role.NOBODY, 404, 422, NONE),
]
"""The history of a link, the phone that opens it, and the answers to opening it and sending its
form."""
