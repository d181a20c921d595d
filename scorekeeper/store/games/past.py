"""The past of a game: the lines of its log, and the games before and after each line."""

from contextlib import suppress
from datetime import UTC, timedelta

from sqlalchemy import func, select

from scorekeeper.rules.game import Game
from scorekeeper.rules.history import Change
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.store.engine.transaction import now
from scorekeeper.store.games.reading import STEPS
from scorekeeper.store.mapping.document import AnyRow
from scorekeeper.store.mapping.logged import from_json, without
from scorekeeper.store.mapping.stored import BROKEN, LogLine, Step, StoredGame
from scorekeeper.store.models import CHANGE, PHONE, run

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
    stored: StoredGame, newest: int | None = None, *, after: int = 0, before: int | None = None
) -> list[LogLine]:
    """The saves of the game between two revisions, newest first; only the ``newest`` if given."""
    number, game = CHANGE.c.revision, stored.game
    # Somebody may have saved since the game was read.
    here = CHANGE.c.game_id == stored.id, number <= stored.revision
    first = stored.revision + 1 if before is None else before
    if first <= stored.revision:
        later = select(CHANGE.c.places).where(*here, number >= first).order_by(number.desc())
        game = without(game, *map(from_json, run(later).scalars()))
    query = select(*CHANGE.c, PHONE.c.name.label("phone"))
    query = query.join_from(CHANGE, PHONE, CHANGE.c.phone_id == PHONE.c.id)
    query = query.where(*here, number > after, number < first).order_by(number.desc())
    lines = []
    for row in run(query.limit(newest)):
        change = Change(without(game, from_json(row.places)), game)
        at = row.at.replace(tzinfo=UTC)
        lines.append(
            LogLine(row.revision, at, row.phone_id, row.phone, change, row.undoes, row.tap)
        )
        game = change.before
    return lines


def line(game_id: int, **values: object) -> AnyRow | None:
    """The line of a game's log with these values; None if there is none, or a value is None."""
    if None in values.values():
        return None
    of_line = [CHANGE.c[name] == value for name, value in values.items()]
    return run(select(CHANGE).where(CHANGE.c.game_id == game_id, *of_line)).first()


def change_of(stored: StoredGame, row: AnyRow) -> Change:
    """The change of a line of the game's log."""
    return log(stored, 1, before=row.revision + 1)[0].change


def step(stored: StoredGame, revision: int | None) -> Step | None:
    """The effect of the save of this revision; None if the log does not have it, as before the
    first."""
    if not revision:
        return None
    if done := STEPS.get((stored.key, revision)):
        return done
    row = line(stored.id, revision=revision)
    if row is None:
        return None
    done = Step(from_json(row.places), row.undoes)
    STEPS.keep((stored.key, revision), done)
    return done


def newest_change(stored: StoredGame) -> Change | None:
    """The change that Undo reverses next; None if there is none."""
    done = step(stored, stored.undoable)
    return Change(without(stored.game, done.places), stored.game) if done else None


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
    """The change that Redo reapplies in the game at this revision; None if there is none, or the
    game no longer has its places."""
    done = step(stored, redoable(stored, revision))
    with suppress(*BROKEN):
        return Change(stored.game, without(stored.game, done.places)) if done else None
    return None


def game_at(stored: StoredGame, revision: int) -> Game | None:
    """The game as it was at an earlier revision; None if there was none or it is too old."""
    since = saves_since(stored, revision)
    return since[-1].change.before if since else None if since is None else stored.game


def number_now(stored: StoredGame, revision: int | None, number: int) -> int | None:
    """The number now of the hand that had this one on a page; None if it was taken out."""
    if revision == stored.revision:
        return number
    then = None if revision is None else game_at(stored, revision)
    return stored.game.number_of((then or stored.game).id_of(number))


def saves_since(stored: StoredGame, revision: int | None) -> list[LogLine] | None:
    """The saves since a page was drawn, newest first.

    None if its revision never existed, is too old, or is followed by a gap in the log (after a
    restore, revisions continue above all earlier ones).
    """
    if revision is None or not 0 <= revision <= stored.revision <= revision + FOLDED:
        return None
    since = log(stored, after=revision)
    return since if len(since) == stored.revision - revision else None


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
