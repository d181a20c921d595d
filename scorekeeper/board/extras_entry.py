"""What the page of extras sends, tap by tap, beside what others entered in the same hand."""

from __future__ import annotations

from dataclasses import replace

from flask import url_for

from scorekeeper.board.clash import Clash, clash_lines, whole_hand
from scorekeeper.forms.extras import ExtrasForm, sent_extras
from scorekeeper.language import gettext
from scorekeeper.rules.actions import enter_extras, hand_to_change
from scorekeeper.rules.extras import extras_of, spots, with_spots
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.merge import (
    Runs,
    Spots,
    entered_spots,
    hand_or_none,
    hands_since,
    own_spots,
    shown_hand,
)
from scorekeeper.store.saves import Action, StaleError


def own_extras(form: ExtrasForm, number: int, runs: Runs) -> Action | None:
    """Only what this page entered; None where others touched the same, or scored the hand."""
    base, now = (hand_or_none(game, number) for game in (runs[0][0], runs[-1][-1]))
    if base is None or now is None or now.scored:
        return None
    known = [[spots(extras_of(hand)) for hand in run] for run in hands_since(runs, number)]
    own = own_spots(known, spots(form.extras(runs[0][0], base)), form.touches)
    return None if own is None else lambda game: _entered(game, number, own)


def extras_clash(form: ExtrasForm, now: Hand, stale: StaleError) -> Clash:
    """What is stored and what this page entered, and how its entry could stand after all."""
    key, number = stale.stored.key, now.number
    base = shown_hand(stale.base, now)
    mine = _mine(form, stale.stored.game, now, base)
    again = (gettext("Check the sheet, then enter yours again if you still want it."),)
    lines = clash_lines(stale, now, mine, base) or again
    if now.scored:
        return Clash(lines, url_for("correct.page", key=key, number=number), whole_hand(mine))
    return Clash(lines, url_for("extras.enter", key=key, number=number), sent_extras(mine))


def _mine(form: ExtrasForm, game: Game, now: Hand, base: Hand | None) -> Hand:
    """The hand as this page would have it: all that it sent, where nobody knows what it showed."""
    sent = spots(form.extras(game, now))
    own = entered_spots(spots(extras_of(base)), sent, form.touches) if base else sent
    extras = with_spots(extras_of(now), own)
    return replace(now, void=extras.void or 0, cloud=extras.cloud, bonuses=extras.bonuses)


def _entered(game: Game, number: int, own: Spots) -> Game:
    hand = hand_to_change(game, number)
    return enter_extras(game, number, with_spots(extras_of(hand), own))
