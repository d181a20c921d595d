"""What one panel of a hand sends: as an action, as a draft, and beside what others entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from flask import url_for

from scorekeeper.forms import HandForm
from scorekeeper.language import gettext
from scorekeeper.rules.actions import Numbers, enter_bids, enter_tricks, merged, score_hand, turn_up
from scorekeeper.rules.game import Game, Hand, Turned
from scorekeeper.rules.merge import entered, hand_or_none, own_numbers, same_trump
from scorekeeper.rules.scoring import with_rest
from scorekeeper.store.saves import Action, StaleError
from scorekeeper.web.clash import Clash, clash_lines


@dataclass(slots=True)
class Entry:
    """A panel's whole state as it was sent; ``scores`` when the hand is to be scored.

    ``base`` is the hand as the page showed it, known once the page proved stale.
    """

    form: HandForm
    panel: str
    number: int
    scores: bool
    base: Hand | None = field(default=None, init=False)

    @property
    def numbers(self) -> Numbers:
        """The bids by seat; or the tricks, and at their end who took the negated one."""
        if self.panel == "bids":
            return self.form.by_seat("bid")
        return (*self.form.by_seat("tricks"), self.form.negated.data)

    def action(self, numbers: Numbers | None = None) -> Action:
        """What the panel asks for, with ``numbers`` in place of all that were sent."""
        form, number = self.form, self.number
        if self.panel == "trump":
            return lambda game: turn_up(game, number, form.turned.data, form.named.data)
        sent = self.numbers if numbers is None else numbers
        if self.panel == "bids":
            return lambda game: enter_bids(game, number, sent)
        tricks = score_hand if self.scores else enter_tricks
        return lambda game: tricks(game, number, sent[:-1], sent[-1])

    def rebase(self, base: Game, now: Game) -> Action | None:
        """Only what this page entered, if nobody entered otherwise since it was drawn."""
        before, present = hand_or_none(base, self.number), hand_or_none(now, self.number)
        self.base = before
        if before is None or present is None or present.scored != before.scored:
            return None
        if self.scores:
            return self.action() if present == before else None
        if self.panel == "trump":
            return self.action() if same_trump(before, present) else None
        known = self._known(before), self._known(present)
        own = own_numbers(*known, self.numbers, self._touched())
        return None if own is None else self.action(own)

    def draft(self, hand: Hand) -> Hand:
        """The hand with what was typed in place of what is stored.

        What a stale page only showed, and others changed since, stays as it is stored.
        """
        if self.panel == "trump":
            return self._with_trump(hand)
        return self._with_numbers(hand, merged(self._known(hand), self._entered()))

    def clash(self, stale: StaleError) -> Clash:
        """What is stored and what this page entered, and how its entry could stand after all."""
        key, number = stale.stored.key, self.number
        now = hand_or_none(stale.stored.game, number)
        again = [gettext("Look at the sheet and enter yours again if it is still right.")]
        if now is None:
            return Clash(again)
        mine = self._mine(stale.stored.game, now)
        if mine == now and (now.scored or not self.scores):
            return Clash(again)
        lines = clash_lines(stale, now, mine, self.base) or again
        if now.scored:
            there = url_for("correct.page", key=key, number=number)
            return Clash(lines, there, _whole(mine), opens_page=True)
        here = url_for("play.enter", key=key, number=number, panel=self.panel)
        return Clash(lines, here, self._fields(mine))

    def _known(self, hand: Hand) -> Numbers:
        return hand.bids if self.panel == "bids" else (*hand.tricks, hand.negated)

    def _entered(self) -> Numbers:
        if self.base is None:
            return self.numbers
        return entered(self._known(self.base), self.numbers, self._touched())

    def _touched(self) -> list[int]:
        """The places of the panel that were tapped since it was drawn, where the page says so."""
        what = "bid" if self.panel == "bids" else "tricks"
        names = [f"{what}_{seat}" for seat in range(len(self.form.by_seat(what)))]
        tapped = str(self.form.touched.data or "").split()
        return [place for place, name in enumerate([*names, "negated"]) if name in tapped]

    def _mine(self, game: Game, now: Hand) -> Hand:
        """The hand as this page would have it: only its own entries, or all tricks it scores."""
        if not self.scores:
            return self.draft(now)
        shown = self._known(self.base or now)
        return with_rest(game, self._with_numbers(now, merged(shown, self.numbers)))

    def _with_numbers(self, hand: Hand, numbers: Numbers) -> Hand:
        if self.panel == "bids":
            return replace(hand, bids=numbers)
        return replace(hand, tricks=numbers[:-1], negated=numbers[-1])

    def _with_trump(self, hand: Hand) -> Hand:
        turned, trump = self.form.turned.data or hand.turned, hand.trump
        if turned is Turned.WIZARD:
            trump = self.form.named.data or (trump if hand.turned is turned else None)
        return replace(hand, turned=turned, trump=trump)

    def _fields(self, mine: Hand) -> dict[str, object]:
        """The fields that enter here what is ``mine``, and leave all else as it is stored."""
        if self.panel == "trump":
            return _filled(turned=self.form.turned.data, named=self.form.named.data)
        if self.scores:
            return {"score": "1"} | _by_seat("tricks", mine.tricks) | _filled(negated=mine.negated)
        if self.panel == "bids":
            return _by_seat("bid", self._entered())
        *tricks, negated = self._entered()
        return _by_seat("tricks", tricks) | _filled(negated=negated)


def _whole(hand: Hand) -> dict[str, object]:
    """A scored hand as the form of a correction sends it."""
    named = hand.trump if hand.turned else None
    fields = _filled(dealer=hand.dealer, turned=hand.turned, named=named, negated=hand.negated)
    return fields | _by_seat("bid", hand.bids) | _by_seat("tricks", hand.tricks)


def _by_seat(what: str, numbers: Sequence[int | None]) -> dict[str, object]:
    return _filled(**{f"{what}_{seat}": number for seat, number in enumerate(numbers)})


def _filled(**fields: object) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}
