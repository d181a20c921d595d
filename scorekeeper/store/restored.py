"""After a backup was put in place: is it whole, and does no page from before pass for a new one."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import func, select, update

from scorekeeper.store.lists import all_games
from scorekeeper.store.models import db
from scorekeeper.store.models.tables import GAME, run
from scorekeeper.store.transaction import transaction

STEP = 10_000
"""Beyond what is known to have been; far more than a page may be behind to be understood."""
LAST = 900_000_000
"""Forms and stamps take nine digits; the rest is for saves."""
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def read_all() -> None:
    """Read each column of each table, and each game.

    Raises what is raised where something is missing or makes no sense.
    """
    for table in db.metadata.sorted_tables:
        run(select(table).limit(1))
    for _ in all_games():
        pass


@transaction
def outdate_pages(known: int) -> int:
    """Let every game continue at a revision that no page has ever shown; returns it.

    It is above ``known`` and all that the database holds, and above the seconds since 2026: no
    game is saved more than once a second, so that it is also above what nobody can read any more.
    Between it and the newest line of a log is a gap, over which no page is understood.
    """
    held = run(select(func.max(GAME.c.revision), func.max(GAME.c.rights))).one()
    highest = max(known, *(number or 0 for number in held))
    revision = min(max(_seconds(), highest + STEP), LAST)
    run(update(GAME).values(revision=revision, rights=revision))
    return revision


def _seconds() -> int:
    return int((datetime.now(UTC) - BEGIN).total_seconds())
