"""Extras as the panel sends them, tap by tap, beside other phones' entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.board.clash import Fields
from scorekeeper.board.entry import Entry
from scorekeeper.forms.extras import ExtrasForm
from scorekeeper.rules.actions import enter_extras, hand_to_change
from scorekeeper.rules.extras import extras_of, slots, with_slots, without_strange
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.merge import Runs, Slots, entered_slots, hands_since, uncontested_slots
from scorekeeper.store.games.saves import Action


class ExtrasEntry(Entry):
    """The extras of each player, unclaimed tricks and changed bids."""

    form_class = ExtrasForm
    form: ExtrasForm

    def action(self, game: Game) -> Game:
        """The game with everything that was sent."""
        extras = self.form.extras_on(hand_to_change(game, self.number))
        return enter_extras(game, self.number, extras)

    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:
        """The hand with the page's entries, or with everything it sent if ``base`` is unknown."""
        sent = slots(self.form.extras_on(hand))
        own = entered_slots(slots(extras_of(base)), sent, self.form.touches) if base else sent
        extras = with_slots(extras_of(hand), own)
        mine = replace(hand, void=extras.void or 0, cloud=extras.cloud, bonuses=extras.bonuses)
        return without_strange(mine)

    @property
    def typed(self) -> Mapping[str, str]:
        """The typed texts by the names of their fields."""
        return self.form.typed

    def _own_action(self, runs: Runs) -> Action | None:
        """The game with only this page's entries; None if others changed the same places or scored
        the hand."""
        hands = hands_since(runs, self.number)
        if hands[-1][-1].scored:
            return None
        known = [[slots(extras_of(hand)) for hand in run] for run in hands]
        own = uncontested_slots(known, slots(self.form.extras_on(hands[0][0])), self.form.touches)
        return None if own is None else lambda game: self._entered(game, own)

    def _entered(self, game: Game, own: Slots) -> Game:
        hand = hand_to_change(game, self.number)
        return enter_extras(game, self.number, with_slots(extras_of(hand), own))

    def _fields(self, mine: Hand, base: Hand | None) -> Fields:  # noqa: ARG002
        return self.form.own_fields(base)
