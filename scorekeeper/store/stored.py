"""What the store gives: games and log lines as values, with what it knows of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.models import ChangeRow, GameRow
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.history import Change
from scorekeeper.rules.house import Settings
from scorekeeper.store import rows
from scorekeeper.store.transaction import aware


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with what the store knows of it. Times are aware, in UTC.

    ``revision`` counts the saves, ``rights`` the changes of who may keep score.
    """

    id: int
    key: str
    code: str | None
    book_id: int
    revision: int
    rights: int
    started_at: datetime
    changed_at: datetime
    game: Game

    @property
    def stamp(self) -> str:
        """What a page has seen when it has seen this: ``12.3``."""
        return stamp_of(self.revision, self.rights)


def stamp_of(revision: int, rights: int) -> str:
    """How a page names what it has seen."""
    return f"{revision}.{rights}"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One save: when, by which phone, what it changed, and which revision it took back."""

    revision: int
    at: datetime
    phone_id: int
    phone: str
    change: Change
    undoes: int | None

    @property
    def is_correction(self) -> bool:
        """Whether a hand that was scored already was entered anew."""
        before, after = self.change.before, self.change.after
        if not (isinstance(before, Hand) and isinstance(after, Hand)):
            return False
        return before.scored and after.scored


def line_from(row: ChangeRow, phone: str = "") -> LogLine:
    """The save that a row of the log tells of, with the name of its phone."""
    return LogLine(row.revision, aware(row.at), row.phone_id, phone, change_from(row), row.undoes)


def change_from(row: ChangeRow) -> Change:
    """What a row of the log says was changed."""
    before: Hand | Settings | None
    after: Hand | Settings | None
    if row.number == 0:
        before, after = rows.settings_from_json(row.before), rows.settings_from_json(row.after)
    else:
        before, after = rows.hand_from_json(row.before), rows.hand_from_json(row.after)
    return Change(row.number, before, after)


def stored_from(row: GameRow) -> StoredGame:
    """The game with its row's key, revision and times."""
    return StoredGame(
        row.id,
        row.key,
        row.code,
        row.book_id,
        row.revision,
        row.rights,
        aware(row.started_at),
        aware(row.changed_at),
        rows.game_from(row),
    )
