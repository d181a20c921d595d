"""What the store gives: games and log lines as values, with what it knows of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from scorekeeper import rows
from scorekeeper.models import ChangeRow, GameRow, Phone
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.history import Change
from scorekeeper.rules.house import Settings


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with what the store knows of it. Times are aware, in UTC."""

    id: int
    key: str
    revision: int
    started_at: datetime
    changed_at: datetime
    phone_hash: str
    game: Game


@dataclass(frozen=True, slots=True)
class LogLine:
    """One save: when, what it changed, and which revision it took back (undo)."""

    revision: int
    at: datetime
    change: Change
    undoes: int | None

    @property
    def is_correction(self) -> bool:
        """Whether a hand that was scored already was entered anew."""
        before, after = self.change.before, self.change.after
        if not (isinstance(before, Hand) and isinstance(after, Hand)):
            return False
        return before.scored and after.scored


def line_from(row: ChangeRow) -> LogLine:
    """The save that a row of the log tells of."""
    before: Hand | Settings | None
    after: Hand | Settings | None
    if row.number == 0:
        before, after = rows.settings_from_json(row.before), rows.settings_from_json(row.after)
    else:
        before, after = rows.hand_from_json(row.before), rows.hand_from_json(row.after)
    return LogLine(row.revision, _aware(row.at), Change(row.number, before, after), row.undoes)


def stored_from(row: GameRow, phone: Phone) -> StoredGame:
    """The game with its row's key, revision and times."""
    return StoredGame(
        row.id,
        row.key,
        row.revision,
        _aware(row.started_at),
        _aware(row.changed_at),
        phone.key_hash,
        rows.game_from(row),
    )


def _aware(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC)
