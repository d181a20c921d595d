"""After a restore: check that the backup is complete, and make older pages out of date."""

from datetime import UTC, datetime

from sqlalchemy import func, select, update

from scorekeeper.store.engine.transaction import transaction
from scorekeeper.store.lists.lists import all_games
from scorekeeper.store.models import db
from scorekeeper.store.models.tables import GAME, run

STEP = 10_000
"""Added to the highest known revision; far more saves than a page may be behind (past.FOLDED)."""
LAST = 900_000_000
"""Forms and stamps accept nine digits; the rest of the range is left for saves."""
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def read_all() -> None:
    """Read each column of each table, and each game.

    Any error means that something is missing or makes no sense; it is passed on unchanged.
    """
    for table in db.metadata.sorted_tables:
        run(select(table).limit(1))
    for _ in all_games():
        pass


@transaction
def outdate_pages(known: int) -> int:
    """Let every game continue at a revision that no page has ever shown; returns that revision.

    It is above ``known``, above every revision in the database, and above the seconds since 2026.
    Games are saved less than once a second on average, so it is also above revisions in files that
    can no longer be read. It leaves a gap in the log, and no page is compared across a gap.
    """
    held = run(select(func.max(GAME.c.revision), func.max(GAME.c.rights))).one()
    highest = max(known, *(number or 0 for number in held))
    revision = min(max(_seconds(), highest + STEP), LAST)
    run(update(GAME).values(revision=revision, rights=revision))
    return revision


def _seconds() -> int:
    return int((datetime.now(UTC) - BEGIN).total_seconds())
