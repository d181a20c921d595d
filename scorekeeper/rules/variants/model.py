"""A game of the family: data, and the few pure functions that read it.

Sizes, trump and bids are values of their own; ``points.py`` has the points, and ``variants.py``
assembles the games.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from scorekeeper.rules.variants.cards import FRENCH, Trump, Turned
from scorekeeper.rules.variants.house import BidRule


@dataclass(frozen=True, slots=True)
class Terms:
    """Points as a sum: a ``fixed`` number, and an amount for each trick that counts, each trick
    over or under the bid, each card of the hand, the square of the tricks and each trick bid.
    ``per_over`` replaces ``per_miss`` for tricks over a bid."""

    fixed: int = 0
    per_trick: int = 0
    per_miss: int = 0
    per_card: int = 0
    per_square: int = 0
    per_bid: int = 0
    per_over: int | None = None

    def points(self, bid: int, counted: int, cards: int) -> int:
        """The points of a bid with this many tricks, in a hand of this many cards."""
        fixed, trick, miss, card, square, each_bid = self.amounts(is_over=counted > bid)
        of_tricks = trick * counted + square * counted**2
        return fixed + of_tricks + each_bid * bid + miss * abs(bid - counted) + card * cards

    def by_tricks(self, bid: int, cards: int) -> list[int]:
        """The points of a bid by the number of tricks that count, up to all cards of the hand."""
        found = []
        for is_over, some in (
            (False, range(min(bid, cards) + 1)),
            (True, range(max(bid + 1, 0), cards + 1)),
        ):
            fixed, trick, miss, card, square, each_bid = self.amounts(is_over=is_over)
            same = fixed + each_bid * bid + card * cards
            found += [same + (trick + square * n) * n + miss * abs(bid - n) for n in some]
        return found

    def amounts(self, *, is_over: bool) -> tuple[int, ...]:
        """The fixed points, and those for each trick that counts, each trick over or under the bid,
        each card, the square of the tricks and each trick bid."""
        miss = self.per_over if is_over and self.per_over is not None else self.per_miss
        return self.fixed, self.per_trick, miss, self.per_card, self.per_square, self.per_bid


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a bid that is ``made`` or ``missed``.

    ``zero_made`` and ``zero_missed`` are for a bid of 0 that counts differently, ``near`` for a bid
    that is missed by one.
    """

    made: Terms
    missed: Terms
    zero_made: Terms | None = None
    zero_missed: Terms | None = None
    near: Terms | None = None

    def points(self, bid: int, counted: int, cards: int) -> int:
        """The points of a bid with this many tricks that count, in a hand of this many cards."""
        return self.terms(bid, counted).points(bid, counted, cards)

    def by_tricks(self, bid: int, cards: int) -> list[int]:
        """The points of a bid in a hand of this many cards, by the number of tricks that count."""
        missed = self.zero_missed if bid == 0 and self.zero_missed else self.missed
        found = missed.by_tricks(bid, cards)
        for counted in (bid - 1, bid, bid + 1) if self.near else (bid,):
            if 0 <= counted <= cards:
                found[counted] = self.points(bid, counted, cards)
        return found

    @property
    def costs_a_miss(self) -> bool:
        """Whether a missed bid can score below 0, as in a hand of five cards."""
        pairs = ((bid, counted) for bid in range(6) for counted in range(6) if bid != counted)
        return any(self.points(*pair, cards=5) < 0 for pair in pairs)

    def terms(self, bid: int, counted: int) -> Terms:
        """The terms of a bid with this many tricks that count."""
        is_made = bid == counted
        zero = self.zero_made if is_made else self.zero_missed
        if bid == 0 and zero:
            return zero
        if self.near and abs(bid - counted) == 1:
            return self.near
        return self.made if is_made else self.missed


class When(StrEnum):
    """The bids with which an extra counts."""

    ALWAYS = "always"
    MADE = "made"
    HALVED = "halved"
    """All of it with a made bid; half with a bid missed by one, in games that count those."""
    STAKED = "staked"
    """Won with a made bid, lost with a missed one."""


class ExtraKey(StrEnum):
    """The extras that any game has, as games store them."""

    PLUS = "plus"
    MINUS = "minus"
    FOURTEEN = "fourteen"
    BLACK14 = "black14"
    MERMAID = "mermaid"
    PIRATE = "pirate"
    KING = "king"
    SECOND = "second"
    LEVIATHAN = "leviathan"
    SEVEN = "seven"
    EIGHT = "eight"
    WAGER = "wager"
    LOOT = "loot"
    CANNON = "cannon"


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra that a player may have in a hand: up to ``most`` times, ``points`` each.

    ``shared``: a second player has it too, and both must have made their bids. ``score`` replaces
    the game's own for the bid.
    """

    key: ExtraKey
    points: int = 0
    most: int = 1
    when: When = When.ALWAYS
    shared: bool = False
    score: Score | None = None

    def worth(self, count: int, miss: int, score: Score) -> float:
        """The points of this many, in half points, for a player whose bid was missed by this many
        tricks and counts by this ``score``."""
        points = self.points * count
        match self.when:
            case When.ALWAYS:
                return points
            case When.STAKED:
                return -points if miss else points
            case When.HALVED if miss == 1 and score.near:
                return points / 2
        return 0 if miss else points


class Tie(StrEnum):
    """The meaning of equal highest totals at the end."""

    SHARED = "shared"
    DRAW = "draw"


class Criterion(StrEnum):
    """A criterion between equal totals at the end; more of it is better."""

    EXACT = "exact"
    """Hands with a made bid."""
    BIDS = "bids"
    TRICKS = "tricks"
    LAST = "last"
    """Points of the last hand."""


LONGEST_GAME = 60
"""The most hands of a game."""
LONGEST_TITLE = 24
"""Letters of the name of a custom game."""
LONGEST_RULES = 1000
"""Characters of the rules of a game as JSON."""
LARGEST_HAND = 21
"""The most cards for each player: three players with the 64 of Stiche-Raten, more than in any other
printed game."""


def spaced_sizes(first: int, last: int, step: int, *, back: bool = False) -> tuple[int, ...]:
    """Hand sizes from first to last in steps of ``step``, up or down; ``back`` returns to the
    first.

    The size at the turn is played once.
    """
    sizes = range(first, last + 1, step) if first <= last else range(first, last - 1, -step)
    return (*sizes, *sizes[-2::-1]) if back else tuple(sizes)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Cards dealt to each player in the hands of a whole game, as in :func:`spaced_sizes`.

    None stands for the most that the deck allows, which no number exceeds. With ``listed``, these
    are the sizes, hand by hand.
    """

    first: int | None = 1
    last: int | None = None
    step: int = 1
    back: bool = False
    listed: tuple[int, ...] = ()

    def up_to(self, most: int) -> tuple[int, ...]:
        """The sizes if the deck allows ``most`` cards each."""
        if self.listed:
            return tuple(min(n, most) for n in self.listed)
        first, last = (most if n is None else min(n, most) for n in (self.first, self.last))
        return spaced_sizes(first, last, self.step, back=self.back)


@dataclass(frozen=True, slots=True)
class TrumpRule:
    """The source of a hand's trump.

    One of the cards in ``turned`` is turned up, if one is left after the deal. Without any, the
    number of the hand decides: trump goes through ``rotation`` over and over. Both name French
    suits, for which a game's deck may have its own. If trump is not ``written``, the sheet does not
    record it. The hands with the numbers in ``without`` have none.
    """

    turned: tuple[Turned, ...] = ()
    rotation: tuple[Trump, ...] = (Trump.NONE,)
    written: bool = True
    without: tuple[int, ...] = ()

    @property
    def rotates(self) -> bool:
        """Whether trump is known from the start of a hand."""
        return not self.turned and self.is_played

    @property
    def is_played(self) -> bool:
        """Whether the sheet has a trump, or no trump, for each hand."""
        return self.written and (bool(self.turned) or self.rotation != (Trump.NONE,))


TURNED_SUIT = TrumpRule(turned=tuple(map(Turned, FRENCH.suits)))
WIZARD_TRUMP = TrumpRule(turned=(*TURNED_SUIT.turned, Turned.JESTER, Turned.WIZARD))
"""A suit is trump; a Jester turned up means none; after a Wizard the dealer names a suit."""
IN_TURN = TrumpRule(rotation=(Trump.SPADES, Trump.HEARTS, Trump.CLUBS, Trump.DIAMONDS, Trump.NONE))
NO_TRUMP = TrumpRule()
UNWRITTEN = TrumpRule(written=False)


@dataclass(frozen=True, slots=True)
class Bids:
    """The bidding rules of a game: its own ``rule``, or the table's, if there is a ``choice``."""

    rule: BidRule = field(default_factory=BidRule)
    choice: bool = True

    def rule_for(self, chosen: BidRule) -> BidRule:
        """The rule that applies if the players have ``chosen`` this one."""
        return chosen if self.choice and chosen != BidRule() else self.rule

    @property
    def has_rule(self) -> bool:
        """Whether the game has its own rule that the table may replace."""
        return self.choice and self.rule != BidRule()


ALL_AT_ONCE = Bids(BidRule(at_once=True), choice=False)
"""All players reveal their bids at the same moment."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One game of the family.

    ``dummies`` are dealt cards and take tricks, but have no column; with a ``ghost`` two players
    have one more. ``target`` ends the game after the hand in which a total reaches it; until then
    ``hands`` repeat. ``miss_terms`` is the score of a missed bid if the table lets its tricks
    score; None leaves no choice. ``ties``: one meaning, or the criteria in order; players equal in
    all of them share the place. ``extras`` are everything that counts besides the bid; ``voids``:
    tricks may be unclaimed. ``is_custom``: the table chooses deck, trump and points, and a ``name``
    for them.
    """

    key: str
    min_players: int
    max_players: int
    deck: int
    score: Score
    miss_terms: Terms | None = None
    hands: Sizes = field(default_factory=Sizes)
    trump: TrumpRule = WIZARD_TRUMP
    bids: Bids = field(default_factory=Bids)
    dummies: int = 0
    ghost: bool = False
    negating: str | None = None
    target: int | None = None
    ties: Tie | tuple[Criterion, ...] = Tie.SHARED
    extras: tuple[Extra, ...] = ()
    voids: bool = False
    is_custom: bool = False
    name: str = ""

    @property
    def numbers(self) -> range:
        """The numbers of players for whom the game is."""
        return range(self.min_players, self.max_players + 1)

    def is_for(self, players: int) -> bool:
        """Return whether this many can play it."""
        return self.min_players <= players <= self.max_players

    def extra_called(self, key: str) -> Extra | None:
        """The extra with this key; None if the game does not have it."""
        return next((extra for extra in self.extras if extra.key == key), None)

    @property
    def has_specials(self) -> bool:
        """Whether the special cards of Wizard fit this game: it turns up a Wizard or Jester."""
        return Turned.WIZARD in self.trump.turned and not self.dummies

    def dummies_beside(self, players: int) -> int:
        """The number of hands that nobody plays, dealt beside those of this many players."""
        return self.dummies + (self.ghost and players == 2)

    @property
    def keeps_tricks(self) -> bool:
        """Whether the table chose that tricks score on a missed bid."""
        return self.score.missed == self.miss_terms

    def keeping_tricks(self) -> Variant:
        """The game in which tricks score on a missed bid, if the table may choose that."""
        if self.miss_terms is None:
            return self
        return replace(self, score=replace(self.score, missed=self.miss_terms))

    def largest_hand(self, players: int) -> int:
        """Most cards each: cards x (players + dummies) <= deck, and no more than a pad has keys."""
        return min(LARGEST_HAND, self.deck // self._dealt(players))

    def sizes(self, players: int) -> tuple[int, ...]:
        """Hand sizes of a whole game; () if a target ends it instead."""
        return () if self.target is not None else self._sizes(players)

    def size(self, players: int, number: int) -> int:
        """Cards of the hand with this number in a game that a target ends."""
        sizes = self._sizes(players)
        return sizes[(number - 1) % len(sizes)]

    def turns_trump(self, players: int, cards: int, number: int, *, specials: bool = False) -> bool:
        """Return whether a card is turned up for trump: the game does so in the hand with this
        number, and one is left to turn. With ``specials`` there always is one, because they are
        added to the deck."""
        if not (self.trump.turned and self.trump.written) or number in self.trump.without:
            return False
        return cards * self._dealt(players) < self.deck or (specials and self.has_specials)

    def first_trump(
        self, players: int, cards: int, number: int, *, specials: bool = False
    ) -> Trump | None:
        """The trump of a hand from its start, in the French deck; None if a card is turned up for
        it."""
        if self.turns_trump(players, cards, number, specials=specials):
            return None
        if number in self.trump.without:
            return Trump.NONE
        return self.trump.rotation[(number - 1) % len(self.trump.rotation)]

    def _dealt(self, players: int) -> int:
        """The number of hands dealt, to this many players and the dummies."""
        return players + self.dummies_beside(players)

    def _sizes(self, players: int) -> tuple[int, ...]:
        return self.hands.up_to(self.largest_hand(players))
