"""The interface of the panels of a hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from scorekeeper.board.entry import Entry
from scorekeeper.rules.game import BySeat, Game, Hand
from scorekeeper.rules.variants.house import Reason
from scorekeeper.words.names import number_name


class Panel(ABC):
    """A step of the hand. ``name`` is the one that addresses use; ``by_seat`` is the number that is
    tapped for each player, None for none.
    """

    name: str
    entry: type[Entry]
    by_seat: BySeat | None = None
    scores = False
    """Whether its main button scores the hand."""
    plays = False
    """Whether all bids stand, so that each is shown as it counts."""
    stays = False
    """Whether a save leaves it open."""

    def __str__(self) -> str:
        return str(self.name)

    @abstractmethod
    def save_label(self) -> str:
        """The button for a page without scripts."""

    def label(self, name: str) -> str:
        """The accessible name of what is tapped for a player; "" where nothing is."""
        return number_name(self.by_seat, name) if self.by_seat else ""

    @abstractmethod
    def line(self, game: Game, hand: Hand) -> str:
        """How the hand stands, in words."""

    def is_step(self, game: Game, hand: Hand) -> bool:  # noqa: ARG002
        """Whether the hand has this step."""
        return True

    def can_open(self, game: Game, hand: Hand) -> bool:
        """Whether the step may be looked at now."""
        return self.is_step(game, hand)

    def is_wrong(self, hand: Hand) -> bool:  # noqa: ARG002
        """Whether what was entered cannot stay as it is."""
        return False

    def due(self, game: Game, hand: Hand) -> int | None:  # noqa: ARG002
        """The seat that has to say something now."""
        return None

    def offer(self, game: Game, hand: Hand) -> dict[int, int]:  # noqa: ARG002
        """By seat, the numbers that follow from the others."""
        return {}

    def forbidden(self, hand: Hand) -> dict[int, Reason]:  # noqa: ARG002
        """The numbers that the dealer may not say, and why."""
        return {}

    def padded(self, game: Game, hand: Hand) -> tuple[int, ...]:  # noqa: ARG002
        """The seats that have a pad of their own."""
        return hand.playing if self.by_seat else ()

    def chosen(self, hand: Hand) -> list[str]:
        """The numbers that are chosen, as ``bid_0-3``."""
        if self.by_seat is None:
            return []
        numbers = enumerate(getattr(hand, self.by_seat.all))
        return [f"{self.by_seat.one}_{seat}-{n}" for seat, n in numbers if n is not None]

    def step(self, game: Game, hand: Hand, tone: str) -> dict[str, Any]:  # noqa: ARG002
        """The text of its link among the steps."""
        return {"line": self.line(game, hand), "tone": "", "trump": None, "turned": None}
