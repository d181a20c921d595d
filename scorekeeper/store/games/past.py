"""The past of a game: the lines of its log, and the games before and after each line."""

from dataclasses import replace
from datetime import timedelta
from functools import reduce
from itertools import accumulate

from sqlalchemy import func, select

from scorekeeper.rules.game import Game
from scorekeeper.rules.history import HANDS, Change, moved_by, relisted, without_change
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.store.engine.transaction import now
from scorekeeper.store.games.reading import STEPS
from scorekeeper.store.mapping.document import AnyRow
from scorekeeper.store.mapping.logged import change_from, line_from
from scorekeeper.store.mapping.stored import LogLine, Step, StoredGame
from scorekeeper.store.models.tables import CHANGE, PHONE, run

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
    query = select(*CHANGE.c, PHONE.c.name.label("phone"))
    query = query.join_from(CHANGE, PHONE, CHANGE.c.phone_id == PHONE.c.id)
    query = query.where(CHANGE.c.game_id == game_id, CHANGE.c.revision > after)
    if before is not None:
        query = query.where(CHANGE.c.revision < before)
    return [line_from(row) for row in run(query.order_by(CHANGE.c.revision.desc()).limit(newest))]


def line(game_id: int, **values: object) -> AnyRow | None:
    """The line of a game's log with these values; None if there is none, or a value is None."""
    if None in values.values():
        return None
    of_line = [CHANGE.c[name] == value for name, value in values.items()]
    return run(select(CHANGE).where(CHANGE.c.game_id == game_id, *of_line)).first()


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
    """The game as it was at an earlier revision, with its hands numbered as now; None if there was
    none or it is too old."""
    since = saves_since(stored, revision)
    return None if since is None else listed_games(stored.game, since)[0]


def number_now(stored: StoredGame, revision: int | None, number: int) -> int | None:
    """The number now of the hand that had this one on a page; None if it was taken out."""
    if revision == stored.revision:
        return number
    return number_after(saves_since(stored, revision) or [], number)


def number_after(since: list[LogLine], number: int) -> int | None:
    """The number of a hand after these saves, newest first; None if it was taken out."""
    now: int | None = number
    for change in _listings(since) if number > 0 else ():
        now = None if now is None else moved_by(change, now)
    return now


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


def listed_games(game: Game, since: list[LogLine]) -> tuple[Game, ...]:
    """As :func:`games_since`, with the hands of all games numbered as they are now."""
    games = games_since(game, since)
    if not is_relisted(since):
        return games
    later = (since[: len(since) - index] for index in range(len(games)))
    return tuple(
        reduce(relisted, _listings(lines), one) for one, lines in zip(games, later, strict=True)
    )


def listed_lines(since: list[LogLine]) -> list[LogLine]:
    """These saves, newest first, with the numbers that their hands have now."""
    return [
        replace(line, change=replace(line.change, number=number))
        for index, line in enumerate(since)
        if (number := number_after(since[:index], line.change.number)) is not None
    ]


def is_relisted(since: list[LogLine]) -> bool:
    """Return whether a hand was taken out or put in, so that a number may mean another hand."""
    return any(line.change.number == HANDS for line in since)


def _listings(since: list[LogLine]) -> list[Change]:
    """The changes of the list of hands, oldest first, without those that were undone."""
    done: list[LogLine] = []
    for line in reversed(since):
        if line.change.number == HANDS:
            if done and line.undoes == done[-1].revision:
                done.pop()
            else:
                done.append(line)
    return [line.change for line in done]


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
