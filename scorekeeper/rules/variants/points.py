"""The points of a hand: the bid with its tricks, and the extras."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Terms:
    """Points as a sum: a ``fixed`` number, and so many for each trick that counts, for each that
    the bid was missed by, for each card of the hand, for the square of the tricks and for each
    trick that was bid. ``per_over`` stands in place of ``per_miss`` for the tricks over a bid.
    """

    fixed: int = 0
    per_trick: int = 0
    per_miss: int = 0
    per_card: int = 0
    per_square: int = 0
    per_bid: int = 0
    per_over: int | None = None

    def points(self, bid: int, counted: int, cards: int) -> int:
        """The points of a bid with so many tricks, in a hand of so many cards."""
        per_miss = self.per_miss
        if counted > bid and self.per_over is not None:
            per_miss = self.per_over
        of_tricks = self.per_trick * counted + self.per_square * counted**2
        of_bid = self.per_bid * bid + per_miss * abs(bid - counted)
        return self.fixed + of_tricks + of_bid + self.per_card * cards


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a bid: ``made`` exactly or ``missed``.

    ``zero_made`` and ``zero_missed`` are for a bid of 0, where that counts otherwise, ``near`` for
    a bid that is missed by one.
    """

    made: Terms
    missed: Terms
    zero_made: Terms | None = None
    zero_missed: Terms | None = None
    near: Terms | None = None

    def points(self, bid: int, counted: int, cards: int) -> int:
        """The points of a bid with so many tricks that count, in a hand of so many cards."""
        return self._terms(bid, counted).points(bid, counted, cards)

    @property
    def costs_a_miss(self) -> bool:
        """Whether a bid that is missed can count below 0, as it does in a hand of five cards."""
        pairs = ((bid, counted) for bid in range(6) for counted in range(6) if bid != counted)
        return any(self.points(*pair, cards=5) < 0 for pair in pairs)

    def _terms(self, bid: int, counted: int) -> Terms:
        is_made = bid == counted
        zero = self.zero_made if is_made else self.zero_missed
        if bid == 0 and zero:
            return zero
        if self.near and abs(bid - counted) == 1:
            return self.near
        return self.made if is_made else self.missed


class When(StrEnum):
    """Which bids an extra counts with."""

    ALWAYS = "always"
    MADE = "made"
    HALVED = "halved"
    """Whole with a bid that is made, half with one that is missed by one where that counts."""
    STAKED = "staked"
    """Won with a bid that is made, lost with one that is missed."""


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra that a player may have in a hand: up to ``most`` times, ``points`` each.

    ``shared``: a second player has it too, and both must have made their bids. ``score`` counts
    the bid in place of the game's own.
    """

    key: str
    points: int = 0
    most: int = 1
    when: When = When.ALWAYS
    shared: bool = False
    score: Score | None = None

    def worth(self, count: int, miss: int, score: Score) -> float:
        """The points of so many, half points too, for a player whose bid was missed by so many
        tricks and counts by this ``score``."""
        points = self.points * count
        match self.when:
            case When.ALWAYS:
                return points
            case When.STAKED:
                return -points if miss else points
            case When.HALVED if miss == 1 and score.near:
                return points / 2
        return 0 if miss else points


class Tie(StrEnum):
    """The meaning of equal highest totals at the end."""

    SHARED = "shared"
    DRAW = "draw"


class Criterion(StrEnum):
    """A criterion between equal totals at the end: more of it is better."""

    EXACT = "exact"
    """Hands with an exact bid."""
    BIDS = "bids"
    TRICKS = "tricks"
    LAST = "last"
    """Points of the last hand."""
