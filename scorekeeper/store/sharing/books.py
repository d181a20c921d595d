"""Books: how a phone joins and leaves one, and the book of a household."""

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import delete as sql_delete
from sqlalchemy import exists, func, select, update

from scorekeeper.keys import hashed
from scorekeeper.store import phones
from scorekeeper.store.engine import parallel_transaction, transaction
from scorekeeper.store.games import writing
from scorekeeper.store.mapping.stored import UnknownGameError
from scorekeeper.store.models import IS_LISTED, Book, EventRow, GameRow, OneTimeLink, Phone, db
from scorekeeper.store.phones import PhoneLine
from scorekeeper.store.sharing import desks, keepers


@dataclass(frozen=True, slots=True)
class Move:
    """The effect of joining another book on the games of the phone's current book.

    The games move with the phone if no other phone shares them, otherwise they stay there.
    """

    games: int
    go_along: bool


def members(phone_key: str) -> list[PhoneLine]:
    """The phones that share this phone's book, with the asking one first."""
    asking = phones.find(phone_key)
    if asking is None:
        return []
    return phones.listed(select(Phone).filter_by(book_id=asking.book_id), phone_key)


def move_of(phone_key: str) -> Move:
    """The effect on this phone's games if it joined another book."""
    phone = phones.find(phone_key)
    if phone is None:
        return Move(0, go_along=True)
    games = select(func.count()).select_from(GameRow).where(GameRow.book_id == phone.book_id)
    return Move(db.session.scalar(games) or 0, go_along=_is_own(phone))


def join(phone: Phone, book_id: int) -> None:
    """Move the phone into a book; inside a writing transaction."""
    if phone.book_id != book_id:
        left, was_own = phone.book_id, _is_own(phone)
        _move(phone, left, book_id, all_games=was_own)
        if was_own:
            db.session.execute(sql_delete(OneTimeLink).where(OneTimeLink.book_id == left))
            db.session.execute(sql_delete(Book).where(Book.id == left))
    keepers.forget_book(phone, book_id, forgive=True)


@transaction
def remove_phone(phone_key: str, phone_id: int | None) -> None:
    """Remove a phone from this phone's book.

    The removed phone gets its own book again, with the games that it brought. Raises
    UnknownGameError if it does not share the book.
    """
    asking = phones.find(phone_key)
    phone = db.session.get(Phone, phone_id) if phone_id is not None else None
    if asking is None or phone is None or phone.book_id != asking.book_id:
        raise UnknownGameError(phone_id)
    if phone is not asking or _others(phone):
        leave(phone)


def leave(phone: Phone) -> None:
    """Give the phone its own book again, with the games that it brought; inside a writing
    transaction."""
    _move(phone, phone.book_id, phones.new_book(), all_games=False)


def _move(phone: Phone, left: int, book_id: int, *, all_games: bool) -> None:
    """Move the phone from one book to another, with all games or only those that it brought.

    It loses the right to keep score in the games that stay behind, and those at events that stay.
    Its recovery link ends, because a link shown for one book must not open the other.
    """
    writing.separate_copies(book_id, left)
    for row in (GameRow, EventRow):
        here = update(row).where(row.book_id == left)
        if all_games:
            brought_by = func.coalesce(row.brought_by, phone.id)
            db.session.execute(here.values(book_id=book_id, brought_by=brought_by))
        else:
            # Phones that claimed a right there because they shared the book no longer have it.
            moved = here.where(row.brought_by == phone.id)
            db.session.execute(moved.values(book_id=book_id, rights=row.rights + 1))
    if not all_games:
        keepers.forget_book(phone, left, forgive=False)
        desks.forget_book(phone, left)
    phone.book_id, phone.recovery_hash = book_id, None
    db.session.flush()
    writing.adopt(book_id, left, whole=all_games)


class Recovery(NamedTuple):
    """The token at the end of the phone's recovery link, and how many links the phone has had."""

    token: str
    number: int


def recovery(phone_key: str, only_game: int | None = None) -> Recovery | None:
    """The recovery link that this phone shows; None if it has none.

    With ``only_game``, also None if the book contains any other game.
    """
    query = select(Phone.recovery_number)
    query = query.where(Phone.key_hash == hashed(phone_key), Phone.recovery_hash.is_not(None))
    if only_game is not None:
        others = exists().where(GameRow.book_id == Phone.book_id, GameRow.id != only_game)
        query = query.where(~others)
    number = db.session.scalar(query)
    return None if number is None else Recovery(phones.recovery_token(phone_key, number), number)


@parallel_transaction
def renew_recovery(phone_key: str, replace: int | None = None) -> None:
    """Give this phone a recovery link if it has none.

    With the number of the link to ``replace``, all links of its book end first. A repeated request
    changes nothing more.
    """
    phones.lock_own_books(phone_key)
    phone = phones.row_of(phone_key)
    if phone.recovery_hash is not None and replace != phone.recovery_number:
        return
    if replace is not None:
        of_book = update(Phone).where(Phone.book_id == phone.book_id)
        db.session.execute(of_book.values(recovery_hash=None))
    phone.recovery_number += 1
    token = phones.recovery_token(phone_key, phone.recovery_number)
    phone.recovery_hash = hashed(token)


def _is_own(phone: Phone) -> bool:
    """Return whether no other phone shares the book; a household's is open to phones not seen
    yet."""
    return phone.book_id != phones.household_id() and not _others(phone)


def _others(phone: Phone) -> bool:
    query = select(Phone.id).where(Phone.book_id == phone.book_id, Phone.id != phone.id)
    return db.session.scalar(query.limit(1)) is not None


@transaction
def open_household() -> None:
    """Put all phones and games into one book, unless that is already done."""
    if phones.household_id() is not None:
        return
    shared = phones.new_book(household=1)
    writing.separate_copies(shared)
    db.session.execute(update(Phone).values(book_id=shared))
    db.session.execute(update(GameRow).where(IS_LISTED).values(book_id=shared))
    db.session.execute(update(EventRow).values(book_id=shared))
    writing.adopt(shared, None, whole=True)
