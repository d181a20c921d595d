"""The score sheet of a game: points, totals, places, and whether the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple

from scorekeeper.rules.game import POINTS, Bonus, Game, Hand, left_of
from scorekeeper.rules.hand import final_bid, next_hand, seat_points
from scorekeeper.rules.variants.model import BidRule, Criterion, Settings, Tie, Variant

Breaks = tuple[tuple[int, ...], ...]
"""Values that decide between equal totals, by seat: the higher the better."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game. ``winners`` is empty for a draw and if no hand was scored."""

    winners: tuple[int, ...]
    draw: bool
    early: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A game's totals by seat, its leaders, its result (None while it is in progress), and the
    position of each seat from 1; tied seats share one.

    The seats in ``away`` left: they no longer lead or win, and come after all who stayed.
    """

    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    result: Result | None
    positions: tuple[int, ...]
    away: tuple[int, ...]

    @property
    def best(self) -> int:
        """The highest total of the players who are present."""
        return max(self._present)

    @property
    def lowest(self) -> int:
        return min(self._present)

    @property
    def _present(self) -> list[int]:
        return [total for seat, total in enumerate(self.totals) if seat not in self.away]


def standing(
    variant: Variant,
    settings: Settings,
    totals: tuple[int, ...],
    played: int,
    breaks: Breaks | None = (),
    away: tuple[int, ...] = (),
) -> Standing:
    """The standing of a game after ``played`` hands, with these totals by seat.

    ``breaks`` decide between equal totals once it is over: by seat, the higher the better. None if
    no hand counts, because all were skipped: then nobody leads.
    """
    over = is_over(variant, settings, played, totals)
    keys: Sequence[Any] = totals
    if away or (over and breaks):
        decides = breaks if over and breaks else ((),) * len(totals)
        both = enumerate(zip(totals, decides, strict=True))
        keys = [(seat not in away, total, *by) for seat, (total, by) in both]
    best_first = sorted(keys, reverse=True)
    positions = tuple(1 + best_first.index(key) for key in keys)
    has_counted = played and breaks is not None
    leaders = tuple(s for s, n in enumerate(positions) if n == 1) if has_counted else ()
    if not over:
        return Standing(totals, leaders, None, positions, away)
    draw = len(leaders) > 1 and variant.ties is Tie.DRAW
    early = not _ended_by_itself(variant, settings, played, totals)
    result = Result(() if draw else leaders, draw, early)
    return Standing(totals, leaders, result, positions, away)


def _ended_by_itself(
    variant: Variant, settings: Settings, played: int, totals: tuple[int, ...]
) -> bool:
    if variant.target is not None and played and max(totals) >= variant.target:
        return True
    return bool(settings.sizes) and played >= len(settings.sizes)


def is_over(variant: Variant, settings: Settings, played: int, totals: tuple[int, ...]) -> bool:
    """Return whether the game ended on its own or early, after ``played`` hands that count."""
    early = settings.ends_after
    itself = _ended_by_itself(variant, settings, played, totals)
    return itself or (early is not None and played >= early)


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the final ranking; equal players share a position, and players who left come
    last."""

    position: int
    seat: int
    total: int
    wins: bool


def ranking(sheet: Standing) -> list[Rank]:
    winners = sheet.result.winners if sheet.result else ()
    ranks = [
        Rank(position, seat, sheet.totals[seat], seat in winners)
        for seat, position in enumerate(sheet.positions)
    ]
    return sorted(ranks, key=lambda rank: rank.position)


class Cell(NamedTuple):
    """One player in one hand. ``points`` and ``total`` are None when it does not count.

    ``bid`` is the bid with which the tricks are compared, ``announced`` the bid before a cloud
    changed it. ``shared`` are bonuses of others that this player has too. A player who was ``out``
    was dealt no cards.
    """

    bid: int
    tricks: int
    negated: int
    points: int | None
    total: int | None
    announced: int
    bonuses: tuple[Bonus, ...] = ()
    shared: tuple[Bonus, ...] = ()
    out: bool = False

    @property
    def all_bonuses(self) -> tuple[Bonus, ...]:
        """Everything that counts for this player besides the bid."""
        return self.bonuses + self.shared

    @property
    def cards(self) -> tuple[Bonus, ...]:
        return tuple(one for one in self.all_bonuses if one.key != POINTS)

    @property
    def typed(self) -> Bonus | None:
        """The extra points: a bonus or a penalty."""
        return next((one for one in self.bonuses if one.key == POINTS), None)

    @property
    def noted(self) -> int:
        """The number of extra points; 0 for none."""
        return self.typed.amount if self.typed else 0

    @property
    def gained(self) -> int | None:
        """The points without extra points."""
        return None if self.points is None else self.points - self.noted

    @property
    def counted(self) -> int:
        """Tricks that count: tricks - negated."""
        return self.tricks - self.negated

    @property
    def made(self) -> bool:
        return self.bid == self.counted


class Row(NamedTuple):
    """One scored hand; ``counts`` is False for hands played after the game's end, and for those
    that were skipped."""

    hand: Hand
    cells: tuple[Cell, ...]
    counts: bool


@dataclass(frozen=True, slots=True)
class Sheet(Standing):
    """The score sheet: the standing, a row for each scored or skipped hand, and the open hand.

    ``hand`` is None once the game is over. ``done`` is the number of hands up to the end that count
    or were skipped.
    """

    rows: tuple[Row, ...]
    hand: Hand | None
    done: int = 0

    @property
    def counting(self) -> tuple[Row, ...]:
        return tuple([row for row in self.rows if row.counts])


def score_sheet(game: Game) -> Sheet:
    """Calculate the sheet; no points are stored, so a correction updates all totals."""
    totals = game.starts or (0,) * len(game.players)
    rows: list[Row] = []
    done = 0
    for hand in game.scored:
        is_due = not is_over(game.variant, game.settings, done, totals)
        counts = is_due and not hand.skipped
        cells = _cells(game, hand, totals if counts else None)
        rows.append(Row(hand, cells, counts))
        totals = tuple(cell.total or 0 for cell in cells) if counts else totals
        done += is_due
    counting = [row for row in rows if row.counts]
    breaks = tie_breaks(game.variant, counting) if counting else None
    now = standing(game.variant, game.settings, totals, done, breaks, game.away)
    open_now = None if now.result else next_hand(game)
    return Sheet(
        *(totals, now.leaders, now.result, now.positions, game.away, tuple(rows), open_now, done)
    )


def next_sheet(before: Game, sheet: Sheet, game: Game) -> Sheet:
    """The sheet of a game that a save made from another one, recalculated only from the first
    change on."""
    parts = attrgetter("settings", "scored", "starts", "away", "players")
    if parts(game) != parts(before):
        return score_sheet(game)
    return replace(sheet, hand=None if sheet.result else next_hand(game))


def tie_breaks(variant: Variant, rows: Sequence[Row]) -> Breaks:
    """The values that decide between equal totals, by seat; () if there are none."""
    if isinstance(variant.ties, Tie) or not rows:
        return ()
    columns = zip(*(row.cells for row in rows), strict=True)
    played = [tuple(cell for cell in cells if not cell.out) for cells in columns]
    return tuple(tuple(_amount(by, cells) for by in variant.ties) for cells in played)


def _amount(by: Criterion, cells: tuple[Cell, ...]) -> int:
    match by:
        case Criterion.EXACT:
            return sum(cell.made for cell in cells)
        case Criterion.BIDS:
            return sum(cell.bid for cell in cells)
        case Criterion.TRICKS:
            return sum(cell.counted for cell in cells)
        case Criterion.LAST:
            return sum(cell.points or 0 for cell in cells[-1:])


def open_hand(game: Game) -> Hand | None:
    """The hand in play, or the next one to be dealt; None once the game is over.

    It is the sheet's ``hand``, without a sheet if no total can end the game.
    """
    if game.variant.target is not None:
        return score_sheet(game).hand
    over = is_over(game.variant, game.settings, len(game.scored), ())
    return None if over else next_hand(game)


def hand_sizes(game: Game) -> tuple[int, ...]:
    """Sizes of all hands: as they were dealt, then as planned; () if a target ends the game."""
    if not game.settings.sizes:
        return ()
    return *(hand.cards for hand in game.hands), *hand_sizes_left(game)


def hand_sizes_left(game: Game) -> tuple[int, ...]:
    """Sizes of the hands not begun yet; () if a target ends the game."""
    return game.settings.sizes[len(game.hands) :]


def _cells(game: Game, hand: Hand, totals: tuple[int, ...] | None) -> tuple[Cell, ...]:
    cells = []
    for seat in game.seats:
        bid, tricks = final_bid(hand, seat) or 0, hand.tricks[seat] or 0
        gained = seat_points(game, hand, seat)
        cells.append(
            Cell(
                bid=bid,
                tricks=tricks,
                negated=int(hand.negated == seat),
                points=None if totals is None else gained,
                total=None if totals is None else totals[seat] + gained,
                announced=hand.bids[seat] or 0,
                bonuses=tuple(bonus for bonus in hand.bonuses if bonus.seat == seat),
                out=seat in hand.out,
                shared=tuple(bonus for bonus in hand.bonuses if bonus.partner == seat),
            )
        )
    return tuple(cells)


BOTH = False, True

RACE_LINES = 10
"""Lines of a game that a target ends; as many as on the pad of the Two-Player rules."""


@dataclass(frozen=True, slots=True)
class Line:
    """A hand on paper: scored, partly entered, or still to be dealt.

    ``row`` has the scored values, ``hand`` the entries of a scored hand or of the one in play; a
    future hand has neither. The seats in ``out`` are dealt no cards.
    """

    number: int
    cards: int
    dealer: int
    opener: int
    row: Row | None = None
    hand: Hand | None = None
    out: tuple[int, ...] = ()


def bid_rules(game: Game, sheet: Sheet) -> tuple[tuple[int, BidRule], ...]:
    """The rules for bids of the hands on paper, each with the first hand that has it after another;
    hands to come have that of the settings."""
    now, runs = game.settings.bid_rule, list[tuple[int, BidRule]]()
    ours = [now.of_hand(is_last=last, leads=leads) for last in BOTH for leads in BOTH]
    played = [hand for hand in game.scored if not hand.skipped]
    found = [
        (hand.number, now if hand.bid_rule in ours else replace(hand.bid_rule, free=False))
        for hand in (*played, *([sheet.hand] if sheet.hand else []))
    ]
    after = found[-1][0] + 1 if found else 1
    to_come = sheet.hand and after <= (game.settings.last or after)
    for number, rule in (*found, *([(after, now)] if to_come or not found else [])):
        if not runs or runs[-1][1] != rule:
            runs.append((number, rule))
    return tuple(runs)


def paper_lines(game: Game, sheet: Sheet) -> tuple[Line, ...]:
    """A line for each hand of the game: those scored, and the remaining ones."""
    lines = []
    for row in sheet.rows:
        played = row.hand
        opener = left_of(game, played.dealer, played.out)
        lines.append(
            Line(played.number, played.cards, played.dealer, opener, row, played, played.out)
        )
    hand = sheet.hand
    if hand is None:
        return tuple(lines)
    dealer, settings = hand.dealer, game.settings
    # If a target ends the game, fill the paper.
    race = (hand.cards,) * max(RACE_LINES, hand.number)
    sizes = settings.sizes[: settings.ends_after] or race
    for number, cards in enumerate(sizes[len(lines) :], hand.number):
        now = hand if number == hand.number else None
        out = now.out if now else game.away
        opener = left_of(game, dealer, out)
        lines.append(Line(number, cards, dealer, opener, hand=now, out=out))
        # A player who sits out only this hand may deal the next.
        dealer = left_of(game, dealer, game.away)
    return tuple(lines)
