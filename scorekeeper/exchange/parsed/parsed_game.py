"""A game as read from a file: parts of it may be missing or wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from scorekeeper.rules.game import NOBODY, Bonus, Cloud
from scorekeeper.rules.incoming import NOTHING, Found, Kind, UnreadableError
from scorekeeper.rules.problems import Code, Problem
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.model import Variant

MOST_TEXT = 2_000_000
"""Characters of a file, and of an unpacked link."""
MOST_GAMES = 1000
UNDATED = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands for the start of a game whose file has no date; the book stores the time of the import."""

Numbers = tuple[int | None, ...]
ANY_BIDS = BidRule()


@dataclass(frozen=True, slots=True)
class ParsedHand:
    """A scored hand, its numbers by seat.

    ``bids`` are those before a cloud. A seat without bid and tricks was dealt no cards, unless the
    hand was ``skipped``; ``added``: it was put in later. ``points`` are those in the file. ``line``
    and ``thing`` are the hand's place in the file.
    """

    bids: Numbers
    tricks: Numbers
    points: Numbers = ()
    cards: int | None = None
    dealer: int | None = None
    turned: Turned | None = None
    trump: Trump | None = None
    bid_rule: BidRule | None = None
    negated: int = NOBODY
    void: int = 0
    cloud: Cloud | None = None
    bonuses: tuple[Bonus, ...] = ()
    line: int | None = None
    thing: str = ""
    skipped: bool = False
    added: bool = False

    @property
    def shown(self) -> tuple[Turned | Trump, ...]:
        """The card turned up and the trump, as far as they are known."""
        return tuple(card for card in (self.turned, self.trump) if card is not None)

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that were dealt no cards."""
        seats = () if self.skipped else enumerate(self.bids)
        return tuple(seat for seat, bid in seats if bid is None)

    @property
    def is_special(self) -> bool:
        """Whether it has values that only special cards produce in a game that turns up Wizards."""
        return bool(self.void or self.cloud or self.turned is Turned.WEREWOLF)

    @property
    def players(self) -> int:
        """The number of players who were dealt cards."""
        return len(self.bids) - len(self.out)


@dataclass(frozen=True, slots=True)
class ParsedGame:
    """A game. ``variant`` is None if the file does not name it.

    ``totals`` are the final totals in the file. ``short``: its hand sizes differ from those the
    game plans; ``counting``: the number of hands that counted. ``uid`` is the stable id of a game
    that was one of ours, ``known_as`` an identifier that another program gives only to this game.
    ``found`` is what was found out about its sheet.
    """

    players: tuple[str, ...]
    hands: tuple[ParsedHand, ...]
    variant: Variant | None = None
    bid_rule: BidRule = ANY_BIDS
    clock: int | None = None
    first_dealer: int = 0
    starts: tuple[int, ...] = ()
    totals: Numbers = ()
    short: bool | None = None
    counting: int | None = None
    started_at: datetime | None = None
    changed_at: datetime | None = None
    uid: str = ""
    known_as: str = ""
    line: int | None = None
    thing: str = ""
    found: Found = NOTHING


@dataclass(frozen=True, slots=True)
class Answers:
    """What somebody answered about a sheet: what its columns mean, the tricks of hands by their
    lines, the right contents of cells by line and column, and whether the table changed no rule."""

    kind: Kind | None = None
    tricks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    cells: Mapping[tuple[int, int], str] = field(default_factory=dict)
    is_plain: bool = False


NO_ANSWERS = Answers()


def with_cards(hands: tuple[ParsedHand, ...]) -> tuple[ParsedHand, ...]:
    """The hands with the cards that were dealt.

    If the file lacks them, they are the number of the hand if at least half of the hands have that
    many tricks, otherwise the sum of the tricks; but never fewer than somebody bid or took.
    """
    sums = [sum(n or 0 for n in hand.tricks) + hand.void for hand in hands]
    grows = 2 * sum(n == number for number, n in enumerate(sums, 1)) >= len(sums)
    sized = []
    for number, (hand, tricks) in enumerate(zip(hands, sums, strict=True), 1):
        most = max(n or 0 for n in (*hand.bids, *hand.tricks, 1))
        cards = max(number if grows else tricks, most) if hand.cards is None else hand.cards
        sized.append(replace(hand, cards=cards))
    return tuple(sized)


def unreadable(
    code: Code,
    line: int | None = None,
    thing: str = "",
    *,
    column: int | None = None,
    values: Mapping[str, int] | None = None,
) -> UnreadableError:
    """The error with the code of its sentence, and its place."""
    return UnreadableError(
        Problem(code, values=values or {}), line=line, column=column, thing=thing
    )
