"""The entry of one panel: as an action, as a draft, and beside other phones' entries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from flask import url_for

from scorekeeper.board.clash import Clash, Fields, clash_lines, fields_by_seat, filled, whole_hand
from scorekeeper.forms.hand import BidsForm, PanelForm, TricksForm, TrumpForm
from scorekeeper.language import gettext
from scorekeeper.rules import merge
from scorekeeper.rules.actions import Numbers, enter_bids, enter_tricks, merged, score_hand, turn_up
from scorekeeper.rules.game import BIDS, TRICKS, BySeat, Game, Hand
from scorekeeper.rules.merge import Runs, hand_or_none, shown_hand
from scorekeeper.rules.scoring import with_rest
from scorekeeper.rules.variants.cards import NAMED_AFTER
from scorekeeper.store.games.saves import Action, StaleError


@dataclass(frozen=True, slots=True)
class Entry(ABC):
    """A panel's whole state as it was sent; ``scores`` if the hand should be scored."""

    form_class: ClassVar[type[PanelForm]]
    form: PanelForm
    number: int
    scores: bool = False

    @abstractmethod
    def action(self, game: Game) -> Game:
        """The game with everything that was sent."""

    @abstractmethod
    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:
        """The hand with the typed values, but without values that a stale page (``base``) only
        showed."""

    @abstractmethod
    def _own_action(self, runs: Runs) -> Action | None:
        """The game with only this page's entries; None if others changed the same places."""

    @abstractmethod
    def _fields(self, mine: Hand, base: Hand | None) -> Fields:
        """The fields that enter ``mine`` and leave all other values as they are stored."""

    def rebase(self, runs: Runs) -> Action | None:
        """The game with only this page's entries, if nobody changed the same places since the page
        was drawn."""
        before, now = (hand_or_none(game, self.number) for game in (runs[0][0], runs[-1][-1]))
        if before is None or now is None or now.scored != before.scored:
            return None
        return self._own_action(runs) if merge.same_columns(runs) else None

    def clash(self, stale: StaleError, panel: str) -> Clash:
        """Return the stored values beside this page's, and the form that saves this page's."""
        key, number, game = stale.stored.key, self.number, stale.stored.game
        now = hand_or_none(game, number)
        again = (gettext("Check the sheet, then enter yours again if you still want it."),)
        if now is None:
            return Clash(again)
        base = shown_hand(stale.base, now)
        mine = self._mine(game, now, base)
        if mine == now and (now.scored or not self.scores):
            return Clash(again)
        lines = clash_lines(stale, now, mine, base) or again
        if now.scored:
            correction = url_for("correct.page", key=key, number=number)
            return Clash(lines, correction, whole_hand(mine, now))
        here = url_for("play.enter", key=key, number=number, panel=panel)
        return Clash(lines, here, self._fields(mine, base))

    def _mine(self, game: Game, now: Hand, base: Hand | None) -> Hand:  # noqa: ARG002
        """The hand with this page's entries."""
        return self.draft(now, base)

    @property
    def typed(self) -> Mapping[str, str]:
        """The typed texts by the names of their fields."""
        return {}


class TrumpEntry(Entry):
    """The card turned up, and the suit that is named."""

    form_class = TrumpForm

    def action(self, game: Game) -> Game:
        """The game with everything that was sent."""
        return turn_up(game, self.number, self.form.turned.data, self.form.named.data)

    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:  # noqa: ARG002
        """The hand with the tapped card and suit."""
        turned, trump = self.form.turned.data or hand.turned, hand.trump
        if turned in NAMED_AFTER:
            trump = self.form.named.data or (trump if hand.turned is turned else None)
        return replace(hand, turned=turned, trump=trump)

    def _own_action(self, runs: Runs) -> Action | None:
        return self.action if merge.same_trump(runs, self.number) else None

    def _fields(self, mine: Hand, base: Hand | None) -> Fields:  # noqa: ARG002
        return filled(turned=self.form.turned.data, named=self.form.named.data)


class NumbersEntry(Entry):
    """A number for each seat."""

    by_seat: ClassVar[BySeat]

    @abstractmethod
    def _entered(self, game: Game, numbers: Numbers) -> Game:
        """The game with these numbers."""

    def action(self, game: Game) -> Game:
        """The game with everything that was sent."""
        return self._entered(game, self._numbers(len(game.players)))

    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:
        """The hand with the tapped numbers."""
        typed = self._own(len(hand.bids), base)
        return self._with_numbers(hand, merged(self._known(hand), typed))

    def _own_action(self, runs: Runs) -> Action | None:
        seats = len(runs[0][0].players)
        known = [
            [self._known(hand) for hand in run] for run in merge.hands_since(runs, self.number)
        ]
        own = merge.uncontested_numbers(known, self._numbers(seats), self._touched(seats))
        return None if own is None else lambda game: self._entered(game, own)

    def _fields(self, mine: Hand, base: Hand | None) -> Fields:
        return fields_by_seat(self.by_seat, self._own(len(mine.bids), base))

    def _numbers(self, seats: int) -> Numbers:
        return self.form.by_seat(self.by_seat, seats)

    def _known(self, hand: Hand) -> Numbers:
        return tuple(getattr(hand, self.by_seat.all))

    @abstractmethod
    def _with_numbers(self, hand: Hand, numbers: Numbers) -> Hand:
        """The hand with these numbers."""

    def _own(self, seats: int, base: Hand | None) -> Numbers:
        numbers = self._numbers(seats)
        if base is None:
            return numbers
        return merge.entered(self._known(base), numbers, self._touched(seats))

    def _touched(self, seats: int) -> list[int]:
        """The numbers tapped since the panel was drawn, if the page reports them."""
        names = [f"{self.by_seat.one}_{seat}" for seat in range(seats)]
        tapped = str(self.form.touched.data or "").split()
        return [index for index, name in enumerate([*names, "negated"]) if name in tapped]


class BidsEntry(NumbersEntry):
    """The bids by seat."""

    form_class, by_seat = BidsForm, BIDS

    def _entered(self, game: Game, numbers: Numbers) -> Game:
        return enter_bids(game, self.number, numbers)

    def _with_numbers(self, hand: Hand, numbers: Numbers) -> Hand:
        return replace(hand, bids=numbers)


class TricksEntry(NumbersEntry):
    """The tricks by seat, followed by the winner of the negated one."""

    form_class, by_seat = TricksForm, TRICKS

    def _entered(self, game: Game, numbers: Numbers) -> Game:
        enter = score_hand if self.scores else enter_tricks
        return enter(game, self.number, numbers[:-1], numbers[-1])

    def _own_action(self, runs: Runs) -> Action | None:
        if self.scores:
            return self.action if merge.same_hand(runs, self.number) else None
        return super()._own_action(runs)

    def _numbers(self, seats: int) -> Numbers:
        return (*super()._numbers(seats), self.form.negated.data)

    def _known(self, hand: Hand) -> Numbers:
        return (*super()._known(hand), hand.negated)

    def _with_numbers(self, hand: Hand, numbers: Numbers) -> Hand:
        return replace(hand, tricks=numbers[:-1], negated=numbers[-1])

    def _mine(self, game: Game, now: Hand, base: Hand | None) -> Hand:
        """The hand with only this page's entries, or with all tricks if it scores the hand."""
        if not self.scores:
            return self.draft(now, base)
        numbers = merged(self._known(base or now), self._numbers(len(now.bids)))
        return with_rest(game, self._with_numbers(now, numbers))

    def _fields(self, mine: Hand, base: Hand | None) -> Fields:
        if self.scores:
            tricks = fields_by_seat(TRICKS, mine.tricks)
            return (("score", "1"), *tricks, *filled(negated=mine.negated))
        own = self._own(len(mine.bids), base)
        return (*fields_by_seat(TRICKS, own[:-1]), *filled(negated=own[-1]))
