"""Extras as the panel and their page send them, tap by tap, beside other phones' entries."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from flask import url_for

from scorekeeper.board.clash import Clash, Fields, clash_lines, whole_hand
from scorekeeper.board.entry import Entry
from scorekeeper.forms.card_counts import CardCountsForm
from scorekeeper.forms.hand import ExtrasForm, sent_extras
from scorekeeper.language import gettext
from scorekeeper.rules.actions import enter_extras, hand_to_change
from scorekeeper.rules.extras import Extras, extras_of, slots, with_slots, without_strange
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.merge import (
    Runs,
    Slots,
    entered_slots,
    hand_or_none,
    hands_since,
    shown_hand,
    uncontested_slots,
)
from scorekeeper.store.games.saves import Action, StaleError

Reads = Callable[[Hand], Extras]
"""Reads the extras of a hand from a form."""


class ExtrasEntry(Entry):
    """The extras of each player, unclaimed tricks and changed bids."""

    form_class = CardCountsForm

    def action(self, game: Game) -> Game:
        """The game with everything that was sent."""
        extras = self.form.extras_on(hand_to_change(game, self.number))
        return enter_extras(game, self.number, extras)

    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:
        """The hand with the tapped extras."""
        return _mine(self.form.extras_on, self.form.touches, hand, base)

    def _own_action(self, runs: Runs) -> Action | None:
        return own_extras(self.form.extras_on, self.form.touches, self.number, runs)

    def _fields(self, mine: Hand, base: Hand | None) -> Fields:  # noqa: ARG002
        return tuple(self.form.own_fields(base))


def own_extras(reads: Reads, touches: Collection[str], number: int, runs: Runs) -> Action | None:
    """The game with only this page's entries; None if others changed the same places or scored the
    hand."""
    base, now = (hand_or_none(game, number) for game in (runs[0][0], runs[-1][-1]))
    if base is None or now is None or now.scored:
        return None
    known = [[slots(extras_of(hand)) for hand in run] for run in hands_since(runs, number)]
    own = uncontested_slots(known, slots(reads(base)), touches)
    return None if own is None else lambda game: _entered(game, number, own)


def extras_clash(form: ExtrasForm, now: Hand, stale: StaleError) -> Clash:
    """Return the stored values beside this page's, and the form that saves this page's."""
    key, number, game = stale.stored.key, now.number, stale.stored.game
    base = shown_hand(stale.base, now)
    mine = _mine(lambda hand: form.extras(game, hand), form.touches, now, base)
    again = (gettext("Check the sheet, then enter yours again if you still want it."),)
    lines = clash_lines(stale, now, mine, base) or again
    if now.scored:
        return Clash(lines, url_for("correct.page", key=key, number=number), whole_hand(mine))
    return Clash(lines, url_for("extras.enter", key=key, number=number), sent_extras(mine))


def _mine(reads: Reads, touches: Collection[str], now: Hand, base: Hand | None) -> Hand:
    """The hand with this page's entries, or with everything it sent if its revision is unknown."""
    sent = slots(reads(now))
    own = entered_slots(slots(extras_of(base)), sent, touches) if base else sent
    extras = with_slots(extras_of(now), own)
    mine = replace(now, void=extras.void or 0, cloud=extras.cloud, bonuses=extras.bonuses)
    return without_strange(mine)


def _entered(game: Game, number: int, own: Slots) -> Game:
    hand = hand_to_change(game, number)
    return enter_extras(game, number, with_slots(extras_of(hand), own))
