"""The entries of a page in one panel of a hand, beside those of other phones.

An entry is a value of plain numbers. It is saved as it is or, from a stale page, reduced to what
the page itself entered, if nobody else changed the same places since (merge.py).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from scorekeeper.rules import merge
from scorekeeper.rules.actions import (
    Numbers,
    enter_bids,
    enter_tricks,
    merged,
    score_hand,
    turn_up,
)
from scorekeeper.rules.game import BIDS, TRICKS, BySeat, Game, Hand
from scorekeeper.rules.merge import Runs, hand_or_none
from scorekeeper.rules.scoring import with_rest
from scorekeeper.rules.variants.cards import NAMED_AFTER, Trump, Turned

Action = Callable[[Game], Game]
Values = tuple[tuple[str, object], ...]
"""Names and values, as a form sends them."""


@dataclass(frozen=True, kw_only=True)
class Entry(ABC):
    """An entry in the hand with this ``number``; ``scores`` if the hand should be scored.

    ``tapped`` are the names of the values tapped since the panel was drawn, in that order.
    """

    number: int
    tapped: Sequence[str] = ()
    scores: bool = False

    def in_hand(self, number: int) -> Self:
        """The same entry, in the hand with this number."""
        return replace(self, number=number)

    @abstractmethod
    def action(self, game: Game) -> Game:
        """The game with everything that was sent. Raises RefusedError."""

    @abstractmethod
    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:
        """The hand with the entered values, but without values that a stale page (``base``) only
        showed."""

    @abstractmethod
    def own_action(self, runs: Runs) -> Action | None:
        """The game with only this page's entries; None if others changed the same places."""

    @abstractmethod
    def values(self, mine: Hand, base: Hand | None) -> Values:
        """The values that enter ``mine`` and leave all others as they are stored."""

    def rebase(self, runs: Runs) -> Action | None:
        """The game with only this page's entries, if nobody changed the same places since the page
        was drawn."""
        before, now = (hand_or_none(game, self.number) for game in (runs[0][0], runs[-1][-1]))
        if before is None or now is None or now.scored != before.scored:
            return None
        return self.own_action(runs) if merge.same_columns(runs) else None

    def mine(self, game: Game, now: Hand, base: Hand | None) -> Hand:  # noqa: ARG002
        """The hand with this page's entries."""
        return self.draft(now, base)


@dataclass(frozen=True, kw_only=True)
class TrumpEntry(Entry):
    """The card turned up, and the suit that is named."""

    turned: Turned | None
    named: Trump | None

    def action(self, game: Game) -> Game:
        """The game with everything that was sent."""
        return turn_up(game, self.number, self.turned, self.named)

    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:  # noqa: ARG002
        """The hand with the tapped card and suit."""
        turned, trump = self.turned or hand.turned, hand.trump
        if turned in NAMED_AFTER:
            trump = self.named or (trump if hand.turned is turned else None)
        return replace(hand, turned=turned, trump=trump)

    def values(self, mine: Hand, base: Hand | None) -> Values:  # noqa: ARG002
        """The card and the suit."""
        return filled(turned=self.turned, named=self.named)

    def own_action(self, runs: Runs) -> Action | None:
        """The whole entry, if nobody else changed the trump."""
        return self.action if merge.same_trump(runs, self.number) else None


@dataclass(frozen=True, kw_only=True)
class NumbersEntry(Entry):
    """Numbers by seat, possibly for more seats than the game has."""

    by_seat: ClassVar[BySeat]
    numbers: Numbers

    @abstractmethod
    def _entered(self, game: Game, numbers: Numbers) -> Game:
        """The game with these numbers."""

    @abstractmethod
    def _with_numbers(self, hand: Hand, numbers: Numbers) -> Hand:
        """The hand with these numbers."""

    def action(self, game: Game) -> Game:
        """The game with everything that was sent."""
        return self._entered(game, self._numbers(len(game.players)))

    def draft(self, hand: Hand, base: Hand | None = None) -> Hand:
        """The hand with the entered numbers."""
        return self._with_numbers(hand, merged(self._known(hand), self.own(len(hand.bids), base)))

    def own(self, seats: int, base: Hand | None) -> Numbers:
        """The numbers that the page itself entered; None for the others."""
        numbers = self._numbers(seats)
        if base is None:
            return numbers
        return merge.entered(self._known(base), numbers, self._touched(seats))

    def values(self, mine: Hand, base: Hand | None) -> Values:
        """The numbers that the page itself entered."""
        return values_by_seat(self.by_seat, self.own(len(mine.bids), base))

    def own_action(self, runs: Runs) -> Action | None:
        """The numbers that the page itself entered, if none of them clashes."""
        seats = len(runs[0][0].players)
        hands = merge.hands_since(runs, self.number)
        known = [[self._known(hand) for hand in run] for run in hands]
        own = merge.uncontested_numbers(known, self._numbers(seats), self._touched(seats))
        return None if own is None else lambda game: self._entered(game, own)

    def _numbers(self, seats: int) -> Numbers:
        return self.numbers[:seats]

    def _known(self, hand: Hand) -> Numbers:
        return tuple(getattr(hand, self.by_seat.all))

    def _touched(self, seats: int) -> list[int]:
        """The indexes of the numbers that were tapped."""
        names = [f"{self.by_seat.one}_{seat}" for seat in range(seats)]
        return [index for index, name in enumerate([*names, "negated"]) if name in self.tapped]


@dataclass(frozen=True, kw_only=True)
class BidsEntry(NumbersEntry):
    """The bids by seat."""

    by_seat = BIDS

    def _entered(self, game: Game, numbers: Numbers) -> Game:
        return enter_bids(game, self.number, numbers)

    def _with_numbers(self, hand: Hand, numbers: Numbers) -> Hand:
        return replace(hand, bids=numbers)


@dataclass(frozen=True, kw_only=True)
class TricksEntry(NumbersEntry):
    """The tricks by seat; the last number is the winner of the negated trick."""

    by_seat = TRICKS
    negated: int | None

    def own_action(self, runs: Runs) -> Action | None:
        """As for all numbers; to score the hand, nobody else may have changed it."""
        if self.scores:
            return self.action if merge.same_hand(runs, self.number) else None
        return super().own_action(runs)

    def mine(self, game: Game, now: Hand, base: Hand | None) -> Hand:
        """The hand with only this page's entries, or with all tricks if it scores the hand."""
        if not self.scores:
            return self.draft(now, base)
        numbers = merged(self._known(base or now), self._numbers(len(now.bids)))
        return with_rest(game, self._with_numbers(now, numbers))

    def values(self, mine: Hand, base: Hand | None) -> Values:
        """The numbers that the page itself entered; all of them if it scores the hand."""
        if self.scores:
            tricks = values_by_seat(TRICKS, mine.tricks)
            return (("score", "1"), *tricks, *filled(negated=mine.negated))
        own = self.own(len(mine.bids), base)
        return (*values_by_seat(TRICKS, own[:-1]), *filled(negated=own[-1]))

    def _entered(self, game: Game, numbers: Numbers) -> Game:
        enter = score_hand if self.scores else enter_tricks
        return enter(game, self.number, numbers[:-1], numbers[-1])

    def _numbers(self, seats: int) -> Numbers:
        return (*super()._numbers(seats), self.negated)

    def _known(self, hand: Hand) -> Numbers:
        return (*super()._known(hand), hand.negated)

    def _with_numbers(self, hand: Hand, numbers: Numbers) -> Hand:
        return replace(hand, tricks=numbers[:-1], negated=numbers[-1])


def values_by_seat(kind: BySeat, numbers: Sequence[int | None]) -> Values:
    """A value for each seat whose number is known."""
    return filled(**{f"{kind.one}_{seat}": number for seat, number in enumerate(numbers)})


def filled(**values: object) -> Values:
    """The named values that are not None."""
    return tuple((name, value) for name, value in values.items() if value is not None)
