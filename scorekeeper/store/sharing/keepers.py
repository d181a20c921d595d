"""The right to keep a game's score: claimed, granted, listed and ended."""

from sqlalchemy import select, update

from scorekeeper.store import phones
from scorekeeper.store.engine.transaction import parallel_transaction
from scorekeeper.store.games.games import belongs, find, is_keeper, locked_row
from scorekeeper.store.mapping.stored import Rights, UnknownGameError
from scorekeeper.store.models import GameRow, Keeper, Phone, db
from scorekeeper.store.phones import PhoneLine


@parallel_transaction
def claim(key: str, phone_key: str) -> None:
    """Let a phone of the game's book (or of its event's desk) keep its score too.

    Raises UnknownGameError for other phones, and for one whose right was revoked while another
    phone keeps the score.
    """
    row = find(key, lock=True)
    if row is None or not belongs(row, phones.find(phone_key)):
        raise UnknownGameError(key)
    phone = phones.row_of(phone_key)
    keeper = db.session.get(Keeper, (row.id, phone.id))
    # If no phone keeps the score, a refused phone of the book may claim it.
    others = select(Keeper.game_id).filter_by(game_id=row.id, taken_away=False).limit(1)
    if keeper is not None and keeper.taken_away and db.session.scalar(others):
        raise UnknownGameError(key)
    give(row, phone)


def give(row: GameRow, phone: Phone) -> None:
    """Give the phone the right to keep the score; inside a writing transaction."""
    if is_keeper(row.id, phone.id):
        return
    db.session.merge(Keeper(game_id=row.id, phone_id=phone.id, taken_away=False))
    row.rights += 1


def listed(game_id: int, phone_key: str) -> list[PhoneLine]:
    """The phones that keep the game's score, with the asking one first."""
    query = select(Phone).join(Keeper).filter_by(game_id=game_id, taken_away=False)
    return phones.listed(query, phone_key)


def named(game_id: int) -> tuple[str, ...]:
    """The names of the phones that keep the game's score, without the unnamed ones."""
    query = select(Phone.name).join(Keeper).filter_by(game_id=game_id, taken_away=False)
    return tuple(db.session.scalars(query.where(Phone.name != "").order_by(Phone.id)))


def may_end(rights: Rights, book_id: int, line: PhoneLine) -> bool:
    """Return whether the asking phone may end the right of the phone in this line, to keep the
    score of a game or to run an event: its own, and as a guest not that of a phone of the book."""
    return rights.writes and (line.is_asking or rights.in_book or line.book_id != book_id)


@parallel_transaction
def end(key: str, phone_key: str, phone_id: int | None) -> None:
    """End another phone's right, or this phone's own.

    Raises UnknownGameError if this phone does not keep the score, or is a guest and the other is a
    phone of the game's book.
    """
    row, asking = locked_row(key, phone_key)
    keeper = db.session.get(Keeper, (row.id, phone_id)) if phone_id is not None else None
    if keeper is None or keeper.taken_away:
        return
    if asking.id == phone_id:
        drop(row, asking)
        return
    phone = db.session.get_one(Phone, keeper.phone_id)
    if not belongs(row, asking) and belongs(row, phone):
        raise UnknownGameError(key)
    keeper.taken_away = True
    row.rights += 1


def drop(row: GameRow, phone: Phone) -> None:
    """End a phone's right at its own request, without a refusal; inside a writing transaction."""
    if keeper := db.session.get(Keeper, (row.id, phone.id)):
        db.session.delete(keeper)
        row.rights += 1


def forget_book(phone: Phone, book_id: int, *, forgive: bool) -> None:
    """Clear a phone's refusals in a book it joins (``forgive``), or its rights in one it leaves.

    Inside a writing transaction.
    """
    games = select(GameRow.id).where(GameRow.book_id == book_id)
    rights = select(Keeper).where(Keeper.phone_id == phone.id, Keeper.game_id.in_(games))
    touched = [keeper for keeper in db.session.scalars(rights) if keeper.taken_away is forgive]
    for keeper in touched:
        db.session.delete(keeper)
    ids = [keeper.game_id for keeper in touched]
    db.session.execute(update(GameRow).where(GameRow.id.in_(ids)).values(rights=GameRow.rights + 1))
