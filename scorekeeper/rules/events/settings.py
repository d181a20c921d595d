"""The settings of an event: its game, its rounds, and the value of a result.

The defaults are those of a Wizard rally: tables of 4, three rounds of 1 hour 45 (rally rules).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum, auto

from scorekeeper.rules.attendance import CLOCK, LONGEST_CLOCK, sizes_problems
from scorekeeper.rules.problems import Problem, ProblemCode
from scorekeeper.rules.variants.model import FRENCH, Deck, Settings, Variant


class EventCode(ProblemCode):
    @staticmethod
    def _generate_next_value_(name: str, *_: object) -> str:
        return f"event-{name.lower().replace('_', '-')}"

    NAME_EMPTY = auto()
    NAME_LONG = auto()
    PLACE_LONG = auto()
    ROUNDS_RANGE = auto()
    ROUNDS_PLAYED = auto()
    MINUTES_RANGE = auto()
    WARNING_RANGE = auto()
    LATE_RANGE = auto()
    SIZE_RANGE = auto()
    GAME_FIXED = auto()
    BEST_RANGE = auto()
    HIDDEN_RANGE = auto()
    ORDER_DOUBLED = auto()
    FINAL_RANGE = auto()
    FINAL_GAME = auto()

    ENTRANT_NONE = auto()
    ENTRANT_EMPTY = auto()
    ENTRANT_LONG = auto()
    LIST_DOUBTS = auto()
    ENTRANT_UNKNOWN = auto()
    ENTRANTS_MANY = auto()
    CLUB_LONG = auto()
    NUMBER_RANGE = auto()
    NUMBER_TAKEN = auto()
    NUMBERS_FIXED = auto()
    ENTRANT_PLAYED = auto()
    ENTRANT_SEATED = auto()
    ENTRANT_UNSEATED = auto()
    ENTRANT_OUT = auto()
    ENTRANT_CUT = auto()

    PLACES_RANGE = auto()
    SIGN_UP_CLOSED = auto()
    SIGN_UP_FULL = auto()
    SIGN_UP_LISTED = auto()
    SIGN_UP_TICKED = auto()
    SIGN_UP_OFTEN = auto()
    SIGN_UP_OTHER = auto()

    SEATS_IMPOSSIBLE = auto()
    SEATS_FEW = auto()
    SEAT_DOUBLE = auto()
    SEAT_NONE = auto()
    SEATS_GAP = auto()
    LINE_UNKNOWN = auto()
    LINE_TABLE = auto()
    LINE_SEAT = auto()
    SEATS_ALIKE = auto()

    ROUND_UNKNOWN = auto()
    ROUND_NONE_LEFT = auto()
    ROUND_UNCLOSED = auto()
    ROUND_PUBLISHED = auto()
    ROUND_UNPUBLISHED = auto()
    ROUND_STARTED = auto()
    ROUND_NOT_RUNNING = auto()
    ROUND_CLOSED = auto()
    ROUND_OPEN = auto()
    ROUND_RESTS = auto()
    ROUND_TABLES_OUT = auto()
    CLOCK_PAUSED = auto()
    CLOCK_RUNNING = auto()
    CLOCK_RANGE = auto()

    TABLE_UNKNOWN = auto()
    TABLE_ASIDE = auto()
    TABLE_PLAYED = auto()
    TABLE_BEGUN = auto()
    TABLE_FULL = auto()
    JOINING_GONE = auto()
    AGREE_CHANGED = auto()
    AGREE_DISPUTED = auto()
    AGREE_ELSEWHERE = auto()
    NAME_UNTAPPED = auto()
    NAME_HELD = auto()
    RESULT_SHORT = auto()
    RESULT_RANGE = auto()
    RESULT_HIGH = auto()
    RESULT_LOW = auto()
    RESULT_STEP = auto()
    RESULT_MADE = auto()
    RESULT_BIDS = auto()
    POINTS_RANGE = auto()
    POINTS_NONE = auto()
    ADJUSTMENT_UNKNOWN = auto()
    ADJUSTMENTS_MANY = auto()
    REASON_EMPTY = auto()
    REASON_LONG = auto()

    FINAL_NONE = auto()
    FINAL_FEW = auto()
    FINAL_BEGUN = auto()
    EVENT_ENDED = auto()
    ACTS_OFTEN = auto()
    DRAWS_OFTEN = auto()
    LOG_FULL = auto()
    UNDO_NONE = auto()
    UNDO_FIRST = auto()
    UNDO_PLAYED = auto()


LONGEST_EVENT_NAME = 60
LONGEST_PLACE = 40
MOST_ROUNDS = 20
MOST_LATE = 1000
"""The most points that a late table can lose."""
FINALS = (4, 8, 16, 32, 64)
"""The possible numbers of players in the final."""
FINAL_TABLE = 4
"""Players at each table of the final."""

Hands = Mapping[int, tuple[int, ...]]
"""The cards of each hand, by the number of players at the table."""
TEN_HANDS: Hands = {
    3: tuple(range(2, 21, 2)),
    4: (1, 3, 5, 7, 9, 11, 12, 13, 14, 15),
    5: (2, *range(4, 13)),
    6: tuple(range(1, 11)),
}
"""Ten hands of Wizard for each size of table, so that all tables finish together (AMIGO's
tournaments)."""
PLACEMENT_POINTS = (45, 30, 20, 10, 5)
"""Placement points, first place first; later places get none."""


class Seating(StrEnum):
    PLANNED = "planned"
    """All rounds are drawn at once, so that as few pairs as possible meet again."""
    STANDING = "standing"
    """From round 2 people are seated by rank, and as few pairs as possible meet again."""
    FREE = "free"
    """Drawn at random; people may meet again."""
    BY_HAND = "by-hand"


class TimeUp(StrEnum):
    LAST_HAND = "last-hand"
    """The hand in progress is the last."""
    LATE = "late"
    """The table plays on, and each of its players loses points."""
    NOTHING = "nothing"


class Counts(StrEnum):
    POINTS = "points"
    """The points of the game."""
    PLACEMENT = "placement"
    """Points for the place at the table."""
    BEATEN = "beaten"
    """Players beaten minus players ahead."""


class Measure(StrEnum):
    """A value by which the standings are ordered; more is better."""

    COUNTED = "counted"
    """The sum of the values of the rounds, with penalties."""
    POINTS = "points"
    """The points of all games; if these count, with penalties."""
    WON = "won"
    """Tables won."""
    MADE = "made"
    """The share of bids made."""
    BEST = "best"
    """The best single game."""


class Carry(StrEnum):
    """The share of the earlier points that carries over into the final."""

    NONE = "none"
    ALL = "all"
    HALF = "half"
    """Rounded down."""


@dataclass(frozen=True, slots=True)
class Final:
    """The final: the best ``cut`` players play on at tables of 4, and the best ``winners`` of each
    table advance."""

    cut: int
    winners: int = 1
    carry: Carry = Carry.NONE


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The settings of an event. ``rules`` are the house rules of its game; ``hands`` is None if
    every table plays a whole game. Tables have ``size`` players, and remaining players sit at
    tables of ``remainder``. ``best`` is the number of rounds that count; None if all do. From round
    ``hidden_from`` on, only the desk sees results, until the event ends; None: everybody does.
    ``agrees``: a result counts once somebody else at the table confirmed it."""

    name: str
    variant: Variant
    rules: Settings = field(default_factory=Settings)
    deck: Deck = FRENCH
    place: str = ""
    day: date | None = None
    hands: Hands | None = None
    size: int = 4
    remainder: int = 5
    rounds: int = 3
    minutes: int = CLOCK
    warning: int = 5
    time_up: TimeUp = TimeUp.LAST_HAND
    late_points: int = 10
    seating: Seating = Seating.PLANNED
    clubs_apart: bool = False
    counts: Counts = Counts.POINTS
    placement: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    best: int | None = None
    order: tuple[Measure, ...] = tuple(Measure)
    final: Final | None = None
    hidden_from: int | None = None
    agrees: bool = False

    def hands_for(self, players: int) -> tuple[int, ...]:
        """The cards of each hand at a table of this size; () if a target ends the game."""
        return (self.hands or {}).get(players) or self.variant.sizes(players)

    def placement_for(self, players: int) -> tuple[int, ...]:
        """The placement points of each place at a table of this size."""
        row = self.placement.get(players, PLACEMENT_POINTS)[:players]
        return (*row, *(0,) * (players - len(row)))


def event_problems(settings: EventSettings) -> list[Problem]:
    """Everything that is wrong with the settings of an event."""
    return [
        *_text_problems(settings),
        *_range_problems(settings),
        *_table_problems(settings),
        *_final_problems(settings),
    ]


def _text_problems(settings: EventSettings) -> list[Problem]:
    texts = (
        (EventCode.NAME_LONG, settings.name, LONGEST_EVENT_NAME),
        (EventCode.PLACE_LONG, settings.place, LONGEST_PLACE),
    )
    empty = [] if settings.name.strip() else [Problem(EventCode.NAME_EMPTY)]
    long = [Problem(code, values={"most": most}) for code, text, most in texts if len(text) > most]
    return empty + long


def _range_problems(settings: EventSettings) -> list[Problem]:
    best = 1 if settings.best is None else settings.best
    hidden_from = 1 if settings.hidden_from is None else settings.hidden_from
    numbers = (
        (EventCode.ROUNDS_RANGE, 1, settings.rounds, MOST_ROUNDS),
        (EventCode.MINUTES_RANGE, 1, settings.minutes, LONGEST_CLOCK),
        (EventCode.WARNING_RANGE, 0, settings.warning, settings.minutes),
        (EventCode.LATE_RANGE, 0, settings.late_points, MOST_LATE),
        (EventCode.BEST_RANGE, 1, best, max(settings.rounds, 1)),
        (EventCode.HIDDEN_RANGE, 1, hidden_from, MOST_ROUNDS),
    )
    found = [
        Problem(code, values={"least": least, "most": most})
        for code, least, number, most in numbers
        if not least <= number <= most
    ]
    doubled = len({*settings.order}) < len(settings.order) or not settings.order
    return found + [Problem(EventCode.ORDER_DOUBLED)] * doubled


def _table_problems(settings: EventSettings) -> list[Problem]:
    game, sizes = settings.variant, {settings.size, settings.remainder}
    if not all(map(game.is_for, sizes)):
        values = {"least": game.min_players, "most": game.max_players}
        return [Problem(EventCode.SIZE_RANGE, values=values)]
    if settings.hands is None:
        return []
    rows = [(size, settings.hands[size]) for size in sorted(sizes & settings.hands.keys())]
    return [problem for row in rows for problem in sizes_problems(game, *row)]


def _final_problems(settings: EventSettings) -> list[Problem]:
    final = settings.final
    if final is None:
        return []
    if not settings.variant.is_for(FINAL_TABLE):
        return [Problem(EventCode.FINAL_GAME)]
    possible = final.cut in FINALS and final.winners in (1, 2)
    return [] if possible else [Problem(EventCode.FINAL_RANGE)]
