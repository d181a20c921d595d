"""A hand as a form sends it, panel by panel: its dealer, trump, bids and tricks."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.fields import (
    UNSHOWN,
    EnumField,
    OneValueField,
    PairField,
    PilesField,
    WholeNumberField,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.actions import Numbers
from scorekeeper.rules.entries import BidsEntry, Entry, TricksEntry, TrumpEntry
from scorekeeper.rules.game import BIDS, TRICKS, BySeat
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.rules.whole_entry import WholeEntry

SCORES = frozenset({"score", "made"})
"""Names of the buttons that score the hand."""


class DealerForm(SaveForm):
    """The dealer of a hand."""

    dealer = WholeNumberField(_l("Dealer"))


class PanelForm(SaveForm):
    """One panel of a hand; ``touched`` names the fields tapped since it was drawn."""

    touched = OneValueField(UNSHOWN)

    def entry(self, number: int, *, scores: bool = False) -> Entry:
        """The entry in the hand with this number."""
        raise NotImplementedError

    @property
    def typed(self) -> Mapping[str, str]:
        """The typed texts by the names of their fields."""
        return {}

    @property
    def tapped(self) -> list[str]:
        """The names of the fields tapped since the panel was drawn."""
        return str(self.touched.data or "").split()

    def by_seat(self, kind: BySeat, seats: int) -> Numbers:
        """The numbers of every seat."""
        return tuple(self[f"{kind.one}_{seat}"].data for seat in range(seats))


class TrumpForm(PanelForm):
    """The card turned up, and the suit named after a Wizard."""

    turned = EnumField(_l("Trump"), values=Turned)
    named = EnumField(_l("Trump"), values=Trump)

    def entry(self, number: int, *, scores: bool = False) -> Entry:
        """The card and the suit."""
        turned, named = self.turned.data, self.named.data
        return TrumpEntry(number=number, scores=scores, turned=turned, named=named)


def _by_seat(kind: BySeat) -> dict[str, Any]:
    """A named field for each seat, because a list would close up over a missing one."""
    return {f"{kind.one}_{seat}": WholeNumberField(str(seat)) for seat in range(MOST_PLAYERS)}


class BidsForm(PanelForm):
    """The bids, ``bid_0`` … by seat."""

    locals().update(_by_seat(BIDS))

    def entry(self, number: int, *, scores: bool = False) -> Entry:
        """The bids."""
        bids = self.by_seat(BIDS, MOST_PLAYERS)
        return BidsEntry(number=number, scores=scores, tapped=self.tapped, numbers=bids)


class TricksForm(PanelForm):
    """The piles, ``tricks_0`` … by seat, and the seat that took the negated trick.

    ``made`` has all piles, with the bids of players who were not entered; it scores the hand.
    """

    negated = WholeNumberField(_l("Negated trick"))
    made = PilesField(UNSHOWN)
    locals().update(_by_seat(TRICKS))

    def entry(self, number: int, *, scores: bool = False) -> Entry:
        """The piles, and whether they score the hand."""
        return TricksEntry(
            number=number,
            scores=scores,
            tapped=self.tapped,
            numbers=self.by_seat(TRICKS, MOST_PLAYERS),
            negated=self.negated.data,
        )

    def by_seat(self, kind: BySeat, seats: int) -> Numbers:
        """The numbers of every seat."""
        made = self.made.data if kind is TRICKS and self.made.data else {}
        return tuple(made.get(s, n) for s, n in enumerate(super().by_seat(kind, seats)))


class WholeForm(TrumpForm, BidsForm, TricksForm):
    """All panels of a hand that the page drew by itself, while no server answered.

    ``drawn`` has the cards and the dealer with which it drew the hand: ``7-2``. ``more``: further
    entries wait behind this one, so the page draws no answer yet.
    """

    drawn = PairField(UNSHOWN)
    more = OneValueField(UNSHOWN)

    def entry(self, number: int, *, scores: bool = False) -> WholeEntry:
        """Everything that was entered in the hand."""
        panels = [
            panel.entry(self, number, scores=scores) for panel in (TrumpForm, BidsForm, TricksForm)
        ]
        return WholeEntry(number=number, scores=scores, panels=panels, drawn=self.drawn.data)
