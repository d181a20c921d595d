"""

A game as read from a file: parts of it may be missing or wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from scorekeeper.exchange.tables.sizes import usual_sizes
from scorekeeper.rules.game import NOBODY, Bonus, Cloud
from scorekeeper.rules.incoming import NOTHING, Found, Incoming, Kind, UnreadableError
from scorekeeper.rules.problems import Code, Problem
from scorekeeper.rules.sheet import Sheet, score_sheet
from scorekeeper.rules.variants.model import BidRule, Trump, Turned, Variant
from scorekeeper.words.problems import Difference, difference_lines, uneven_lines

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
    hand was ``skipped``: no sheet says who was ``away`` then. ``added``: it was put in later.
    ``points`` are those in the file, which may ``number`` its hands. ``line`` and ``thing`` are the
    hand's place in it.
    """

    bids: Numbers
    tricks: Numbers
    points: Numbers = ()
    number: int | None = None
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
    away: tuple[int, ...] = ()
    added: bool = False

    @property
    def shown(self) -> tuple[Turned | Trump, ...]:
        """The card turned up and the trump, as far as they are known."""
        return tuple(card for card in (self.turned, self.trump) if card is not None)

    @property
    def out(self) -> tuple[int, ...]:
        if self.skipped:
            return self.away
        return tuple(seat for seat, bid in enumerate(self.bids) if bid is None)

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
    ``title`` is the text above its sheet. ``runs``: the points of its hands are running totals.
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
    title: str = ""
    runs: bool = False
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
    """The hands with the cards that were dealt: if the file lacks them, as their numbers
    and tricks show, but never fewer than somebody bid or took."""
    sums = [sum(n or 0 for n in hand.tricks) + hand.void for hand in hands]
    sizes = usual_sizes(sums, [hand.number for hand in hands]) or sums
    return tuple(
        replace(hand, cards=max(size, *(n or 0 for n in (*hand.bids, *hand.tricks, 1))))
        if hand.cards is None
        else hand
        for hand, size in zip(hands, sizes, strict=True)
    )


def with_running_totals(game: ParsedGame, rows: Sequence[Numbers]) -> ParsedGame:
    """The game with the totals after each hand in place of points, if its sheet has no points and
    all totals."""
    given = [*zip(game.hands, rows, strict=True)]
    if any(
        points is not None or (total is None and bid is not None)
        for hand, row in given
        for bid, points, total in zip(hand.bids, hand.points, row, strict=True)
    ):
        return game
    hands = (
        replace(
            hand,
            points=tuple(
                None if bid is None else total for bid, total in zip(hand.bids, row, strict=True)
            ),
        )
        for hand, row in given
    )
    return replace(game, hands=tuple(hands), runs=True)


def unreadable(
    code: Code,
    line: int | None = None,
    thing: str = "",
    *,
    column: int | None = None,
    values: Mapping[str, int] | None = None,
) -> UnreadableError:
    return UnreadableError(
        Problem(code, values=values or {}), line=line, column=column, thing=thing
    )


MOST_SHOWN = 20
MOST_LINES = 30
"""Games on one preview page; it only counts the others."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A game as the page shows it, with its place in the file: as many differences as there is room
    for, the number of others, and whether it is already in the book (``known``) or was deleted from
    it (``deleted``)."""

    at: int
    incoming: Incoming
    sheet: Sheet
    differing: tuple[Difference, ...]
    further: int
    uneven: tuple[str, ...]
    known: bool
    deleted: bool

    @property
    def began(self) -> datetime | None:
        """The start of the game; None if the file has no date."""
        return None if self.incoming.started_at == UNDATED else self.incoming.started_at


def previews_of(
    games: Iterable[Incoming], known: Collection[str], deleted: Collection[str]
) -> list[Preview]:
    """The games to show: first those about which something must be answered, then those with other
    points or tricks that do not add up, and last those that the book has (their stable ids are in
    ``known``)."""
    found = [_preview(at, one, known, deleted) for at, one in enumerate(games)]
    found.sort(
        key=lambda one: (
            not one.incoming.found.is_open,
            one.known,
            not (one.differing or one.uneven),
        )
    )
    return found[:MOST_SHOWN]


def dated(games: Iterable[Incoming], days: Mapping[int, datetime]) -> Iterator[Incoming]:
    """The games; those without a date began then, by their place in the file."""
    for at, one in enumerate(games):
        is_given = at in days and one.started_at == UNDATED
        yield replace(one, started_at=days[at], changed_at=days[at]) if is_given else one


def games_to_save(
    games: Iterable[Incoming], now: datetime, *, keep_theirs: bool
) -> Iterator[Incoming]:
    """The games to save: one without a date began ``now``, and discrepancies stay only if
    wanted. Raises UnreadableError if something must be asked first."""
    for one in games:
        if one.found.is_open:
            line = one.found.questions[0].line if one.found.questions else None
            raise unreadable(Code.SHEET_UNSURE, line)
        yield replace(
            one,
            started_at=now if one.started_at == UNDATED else one.started_at,
            changed_at=now if one.changed_at == UNDATED else one.changed_at,
            discrepancies=one.discrepancies if keep_theirs else (),
        )


def _preview(
    at: int, incoming: Incoming, known: Collection[str], deleted: Collection[str]
) -> Preview:
    game = incoming.game
    lines = difference_lines(incoming.discrepancies, game.players)
    shown, further = tuple(lines[:MOST_LINES]), len(lines[MOST_LINES:])
    there = incoming.uid in known, incoming.uid in deleted
    sheet, uneven = score_sheet(game), tuple(uneven_lines(game))
    return Preview(at, incoming, sheet, shown, further, uneven, *there)
