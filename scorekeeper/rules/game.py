"""Frozen values: a game and its hands. Everything else follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.cards import Trump, Turned
from scorekeeper.rules.house import BidRule, Settings
from scorekeeper.rules.model import Variant

NOBODY = -1
"""The seat of the negated trick when its card was not dealt: no trick is negated."""


class Phase(StrEnum):
    """What a hand waits for."""

    TRUMP = "trump"
    BIDS = "bids"
    TRICKS = "tricks"


class BySeat(NamedTuple):
    """What is entered for each seat: the field of a Hand that has all, and the name of one."""

    all: str
    one: str


BIDS, TRICKS = BySeat("bids", "bid"), BySeat("tricks", "tricks")
BY_SEAT = (BIDS, TRICKS)
"""Forms, the log, the rows and the CSV take their fields from here."""


class Bonus(NamedTuple):
    """What a seat has in a hand besides its bid and tricks: so many of an extra of the game
    (``key``), with the seat of a ``partner`` where that is shared; or extra points (POINTS), with a
    ``reason``.
    """

    seat: int
    key: str
    amount: int
    partner: int = NOBODY
    reason: str = ""


POINTS = "points"
"""The key of extra points: their amount are the points themselves."""


class Cloud(NamedTuple):
    """After play began the bid of a seat moved by ``step``: one more (1) or one less (-1)."""

    seat: int
    step: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal. ``bids`` and ``tricks`` have an item for each seat, None = not said yet.

    ``negated`` is the seat whose pile holds the negated trick (``Game.dummy`` too), NOBODY, or
    None = not said. ``trump`` is there from the start in a hand that turns up no card. ``void``
    tricks are nobody's; ``bids`` are as they were said, before a ``cloud``.
    """

    number: int
    cards: int
    dealer: int
    bid_rule: BidRule
    bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...]
    turned: Turned | None = None
    trump: Trump | None = None
    negated: int | None = None
    scored: bool = False
    void: int = 0
    cloud: Cloud | None = None
    bonuses: tuple[Bonus, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was entered. ``hands`` holds the hands begun, the last maybe unscored."""

    variant: Variant
    players: tuple[str, ...]
    first_dealer: int
    settings: Settings
    hands: tuple[Hand, ...] = ()

    @property
    def seats(self) -> range:
        """The seats, in seating order."""
        return range(len(self.players))

    @property
    def dummy(self) -> int | None:
        """The number that stands for the dummy, after those of the seats; None without one."""
        return len(self.players) if self.variant.dummies else None

    @property
    def has_extras(self) -> bool:
        """Whether a hand has more than bids and tricks as a rule, beyond extra points."""
        return bool(self.variant.extras) or self.variant.voids or self.settings.specials

    @property
    def scored(self) -> tuple[Hand, ...]:
        """The hands that were scored, whether they count or not."""
        return tuple(hand for hand in self.hands if hand.scored)


def left_of(game: Game, seat: int) -> int:
    """The next seat around the table: who opens if this one deals, and deals the next hand."""
    return (seat + 1) % len(game.players)


def seats_from(game: Game, first: int) -> tuple[int, ...]:
    """All seats to the left around the table, beginning with ``first``."""
    count = len(game.players)
    return tuple((first + step) % count for step in range(count))
