"""Games, lines of the log, and the rights of a phone as values."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from scorekeeper.rules.events.entrant_acts import Wish
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import can_hide_bids
from scorekeeper.rules.history import Change
from scorekeeper.rules.incoming import Stated
from scorekeeper.rules.people import ChosenColours, shades
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of a phone in a game, or to run an event.

    ``taken_away``: its right was revoked, and it needs a new link. ``in_book``: the game or event
    is in the phone's own book; for a game of an event: the phone runs the event, and
    the round is not closed. ``enters``: it may enter results of the event, because it runs it or
    helps.
    """

    writes: bool = False
    in_book: bool = False
    taken_away: bool = False
    enters: bool = False

    @property
    def may_claim(self) -> bool:
        """Whether the phone may claim the right by itself, because it shares the game's book."""
        return self.in_book and not self.writes and not self.taken_away


READ_ONLY = Rights()


class UnknownGameError(LookupError):
    """The game does not exist, or this phone may not change it."""


class BrokenGameError(UnknownGameError):
    """The document of the game with this ``key`` and ``stamp`` makes no game. Nothing else may
    break with it."""

    def __init__(self, key: str, stamp: str) -> None:
        super().__init__(key)
        self.key, self.stamp = key, stamp


@dataclass(frozen=True, slots=True)
class BrokenGame:
    """A game whose document makes no game, among others: what its row says of it."""

    id: int
    key: str
    uid: str
    started_at: datetime


class UnknownEventError(UnknownGameError):
    """The event does not exist, or this phone does not run it; answered like an unknown game."""


class NotDeskError(UnknownEventError):
    """This phone does not run the event with this ``key``, which exists."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class BrokenEventError(UnknownEventError):
    """The log of the event with this ``key`` makes no event. Nothing else may break with it."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class LoadingError(Exception):
    """Another request reads the whole log of this event now. It has it in a moment."""


BROKEN = (
    *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
    RefusedError,
)
"""The errors of values that make no sense, unlike those of a storage that fails."""


class Note(StrEnum):
    """Lines of an event's log that are no acts: they change rights, or reverse an act (UNDO).

    The database and files contain these words: never change one.
    """

    UNDO = "undo"
    DESK_GIVEN = "desk-given"
    DESK_CLAIMED = "desk-claimed"
    DESK_TAKEN = "desk-taken"
    DESK_LEFT = "desk-left"
    HELPER_GIVEN = "helper-given"
    HELPER_TAKEN = "helper-taken"
    PENCIL_PASSED = "pencil-passed"
    PENCIL_REFUSED = "pencil-refused"
    PENCIL_TAKEN = "pencil-taken"
    JOINING_REFUSED = "joining-refused"
    NAME_REFUSED = "name-refused"
    RESULT_DISPUTED = "result-disputed"
    # Earlier versions wrote it in place of the act "counted".
    RESULT_COUNTED = "result-counted"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its sheet and the store's values for it. Times are aware, in UTC.

    ``uid`` is its stable id, in every file. ``revision`` counts the saves; ``rights`` counts other
    changes that pages learn of: the right to keep score, a rematch, and hidden bids. ``undoable``
    is the revision that Undo reverses next, or None. ``phone_bids``: every phone may enter hidden
    bids. ``own`` are the shades that its people chose. ``is_demo``: nothing is saved
    (store/models.py). ``event_id`` is the event at one of whose tables it is played.
    ``marks`` are the points on the sheet from which it was imported, where they differed.
    """

    id: int
    key: str
    uid: str
    code: str | None
    book_id: int
    revision: int
    rights: int
    undoable: int | None
    started_at: datetime
    changed_at: datetime
    game: Game
    sheet: Sheet
    phone_bids: bool = False
    chosen_colours: ChosenColours = ()
    is_demo: bool = False
    event_id: int | None = None
    marks: tuple[Stated, ...] = ()

    @property
    def recorded_at(self) -> datetime:
        """When the game began here, also if it was played earlier."""
        played = self.game.about.played
        return played.recorded if played else self.started_at

    @property
    def shades(self) -> tuple[int, ...]:
        """The shade in which each seat is drawn everywhere."""
        return shades(len(self.game.players), self.chosen_colours)

    @property
    def hides_bids(self) -> bool:
        """Whether the bids of the hand in play are hidden now."""
        return self.phone_bids and self.sheet.hand is not None and can_hide_bids(self.sheet.hand)

    @property
    def stamp(self) -> str:
        """The state that a page shows of this game, for polls: ``12.3``."""
        return stamp_of(self.revision, self.rights)


def stamp_of(revision: int, rights: int) -> str:
    return f"{revision}.{rights}"


def event_stamp_of(revision: int, rights: int, touched: int) -> str:
    """The stamp of an event, with the number of saves that its lists show."""
    return f"{revision}.{rights}.{touched}"


def without_saves(event: str) -> str:
    """The stamp of an event without the number of saves."""
    return event.rpartition(".")[0]


def public_stamp_of(event: str, results: str, game: str = "") -> str:
    """The stamp of a public page: of the event without the saves of its games, of its results, and
    of one game."""
    return ".".join(filter(None, (without_saves(event), results, game)))


@dataclass(frozen=True, slots=True)
class LogLine:
    """One save: when, by which phone and tap, its change, and the revision that it undid. If that
    is below 0, it is a Redo, of the Undo with that number."""

    revision: int
    at: datetime
    phone_id: int
    phone: str
    change: Change
    undoes: int | None
    tap: str | None

    @property
    def is_undo(self) -> bool:
        return self.undoes is not None and self.undoes > 0


@dataclass(frozen=True, slots=True)
class Step:
    """The effect of a save: the ``places`` that it changed (logged.py), and the revision that it
    reversed, as in a LogLine."""

    places: tuple[tuple[tuple[str | int, ...], Any, Any], ...]
    undoes: int | None


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap as the page sent it: its ``number``, those of earlier taps that it ``knows``, and the
    ``places`` that it enters: ``hands/1/bids bid_2``, without a field for a whole form; for a Redo,
    the Undo that it reverses. ``ago`` are the seconds that it waited on the phone."""

    number: str | None = None
    knows: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    redoes: int | None = None
    ago: int = 0


UNNUMBERED = Tap()
"""A tap from a page without scripts."""


def wish_of(row: Any) -> Wish | None:
    """What a table of an event asks of the desk, from the columns of its row."""
    return None if row.joining is None else Wish(row.joining, row.renames)
