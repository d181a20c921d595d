"""The points of a hand: the bid with its tricks, and the extras."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Terms:
    """Points as a sum: a ``fixed`` number, and an amount for each trick that counts, each trick
    over or under the bid, each card of the hand, the square of the tricks and each trick bid.
    ``per_over`` replaces ``per_miss`` for tricks over a bid."""

    fixed: int = 0
    per_trick: int = 0
    per_miss: int = 0
    per_card: int = 0
    per_square: int = 0
    per_bid: int = 0
    per_over: int | None = None

    def points(self, bid: int, counted: int, cards: int) -> int:
        """The points of a bid with this many tricks, in a hand of this many cards."""
        fixed, trick, miss, card, square, each_bid = self.amounts(is_over=counted > bid)
        of_tricks = trick * counted + square * counted**2
        return fixed + of_tricks + each_bid * bid + miss * abs(bid - counted) + card * cards

    def by_tricks(self, bid: int, cards: int) -> list[int]:
        """The points of a bid by the number of tricks that count, up to all cards of the hand."""
        found = []
        for is_over, some in (
            (False, range(min(bid, cards) + 1)),
            (True, range(max(bid + 1, 0), cards + 1)),
        ):
            fixed, trick, miss, card, square, each_bid = self.amounts(is_over=is_over)
            same = fixed + each_bid * bid + card * cards
            found += [same + (trick + square * n) * n + miss * abs(bid - n) for n in some]
        return found

    def amounts(self, *, is_over: bool) -> tuple[int, ...]:
        """The fixed points, and those for each trick that counts, each trick over or under the bid,
        each card, the square of the tricks and each trick bid."""
        miss = self.per_over if is_over and self.per_over is not None else self.per_miss
        return self.fixed, self.per_trick, miss, self.per_card, self.per_square, self.per_bid


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a bid that is ``made`` or ``missed``.

    ``zero_made`` and ``zero_missed`` are for a bid of 0 that counts differently, ``near`` for a bid
    that is missed by one.
    """

    made: Terms
    missed: Terms
    zero_made: Terms | None = None
    zero_missed: Terms | None = None
    near: Terms | None = None

    def points(self, bid: int, counted: int, cards: int) -> int:
        """The points of a bid with this many tricks that count, in a hand of this many cards."""
        return self.terms(bid, counted).points(bid, counted, cards)

    def by_tricks(self, bid: int, cards: int) -> list[int]:
        """The points of a bid in a hand of this many cards, by the number of tricks that count."""
        missed = self.zero_missed if bid == 0 and self.zero_missed else self.missed
        found = missed.by_tricks(bid, cards)
        for counted in (bid - 1, bid, bid + 1) if self.near else (bid,):
            if 0 <= counted <= cards:
                found[counted] = self.points(bid, counted, cards)
        return found

    @property
    def costs_a_miss(self) -> bool:
        """Whether a missed bid can score below 0, as in a hand of five cards."""
        pairs = ((bid, counted) for bid in range(6) for counted in range(6) if bid != counted)
        return any(self.points(*pair, cards=5) < 0 for pair in pairs)

    def terms(self, bid: int, counted: int) -> Terms:
        """The terms of a bid with this many tricks that count."""
        is_made = bid == counted
        zero = self.zero_made if is_made else self.zero_missed
        if bid == 0 and zero:
            return zero
        if self.near and abs(bid - counted) == 1:
            return self.near
        return self.made if is_made else self.missed


class When(StrEnum):
    """The bids with which an extra counts."""

    ALWAYS = "always"
    MADE = "made"
    HALVED = "halved"
    """All of it with a made bid; half with a bid missed by one, in games that count those."""
    STAKED = "staked"
    """Won with a made bid, lost with a missed one."""


class ExtraKey(StrEnum):
    """The extras that any game has, as games store them."""

    PLUS = "plus"
    MINUS = "minus"
    FOURTEEN = "fourteen"
    BLACK14 = "black14"
    MERMAID = "mermaid"
    PIRATE = "pirate"
    KING = "king"
    SECOND = "second"
    LEVIATHAN = "leviathan"
    SEVEN = "seven"
    EIGHT = "eight"
    WAGER = "wager"
    LOOT = "loot"
    CANNON = "cannon"


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra that a player may have in a hand: up to ``most`` times, ``points`` each.

    ``shared``: a second player has it too, and both must have made their bids. ``score`` replaces
    the game's own for the bid.
    """

    key: ExtraKey
    points: int = 0
    most: int = 1
    when: When = When.ALWAYS
    shared: bool = False
    score: Score | None = None

    def worth(self, count: int, miss: int, score: Score) -> float:
        """The points of this many, in half points, for a player whose bid was missed by this many
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
    """A criterion between equal totals at the end; more of it is better."""

    EXACT = "exact"
    """Hands with a made bid."""
    BIDS = "bids"
    TRICKS = "tricks"
    LAST = "last"
    """Points of the last hand."""
