"""A game to try the program with: one for each phone, in a book of its own, in no list.

``game.token`` tells it: the pages that start the others have hashes there.
"""

from __future__ import annotations

from sqlalchemy import delete, select

from scorekeeper.store.lists.staging import IS_SEEN
from scorekeeper.store.models.tables import BOOK, GAME, run

TRIAL = "trial"
IS_KEPT = GAME.c.token.is_distinct_from(TRIAL) & IS_SEEN
"""Whether a game is none of these, and none of a file that is still being read."""


def forget(phone_id: int) -> None:
    """Delete the game that this phone tried, with its book; inside a writing transaction."""
    tried = GAME.c.started_by == phone_id, GAME.c.token == TRIAL
    book_id = run(select(GAME.c.book_id).where(*tried)).scalar()
    if book_id is not None:
        run(delete(GAME).where(*tried))
        run(delete(BOOK).where(BOOK.c.id == book_id))
