"""The past of a game: the lines of its log, and the games before and after each line."""

from datetime import timedelta
from itertools import accumulate

from sqlalchemy import func, select

from scorekeeper.rules.game import Game
from scorekeeper.rules.history import Change, without_change
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.store.engine.transaction import now
from scorekeeper.store.games.reading import STEPS
from scorekeeper.store.mapping.logged import change_from, line_from
from scorekeeper.store.mapping.stored import LogLine, Step, StoredGame
from scorekeeper.store.models import ChangeRow, Phone, db
from scorekeeper.store.models.tables import CHANGE, run

MOST_REDOS = 200
"""At most this many Redos in a row are followed back to find what the next one does."""
FOLDED = 200
"""At most this many saves are read from the log to find what an old page showed."""
LONGEST_LOG = 20_000
"""Saves of one game: 25 times the taps of the longest possible game (60 hands, 6 players)."""
SAVES_AN_HOUR = 2_000
"""Saves of one game within an hour: one every 1.8 seconds, all the time."""
HOUR = timedelta(hours=1)


def log(
    game_id: int, newest: int | None = None, *, after: int = 0, before: int | None = None
) -> list[LogLine]:
    """The saves of the game between two revisions, newest first; only the ``newest`` if given."""
    query = select(ChangeRow, Phone.name).join(Phone, ChangeRow.phone_id == Phone.id)
    query = query.where(ChangeRow.game_id == game_id, ChangeRow.revision > after)
    if before is not None:
        query = query.where(ChangeRow.revision < before)
    query = query.order_by(ChangeRow.revision.desc()).limit(newest)
    return [line_from(row, name) for row, name in db.session.execute(query)]


def step(stored: StoredGame, revision: int | None) -> Step | None:
    """The effect of the save of this revision; None if the log does not have it, as before the
    first."""
    if not revision:
        return None
    if done := STEPS.get((stored.key, revision)):
        return done
    row = db.session.get(ChangeRow, (stored.id, revision))
    if row is None:
        return None
    done = Step(change_from(row), row.undoes)
    STEPS.keep((stored.key, revision), done)
    return done


def redoable(stored: StoredGame, revision: int | None) -> int | None:
    """The Undo that Redo reverses in the game at this revision; None if there is none.

    After a Redo, this is the Undo before the one that it reversed: the game is as it was then.
    """
    for _ in range(MOST_REDOS):
        done = step(stored, revision)
        if done is None or done.undoes is None:
            return None
        if done.undoes > 0:
            return revision
        revision = -done.undoes - 1
    return None


def undone(stored: StoredGame, revision: int | None) -> Change | None:
    """The change that Redo reapplies in the game at this revision; None if there is none."""
    done = step(stored, redoable(stored, revision))
    return done.change.reversed if done else None


def game_at(stored: StoredGame, revision: int) -> Game | None:
    """The game as it was at an earlier revision; None if there was none or it is too old."""
    since = saves_since(stored, revision)
    return None if since is None else games_since(stored.game, since)[0]


def saves_since(stored: StoredGame, revision: int | None) -> list[LogLine] | None:
    """The saves since a page was drawn, newest first.

    None if its revision never existed, is too old, or is followed by a gap in the log (after a
    restore, revisions continue above all earlier ones).
    """
    if revision is None or not 0 <= revision <= stored.revision <= revision + FOLDED:
        return None
    since = log(stored.id, after=revision)
    return since if len(since) == stored.revision - revision else None


def games_since(game: Game, since: list[LogLine]) -> tuple[Game, ...]:
    """The game before these saves and after each of them, up to the ``game`` as it is now.

    ``since`` are the newest saves, newest first.
    """
    return tuple(accumulate((line.change for line in since), without_change, initial=game))[::-1]


def runs_since(game: Game, since: list[LogLine], knows: frozenset[str]) -> list[list[Game]]:
    """The games since then, split at the saves of taps that the page knows (rules/merge.py)."""
    first, *later = games_since(game, since)
    runs = [[first]]
    for line, after in zip(reversed(since), later, strict=True):
        if line.tap in knows:
            runs.append([after])
        else:
            runs[-1].append(after)
    return runs


def saved_by(game_id: int, tap: str | None) -> int | None:
    """The revision that this tap created; None if the game's log does not have the tap."""
    query = select(CHANGE.c.revision).where(CHANGE.c.game_id == game_id, CHANGE.c.tap == tap)
    return run(query).scalar() if tap is not None else None


def change_by(game_id: int, tap: str | None) -> Change | None:
    """The change that this tap made; None if the game's log does not have the tap."""
    if (revision := saved_by(game_id, tap)) is None:
        return None
    return change_from(db.session.get_one(ChangeRow, (game_id, revision)))


def check_room(stored: StoredGame) -> None:
    """Raise RefusedError if the game was saved more often than any table would.

    Runs no statement until a game is longer than any evening.
    """
    if stored.revision < SAVES_AN_HOUR:
        return
    here = CHANGE.c.game_id == stored.id
    first = stored.revision - SAVES_AN_HOUR + 1
    at = run(select(CHANGE.c.at).where(here, CHANGE.c.revision == first)).scalar()
    # A clock that was fast must not stop a table.
    if at is not None and timedelta() <= now() - at < HOUR:
        raise RefusedError(Problem(Code.SAVES_OFTEN, values={"most": SAVES_AN_HOUR}))
    if stored.revision < LONGEST_LOG:
        return
    # After a restore there are fewer lines than revisions.
    if (run(select(func.count()).where(here)).scalar() or 0) >= LONGEST_LOG:
        raise RefusedError(Problem(Code.LOG_FULL, values={"most": LONGEST_LOG}))
