"""The interface of the panels of a hand."""

from __future__ import annotations

from abc import ABC, abstractmethod

from scorekeeper.board.entry import Entry
from scorekeeper.rules.game import BySeat, Game, Hand
from scorekeeper.rules.variants.house import Reason
from scorekeeper.words.names import number_name


class Panel(ABC):
    """A step of the hand. ``name`` is its name in addresses; ``by_seat`` is the field with a number
    for each player, None for none."""

    name: str
    entry: type[Entry]
    by_seat: BySeat | None = None
    scores = False
    """Whether its main button scores the hand."""
    plays = False
    """Whether each bid is shown as it counts, and the points beside it."""
    stays = False
    """Whether it stays open after a save."""

    def __str__(self) -> str:
        return str(self.name)

    @abstractmethod
    def save_label(self) -> str:
        """The button for a page without scripts."""

    def label(self, name: str) -> str:
        """The accessible name of a player's keys; "" for none."""
        return number_name(self.by_seat, name) if self.by_seat else ""

    @abstractmethod
    def line(self, game: Game, hand: Hand) -> str:
        """The standing of the hand, in words."""

    def is_step(self, game: Game, hand: Hand) -> bool:  # noqa: ARG002
        """Whether the hand has this step."""
        return True

    def can_open(self, game: Game, hand: Hand) -> bool:
        """Whether the step can be opened now."""
        return self.is_step(game, hand)

    def is_wrong(self, hand: Hand) -> bool:  # noqa: ARG002
        """Whether the entries cannot stay as they are."""
        return False

    def due(self, game: Game, hand: Hand) -> int | None:  # noqa: ARG002
        """The seat that is due."""
        return None

    def offer(self, game: Game, hand: Hand) -> dict[int, int]:  # noqa: ARG002
        """The numbers that the others determine, by seat."""
        return {}

    def forbidden(self, hand: Hand) -> dict[int, Reason]:  # noqa: ARG002
        """The numbers that the dealer may not bid, and the reasons."""
        return {}

    def padded(self, game: Game, hand: Hand) -> tuple[int, ...]:  # noqa: ARG002
        """The seats with their own pads."""
        return hand.playing if self.by_seat else ()

    def chosen(self, hand: Hand) -> list[str]:
        """The selected numbers, as ``bid_0-3``."""
        if self.by_seat is None:
            return []
        numbers = enumerate(getattr(hand, self.by_seat.all))
        return [f"{self.by_seat.one}_{seat}-{n}" for seat, n in numbers if n is not None]
