"""The staging book: a hidden book in which an import waits until all its games are written.

No phone has it. Its stamp contains the time of the last write and the import that owns it. The next
import, or the next start of the program, deletes one that a crash left behind.
"""

import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, literal, or_, select, update

from scorekeeper.store.engine.locks import lock_books
from scorekeeper.store.engine.transaction import now, parallel_transaction
from scorekeeper.store.games import stable_ids
from scorekeeper.store.models import db
from scorekeeper.store.models.tables import BOOK, DELETED, GAME, IS_STAGED, KEEPER, PERSON, run

LEFT = timedelta(minutes=10)
"""A book into which nothing was written for this time is abandoned; others are still being
filled."""
AT_ONCE = 40
"""Games deleted by one transaction, so that no save waits long."""


def new_import_id() -> str:
    """Return the marker of one import: seven digits, for which a stamp has room."""
    return secrets.token_hex(4)[1:]


def _stamp(at: datetime, import_id: str = "") -> str:
    return f"h{int(at.replace(tzinfo=UTC).timestamp()):08x}{import_id}"


def touch(book_id: int, import_id: str) -> None:
    """Mark the book as hidden and as just written to; inside a writing transaction."""
    run(update(BOOK).where(BOOK.c.id == book_id).values(stamp=_stamp(now(), import_id)))


def move_into(book_id: int, hidden_id: int, keeper: int | None, *, deleted_too: bool) -> int:
    """Move all games of the staging book into a book, with its phone as their keeper; returns how
    many. A game that the book has by now is dropped, and so is one deleted there unless
    ``deleted_too``.

    Inside a writing transaction.
    """
    there, staged = GAME.alias(), GAME.c.book_id == hidden_id
    known = [select(there.c.uid).where(there.c.book_id == book_id)]
    if not deleted_too:
        known.append(select(DELETED.c.uid).where(DELETED.c.book_id == book_id))
    run(delete(GAME).where(staged, or_(*(GAME.c.uid.in_(uids) for uids in known))))
    if keeper is not None:
        row = (GAME.c.id, literal(keeper), literal(value=False), literal(value=True))
        came = select(*row).where(staged)
        run(insert(KEEPER).from_select(["game_id", "phone_id", "taken_away", "claimed"], came))
    # People whom the book does not know move into it, so that their seats need no write.
    named = PERSON.alias()
    others = PERSON.c.folded.not_in(select(named.c.folded).where(named.c.book_id == book_id))
    run(update(PERSON).where(PERSON.c.book_id == hidden_id, others).values(book_id=book_id))
    moved = run(update(GAME).where(staged).values(book_id=book_id)).rowcount
    stable_ids.adopt(book_id, None, whole=False)
    _forget(hidden_id)
    return moved


def delete_abandoned() -> None:
    """Delete abandoned staging books."""
    left = select(BOOK.c.id).where(IS_STAGED, BOOK.c.stamp < _stamp(now() - LEFT))
    for book_id in run(left).scalars().all():
        delete_all(book_id)


def delete_import(import_id: str) -> None:
    """Delete everything that an import has written, even if the answer to a commit was lost."""
    db.session.rollback()
    written = select(BOOK.c.id).where(BOOK.c.stamp.like(f"h%{import_id}"))
    for book_id in run(written).scalars().all():
        delete_all(book_id)


def delete_all(book_id: int) -> None:
    """Delete a staging book with its games, a few at a time."""
    while _delete_some(book_id):
        pass


@parallel_transaction
def _delete_some(book_id: int) -> int:
    lock_books(book_id)
    some = select(GAME.c.id).where(GAME.c.book_id == book_id).limit(AT_ONCE)
    deleted = run(delete(GAME).where(GAME.c.id.in_(some))).rowcount
    if not deleted:
        _forget(book_id)
    return deleted


def _forget(book_id: int) -> None:
    run(delete(PERSON).where(PERSON.c.book_id == book_id))
    run(delete(BOOK).where(BOOK.c.id == book_id))
