"""A game of the family: data, and the few pure functions that read it.

Sizes, trump and bids are values of their own; ``points.py`` has the points, and ``variants.py``
assembles the games.
"""

from dataclasses import dataclass, field, replace

from scorekeeper.rules.variants.cards import FRENCH, Trump, Turned
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.points import Criterion, Extra, Score, Terms, Tie

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

    def keeping_tricks(self) -> "Variant":
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
