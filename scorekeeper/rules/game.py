"""Frozen values: a game and its hands. Everything else follows from them."""

from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.variants.model import (
    FRENCH,
    NAMED_AFTER,
    BidRule,
    Deck,
    Settings,
    Trump,
    Turned,
    Variant,
    face_of,
)

NOBODY = -1
"""The seat of the negated trick if its card was not dealt, so that no trick is negated."""


class Played(NamedTuple):
    """When a game was played, as its players said later, and when it was recorded. Both are in UTC;
    the day is that of a table in its own zone."""

    at: datetime
    recorded: datetime


@dataclass(frozen=True, slots=True)
class GameNote:
    """The players' own texts about a game, and when they ``played`` it if they did not record it
    then; None for each that is missing. Forms, columns, the log and JSON use these names: never
    rename one."""

    title: str | None = field(default=None, metadata={"longest": 40})
    place: str | None = field(default=None, metadata={"longest": 40})
    note: str | None = field(default=None, metadata={"longest": 300})
    played: Played | None = field(default=None, kw_only=True)

    @property
    def texts(self) -> dict[str, str]:
        return {name: text for name in LONGEST_NOTE if (text := getattr(self, name))}


LONGEST_NOTE: dict[str, int] = {
    one.name: one.metadata["longest"] for one in fields(GameNote) if one.metadata
}
"""Characters of each text."""
LISTED_NOTE = ("title", "place", "note")
"""The first texts, which lists of games show."""


class Phase(StrEnum):
    """The next step of a hand."""

    TRUMP = "trump"
    BIDS = "bids"
    TRICKS = "tricks"


class BySeat(NamedTuple):
    """Entries for each seat: the field of a Hand with all of them, and the name of one."""

    all: str
    one: str


BIDS, TRICKS = BySeat("bids", "bid"), BySeat("tricks", "tricks")
BY_SEAT = (BIDS, TRICKS)
"""Forms, the log, rows and the CSV take their fields from here."""


class Sign(StrEnum):
    """Whether somebody loses or gets extra points."""

    PENALTY = "penalty"
    BONUS = "bonus"

    def of(self, points: int) -> int:
        """So many points, whichever sign was typed."""
        return abs(points) if self is Sign.BONUS else -abs(points)


class Bonus(NamedTuple):
    """An extra of a seat in a hand: an amount of an extra of the game (``key``), with the seat of a
    ``partner`` if it is shared; or extra points (POINTS), with a ``reason``."""

    seat: int
    key: str
    amount: int
    partner: int = NOBODY
    reason: str = ""


POINTS = "points"
"""The key of extra points, whose amount is the points themselves."""


class Cloud(NamedTuple):
    """A change of a seat's bid after play began, by ``step``: one more (1) or one less (-1)."""

    seat: int
    step: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal. ``bids`` and ``tricks`` have an item for each seat, None until it is entered.

    The seats in ``out`` are dealt no cards; their items stay None. ``negated`` is the seat whose
    pile contains the negated trick (possibly ``Game.dummy``), NOBODY, or None until it is entered.
    ``trump`` is set from the start if no card is turned up. Nobody won the ``void`` tricks.
    ``bids`` are those before a ``cloud``. A hand that was ``skipped`` is over without entries; one
    that was ``added`` was put in between the others later. ``number`` is its place among the hands;
    ``id`` stays when hands are put in or taken out, 0 until a hand that was put in is saved.
    """

    number: int
    cards: int
    dealer: int
    bid_rule: BidRule
    bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...]
    turned: Turned | None = None
    trump: Trump | None = None
    negated: int | None = None
    scored: bool = False
    void: int = 0
    cloud: Cloud | None = None
    bonuses: tuple[Bonus, ...] = ()
    out: tuple[int, ...] = ()
    skipped: bool = False
    added: bool = False
    id: int = field(default=0, compare=False)

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple([seat for seat in range(len(self.bids)) if seat not in self.out])

    @property
    def is_put_in(self) -> bool:
        """Whether it is entered after the hands around it, when nobody may know its trump."""
        return self.added or self.skipped

    def missing(self, kind: BySeat) -> list[int]:
        """The seats that are dealt cards and whose number is missing."""
        return [seat for seat in self.playing if getattr(self, kind.all)[seat] is None]

    @property
    def face(self) -> str:
        """The card that shows the trump; "" while no card is entered."""
        return face_of(self.turned, self.trump)

    @property
    def named_by(self) -> str:
        """The Wizard or Werewolf after which trump was named; "" for any other trump."""
        return self.turned if self.turned in NAMED_AFTER and self.trump else ""

    @property
    def is_named(self) -> bool:
        """Whether a player names trump after the card turned up."""
        return self.turned in NAMED_AFTER


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was entered. ``hands`` contains the hands begun, of which the last may be
    unscored.

    A seat is a column of the sheet. If players joined or left, ``starts`` has the points that each
    began with, ``away`` the seats that left, and ``order`` all seats clockwise; each is () if it
    would say nothing. ``gone`` are the hands that were taken out, less those that were put in.
    """

    variant: Variant
    players: tuple[str, ...]
    first_dealer: int
    settings: Settings
    hands: tuple[Hand, ...] = ()
    starts: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    about: GameNote = GameNote()
    deck: Deck = FRENCH
    gone: int = field(default=0, compare=False)

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def present(self) -> int:
        """The number of players at the table from the next hand on."""
        return len(self.players) - len(self.away)

    @property
    def dummy(self) -> int | None:
        """The number that stands for the dummy, after those of the seats; None if there is none."""
        return len(self.players) if self.variant.dummies else None

    @property
    def negating(self) -> Trump | None:
        """The suit of the 8 that negates its trick; None in games without one."""
        return self.deck.suit(Trump.SPADES) if self.variant.negating else None

    def dummies_in(self, hand: Hand) -> int:
        """The number of hands that are dealt in this one and that nobody plays; their tricks are
        not entered."""
        return self.variant.dummies_beside(len(hand.playing))

    @property
    def has_extras(self) -> bool:
        """Whether a hand can have extras other than extra points."""
        return bool(self.variant.extras) or self.variant.voids or self.settings.specials

    def turns_trump(self, hand: Hand) -> bool:
        """Return whether a card is turned up for trump in a hand, as recorded when it began."""
        is_asked = hand.turned is not None or hand.trump is None
        specials = is_asked and self.variant.has_specials
        return self.variant.turns_trump(
            len(hand.playing), hand.cards, hand.number, specials=specials
        )

    def may_turn(self, hand: Hand) -> tuple[Turned, ...]:
        """The cards that may be turned up in a hand, or none of them; a Werewolf already entered
        may stay."""
        swaps = self.settings.specials or hand.turned is Turned.WEREWOLF
        cards = self.deck.turned(self.variant.trump.turned)
        return (*cards, *([Turned.WEREWOLF] if swaps else []), Turned.NONE)

    def may_name(self, hand: Hand) -> tuple[Trump, ...]:
        """The trumps to choose from in a hand, after any of these cards."""
        return () if set(NAMED_AFTER).isdisjoint(self.may_turn(hand)) else self.deck.trumps

    def first_trump(
        self, players: int, cards: int, number: int, *, specials: bool = False
    ) -> Trump | None:
        """The trump of a hand from its start; None if a card is turned up for it."""
        french = self.variant.first_trump(players, cards, number, specials=specials)
        return french and self.deck.suit(french)

    @property
    def next_id(self) -> int:
        """The id of the next hand to be dealt; those after it follow."""
        return len(self.hands) + self.gone + 1

    def id_of(self, number: int) -> int:
        """The id of the hand with this number, also of one not begun yet; 0 for no number."""
        later = number - len(self.hands)
        if later > 0:
            return self.next_id + later - 1
        return self.hands[number - 1].id if number > 0 else 0

    def number_of(self, hand_id: int) -> int | None:
        """The number of the hand with this id, also of one not begun yet; None if it was taken
        out."""
        later = hand_id - self.next_id
        if later >= 0:
            return len(self.hands) + 1 + later
        return next((hand.number for hand in self.hands if hand.id == hand_id), None)

    @property
    def scored(self) -> tuple[Hand, ...]:
        """The hands that are over: scored, whether they count or not, or skipped."""
        return tuple([hand for hand in self.hands if hand.scored])


def left_of(game: Game, seat: int, out: tuple[int, ...]) -> int:
    """The next seat around the table that is not ``out``: it opens if this one deals, and deals the
    next hand."""
    first, *others = seats_from(game, seat)
    return next(one for one in (*others, first) if one not in out)


def seats_from(game: Game, first: int, out: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The seats to the left around the table that are not ``out``, beginning with ``first``."""
    around = game.order or tuple(game.seats)
    here = around.index(first)
    return tuple([seat for seat in around[here:] + around[:here] if seat not in out])


def first_dealer(game: Game, out: tuple[int, ...]) -> int:
    """The first dealer: the chosen seat, or the next one if that is ``out``. A damaged game may
    name one who does not exist."""
    first = game.first_dealer if game.first_dealer in game.seats else 0
    return seats_from(game, first, out)[0]


def resized(hand: Hand, seats: int) -> Hand:
    """The hand with an item for this many seats; the added ones are out."""
    known = len(hand.bids)
    blank = (None,) * (seats - known)
    return replace(
        hand,
        bids=(*hand.bids[:seats], *blank),
        tricks=(*hand.tricks[:seats], *blank),
        out=tuple(sorted({*hand.out, *range(known, seats)} & set(range(seats)))),
    )
