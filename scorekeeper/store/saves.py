"""Saving: every change of a game goes through :func:`change` or :func:`undo`.

The revision is checked inside the writing transaction, what is already so is a success, and
each save leaves a line in the log.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from sqlalchemy import exists, func, select
from sqlalchemy.orm import aliased

from scorekeeper.models import ChangeRow, GameRow, Phone, db
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import Change, change_between, taken_back
from scorekeeper.rules.house import Settings
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store import rows
from scorekeeper.store.games import own_row
from scorekeeper.store.stored import LogLine, StoredGame, change_from, line_from, stored_from
from scorekeeper.store.transaction import now, transaction

Action = Callable[[Game], Game]
Rebase = Callable[[Game, Game], Action | None]
"""From the game that the page showed and the game as it is now to the action that only adds what
the page entered; None when both changed the same thing."""


class StaleError(Exception):
    """The game moved on since the page was drawn.

    Carries the game as it is now, the saves ``since`` (newest first), and the game as the page
    showed it (``base``, None when it named no revision that was).
    """

    def __init__(self, stored: StoredGame, since: list[LogLine], *, known: bool = True) -> None:
        super().__init__(f"revision is {stored.revision}")
        self.stored = stored
        self.since = since
        changes = (line.change for line in since)
        self.base = reduce(taken_back, changes, stored.game) if known else None


@transaction
def change(
    key: str,
    phone_key: str,
    revision: int | None,
    action: Action,
    rebase: Rebase | None = None,
) -> StoredGame:
    """Apply an action to the game and keep the outcome.

    When ``revision`` is not the present one, ``rebase`` may say what to do instead.
    Raises UnknownGameError, StaleError when the page is stale and the action would still
    change something, RefusedError from the action.
    """
    row, phone = own_row(key, phone_key)
    stored = stored_from(row)
    if revision == stored.revision:
        game = action(stored.game)
    else:
        game = _rebased(stored, revision, action, rebase)
    if game == stored.game:
        return stored
    _keep(row, phone, change_between(stored.game, game))
    return stored_from(row)


@transaction
def undo(key: str, phone_key: str, target: int | None) -> StoredGame:
    """Take back the save that made revision ``target``, which must be the newest one left.

    Taking back what was taken back already is a success. Raises as :func:`change` does.
    """
    row, phone = own_row(key, phone_key)
    stored = stored_from(row)
    if target is not None and _was_taken_back(row.id, target):
        return stored
    if target is None or target != undoable(row.id):
        raise _stale(stored, target)
    done = change_from(db.session.get_one(ChangeRow, (row.id, target)))
    back = taken_back(stored.game, done)
    _keep(row, phone, change_between(stored.game, back), undoes=target)
    return stored_from(row)


def undoable(game_id: int) -> int | None:
    """The revision of the newest save that is not an undo and was not taken back."""
    later = aliased(ChangeRow)
    taken = exists().where(later.game_id == game_id, later.undoes == ChangeRow.revision)
    query = select(func.max(ChangeRow.revision)).filter_by(game_id=game_id, undoes=None)
    return db.session.scalar(query.where(~taken))


def log(game_id: int, newest: int | None = None, *, after: int = 0) -> list[LogLine]:
    """Every save of the game since revision ``after``, or only some, newest first."""
    query = select(ChangeRow, Phone.name).join(Phone, ChangeRow.phone_id == Phone.id)
    query = query.where(ChangeRow.game_id == game_id, ChangeRow.revision > after)
    query = query.order_by(ChangeRow.revision.desc()).limit(newest)
    return [line_from(row, name) for row, name in db.session.execute(query)]


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
    known = revision is not None and 0 <= revision < stored.revision
    since = log(stored.id, after=revision or 0) if known else []
    return StaleError(stored, since, known=known)


def _was_taken_back(game_id: int, revision: int) -> bool:
    return db.session.query(ChangeRow).filter_by(game_id=game_id, undoes=revision).count() > 0


def _keep(row: GameRow, phone: Phone, change: Change, undoes: int | None = None) -> None:
    row.revision += 1
    row.changed_at = now()
    if isinstance(change.after, Settings):
        rows.write_settings(row, change.after)
    else:
        rows.write_hand(row, change.number, change.after)
    row_of_log = ChangeRow(game_id=row.id, revision=row.revision, at=row.changed_at, undoes=undoes)
    row_of_log.phone_id, row_of_log.number = phone.id, change.number
    row_of_log.before, row_of_log.after = rows.to_json(change.before), rows.to_json(change.after)
    db.session.add(row_of_log)
    db.session.flush()
