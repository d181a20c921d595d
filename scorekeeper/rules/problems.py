"""Every problem that the rules can find, as values; words/ has their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto


class ProblemCode(StrEnum):
    """Codes of problems: each is its name in small letters, with dashes."""

    @staticmethod
    def _generate_next_value_(name: str, *_: object) -> str:
        return name.lower().replace("_", "-")


class Code(ProblemCode):
    """Codes of the problems that the rules, the forms and the readers of files find."""

    BID_MISSING = auto()
    TRICKS_MISSING = auto()
    TEXT_LONG = auto()
    BID_RANGE = auto()
    BIDS_OFF = auto()
    BIDS_ANOTHER = auto()
    BIDS_REVEALED = auto()
    BIDS_HIDDEN = auto()
    BIDS_NONE = auto()
    BID_SINGLE = auto()
    SEAT_TAKEN = auto()
    TRUMP_MISSING = auto()
    TURNED_UNKNOWN = auto()
    TRUMP_NAMED_NONE = auto()
    TRICKS_RANGE = auto()
    NEGATED_MISSING = auto()
    NEGATED_EMPTY = auto()
    NEGATED_DUMMY = auto()
    NEGATED_UNKNOWN = auto()
    VOID_RANGE = auto()
    CLOUD_UNKNOWN = auto()
    CLOUD_RANGE = auto()
    EXTRA_UNKNOWN = auto()
    EXTRA_POINTS_RANGE = auto()
    EXTRA_POINTS_MISSING = auto()
    HAND_UNKNOWN = auto()
    HAND_SCORED = auto()
    HAND_UNSCORED = auto()
    HAND_CARDS = auto()
    HAND_GONE = auto()
    GAME_OVER = auto()
    REDO_NOTHING = auto()
    GAME_FINISHED = auto()
    END_UNKNOWN = auto()
    MORE_UNKNOWN = auto()
    DEALER_MISSING = auto()
    FIRST_DEALER_MISSING = auto()
    GAME_MISSING = auto()
    GAME_OF_EVENT = auto()
    CHANGE_OF_DESK = auto()
    TABLE_CLOSED = auto()
    SEATS_KNOWN = auto()
    NEWCOMER_UNNAMED = auto()
    PLACE_MISSING = auto()
    PLACE_UNKNOWN = auto()
    NO_HAND_LEFT = auto()
    SEAT_OUT = auto()
    NAME_EMPTY = auto()
    NAME_DOUBLE = auto()
    SIZES_NONE = auto()
    SIZES_SMALL = auto()
    START_RANGE = auto()
    FEWEST_RANGE = auto()
    SIZES_FIXED = auto()
    SHAPE_CSRF = auto()
    SHAPE_NUMBER = auto()
    SHAPE_CHOICE = auto()
    SHAPE_DOUBLED = auto()
    SHAPE_TAP = auto()
    SHAPE_SIZES = auto()
    SHAPE_DAY = auto()
    DAY_AHEAD = auto()
    TRICKS_OVER = auto()
    TRICKS_UNDER = auto()
    TRICKS_UNDER_VOID = auto()
    NAMES_FEW = auto()
    NAMES_MANY = auto()
    NAME_LONG = auto()
    REASON_LONG = auto()
    ONE_NAME_LONG = auto()
    SIZES_LONG = auto()
    SIZES_RANGE = auto()
    CLOCK_RANGE = auto()
    SEATS_FULL = auto()
    SEATS_FEW = auto()
    SAVES_OFTEN = auto()
    LOG_FULL = auto()
    POINTS_RANGE = auto()
    MORE_POINTS_RANGE = auto()
    TARGET_RANGE = auto()
    TURNS_NONE = auto()
    WITHOUT_RANGE = auto()
    DECK_RANGE = auto()
    PERSON_EMPTY = auto()
    PERSON_NONE = auto()
    PERSON_GAME = auto()
    PERSON_KNOWN = auto()
    PERSON_SAME = auto()
    PERSON_MET = auto()
    PERSON_THERE = auto()
    PERSON_COLOUR = auto()
    PERSON_CHANGE = auto()
    PERSON_LATER = auto()

    FILE_EMPTY = auto()
    FILE_KIND = auto()
    FILE_NEWER = auto()
    FILE_SYNTAX = auto()
    FILE_LETTERS = auto()
    FILE_MIXED = auto()
    SHEET_UNSURE = auto()
    FILE_DEEP = auto()
    FILE_LONG = auto()
    FILE_DOUBLED = auto()
    FILE_MISSING = auto()
    FILE_UNKNOWN = auto()
    FILE_NUMBER = auto()
    FILE_TIME = auto()
    FILE_FUTURE = auto()
    FILE_ORDER = auto()
    FILE_LOG_LONG = auto()
    EVENT_UNSHOWN = auto()
    EVENT_GAME_TAKEN = auto()
    FILE_VALUE = auto()
    NAMES_DOUBLED = auto()
    HANDS_UNPLANNED = auto()
    RULES_UNKNOWN = auto()
    RULES_UNFIT = auto()
    GAMES_MANY = auto()
    SEATS_MANY = auto()
    HANDS_MANY = auto()
    COLUMN_PLAYER = auto()
    COLUMN_HAND = auto()
    COLUMN_BID = auto()
    COLUMN_TRICKS = auto()
    COLUMNS_NONE = auto()
    LINES_MANY = auto()
    COLUMNS_MANY = auto()
    CELL_LONG = auto()
    CSV_QUOTES = auto()
    CELL_NUMBER = auto()
    CELL_OUTCOME = auto()
    CELL_NAME = auto()
    CELL_MISSING = auto()
    CELL_PAIR = auto()
    CELL_DATED = auto()
    CELL_DIFFERS = auto()
    CELL_SUIT = auto()
    CELL_EXTRAS = auto()
    CELL_CLOUD = auto()
    CELL_NEGATED = auto()
    CELL_DATE = auto()
    CELL_UID = auto()
    PLAYER_DOUBLED = auto()
    PLAYER_UNKNOWN = auto()
    PLAYERS_MANY = auto()
    PLAYERS_NUMBER = auto()
    DEALER_UNKNOWN = auto()
    HANDS_NONE = auto()
    ROUNDS_MANY = auto()
    HAND_ALONE = auto()
    CARDS_RANGE = auto()
    TOTAL_LAST = auto()
    LIST_LONG = auto()
    LINK_BROKEN = auto()
    LINK_LONG = auto()
    FILE_BINARY = auto()
    FILE_SHEET = auto()
    FILE_LARGE = auto()


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: a code, its seat and suit (if any), and its numbers."""

    code: ProblemCode
    seat: int | None = None
    values: Mapping[str, int] = field(default_factory=dict)
    suit: str = ""


class RefusedError(Exception):
    """An action that the rules do not allow, with all its problems."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems


def refuse_if(problems: list[Problem]) -> None:
    """Raise :class:`RefusedError` if there are problems."""
    if problems:
        raise RefusedError(*problems)
