"""Saving: every change of a game goes through :func:`save` or :func:`undo`.

The revision is checked inside the writing transaction, what is already so is a success that
writes nothing, and each save leaves a line in the log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce

from sqlalchemy import select

from scorekeeper.models import ChangeRow, Phone, db
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import Change, change_between, taken_back
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.reading import Seen, UnknownGameError, keep, known, see
from scorekeeper.store.rights import Rights
from scorekeeper.store.stored import LogLine, StoredGame
from scorekeeper.store.transaction import transaction
from scorekeeper.store.writing import change_from, line_from, write_save

Action = Callable[[Game], Game]
Rebase = Callable[[Game, Game], Action | None]
"""From the game that the page showed and the game as it is now to the action that only adds what
the page entered; None when both changed the same thing."""
UNTOLD = -1
"""In place of the save that Undo takes back: an earlier revision does not tell."""
FOLDED = 200
"""How many saves of the log are at most read to know what an old page showed."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The game before and after a save, and what that changed; None: it was so already.

    Of an Undo that was done already, ``change`` is what it changed then.
    """

    before: StoredGame
    after: StoredGame
    rights: Rights
    change: Change | None


class StaleError(Exception):
    """The game moved on since the page was drawn.

    Carries the game as it is now, the saves ``since`` (newest first), and the game as the page
    showed it (``base``, None when it named no revision that was).
    """

    def __init__(self, stored: StoredGame, since: list[LogLine], *, known: bool = True) -> None:
        super().__init__(f"revision is {stored.revision}")
        self.stored = stored
        self.since = since
        self.base = folded(stored.game, since) if known else None


def save(
    key: str,
    phone_key: str,
    revision: int | None,
    action: Action,
    rebase: Rebase | None = None,
) -> Saved:
    """Apply an action to the game and keep the outcome.

    When ``revision`` is not the present one, ``rebase`` may say what to do instead.
    Raises UnknownGameError, StaleError when the page is stale and the action would still
    change something, RefusedError from the action.
    """
    saved = _save(key, phone_key, revision, action, rebase)
    keep(saved.after)
    return saved


def undo(key: str, phone_key: str, target: int | None) -> Saved:
    """Take back the save that made revision ``target``, which must be the newest one left.

    Taking back what was taken back already is a success. Raises as :func:`save` does.
    """
    saved = _undo(key, phone_key, target)
    keep(saved.after)
    return saved


def log(game_id: int, newest: int | None = None, *, after: int = 0) -> list[LogLine]:
    """Every save of the game since revision ``after``, or only some, newest first."""
    query = select(ChangeRow, Phone.name).join(Phone, ChangeRow.phone_id == Phone.id)
    query = query.where(ChangeRow.game_id == game_id, ChangeRow.revision > after)
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
        game = folded(stored.game, log(stored.id, after=revision))
        played = game, score_sheet(game)
    game, sheet = played
    return replace(stored, revision=revision, undoable=UNTOLD, game=game, sheet=sheet)


def folded(game: Game, since: list[LogLine]) -> Game:
    """The game before the newest saves (newest first)."""
    return reduce(taken_back, (line.change for line in since), game)


@transaction
def _save(
    key: str, phone_key: str, revision: int | None, action: Action, rebase: Rebase | None
) -> Saved:
    seen = _writable(key, phone_key)
    before = seen.stored
    if revision == before.revision:
        game = action(before.game)
    else:
        game = _rebased(before, revision, action, rebase)
    if game == before.game:
        return Saved(before, before, seen.rights, None)
    change = change_between(before.game, game)
    return Saved(before, write_save(seen, game, change), seen.rights, change)


@transaction
def _undo(key: str, phone_key: str, target: int | None) -> Saved:
    seen = _writable(key, phone_key)
    before = seen.stored
    if target is not None and target == before.undoable:
        done = db.session.get_one(ChangeRow, (before.id, target))
        game = taken_back(before.game, change_from(done))
        change = change_between(before.game, game)
        return Saved(before, write_save(seen, game, change, done), seen.rights, change)
    query = select(ChangeRow).filter_by(game_id=before.id, undoes=target)
    if target is not None and (taken := db.session.scalar(query)):
        return Saved(before, before, seen.rights, change_from(taken))
    raise _stale(before, target)


def _writable(key: str, phone_key: str) -> Seen:
    """The game, locked, as the phone that keeps its score sees it; raises UnknownGameError."""
    seen = see(key, phone_key, lock=True)
    if not seen.rights.writes:
        raise UnknownGameError(key)
    return seen


def _rebased(
    stored: StoredGame,
    revision: int | None,
    action: Action,
    rebase: Rebase | None,
) -> Game:
    """What a stale page asks for, where nothing that others saved is lost by it."""
    try:
        if action(stored.game) == stored.game:
            return stored.game
    except RefusedError:
        pass
    stale = _stale(stored, revision)
    if rebase is None or stale.base is None:
        raise stale
    own = rebase(stale.base, stored.game)
    if own is None:
        raise stale
    return own(stored.game)


def _stale(stored: StoredGame, revision: int | None) -> StaleError:
    was = revision is not None and 0 <= revision < stored.revision
    since = log(stored.id, after=revision or 0) if was else []
    return StaleError(stored, since, known=was)
