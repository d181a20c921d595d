"""A hand, panel by panel and whole."""

from __future__ import annotations

from typing import Any

from scorekeeper.fields import UNSHOWN, EnumField, OneValueField, PilesField, WholeNumberField
from scorekeeper.forms.extras import ExtrasForm
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.actions import Correction, Numbers
from scorekeeper.rules.game import BIDS, BY_SEAT, TRICKS, BySeat, Game, Hand
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.variants import MOST_PLAYERS


class DealerForm(SaveForm):
    """Who deals a hand."""

    dealer = WholeNumberField(_l("Dealer"))


class PanelForm(SaveForm):
    """One panel of a hand; ``touched`` names the fields that were tapped since it was drawn."""

    touched = OneValueField(UNSHOWN)

    def by_seat(self, kind: BySeat, seats: int) -> Numbers:
        """The numbers of every seat."""
        return tuple(self[f"{kind.one}_{seat}"].data for seat in range(seats))


class TrumpForm(PanelForm):
    """The card turned up, and the suit that is named after a Wizard."""

    turned = EnumField(_l("Trump"), values=Turned)
    named = EnumField(_l("Trump"), values=Trump)


def _by_seat(kind: BySeat) -> dict[str, Any]:
    """A named field for each seat: a list would close up over a missing one."""
    return {f"{kind.one}_{seat}": WholeNumberField(str(seat)) for seat in range(MOST_PLAYERS)}


class BidsForm(PanelForm):
    """The bids, ``bid_0`` … by seat."""

    locals().update(_by_seat(BIDS))


class TricksForm(PanelForm):
    """The piles, ``tricks_0`` … by seat, and the seat that took the negated trick.

    ``made`` are all piles, with the bids of those who were not entered; it scores the hand.
    """

    negated = WholeNumberField(_l("8 of spades won by"))
    made = PilesField(UNSHOWN)
    locals().update(_by_seat(TRICKS))

    def by_seat(self, kind: BySeat, seats: int) -> Numbers:
        """The numbers of every seat."""
        made = self.made.data or {}
        return tuple(made.get(s, n) for s, n in enumerate(super().by_seat(kind, seats)))


class CorrectionForm(DealerForm, TrumpForm, BidsForm, TricksForm, ExtrasForm):
    """A whole hand."""

    def correction(self, game: Game, hand: Hand) -> Correction:
        """The whole hand as typed, with the extras of ``hand`` where none were sent."""
        seats = len(game.players)
        return Correction(
            dealer=self.dealer.data,
            turned=self.turned.data,
            named=self.named.data,
            **{kind.all: self.by_seat(kind, seats) for kind in BY_SEAT},
            negated=self.negated.data,
            extras=self.extras(game, hand),
        )
