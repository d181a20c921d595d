"""The games of a season: how everybody of a book ended, of one kind in one year."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from scorekeeper.store.chosen import year_ends
from scorekeeper.store.models.tables import FIGURE, GAME, PERSON, run
from scorekeeper.store.people import BY_TIME, FIGURES
from scorekeeper.store.persons import ROOT


def ends_of(book_id: int, kind: str, year: int) -> list[tuple[int, int]]:
    """The person and the total of each seat, of the finished games of a kind that began in a year
    (UTC), in the order of the games.
    """
    first, after = year_ends(year)
    given = {"book": book_id, "kind": kind, "first": first, "after": after}
    return [(row.person, row.total) for row in run(_ENDS, given)]


_ENDS = (
    select(ROOT, FIGURE.c.total)
    .select_from(FIGURES)
    .where(
        PERSON.c.book_id == bindparam("book"),
        GAME.c.book_id == bindparam("book"),
        GAME.c.variant == bindparam("kind"),
        GAME.c.started_at >= bindparam("first"),
        GAME.c.started_at < bindparam("after"),
        FIGURE.c.kind == bindparam("kind"),
    )
    .order_by(*BY_TIME, FIGURE.c.seat)
)
