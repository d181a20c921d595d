"""How a game came to be: the lines of its log, and the games before and after each."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import accumulate

from sqlalchemy import func, select

from scorekeeper.rules.game import Game
from scorekeeper.rules.history import taken_back
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.models import ChangeRow, Phone, db
from scorekeeper.store.models.tables import CHANGE, run
from scorekeeper.store.reading import known
from scorekeeper.store.stored import LogLine, StoredGame
from scorekeeper.store.transaction import now
from scorekeeper.store.writing import line_from

UNTOLD = -1
"""Stands for the save that Undo takes back, which an earlier revision does not record."""
FOLDED = 200
"""How many saves of the log are at most read to know what an old page showed."""
LONGEST_LOG = 20_000
"""Saves of one game: 25 times the taps of the longest that there can be (60 hands of 6 players)."""
SAVES_AN_HOUR = 2_000
"""Saves of one game within an hour: one in 1.8 seconds, all the time."""
HOUR = timedelta(hours=1)


def log(
    game_id: int, newest: int | None = None, *, after: int = 0, before: int | None = None
) -> list[LogLine]:
    """Every save of the game between two revisions, or only some, newest first."""
    query = select(ChangeRow, Phone.name).join(Phone, ChangeRow.phone_id == Phone.id)
    query = query.where(ChangeRow.game_id == game_id, ChangeRow.revision > after)
    if before is not None:
        query = query.where(ChangeRow.revision < before)
    query = query.order_by(ChangeRow.revision.desc()).limit(newest)
    return [line_from(row, name) for row, name in db.session.execute(query)]


def stored_at(stored: StoredGame, revision: int) -> StoredGame | None:
    """The game as it was at an earlier revision; None when that was not, or is too long ago.

    What Undo would have taken back then is UNTOLD.
    """
    if not 0 <= revision <= stored.revision <= revision + FOLDED:
        return None
    played = known(stored.key, revision)
    if played is None:
        since = saves_since(stored, revision)
        if since is None:
            return None
        game = games_since(stored.game, since)[0]
        played = game, score_sheet(game)
    game, sheet = played
    return replace(stored, revision=revision, undoable=UNTOLD, game=game, sheet=sheet)


def saves_since(stored: StoredGame, revision: int | None) -> list[LogLine] | None:
    """The saves since a page was drawn, newest first.

    None when it named no revision that was, one that is too long ago, or one that the log has
    a gap after (a restored backup counts on above what was there).
    """
    if revision is None or not 0 <= revision <= stored.revision <= revision + FOLDED:
        return None
    since = log(stored.id, after=revision)
    return since if len(since) == stored.revision - revision else None


def games_since(game: Game, since: list[LogLine]) -> tuple[Game, ...]:
    """The game before the newest saves (newest first), after each of them, and so as it is now."""
    return tuple(accumulate((line.change for line in since), taken_back, initial=game))[::-1]


def runs_since(game: Game, since: list[LogLine], knows: frozenset[str]) -> list[list[Game]]:
    """The games since, split where a tap that the page knows was saved (rules/merge.py)."""
    first, *later = games_since(game, since)
    runs = [[first]]
    for line, after in zip(reversed(since), later, strict=True):
        if line.tap in knows:
            runs.append([after])
        else:
            runs[-1].append(after)
    return runs


def saved_by(game_id: int, tap: str | None) -> int | None:
    """The revision that this tap made; None where the game's log does not have it."""
    query = select(CHANGE.c.revision).where(CHANGE.c.game_id == game_id, CHANGE.c.tap == tap)
    return run(query).scalar() if tap is not None else None


def check_room(stored: StoredGame) -> None:
    """Raise RefusedError where the game was saved more often than any table does.

    Costs no statement before a game is longer than any evening.
    """
    if stored.revision < SAVES_AN_HOUR:
        return
    here = CHANGE.c.game_id == stored.id
    first = stored.revision - SAVES_AN_HOUR + 1
    at = run(select(CHANGE.c.at).where(here, CHANGE.c.revision == first)).scalar()
    # A clock that was fast must not stop a table.
    if at is not None and timedelta() <= now() - at < HOUR:
        raise RefusedError(Problem("saves-often", values={"most": SAVES_AN_HOUR}))
    if stored.revision < LONGEST_LOG:
        return
    # Revisions may leave some out.
    if (run(select(func.count()).where(here)).scalar() or 0) >= LONGEST_LOG:
        raise RefusedError(Problem("log-full", values={"most": LONGEST_LOG}))
