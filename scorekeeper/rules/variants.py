"""What differs between the games, as data: a new game is a new value here."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.rules.house import BidRule


class Tie(StrEnum):
    """What equal highest totals mean at the end."""

    SHARED = "shared"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Variant:
    """One game of the family.

    ``cards`` is the size of every hand; None means that hand *k* deals *k* cards
    until the deck is used up. ``dummies`` are dealt cards and take tricks, but have
    no column. ``target`` ends the game after the hand on which a total reaches it.
    """

    key: str
    min_players: int
    max_players: int
    deck: int
    cards: int | None = None
    dummies: int = 0
    bonus: int = 20
    per_trick: int = 10
    per_miss: int = 10
    bid_rule: BidRule = field(default_factory=BidRule)
    negating: str | None = None
    target: int | None = None
    ties: Tie = Tie.SHARED

    def largest_hand(self, players: int) -> int:
        """Most cards each that the deck allows: cards x (players + dummies) <= deck."""
        return self.deck // (players + self.dummies)

    def sizes(self, players: int) -> tuple[int, ...]:
        """Hand sizes of a whole game; () when a target ends it instead."""
        if self.target is not None:
            return ()
        return tuple(range(1, self.largest_hand(players) + 1))

    def turns_trump(self, players: int, cards: int) -> bool:
        """Whether a card is left to turn up for trump after the deal."""
        return cards * (players + self.dummies) < self.deck


WIZARD = Variant(key="wizard", min_players=3, max_players=6, deck=60)
TOURNAMENT = Variant(key="tournament", min_players=3, max_players=6, deck=60, bonus=15)
TWO_PLAYER = Variant(
    key="two-player",
    min_players=2,
    max_players=2,
    deck=36,
    cards=11,
    dummies=1,
    negating="spade-8",
    target=100,
    ties=Tie.DRAW,
)

VARIANTS = {variant.key: variant for variant in (WIZARD, TOURNAMENT, TWO_PLAYER)}
MOST_PLAYERS = max(variant.max_players for variant in VARIANTS.values())
