"""Games of the table's own that a book keeps by name: those that were played under one."""

from __future__ import annotations

from sqlalchemy import func, select, update

from scorekeeper.rules.model import Variant
from scorekeeper.store.models.tables import GAME, run
from scorekeeper.store.phones import book_id
from scorekeeper.store.rulebook import rules_from_json
from scorekeeper.store.transaction import transaction

MOST = 20


def kept(phone_key: str) -> list[Variant]:
    """The games that this phone's book keeps, the last played first.

    Each name once, with the numbers that it was played with last.
    """
    of_book = (GAME.c.book_id == book_id(phone_key), GAME.c.kept_as.is_not(None))
    newest = select(func.max(GAME.c.id)).where(*of_book).group_by(GAME.c.kept_as)
    query = select(GAME.c.variant, GAME.c.rules).where(GAME.c.id.in_(newest))
    found = run(query.order_by(GAME.c.id.desc()).limit(MOST))
    return [rules_from_json(row.variant, row.rules) for row in found]


@transaction
def forget(phone_key: str, name: str) -> None:
    """Offer the game of this name no more; what was played under it keeps its name."""
    of_name = (GAME.c.book_id == book_id(phone_key), GAME.c.kept_as == name)
    run(update(GAME).where(*of_name).values(kept_as=None))
