"""A whole hand, all panels at once, that a page drew while no server answered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.rules import merge
from scorekeeper.rules.actions import change_dealer, hand_to_change
from scorekeeper.rules.dealing import trump_by, with_dealer
from scorekeeper.rules.entries import Action, Entry, Values, filled
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.merge import Runs, hand_or_none
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.scoring import with_rest
from scorekeeper.rules.sheet import open_hand


@dataclass(frozen=True, kw_only=True)
class WholeEntry(Entry):
    """The entries of all ``panels`` of a hand, in their order; some may be empty.

    ``drawn`` are the cards and the dealer with which the page drew the hand; None if it drew the
    hand as it is stored.
    """

    panels: Sequence[Entry]
    drawn: tuple[int, int] | None = None

    def in_hand(self, number: int) -> Self:
        """The same entries, in the hand with this number."""
        panels = [panel.in_hand(number) for panel in self.panels]
        return replace(self, number=number, panels=panels)

    def action(self, game: Game) -> Game:
        """The game with everything that was sent."""
        hand = self._hand_now(game)
        if self._binds_another(game, hand):
            game = change_dealer(game, self.number, self._dealer(hand))
        for panel in self._entered(hand):
            game = panel.action(game)
        return game

    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:  # noqa: ARG002
        """The hand with everything that was sent."""
        for panel in self._entered(hand):
            hand = panel.draft(hand)
        if hand.turned is None:
            return hand
        return replace(hand, trump=trump_by(hand.turned, hand.trump))

    def mine(self, game: Game, now: Hand, base: Hand | None) -> Hand:
        """The hand with everything that was sent, with its dealer and the last pile.

        A page that scored the hand knew nothing of the piles that others entered meanwhile.
        """
        dealer = self._dealer(now) if self._binds_another(game, now) else now.dealer
        hand = replace(self.draft(now), dealer=dealer)
        if not self.scores:
            return hand
        known = base.tricks if base else (None,) * len(now.tricks)
        sent = self.draft(replace(now, tricks=known)).tricks
        own = with_rest(game, replace(hand, tricks=sent)).tricks
        tricks = (
            number if pile is None else pile for pile, number in zip(own, hand.tricks, strict=True)
        )
        return replace(hand, tricks=tuple(tricks))

    def values(self, mine: Hand, base: Hand | None) -> Values:  # noqa: ARG002
        """Everything that was sent."""
        drawn = self.drawn and "{}-{}".format(*self.drawn)
        panels = (panel.values(mine, None) for panel in self._entered(mine))
        return (*filled(drawn=drawn), *(value for values in panels for value in values))

    def rebase(self, runs: Runs) -> Action | None:
        """Everything that was sent, if the hand is still dealt as it was drawn and nobody changed a
        value to a different one. A hand that has not come up yet, or has other cards, is
        refused."""
        game = runs[-1][-1]
        now = hand_or_none(game, self.number)
        if now is None or self._cards(now) != now.cards:
            return self.action
        is_free = not now.scored and not self._binds_another(game, now)
        return self.own_action(runs) if is_free and merge.same_columns(runs) else None

    def own_action(self, runs: Runs) -> Action | None:
        """Everything that was sent, if nobody else has entered different values since the hand came
        up."""
        now = merge.hands_since(runs, self.number)[-1][-1]
        return self.action if merge.untouched(runs, self.draft(now)) else None

    def _hand_now(self, game: Game) -> Hand:
        """The hand; raises RefusedError if it is not up, or has other cards than it was drawn
        with."""
        current = open_hand(game)
        if self.number > len(game.scored) and (current is None or current.number < self.number):
            raise RefusedError(
                Problem(Code.HAND_UNSCORED, values={"number": current.number})
                if current
                else Problem(Code.GAME_OVER)
            )
        hand = hand_to_change(game, self.number)
        if self._cards(hand) != hand.cards:
            values = {"number": hand.number, "cards": hand.cards, "drawn": self._cards(hand)}
            raise RefusedError(Problem(Code.HAND_CARDS, values=values))
        return hand

    def _entered(self, hand: Hand) -> list[Entry]:
        """The panels in which something was entered."""
        return [panel for panel in self.panels if panel.values(hand, None)]

    def _cards(self, hand: Hand) -> int:
        return self.drawn[0] if self.drawn else hand.cards

    def _dealer(self, hand: Hand) -> int:
        return self.drawn[1] if self.drawn else hand.dealer

    def _binds_another(self, game: Game, hand: Hand) -> bool:
        """Return whether the page drew another dealer than is stored, and the bids depend on it."""
        drawn = with_dealer(game, hand, self._dealer(hand))
        return drawn != hand and any(one.bid_rule.binds(one.cards) for one in (drawn, hand))
