"""The score sheet: all values that a page, a file or a picture shows of a game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.rules.counting import final_bid, seat_points
from scorekeeper.rules.dealing import next_hand
from scorekeeper.rules.game import Bonus, Game, Hand
from scorekeeper.rules.standing import Breaks, Standing, is_over, standing
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.points import Criterion, Tie


class Cell(NamedTuple):
    """One player in one hand. ``points`` and ``total`` are None when it does not count.

    ``bid`` is the bid with which the tricks are compared, ``said`` the bid before a cloud changed
    it. ``shared`` are bonuses of others that this player has too. A player who was ``out`` was
    dealt no cards.
    """

    bid: int
    tricks: int
    negated: int
    points: int | None
    total: int | None
    said: int
    bonuses: tuple[Bonus, ...] = ()
    shared: tuple[Bonus, ...] = ()
    out: bool = False

    @property
    def all_bonuses(self) -> tuple[Bonus, ...]:
        """Everything that counts for this player besides the bid."""
        return self.bonuses + self.shared

    @property
    def counted(self) -> int:
        """Tricks that count: tricks - negated."""
        return self.tricks - self.negated

    @property
    def made(self) -> bool:
        """Whether the bid was made exactly."""
        return self.bid == self.counted


class Row(NamedTuple):
    """One scored hand; ``counts`` is False for hands played after the game's end."""

    number: int
    cards: int
    dealer: int
    bid_rule: str
    turned: Turned | None
    trump: Trump
    cells: tuple[Cell, ...]
    counts: bool
    void: int = 0

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that were dealt no cards."""
        return tuple(seat for seat, cell in enumerate(self.cells) if cell.out)


@dataclass(frozen=True, slots=True)
class Sheet(Standing):
    """The score sheet: the standing, a row for each scored hand, and the open hand.

    ``hand`` is None once the game is over.
    """

    rows: tuple[Row, ...]
    hand: Hand | None

    @property
    def counting(self) -> tuple[Row, ...]:
        """The rows that count."""
        return tuple([row for row in self.rows if row.counts])


def score_sheet(game: Game) -> Sheet:
    """Calculate the sheet; no points are stored, so a correction updates all totals."""
    totals = game.starts or (0,) * len(game.players)
    rows: list[Row] = []
    for hand in game.scored:
        counts = not is_over(game.variant, game.settings, len(rows), totals)
        cells = _cells(game, hand, totals if counts else None)
        trump, rule = hand.trump or Trump.NONE, hand.bid_rule.notation()
        deal = hand.number, hand.cards, hand.dealer, rule, hand.turned, trump
        rows.append(Row(*deal, cells, counts, hand.void))
        totals = tuple(cell.total or 0 for cell in cells) if counts else totals
    counting = [row for row in rows if row.counts]
    breaks = _breaks(game.variant, counting)
    now = standing(game.variant, game.settings, totals, len(counting), breaks, game.away)
    open_now = None if now.result else next_hand(game)
    return Sheet(totals, now.leaders, now.result, now.positions, game.away, tuple(rows), open_now)


def next_sheet(before: Game, sheet: Sheet, game: Game) -> Sheet:
    """The sheet of a game that a save made from another one, recalculated only from the first
    change on."""
    parts = attrgetter("settings", "scored", "starts", "away", "players")
    if parts(game) != parts(before):
        return score_sheet(game)
    return replace(sheet, hand=None if sheet.result else next_hand(game))


def _breaks(variant: Variant, rows: Sequence[Row]) -> Breaks:
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
                said=hand.bids[seat] or 0,
                bonuses=tuple(bonus for bonus in hand.bonuses if bonus.seat == seat),
                out=seat in hand.out,
                shared=tuple(bonus for bonus in hand.bonuses if bonus.partner == seat),
            )
        )
    return tuple(cells)
