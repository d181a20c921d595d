"""Games in the database, as values: the only module that commits.

Every save goes through :func:`change` or :func:`undo`: the revision is checked inside the
writing transaction, what is already so is a success, and each save leaves a line in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hmac import compare_digest

from sqlalchemy import Select, exists, func, select
from sqlalchemy import delete as sql_delete
from sqlalchemy.orm import aliased

from scorekeeper import rows
from scorekeeper.keys import game_key, hashed
from scorekeeper.models import ChangeRow, GameRow, Phone, db
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import Change, change_between, taken_back
from scorekeeper.rules.house import Settings
from scorekeeper.rules.problems import RefusedError
from scorekeeper.stored import LogLine, StoredGame, line_from, stored_from

Action = Callable[[Game], Game]
OWNED = select(GameRow, Phone).join(Phone, GameRow.phone_id == Phone.id)
"""Games with the phone that started each."""


class UnknownGameError(LookupError):
    """There is no such game, or it is not this phone's to change."""


class StaleError(Exception):
    """The game moved on since the page was drawn; carries it as it is now."""

    def __init__(self, stored: StoredGame) -> None:
        super().__init__(f"revision is {stored.revision}")
        self.stored = stored


def read(key: str) -> StoredGame:
    """The game at this address; raises UnknownGameError."""
    found = _find(key)
    if found:
        return stored_from(*found)
    raise UnknownGameError(key)


def newest_games(phone_key: str, count: int, skip: int = 0) -> list[StoredGame]:
    """The games of this phone that were changed last, newest first."""
    query = OWNED.where(Phone.key_hash == hashed(phone_key))
    query = query.order_by(GameRow.changed_at.desc(), GameRow.id.desc())
    return [stored_from(*found) for found in db.session.execute(query.offset(skip).limit(count))]


def games_of(phone_key: str) -> Iterator[StoredGame]:
    """All games that this phone started, oldest first, a few at a time."""
    yield from _streamed(OWNED.where(Phone.key_hash == hashed(phone_key)))


def all_games() -> Iterator[StoredGame]:
    """Every game there is, oldest first, a few at a time."""
    yield from _streamed(OWNED)


def start(phone_key: str, game: Game, token: str) -> StoredGame:
    """Keep a new game for this phone; asked again with the same token, it is kept once."""
    with _writing():
        key = game_key(phone_key, game, token)
        if known := _find(key):
            return stored_from(*known)
        phone = db.session.scalar(select(Phone).filter_by(key_hash=hashed(phone_key)))
        if phone is None:
            phone = Phone(key_hash=hashed(phone_key))
            db.session.add(phone)
            db.session.flush()
        row = GameRow(key=key, phone_id=phone.id, revision=0)
        row.started_at = row.changed_at = _now()
        rows.fill_new(row, game)
        db.session.add(row)
        db.session.flush()
        return stored_from(row, phone)


def change(key: str, phone_key: str, revision: int | None, action: Action) -> StoredGame:
    """Apply an action to the game and keep the outcome.

    Raises UnknownGameError, StaleError when ``revision`` is not the present one and the
    action would still change something, RefusedError from the action.
    """
    with _writing():
        row, phone = _own_row(key, phone_key)
        stored = stored_from(row, phone)
        try:
            game = action(stored.game)
        except RefusedError:
            if revision != stored.revision:
                raise StaleError(stored) from None
            raise
        if game == stored.game:
            return stored
        if revision != stored.revision:
            raise StaleError(stored)
        _keep(row, change_between(stored.game, game))
        return stored_from(row, phone)


def undo(key: str, phone_key: str, target: int | None) -> StoredGame:
    """Take back the save that made revision ``target``, which must be the newest one left.

    Taking back what was taken back already is a success. Raises as :func:`change` does.
    """
    with _writing():
        row, phone = _own_row(key, phone_key)
        stored = stored_from(row, phone)
        if target is not None and _was_taken_back(row.id, target):
            return stored
        if target is None or target != undoable(row.id):
            raise StaleError(stored)
        line = line_from(db.session.get_one(ChangeRow, (row.id, target)))
        back = taken_back(stored.game, line.change)
        _keep(row, change_between(stored.game, back), undoes=target)
        return stored_from(row, phone)


def undoable(game_id: int) -> int | None:
    """The revision of the newest save that is not an undo and was not taken back."""
    later = aliased(ChangeRow)
    taken = exists().where(later.game_id == game_id, later.undoes == ChangeRow.revision)
    query = select(func.max(ChangeRow.revision)).filter_by(game_id=game_id, undoes=None)
    return db.session.scalar(query.where(~taken))


def log(game_id: int, newest: int | None = None) -> list[LogLine]:
    """Every save of the game, or only some, newest first."""
    query = select(ChangeRow).filter_by(game_id=game_id).order_by(ChangeRow.revision.desc())
    return [line_from(row) for row in db.session.scalars(query.limit(newest))]


def delete(key: str, phone_key: str) -> None:
    """Remove the game for good, if it is this phone's."""
    with _writing():
        row, _ = _own_row(key, phone_key)
        db.session.execute(sql_delete(GameRow).where(GameRow.id == row.id))


def _was_taken_back(game_id: int, revision: int) -> bool:
    return db.session.query(ChangeRow).filter_by(game_id=game_id, undoes=revision).count() > 0


@contextmanager
def _writing() -> Iterator[None]:
    """A transaction that takes the write lock first, so that what it reads stays true."""
    db.session.rollback()
    db.session.connection(execution_options={"writes": True})
    try:
        yield
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise


def _find(key: str, *, lock: bool = False) -> tuple[GameRow, Phone] | None:
    query = OWNED.where(GameRow.key == key)
    found = db.session.execute(query.with_for_update(of=GameRow) if lock else query).first()
    return (found[0], found[1]) if found else None


def _own_row(key: str, phone_key: str) -> tuple[GameRow, Phone]:
    found = _find(key, lock=True)
    if found is None or not compare_digest(found[1].key_hash, hashed(phone_key)):
        raise UnknownGameError(key)
    return found


def _streamed(query: Select[tuple[GameRow, Phone]]) -> Iterator[StoredGame]:
    query = query.order_by(GameRow.id).execution_options(yield_per=50)
    yield from (stored_from(*found) for found in db.session.execute(query))


def _keep(row: GameRow, change: Change, undoes: int | None = None) -> None:
    row.revision += 1
    row.changed_at = _now()
    if isinstance(change.after, Settings):
        rows.write_settings(row, change.after)
    else:
        rows.write_hand(row, change.number, change.after)
    row_of_log = ChangeRow(game_id=row.id, revision=row.revision, at=row.changed_at, undoes=undoes)
    row_of_log.phone_id, row_of_log.number = row.phone_id, change.number
    row_of_log.before, row_of_log.after = rows.to_json(change.before), rows.to_json(change.after)
    db.session.add(row_of_log)
    db.session.flush()


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)
