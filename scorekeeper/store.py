"""Games in the database, as values: the only module that commits.

Every save goes through :func:`change` or :func:`undo`: the revision is checked inside the
writing transaction, what is already so is a success, and each save leaves a line in the log.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from sqlalchemy import delete as sql_delete
from sqlalchemy import exists, select
from sqlalchemy.orm import aliased

from scorekeeper import rows
from scorekeeper.models import ChangeRow, GameRow, Phone, db
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import Change, change_between, taken_back
from scorekeeper.rules.house import Settings
from scorekeeper.rules.problems import RefusedError
from scorekeeper.stored import LogLine, StoredGame, line_from, stored_from

Action = Callable[[Game], Game]


class UnknownGameError(LookupError):
    """There is no such game, or it is not this phone's to change."""


class StaleError(Exception):
    """The game moved on since the page was drawn; carries it as it is now."""

    def __init__(self, stored: StoredGame) -> None:
        super().__init__(f"revision is {stored.revision}")
        self.stored = stored


def hashed(phone_key: str) -> str:
    """How a phone's key is kept: SHA-256 of at least 128 random bits needs no salt."""
    return hashlib.sha256(phone_key.encode()).hexdigest()


def read(key: str) -> StoredGame:
    """The game at this address; raises UnknownGameError."""
    found = _find(key)
    if found is None:
        raise UnknownGameError(key)
    return stored_from(*found)


def newest_games(phone_key: str, count: int, skip: int = 0) -> list[StoredGame]:
    """The games of this phone that were changed last, newest first."""
    query = select(GameRow, Phone).join(Phone, GameRow.phone_id == Phone.id)
    query = query.where(Phone.key_hash == hashed(phone_key))
    query = query.order_by(GameRow.changed_at.desc(), GameRow.id.desc())
    found = db.session.execute(query.offset(skip).limit(count))
    return [stored_from(row, phone) for row, phone in found]


def games_of(phone_key: str) -> Iterator[StoredGame]:
    """All games that this phone started, oldest first, a few at a time."""
    yield from _games(GameRow.phone_id == Phone.id, Phone.key_hash == hashed(phone_key))


def all_games() -> Iterator[StoredGame]:
    """Every game there is, oldest first, a few at a time."""
    yield from _games(GameRow.phone_id == Phone.id)


def start(phone_key: str, game: Game, token: str) -> StoredGame:
    """Keep a new game for this phone; asked again with the same token, it is kept once."""
    with _writing():
        key = _new_key(phone_key, game, token)
        known = _find(key)
        if known is not None:
            return stored_from(*known)
        phone = db.session.scalar(select(Phone).filter_by(key_hash=hashed(phone_key)))
        if phone is None:
            phone = Phone(key_hash=hashed(phone_key))
            db.session.add(phone)
            db.session.flush()
        now = _now()
        row = GameRow(key=key, phone_id=phone.id, revision=0)
        row.started_at = row.changed_at = now
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
        if db.session.scalar(
            select(exists().where(ChangeRow.game_id == row.id, ChangeRow.undoes == target))
        ):
            return stored_from(row, phone)
        if target is None or target != undoable(row.id):
            raise StaleError(stored_from(row, phone))
        line = line_from(db.session.get_one(ChangeRow, (row.id, target)))
        game = rows.game_from(row)
        _keep(row, change_between(game, taken_back(game, line.change)), undoes=target)
        return stored_from(row, phone)


def undoable(game_id: int) -> int | None:
    """The revision of the newest save that is not an undo and was not taken back."""
    later = aliased(ChangeRow)
    taken = exists().where(later.game_id == game_id, later.undoes == ChangeRow.revision)
    query = select(ChangeRow.revision).where(
        ChangeRow.game_id == game_id, ChangeRow.undoes.is_(None), ~taken
    )
    return db.session.scalar(query.order_by(ChangeRow.revision.desc()).limit(1))


def log(game_id: int) -> list[LogLine]:
    """Every save of the game, oldest first."""
    query = select(ChangeRow).filter_by(game_id=game_id).order_by(ChangeRow.revision)
    return [line_from(row) for row in db.session.scalars(query)]


def delete(key: str, phone_key: str) -> None:
    """Remove the game for good, if it is this phone's."""
    with _writing():
        row, _ = _own_row(key, phone_key)
        db.session.execute(sql_delete(GameRow).where(GameRow.id == row.id))


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


def _new_key(phone_key: str, game: Game, token: str) -> str:
    """128 bits that only this phone's secret key and the page's token give."""
    text = repr((token, game))
    digest = hmac.new(phone_key.encode(), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def _find(key: str) -> tuple[GameRow, Phone] | None:
    query = select(GameRow, Phone).join(Phone, GameRow.phone_id == Phone.id)
    found = db.session.execute(query.where(GameRow.key == key)).first()
    return (found[0], found[1]) if found else None


def _own_row(key: str, phone_key: str) -> tuple[GameRow, Phone]:
    query = select(GameRow, Phone).join(Phone, GameRow.phone_id == Phone.id)
    query = query.where(GameRow.key == key, Phone.key_hash == hashed(phone_key))
    found = db.session.execute(query.with_for_update(of=GameRow)).first()
    if found is None:
        raise UnknownGameError(key)
    return found[0], found[1]


def _games(*conditions: object) -> Iterator[StoredGame]:
    query = select(GameRow, Phone).where(*conditions).order_by(GameRow.id)  # type: ignore[arg-type]
    for row, phone in db.session.execute(query.execution_options(yield_per=50)):
        yield stored_from(row, phone)


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
