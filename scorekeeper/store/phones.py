"""Phones, and the book that each belongs to."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, select, union
from sqlalchemy.exc import DBAPIError

from scorekeeper.keys import hashed, link_token
from scorekeeper.store.engine import aware, lock_books, lock_new_book, now, parallel_transaction
from scorekeeper.store.models import DEMO, GAME, PHONE, Book, Phone, db, run

VISIT = timedelta(minutes=5)
"""The age of a phone's last recorded visit at which a new one is recorded."""


@dataclass(frozen=True, slots=True)
class PhoneLine:
    """A phone in a list: its name ("" for none), its last visit, whether it is the asking one."""

    id: int
    book_id: int
    name: str
    seen_at: datetime
    is_asking: bool


class Requester(NamedTuple):
    """The asking phone: its row's id, its book, and its last visit (UTC)."""

    id: int
    book_id: int
    seen_at: datetime


REQUESTER = (PHONE.c.id.label("phone_id"), PHONE.c.book_id.label("phone_book"), PHONE.c.seen_at)
"""The columns of the asking phone, for statements that read a game or event as well."""


def requester_in(row: Any) -> Requester | None:
    """The asking phone of a row with the columns REQUESTER."""
    return Requester(row.phone_id, row.phone_book, row.seen_at) if row.phone_id else None


def asking(phone_key: str) -> Requester | None:
    """The asking phone; None if it has no row, because it never wrote anything."""
    row = run(_ASKING, {"phone": hashed(phone_key)}).first()
    return requester_in(row) if row else None


def find(phone_key: str) -> Phone | None:
    """The row of this phone; None if it never wrote anything."""
    return db.session.scalar(select(Phone).filter_by(key_hash=hashed(phone_key)))


def row_of(phone_key: str) -> Phone:
    """The row of this phone, created if necessary; inside a writing transaction."""
    phone = find(phone_key)
    if phone is None:
        phone = Phone(key_hash=hashed(phone_key), name="", seen_at=now(), recovery_number=1)
        phone.book_id = household_id() or new_book()
        phone.recovery_hash = hashed(recovery_token(phone_key, 1))
        db.session.add(phone)
        db.session.flush()
    phone.seen_at = now()
    return phone


def book_id(phone_key: str) -> int | None:
    """The id of this phone's book; for an unknown phone the household's, or None."""
    known = db.session.scalar(select(Phone.book_id).filter_by(key_hash=hashed(phone_key)))
    return household_id() if known is None else known


def lock_own_books(phone_key: str, *others: int | None) -> None:
    """Let no other transaction change this phone's book, that of its demo, and ``others``."""
    phone = select(PHONE.c.id).where(PHONE.c.key_hash == hashed(phone_key)).scalar_subquery()
    own = select(PHONE.c.book_id).where(PHONE.c.id == phone)
    demo = select(GAME.c.book_id).where(GAME.c.started_by == phone, GAME.c.token == DEMO)
    lock_books(union(own, demo), household_id(), *others)


def household_id() -> int | None:
    """The id of the book that all phones share; None except on a household server."""
    if not db.engine.get_execution_options().get("household"):
        return None
    return db.session.scalar(select(Book.id).filter_by(household=1))


def only_book() -> int | None:
    """The household's book, or the one that all phones share; None if there are several."""
    used = db.session.scalars(select(Phone.book_id).distinct().limit(2)).all()
    return household_id() or (used[0] if len(used) == 1 else None)


def any_phones() -> bool:
    """Return whether any phone has a book; on a new server none has."""
    return db.session.scalar(select(Phone.id).limit(1)) is not None


def new_book(household: int | None = None) -> int:
    """Create a book without games and return its id; inside a writing transaction."""
    book = Book(household=household)
    db.session.add(book)
    db.session.flush()
    lock_new_book(book.id)
    return book.id


def recovery_token(phone_key: str, number: int) -> str:
    """The token at the end of this phone's recovery link with this ``number``."""
    return link_token(phone_key, "recovery", str(number))


def name_of(phone_key: str) -> str:
    """The name of this phone; "" if it has none."""
    return db.session.scalar(select(Phone.name).filter_by(key_hash=hashed(phone_key))) or ""


@parallel_transaction
def rename(phone_key: str, name: str) -> None:
    """Give this phone a name; "" removes it."""
    row_of(phone_key).name = name


def note_visit(phone_key: str, seen_at: datetime | None) -> None:
    """Record a visit of this phone if its last one (UTC) is some minutes old."""
    if seen_at is None or now() - seen_at <= VISIT:
        return
    try:
        parallel_transaction(row_of)(phone_key)
    except DBAPIError:
        # Reading the page matters more than recording the time of a visit.
        db.session.rollback()


def listed(query: Select[tuple[Phone]], asking_key: str) -> list[PhoneLine]:
    """The phones that a query finds, with the asking one first."""
    asking = hashed(asking_key)
    lines = [
        PhoneLine(
            phone.id,
            phone.book_id,
            phone.name,
            aware(phone.seen_at),
            is_asking=phone.key_hash == asking,
        )
        for phone in db.session.scalars(query.order_by(Phone.id))
    ]
    return sorted(lines, key=lambda line: not line.is_asking)


_ASKING = select(*REQUESTER).where(PHONE.c.key_hash == bindparam("phone"))
