"""The right to keep a game's score: claimed, granted, listed and ended."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, delete, or_, select, update

from scorekeeper.store import phones
from scorekeeper.store.engine import lock_game, parallel_transaction
from scorekeeper.store.games.games import belongs, find, locked_row
from scorekeeper.store.games.reading import keepers_of
from scorekeeper.store.mapping.stored import Rights, UnknownGameError
from scorekeeper.store.models import EventRow, GameRow, Keeper, Phone, db
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
    if keeper is not None and keeper.taken_away and keepers_of(row.id):
        raise UnknownGameError(key)
    give(row, phone, claimed=True)


def give(row: GameRow, phone: Phone, *, claimed: bool = False) -> None:
    """Give the phone the right to keep the score; inside a writing transaction. A right that is
    ``claimed`` lasts as long as what it was claimed by, and replaces none that was granted."""
    keeper = db.session.get(Keeper, (row.id, phone.id))
    if keeper is not None and not keeper.taken_away and (claimed or not keeper.claimed):
        return
    db.session.merge(Keeper(game_id=row.id, phone_id=phone.id, taken_away=False, claimed=claimed))
    row.rights += 1


def listed(game_id: int, phone_key: str) -> list[PhoneLine]:
    """The phones that keep the game's score, with the asking one first."""
    return phones.listed(select(Phone).where(Phone.id.in_(keepers_of(game_id))), phone_key)


def named(game_id: int) -> tuple[str, ...]:
    """The names of the phones that keep the game's score, without the unnamed ones."""
    query = select(Phone.name).where(Phone.id.in_(keepers_of(game_id)), Phone.name != "")
    return tuple(db.session.scalars(query.order_by(Phone.id)))


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
    """Clear a phone's refusals in a book it joins (``forgive``), or its rights in one it leaves,
    also in games of the book's events.

    Inside a writing transaction.
    """
    events = select(EventRow.id).where(EventRow.book_id == book_id)
    games = or_(GameRow.book_id == book_id, GameRow.event_id.in_(events))
    _forget(games, Keeper.phone_id == phone.id, Keeper.taken_away.is_(forgive))


def forget_event(event_id: int) -> None:
    """End the right of all phones to keep score at the tables of an event; inside a writing
    transaction."""
    _forget(GameRow.event_id == event_id)


def _forget(games: ColumnElement[bool], *which: ColumnElement[bool]) -> None:
    db.session.flush()
    here = Keeper.game_id.in_(select(GameRow.id).where(games)), *which
    ids = db.session.scalars(select(Keeper.game_id).where(*here)).all()
    db.session.execute(delete(Keeper).where(*here))
    tell(ids)


def tell(ids: Collection[int]) -> None:
    """Let the pages of these games learn that the right to keep their score has changed."""
    of_games = GameRow.id.in_(ids)
    for key in db.session.scalars(select(GameRow.key).where(of_games)):
        lock_game(key)
    db.session.execute(update(GameRow).where(of_games).values(rights=GameRow.rights + 1))
