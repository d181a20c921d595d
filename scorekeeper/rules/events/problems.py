"""The codes of the problems of an event's acts; words/ has their sentences."""

from enum import auto

from scorekeeper.rules.problems import ProblemCode


class EventCode(ProblemCode):
    """The codes of the problems of an event."""

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

    SEATS_IMPOSSIBLE = auto()
    SEATS_FEW = auto()
    SEAT_DOUBLE = auto()
    SEAT_NONE = auto()
    SEATS_GAP = auto()
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
