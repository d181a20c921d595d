"""A game of the family: data, and the few pure functions that read it.

Sizes, trump and bids are values of their own; ``points.py`` has the points, and ``variants.py``
assembles the games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache

from scorekeeper.rules.problems import ProblemCode


class Turned(StrEnum):
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    JESTER = "jester"
    WIZARD = "wizard"
    WEREWOLF = "werewolf"
    """A special card: its holder took the card turned up, whatever it was, and named trump."""
    NONE = "none"
    """The table turned up no card, though one was left."""


class Trump(StrEnum):
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    NONE = "none"


NAMED_AFTER = (Turned.WIZARD, Turned.WEREWOLF)
"""The cards after which a player names trump."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that lie on the table: their suits, in the order in which pages show them.

    The rules of a game speak of the suits of the French deck. A suit of another deck stands for the
    French one at the same position.
    """

    key: str
    suits: tuple[Trump, ...]

    def suit(self, french: Trump) -> Trump:
        """The suit of this deck that stands for a French one; no trump stays no trump."""
        return french if french is Trump.NONE else self.suits[FRENCH.suits.index(french)]

    def turned(self, cards: Iterable[Turned]) -> tuple[Turned, ...]:
        """The cards that may be turned up: this deck's suits in place of the French ones."""
        suits = {Turned(suit) for suit in FRENCH.suits}
        others = [card for card in cards if card not in suits]
        mine = [Turned(suit) for suit in self.suits if not suits.isdisjoint(cards)]
        return (*mine, *others)

    @property
    def trumps(self) -> tuple[Trump, ...]:
        """The trumps to choose from after a Wizard or a Werewolf."""
        return (*self.suits, Trump.NONE)


FRENCH = Deck("suits", (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS))
COLOURS = Deck("colours", (Trump.BLUE, Trump.GREEN, Trump.RED, Trump.YELLOW))
"""The Wizard of most countries: Humans, Elves, Dwarves and Giants."""
DECKS = {deck.key: deck for deck in (COLOURS, FRENCH)}
"""The decks by key, in the order of *New game*."""


def deck_with(cards: Iterable[str]) -> Deck:
    """The deck to which these cards belong; the French one if none of them is a suit."""
    found = {str(card) for card in cards}
    return next((deck for deck in DECKS.values() if not found.isdisjoint(deck.suits)), FRENCH)


def face_of(turned: Turned | None, trump: Trump | None) -> str:
    """The card that shows the trump: its suit, or a Jester; a Wizard or Werewolf until trump is
    named. "" while no card is entered, and none if none means trump."""
    if trump is None or (trump is Trump.NONE and turned is Turned.JESTER):
        return turned or ""
    return trump


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
    def parse(cls, notation: str) -> BidRule:
        """The rule that :meth:`notation` wrote."""
        words = notation.split("+")
        start = next((int(word[len(FROM) :]) for word in words if word.startswith(FROM)), 0)
        return cls(**{field: word in words for word, field in WORDS.items()}, from_cards=start)

    def of_hand(self, *, is_last: bool, leads: bool) -> BidRule:
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
        return 1 if self.zero_allowed or self.leader_only else 0

    def binds(self, cards: int) -> bool:
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


SWITCHES = tuple(one.name for one in fields(Settings) if one.default is False)
"""The house rules that are on or off. Forms, the log and documents take them from here."""


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
        is_made = bid == counted
        zero = self.zero_made if is_made else self.zero_missed
        if bid == 0 and zero:
            return zero
        if self.near and abs(bid - counted) == 1:
            return self.near
        return self.made if is_made else self.missed


class When(StrEnum):
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
        return range(self.min_players, self.max_players + 1)

    def is_for(self, players: int) -> bool:
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
