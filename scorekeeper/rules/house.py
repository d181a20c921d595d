"""House rules that a table may choose for any game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BidRule:
    """Which bids are allowed.

    With ``hook`` the bids of a hand may not add up to its cards, and only the dealer,
    who bids last, can be held to that. ``not_on_one_card`` frees the 1-card hand;
    ``zero_allowed`` lets the dealer bid 0 whatever the sum.
    """

    hook: bool = False
    not_on_one_card: bool = False
    zero_allowed: bool = False

    def notation(self) -> str:
        """``""``, ``hook``, ``hook+not1``, ``hook+zero`` or ``hook+not1+zero``."""
        if not self.hook:
            return ""
        options = (("hook", True), ("not1", self.not_on_one_card), ("zero", self.zero_allowed))
        return "+".join(word for word, chosen in options if chosen)

    @classmethod
    def parse(cls, notation: str) -> BidRule:
        """The rule that :meth:`notation` wrote."""
        words = notation.split("+")
        return cls("hook" in words, "not1" in words, "zero" in words)

    def binds(self, cards: int) -> bool:
        """Whether a hand of so many cards is under the hook."""
        return self.hook and not (self.not_on_one_card and cards == 1)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table chose for hands still to come, and what it may change between hands.

    ``sizes`` holds the cards of every hand from the first on; () means that a target
    ends the game. ``clock`` is in minutes. ``ends_after`` is the number of hands after
    which the table goes home early.
    """

    bid_rule: BidRule = BidRule()
    sizes: tuple[int, ...] = ()
    clock: int | None = None
    ends_after: int | None = None
