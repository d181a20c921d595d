"""What one panel of a hand sends: as an action, as a draft, and beside what others entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import url_for

from scorekeeper.forms.hand import PanelForm
from scorekeeper.language import gettext
from scorekeeper.rules.actions import Numbers, enter_bids, enter_tricks, merged, score_hand, turn_up
from scorekeeper.rules.game import Game, Hand, Turned
from scorekeeper.rules.merge import (
    Runs,
    entered,
    hand_or_none,
    hands_since,
    own_numbers,
    same_hand,
    same_trump,
)
from scorekeeper.rules.scoring import with_rest
from scorekeeper.store.saves import Action, StaleError
from scorekeeper.web.clash import Clash, clash_lines


@dataclass(frozen=True, slots=True)
class Entry:
    """A panel's whole state as it was sent; ``scores`` when the hand is to be scored."""

    form: PanelForm
    panel: str
    number: int
    scores: bool

    def action(self, game: Game) -> Game:
        """The game with all that was sent."""
        return self._entered(game, None)

    def rebase(self, runs: Runs) -> Action | None:
        """Only what this page entered, if nobody touched the same place since it was drawn."""
        before, now = (hand_or_none(game, self.number) for game in (runs[0][0], runs[-1][-1]))
        if before is None or now is None or now.scored != before.scored:
            return None
        if self.scores:
            return self.action if same_hand(runs, self.number) else None
        if self.panel == "trump":
            return self.action if same_trump(runs, self.number) else None
        seats = len(now.bids)
        known = [[self._known(hand) for hand in run] for run in hands_since(runs, self.number)]
        own = own_numbers(known, self._numbers(seats), self._touched(seats))
        return None if own is None else lambda game: self._entered(game, own)

    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:
        """The hand with what was typed in place of what is stored.

        What a stale page only showed (``base``), and others changed since, stays as it is stored.
        """
        if self.panel == "trump":
            return self._with_trump(hand)
        typed = self._own(len(hand.bids), base)
        return self._with_numbers(hand, merged(self._known(hand), typed))

    def clash(self, stale: StaleError) -> Clash:
        """What is stored and what this page entered, and how its entry could stand after all."""
        key, number, game = stale.stored.key, self.number, stale.stored.game
        now = hand_or_none(game, number)
        base = hand_or_none(stale.base, number) if stale.base else None
        again = (gettext("Check the sheet, then enter yours again if you still want it."),)
        if now is None:
            return Clash(again)
        mine = self._mine(game, now, base)
        if mine == now and (now.scored or not self.scores):
            return Clash(again)
        lines = clash_lines(stale, now, mine, base) or again
        if now.scored:
            there = url_for("correct.page", key=key, number=number)
            return Clash(lines, there, _whole(mine), opens_page=True)
        here = url_for("play.enter", key=key, number=number, panel=self.panel)
        return Clash(lines, here, self._fields(mine, base))

    def _entered(self, game: Game, own: Numbers | None) -> Game:
        """The game with ``own`` numbers, or (None) with all that were sent."""
        if self.panel == "trump":
            return turn_up(game, self.number, self.form.turned.data, self.form.named.data)
        numbers = self._numbers(len(game.players)) if own is None else own
        if self.panel == "bids":
            return enter_bids(game, self.number, numbers)
        tricks = score_hand if self.scores else enter_tricks
        return tricks(game, self.number, numbers[:-1], numbers[-1])

    def _numbers(self, seats: int) -> Numbers:
        """The bids by seat; or the tricks, followed by the seat that took the negated one."""
        if self.panel == "bids":
            return self.form.by_seat("bid", seats)
        return (*self.form.by_seat("tricks", seats), self.form.negated.data)

    def _known(self, hand: Hand) -> Numbers:
        return hand.bids if self.panel == "bids" else (*hand.tricks, hand.negated)

    def _own(self, seats: int, base: Hand | None) -> Numbers:
        numbers = self._numbers(seats)
        if base is None:
            return numbers
        return entered(self._known(base), numbers, self._touched(seats))

    def _touched(self, seats: int) -> list[int]:
        """The places of the panel that were tapped since it was drawn, where the page says so."""
        what = "bid" if self.panel == "bids" else "tricks"
        names = [f"{what}_{seat}" for seat in range(seats)]
        tapped = str(self.form.touched.data or "").split()
        return [place for place, name in enumerate([*names, "negated"]) if name in tapped]

    def _mine(self, game: Game, now: Hand, base: Hand | None) -> Hand:
        """The hand as this page would have it: only its own entries, or all tricks it scores."""
        if not self.scores:
            return self.draft(now, base)
        shown = self._known(base or now)
        numbers = merged(shown, self._numbers(len(now.bids)))
        return with_rest(game, self._with_numbers(now, numbers))

    def _with_numbers(self, hand: Hand, numbers: Numbers) -> Hand:
        if self.panel == "bids":
            return replace(hand, bids=numbers)
        return replace(hand, tricks=numbers[:-1], negated=numbers[-1])

    def _with_trump(self, hand: Hand) -> Hand:
        turned, trump = self.form.turned.data or hand.turned, hand.trump
        if turned is Turned.WIZARD:
            trump = self.form.named.data or (trump if hand.turned is turned else None)
        return replace(hand, turned=turned, trump=trump)

    def _fields(self, mine: Hand, base: Hand | None) -> tuple[tuple[str, object], ...]:
        """The fields that enter ``mine`` here and leave everything else as it is stored."""
        if self.panel == "trump":
            return _filled(turned=self.form.turned.data, named=self.form.named.data)
        if self.scores:
            tricks = _by_seat("tricks", mine.tricks)
            return (("score", "1"), *tricks, *_filled(negated=mine.negated))
        own = self._own(len(mine.bids), base)
        if self.panel == "bids":
            return _by_seat("bid", own)
        return (*_by_seat("tricks", own[:-1]), *_filled(negated=own[-1]))


def _whole(hand: Hand) -> tuple[tuple[str, object], ...]:
    """A scored hand as the form of a correction sends it."""
    named = hand.trump if hand.turned else None
    fields = _filled(dealer=hand.dealer, turned=hand.turned, named=named, negated=hand.negated)
    return (*fields, *_by_seat("bid", hand.bids), *_by_seat("tricks", hand.tricks))


def _by_seat(what: str, numbers: Sequence[int | None]) -> tuple[tuple[str, object], ...]:
    return _filled(**{f"{what}_{seat}": number for seat, number in enumerate(numbers)})


def _filled(**fields: object) -> tuple[tuple[str, object], ...]:
    return tuple((name, value) for name, value in fields.items() if value is not None)
