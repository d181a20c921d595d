"""The budget of an event: how long its log may get, and how fast it may grow.

A championship of 400 people at 100 tables for 20 rounds needs about 3,000 lines: everybody is
ticked, every table plays on paper, and some results are corrected. Its draws with the plans of all
later rounds take 0.4 MB, or 2 MB if each is made five times.
"""

from datetime import timedelta

from sqlalchemy import func, select

from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, Counted
from scorekeeper.rules.events.round_acts import Drawn
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store.engine.transaction import now
from scorekeeper.store.models import EventRow
from scorekeeper.store.models.tables import ACT, run

LONGEST_LOG = 5_000
"""Lines of a log."""
LARGEST_LOG = 3_000_000
"""Characters of the lines in a log; what the reserve has room for comes on top."""
MOST_CHARACTERS = LARGEST_LOG + 500_000
RESERVE = 500
"""More lines for what a full event needs: results that the desk enters or lets count, Undo, and
notes of rights."""
MOST_LINES = 2 * RESERVE + LONGEST_LOG
"""The most lines of any log: ``RESERVE`` again has room for each open table to be set aside."""
ACTS_AN_HOUR = 1_000
"""Lines within an hour: each of 500 people ticked and unticked."""
DRAWS_AN_HOUR = 60
HOUR = timedelta(hours=1)
LARGEST_ACT = 100_000
"""Characters; a draw of 500 people with the plans of 20 rounds has 50,000."""
MOST_ADJUSTMENTS = 500
"""Penalties and bonuses at a time: one for each player of the largest event."""


def check_room(row: EventRow, event: Event, act: Act) -> None:
    """Raise RefusedError if the log has no room for this act, or grew faster than any desk works.

    Acts that lead to the end of the event always have room. Runs no statement until a log is long.
    """
    if act.ends:
        return
    if isinstance(act, ByHand | Counted):
        check_reserve(row)
        return
    _check_pace(row, act)
    if isinstance(act, Adjusted) and len(event.adjustments) >= MOST_ADJUSTMENTS:
        values = {"most": MOST_ADJUSTMENTS}
        raise RefusedError(Problem(EventCode.ADJUSTMENTS_MANY, values=values))
    if lines_of(row) >= LONGEST_LOG or _is_large(row):
        raise RefusedError(Problem(EventCode.LOG_FULL))


def check_reserve(row: EventRow) -> None:
    """Raise RefusedError if the log has no room for an Undo or a result, either."""
    if lines_of(row) >= LONGEST_LOG + RESERVE:
        raise RefusedError(Problem(EventCode.LOG_FULL))


def has_room(row: EventRow) -> bool:
    """Return whether the log has room for a note. Rights also change without one, because nobody
    may keep a right only because a log is full."""
    return lines_of(row) < LONGEST_LOG + RESERVE


def lines_of(row: EventRow) -> int:
    """The lines of an event's log; after a restore there are fewer than revisions."""
    if row.revision < LONGEST_LOG:
        return row.revision
    return run(select(func.count()).where(ACT.c.event_id == row.id)).scalar() or 0


def _is_large(row: EventRow) -> bool:
    if row.revision * LARGEST_ACT < LARGEST_LOG:
        return False
    size = select(func.sum(func.length(ACT.c.data))).where(ACT.c.event_id == row.id)
    return (run(size).scalar() or 0) >= LARGEST_LOG


def _check_pace(row: EventRow, act: Act) -> None:
    """Raise RefusedError if too many acts or draws were made within an hour."""
    if isinstance(act, Drawn) and row.revision > DRAWS_AN_HOUR:
        _require_pause(row, DRAWS_AN_HOUR, EventCode.DRAWS_OFTEN, act.kind)
    if row.revision >= ACTS_AN_HOUR:
        _require_pause(row, ACTS_AN_HOUR, EventCode.ACTS_OFTEN)


def _require_pause(row: EventRow, most: int, code: EventCode, *kinds: str) -> None:
    query = select(ACT.c.at).where(ACT.c.event_id == row.id)
    if kinds:
        query = query.where(ACT.c.kind.in_(kinds))
    at = run(query.order_by(ACT.c.number.desc()).offset(most - 1).limit(1)).scalar()
    # A clock that was fast must not stop a desk.
    if at is not None and timedelta() <= now() - at < HOUR:
        raise RefusedError(Problem(code, values={"most": most}))
