"""The three panels of a hand: what each step shows and asks for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from scorekeeper.board.entry import BidsEntry, Entry, TricksEntry, TrumpEntry
from scorekeeper.language import gettext
from scorekeeper.rules.bidding import forbidden_bid, next_bidder
from scorekeeper.rules.game import BIDS, TRICKS, BySeat, Game, Hand, Phase
from scorekeeper.rules.scoring import offered_rest, phase, tricks_left
from scorekeeper.words.lines import bids_line, tricks_line
from scorekeeper.words.names import number_name


class Panel(ABC):
    """A step of the hand. ``by_seat`` is what is tapped for each player; None for nothing."""

    phase: Phase
    entry: type[Entry]
    by_seat: BySeat | None = None
    scores = False
    """Whether its main button scores the hand."""
    opens_bidding = False
    """Whether it matters here who opens."""

    def __str__(self) -> str:
        return str(self.phase)

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

    def forbidden(self, hand: Hand) -> int | None:  # noqa: ARG002
        """The number that the dealer may not say."""
        return None

    def chosen(self, hand: Hand) -> list[str]:
        """The numbers that are chosen, as ``bid_0-3``."""
        if self.by_seat is None:
            return []
        numbers = enumerate(getattr(hand, self.by_seat.all))
        return [f"{self.by_seat.one}_{seat}-{n}" for seat, n in numbers if n is not None]

    def step(self, game: Game, hand: Hand, tone: str) -> dict[str, Any]:  # noqa: ARG002
        """What its link among the steps shows."""
        return {"line": self.line(game, hand), "tone": "", "trump": None, "turned": None}


class TrumpPanel(Panel):
    """The card turned up, and the suit that the dealer names after a Wizard."""

    phase = Phase.TRUMP
    entry = TrumpEntry

    def save_label(self) -> str:
        """The button for a page without scripts."""
        return gettext("Save trump")

    def line(self, game: Game, hand: Hand) -> str:  # noqa: ARG002
        """Nothing: the cards say it."""
        return ""

    def is_step(self, game: Game, hand: Hand) -> bool:
        """Whether a card is turned up in this hand."""
        return game.variant.turns_trump(len(hand.playing), hand.cards)

    def step(self, game: Game, hand: Hand, tone: str) -> dict[str, Any]:
        """The trump as a glyph, or that it is missing."""
        return super().step(game, hand, tone) | {"trump": hand.trump, "turned": hand.turned}


class BidsPanel(Panel):
    """What each player says they will take."""

    phase = Phase.BIDS
    entry = BidsEntry
    by_seat = BIDS
    opens_bidding = True

    def save_label(self) -> str:
        """The button for a page without scripts."""
        return gettext("Save bids")

    def line(self, game: Game, hand: Hand) -> str:  # noqa: ARG002
        """Bids against cards."""
        return bids_line(hand)

    def due(self, game: Game, hand: Hand) -> int | None:
        """Whose turn it is to bid, or to change a bid."""
        return next_bidder(game, hand)

    def forbidden(self, hand: Hand) -> int | None:
        """The bid that would make the bids add up, where the hook is played."""
        return forbidden_bid(hand)

    def step(self, game: Game, hand: Hand, tone: str) -> dict[str, Any]:
        """Bids against cards, in the tone of that."""
        return super().step(game, hand, tone) | {"tone": tone}


class TricksPanel(Panel):
    """What each player took; from here the hand is scored."""

    phase = Phase.TRICKS
    entry = TricksEntry
    by_seat = TRICKS
    scores = True

    def save_label(self) -> str:
        """The button for a page without scripts."""
        return gettext("Save tricks")

    def line(self, game: Game, hand: Hand) -> str:
        """Tricks against cards."""
        return tricks_line(game, hand)

    def can_open(self, game: Game, hand: Hand) -> bool:  # noqa: ARG002
        """Not before all bids stand."""
        return phase(hand) is self.phase

    def is_wrong(self, hand: Hand) -> bool:
        """Whether there are more tricks than cards."""
        return tricks_left(hand) < 0

    def offer(self, game: Game, hand: Hand) -> dict[int, int]:
        """The piles that the others decide."""
        return offered_rest(game, hand)

    def chosen(self, hand: Hand) -> list[str]:
        """The piles, and who took the negated trick."""
        seat = [] if hand.negated is None else [f"negated-{hand.negated}"]
        return [*super().chosen(hand), *seat]


TRUMP_PANEL, BIDS_PANEL, TRICKS_PANEL = TrumpPanel(), BidsPanel(), TricksPanel()
PANELS: dict[str, Panel] = {str(panel): panel for panel in (TRUMP_PANEL, BIDS_PANEL, TRICKS_PANEL)}
"""By the name that addresses use, in the order of a hand."""


def steps_of(game: Game, hand: Hand) -> tuple[Panel, ...]:
    """The panels that this hand has."""
    return tuple(panel for panel in PANELS.values() if panel.is_step(game, hand))


def open_panel(game: Game, hand: Hand | None, wanted: str | None) -> Panel | None:
    """The panel asked for where it can be opened, else the one that the hand waits for."""
    if hand is None:
        return None
    panel = PANELS.get(wanted or "")
    return panel if panel and panel.can_open(game, hand) else PANELS[phase(hand)]
