"""House rules that a table may choose for any game."""

from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.rules.problems import ProblemCode


class Reason(ProblemCode):
    """The reason why the dealer may not make a bid, as the code of the problem."""

    ADDS_UP = "bid-forbidden"
    LEADS = "bid-leads"
    LEADS_LAST = "bid-leads-last"


@dataclass(frozen=True, slots=True)
class BidRule:
    """A bidding rule.

    With ``hook`` the bids of a hand may not add up to its cards; only the dealer, who bids last,
    can break it. ``not_on_one_card`` exempts the 1-card hand, ``not_on_last`` the last one,
    ``from_cards`` all hands of fewer cards; ``zero_allowed`` lets the dealer bid 0 whatever the
    sum.

    ``leader_only`` is the Canadian rule: it binds only a dealer alone in the lead, who may always
    bid 0. With ``only_last`` it applies only to the last hand, as its author changed it in 2020. In
    a hand, ``free`` means that its dealer was not in the lead.

    ``at_once``: all bid at the same moment. Nobody bids last, so there is no hook.
    """

    hook: bool = False
    not_on_one_card: bool = False
    zero_allowed: bool = False
    not_on_last: bool = False
    leader_only: bool = False
    only_last: bool = False
    free: bool = False
    at_once: bool = False
    from_cards: int = 0

    def notation(self) -> str:
        """The rule in words: ``hook`` and its options (``hook+not1+zero``), ``hidden``, or ``""``
        for none."""
        if not self.hook and not self.at_once:
            return ""
        words = [word for word, field in WORDS.items() if getattr(self, field)]
        return "+".join([*words, f"{FROM}{self.from_cards}"] if self.from_cards else words)

    @classmethod
    @lru_cache(500)
    def parse(cls, notation: str) -> "BidRule":
        """The rule that :meth:`notation` wrote."""
        words = notation.split("+")
        start = next((int(word[len(FROM) :]) for word in words if word.startswith(FROM)), 0)
        return cls(**{field: word in words for word, field in WORDS.items()}, from_cards=start)

    def of_hand(self, *, is_last: bool, leads: bool) -> "BidRule":
        """The rule of one hand, which stays the same whatever happens to other hands.

        ``leads``: its dealer is alone in the lead.
        """
        if (self.not_on_last and is_last) or (self.only_last and not is_last):
            return BidRule()
        return replace(self, not_on_last=False, free=self.leader_only and not leads)

    @property
    def is_possible(self) -> bool:
        """Whether a table could have chosen these options together, or a hand could have them."""
        known = self == BidRule.parse(self.notation())
        alone = not self.at_once or self == BidRule(at_once=True)
        led = not self.not_on_last if self.leader_only else not (self.only_last or self.free)
        return known and alone and led

    @property
    def lowest(self) -> int:
        """The lowest bid that can be forbidden."""
        return 1 if self.zero_allowed or self.leader_only else 0

    def binds(self, cards: int) -> bool:
        """Return whether the hook binds a hand of this many cards."""
        is_small = cards < self.from_cards or (self.not_on_one_card and cards == 1)
        return self.hook and not self.free and not is_small

    def forbidden(self, cards: int, left: int | None) -> dict[int, Reason]:
        """The bids that the dealer may not make in a hand of this many cards, and the reasons.

        ``left``: the cards minus the bids of all others; None while one of these is missing.
        """
        if left is None or not self.binds(cards) or not self.lowest <= left <= cards:
            return {}
        leads = Reason.LEADS_LAST if self.only_last else Reason.LEADS
        return {left: leads if self.leader_only else Reason.ADDS_UP}


FROM = "from"
"""The word before the smallest number of cards that the hook binds: ``hook+from4``."""
WORDS = {
    "hook": "hook",
    "not1": "not_on_one_card",
    "zero": "zero_allowed",
    "notlast": "not_on_last",
    "lead": "leader_only",
    "last": "only_last",
    "free": "free",
    "hidden": "at_once",
}
"""The words of the notation, and their fields."""
LONGEST_NOTATION = 60
"""Characters of a notation; enough for all words together."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The house rules for hands still to come, which may change between hands.

    ``sizes`` has the cards of every hand from the first on; () means that a target ends the game.
    ``clock`` is in minutes. ``ends_after`` is the number of hands after which the game ends early.
    ``specials``: special cards are in the deck.
    """

    bid_rule: BidRule = BidRule()
    sizes: tuple[int, ...] = ()
    clock: int | None = None
    ends_after: int | None = None
    specials: bool = False

    @property
    def last(self) -> int | None:
        """The number of the last hand, as far as is known; None if a target ends the game."""
        return (len(self.sizes) or None) if self.ends_after is None else self.ends_after
