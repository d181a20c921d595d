"""The stable ids of a book's games and of the games and events deleted from it.

A book has each id once, even after books are joined. All functions run inside a writing
transaction.
"""

from sqlalchemy import delete, exists, func, insert, literal, select, update

from scorekeeper.keys import stable_id
from scorekeeper.store.engine.transaction import now
from scorekeeper.store.models.tables import DELETED, GAME, run
from scorekeeper.store.people import persons


def remember_deleted(book_id: int, *uids: str) -> None:
    """Record that these games, or this event, were deleted from the book."""
    run(delete(DELETED).where(DELETED.c.book_id == book_id, DELETED.c.uid.in_(uids)))
    moment = now()
    run(insert(DELETED), [{"book_id": book_id, "uid": uid, "deleted_at": moment} for uid in uids])


def separate_copies(book_id: int, left: int | None = None) -> None:
    """Give games of the book ``left`` (None: of all books) a new id if ``book_id`` already has
    theirs: both may have been continued, so both stay.

    The game that was there keeps the id; of several that come, the oldest does.
    """
    other = GAME.alias()
    met = other.c.id < GAME.c.id if left is None else other.c.book_id == book_id
    doubled = select(GAME.c.id, GAME.c.key).where(exists().where(other.c.uid == GAME.c.uid, met))
    for row in run(doubled if left is None else doubled.where(GAME.c.book_id == left)).all():
        renewed = stable_id(f"copy {row.key}")
        run(update(GAME).where(GAME.c.id == row.id).values(uid=renewed))


def adopt(book_id: int, left: int | None, *, whole: bool) -> None:
    """After games moved into the book, connect their players to its people, and remove the ids of
    its games from its list of deleted ones.

    With ``whole``, all games of the book ``left`` came (None: of all books), so its list moves too.
    """
    persons.adopt(book_id)
    for changed in filter(None, (book_id, left)):
        persons.renew_stamp(changed)
    if whole:
        came = DELETED.c.book_id != book_id if left is None else DELETED.c.book_id == left
        known = select(DELETED.c.uid).where(DELETED.c.book_id == book_id)
        row = (literal(book_id), DELETED.c.uid, func.max(DELETED.c.deleted_at))
        rows = select(*row).where(came, DELETED.c.uid.not_in(known)).group_by(DELETED.c.uid)
        run(insert(DELETED).from_select(["book_id", "uid", "deleted_at"], rows))
    there = select(GAME.c.uid).where(GAME.c.book_id == book_id)
    run(delete(DELETED).where(DELETED.c.book_id == book_id, DELETED.c.uid.in_(there)))
