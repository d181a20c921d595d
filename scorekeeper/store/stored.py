"""What the store returns: games and lines of the log as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.history import Change
from scorekeeper.rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its sheet and what the store knows of it. Times are aware, in UTC.

    ``revision`` counts the saves, ``rights`` the changes of who may keep score; ``undoable`` is
    the revision that Undo takes back next, None when there is none.
    """

    id: int
    key: str
    code: str | None
    book_id: int
    revision: int
    rights: int
    undoable: int | None
    started_at: datetime
    changed_at: datetime
    game: Game
    sheet: Sheet

    @property
    def stamp(self) -> str:
        """What a page has seen when it has seen this: ``12.3``."""
        return stamp_of(self.revision, self.rights)


def stamp_of(revision: int, rights: int) -> str:
    """How a page names what it has seen."""
    return f"{revision}.{rights}"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One save: when, by which phone and tap, what it changed, which revision it took back."""

    revision: int
    at: datetime
    phone_id: int
    phone: str
    change: Change
    undoes: int | None
    tap: str | None

    @property
    def is_correction(self) -> bool:
        """Whether the save corrected a hand that was already scored."""
        before, after = self.change.before, self.change.after
        if not (isinstance(before, Hand) and isinstance(after, Hand)):
            return False
        return before.scored and after.scored


@dataclass(frozen=True, slots=True)
class Tap:
    """What a page says of a tap: its ``number``, and those of earlier ones that it ``knows``."""

    number: str | None = None
    knows: frozenset[str] = frozenset()


UNNUMBERED = Tap()
"""That of a page without scripts."""
