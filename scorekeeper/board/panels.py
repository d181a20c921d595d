"""The panels of a hand: the contents and fields of each step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from scorekeeper.forms.extras import ExtrasForm
from scorekeeper.forms.hand import BidsForm, PanelForm, TricksForm, TrumpForm
from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.bidding import forbidden_bids, next_bidder
from scorekeeper.rules.game import BIDS, TRICKS, BySeat, Game, Hand, Phase
from scorekeeper.rules.scoring import offered_rest, phase, tricks_left
from scorekeeper.rules.variants.cards import Turned
from scorekeeper.rules.variants.house import Reason
from scorekeeper.words.extras import extras_line
from scorekeeper.words.lines import bids_line, tricks_line
from scorekeeper.words.names import number_name

if TYPE_CHECKING:
    from flask_babel import LazyString


class Panel(ABC):
    """A step of the hand. ``name`` is its name in addresses; ``by_seat`` is the field with a number
    for each player, None for none."""

    name: str
    form: type[PanelForm]
    save_label: LazyString
    """The button for a page without scripts."""
    by_seat: BySeat | None = None
    scores = False
    """Whether its main button scores the hand."""
    plays = False
    """Whether bids are shown as changed by a Cloud, with their points."""
    stays = False
    """Whether it stays open after a save."""

    def __str__(self) -> str:
        return str(self.name)

    def label(self, name: str) -> str:
        """The accessible name of a player's keys; "" for none."""
        return number_name(self.by_seat, name) if self.by_seat else ""

    @abstractmethod
    def line(self, game: Game, hand: Hand) -> str:
        """The standing of the hand, in words."""

    def is_step(self, game: Game, hand: Hand) -> bool:  # noqa: ARG002
        """Return whether the hand has this step."""
        return True

    def can_open(self, game: Game, hand: Hand) -> bool:
        """Return whether the step can be opened now."""
        return self.is_step(game, hand)

    def is_wrong(self, hand: Hand) -> bool:  # noqa: ARG002
        """Return whether the entries cannot stay as they are."""
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

    def seats_with_pads(self, game: Game, hand: Hand) -> tuple[int, ...]:  # noqa: ARG002
        """The seats with their own pads."""
        return hand.playing if self.by_seat else ()

    def chosen(self, hand: Hand) -> list[str]:
        """The selected numbers, as ``bid_0-3``."""
        if self.by_seat is None:
            return []
        numbers = enumerate(getattr(hand, self.by_seat.all))
        return [f"{self.by_seat.one}_{seat}-{n}" for seat, n in numbers if n is not None]


class TrumpPanel(Panel):
    """The card turned up, and the suit that the dealer names after a Wizard."""

    name = Phase.TRUMP
    form = TrumpForm
    save_label = _l("Save trump")

    def line(self, game: Game, hand: Hand) -> str:  # noqa: ARG002
        """The Wizard, after which the pad asks for trump."""
        return gettext("A Wizard is turned up") if hand.turned is Turned.WIZARD else ""

    def is_step(self, game: Game, hand: Hand) -> bool:
        """Return whether a card is turned up in this hand."""
        return game.turns_trump(hand)


class BidsPanel(Panel):
    """The bids."""

    name = Phase.BIDS
    form = BidsForm
    save_label = _l("Save bids")
    by_seat = BIDS

    def line(self, game: Game, hand: Hand) -> str:  # noqa: ARG002
        """Bids against cards."""
        return bids_line(hand)

    def due(self, game: Game, hand: Hand) -> int | None:
        """The seat that has to bid, or to change its bid."""
        return next_bidder(game, hand)

    def forbidden(self, hand: Hand) -> dict[int, Reason]:
        """The bids that the dealer may not make, and the reasons."""
        return forbidden_bids(hand)


class TricksPanel(Panel):
    """The tricks; scores the hand."""

    name = Phase.TRICKS
    form = TricksForm
    save_label = _l("Save tricks")
    by_seat = TRICKS
    scores = plays = True

    def line(self, game: Game, hand: Hand) -> str:
        """Tricks against cards."""
        return tricks_line(game, hand)

    def can_open(self, game: Game, hand: Hand) -> bool:  # noqa: ARG002
        """Only once all bids are final."""
        return phase(hand) is Phase.TRICKS

    def is_wrong(self, hand: Hand) -> bool:
        """Return whether there are more tricks than cards."""
        return tricks_left(hand) < 0

    def offer(self, game: Game, hand: Hand) -> dict[int, int]:
        """The piles that the others determine."""
        return offered_rest(game, hand)

    def chosen(self, hand: Hand) -> list[str]:
        """The piles, and the winner of the negated trick."""
        seat = [] if hand.negated is None else [f"negated-{hand.negated}"]
        return [*super().chosen(hand), *seat]


class ExtrasPanel(Panel):
    """The extras, which are optional."""

    name = "extras"
    form = ExtrasForm
    save_label = _l("Save extras")
    plays = stays = True

    def line(self, game: Game, hand: Hand) -> str:  # noqa: ARG002
        """The number of extras."""
        return extras_line(hand)

    def is_step(self, game: Game, hand: Hand) -> bool:  # noqa: ARG002
        """Return whether a hand may have any besides extra points."""
        return game.has_extras

    def can_open(self, game: Game, hand: Hand) -> bool:  # noqa: ARG002
        """At any time: extra points count in every game."""
        return True

    def seats_with_pads(self, game: Game, hand: Hand) -> tuple[int, ...]:  # noqa: ARG002
        """All seats, since players who sit out or left can have extra points."""
        return tuple(game.seats)


TRUMP_PANEL, BIDS_PANEL, TRICKS_PANEL = TrumpPanel(), BidsPanel(), TricksPanel()
EXTRAS_PANEL = ExtrasPanel()
PANELS: dict[str, Panel] = {
    str(panel): panel for panel in (TRUMP_PANEL, BIDS_PANEL, TRICKS_PANEL, EXTRAS_PANEL)
}
"""The panels by their name in addresses, in the order of a hand."""


def steps_of(game: Game, hand: Hand) -> tuple[Panel, ...]:
    """The panels that this hand has."""
    return tuple(panel for panel in PANELS.values() if panel.is_step(game, hand))


def open_panel(game: Game, hand: Hand | None, wanted: str | None) -> Panel | None:
    """The requested panel if it can be opened, otherwise the one that the hand waits for."""
    if hand is None:
        return None
    panel = PANELS.get(wanted or "")
    return panel if panel and panel.can_open(game, hand) else PANELS[phase(hand)]
