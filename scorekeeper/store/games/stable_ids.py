"""The lasting ids of a book's games: one of each, also where books come together; and the deleted.

All inside a writing transaction.
"""

from sqlalchemy import delete, exists, func, insert, literal, select, update

from scorekeeper.keys import stable_id
from scorekeeper.store.engine.transaction import now
from scorekeeper.store.models.tables import DELETED, GAME, run


def remember_deleted(book_id: int, uid: str) -> None:
    """Remember that this game was deleted from the book."""
    run(delete(DELETED).where(DELETED.c.book_id == book_id, DELETED.c.uid == uid))
    run(insert(DELETED), {"book_id": book_id, "uid": uid, "deleted_at": now()})


def separate_copies(book_id: int, left: int | None = None) -> None:
    """Give games of the book ``left`` (None: of all books) another id where they would meet their
    own in ``book_id``: both may have been played on, so neither is thrown away.

    The game that was there keeps the id; of several that come, the oldest.
    """
    other = GAME.alias()
    met = other.c.id < GAME.c.id if left is None else other.c.book_id == book_id
    doubled = select(GAME.c.id, GAME.c.key).where(exists().where(other.c.uid == GAME.c.uid, met))
    for row in run(doubled if left is None else doubled.where(GAME.c.book_id == left)).all():
        renewed = stable_id(f"copy {row.key}")
        run(update(GAME).where(GAME.c.id == row.id).values(uid=renewed))


def adopt(book_id: int, left: int | None, *, whole: bool) -> None:
    """Let the book that games came into remember no game as deleted that it has.

    With ``whole``, all of the book ``left`` came (None: of all books), so what that one remembers
    is known here too.
    """
    if whole:
        came = DELETED.c.book_id != book_id if left is None else DELETED.c.book_id == left
        known = select(DELETED.c.uid).where(DELETED.c.book_id == book_id)
        row = (literal(book_id), DELETED.c.uid, func.max(DELETED.c.deleted_at))
        rows = select(*row).where(came, DELETED.c.uid.not_in(known)).group_by(DELETED.c.uid)
        run(insert(DELETED).from_select(["book_id", "uid", "deleted_at"], rows))
    there = select(GAME.c.uid).where(GAME.c.book_id == book_id)
    run(delete(DELETED).where(DELETED.c.book_id == book_id, DELETED.c.uid.in_(there)))
