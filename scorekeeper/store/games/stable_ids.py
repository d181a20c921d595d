"""The lasting ids of a book's games: one of each, also where books come together; and the deleted.

All inside a writing transaction.
"""

from sqlalchemy import bindparam, delete, exists, func, insert, literal, select, update

from scorekeeper.keys import stable_id
from scorekeeper.store.engine.transaction import now
from scorekeeper.store.models.tables import DELETED, GAME, run


def remember_deleted(book_id: int, uid: str) -> None:
    """Remember that this game was deleted from the book."""
    here = {"book": book_id, "uid": uid}
    run(_FORGET_DELETED, here)
    run(insert(DELETED), {"book_id": book_id, "uid": uid, "deleted_at": now()})


def separate_copies(book_id: int, left: int | None = None) -> None:
    """Give games of the book ``left`` (None: of all books) another id where they would meet their
    own in ``book_id``: both may have been played on, so neither is thrown away.

    The game that was there keeps the id; of several that come, the oldest.
    """
    given = {"book": book_id, "left": left}
    doubled = run(_DOUBLED, {}) if left is None else run(_DOUBLED_IN, given)
    for row in doubled.all():
        run(_RENEW, {"of_game": row.id, "new": stable_id(f"copy {row.key}")})


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
    run(_THERE, {"book": book_id})


_OTHER = GAME.alias()
_SAME = _OTHER.c.uid == GAME.c.uid
_DOUBLED = select(GAME.c.id, GAME.c.key).where(exists().where(_SAME, _OTHER.c.id < GAME.c.id))
_DOUBLED_IN = select(GAME.c.id, GAME.c.key).where(
    GAME.c.book_id == bindparam("left"),
    exists().where(_SAME, _OTHER.c.book_id == bindparam("book")),
)
_RENEW = update(GAME).where(GAME.c.id == bindparam("of_game")).values(uid=bindparam("new"))
_OF_BOOK = DELETED.c.book_id == bindparam("book")
_FORGET_DELETED = delete(DELETED).where(_OF_BOOK, DELETED.c.uid == bindparam("uid"))
_THERE = delete(DELETED).where(
    _OF_BOOK,
    DELETED.c.uid.in_(select(GAME.c.uid).where(GAME.c.book_id == bindparam("book"))),
)
