"""The score sheet: everything that a page, a file or a picture shows of a game."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.game import Game, Hand, Trump, Turned, next_hand
from scorekeeper.rules.scoring import points
from scorekeeper.rules.variants import Tie


@dataclass(frozen=True, slots=True)
class Cell:
    """One player in one hand. ``points`` and ``total`` are None when it does not count."""

    bid: int
    tricks: int
    negated: int
    points: int | None
    total: int | None

    @property
    def counted(self) -> int:
        """Tricks held against the bid: tricks - negated."""
        return self.tricks - self.negated

    @property
    def made(self) -> bool:
        """Whether the bid was made exactly."""
        return self.bid == self.counted


@dataclass(frozen=True, slots=True)
class Row:
    """One scored hand; ``counts`` is False for hands played after the game's end."""

    number: int
    cards: int
    dealer: int
    bid_rule: str
    turned: Turned | None
    trump: Trump
    cells: tuple[Cell, ...]
    counts: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. ``winners`` is empty for a draw and when no hand was scored."""

    winners: tuple[int, ...]
    draw: bool
    early: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet: rows for scored hands, totals by seat, leaders, the open hand.

    ``result`` is None while the game goes on; ``hand`` is None once it is over.
    """

    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    hand: Hand | None
    result: Result | None

    @property
    def counting(self) -> tuple[Row, ...]:
        """The rows that count."""
        return tuple(row for row in self.rows if row.counts)


def score_sheet(game: Game) -> Sheet:
    """Compute the sheet; points and totals are never stored, so a correction mends all."""
    totals = (0,) * len(game.players)
    rows: list[Row] = []
    for hand in game.scored:
        counts = not _is_over(game, len(rows), totals)
        cells = _cells(game, hand, totals if counts else None)
        rows.append(_row(hand, cells, counts))
        totals = tuple(
            c.total if c.total is not None else t for c, t in zip(cells, totals, strict=True)
        )
    played = sum(row.counts for row in rows)
    over = _is_over(game, played, totals)
    leaders = tuple(s for s in game.seats if totals[s] == max(totals)) if played else ()
    result = _result(game, leaders, played, totals) if over else None
    return Sheet(tuple(rows), totals, leaders, None if over else next_hand(game), result)


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the final ranking; equal totals share a place."""

    place: int
    seat: int
    total: int
    wins: bool


def places(sheet: Sheet) -> tuple[int, ...]:
    """Each seat's place, from 1; equal totals share a place."""
    return tuple(1 + sum(other > total for other in sheet.totals) for total in sheet.totals)


def ranking(sheet: Sheet) -> list[Rank]:
    """All seats, the highest total first."""
    winners = sheet.result.winners if sheet.result else ()
    ranks = [
        Rank(place, seat, sheet.totals[seat], seat in winners)
        for seat, place in enumerate(places(sheet))
    ]
    return sorted(ranks, key=lambda rank: rank.place)


def hand_sizes_left(game: Game) -> tuple[int, ...]:
    """Sizes of the hands not begun yet; () when a target ends the game."""
    return game.settings.sizes[len(game.hands) :]


def _cells(game: Game, hand: Hand, totals: tuple[int, ...] | None) -> tuple[Cell, ...]:
    cells = []
    for seat in game.seats:
        bid, tricks = hand.bids[seat] or 0, hand.tricks[seat] or 0
        negated = int(hand.negated == seat)
        gained = points(game.variant, bid, tricks - negated)
        if totals is None:
            cells.append(Cell(bid, tricks, negated, None, None))
        else:
            cells.append(Cell(bid, tricks, negated, gained, totals[seat] + gained))
    return tuple(cells)


def _row(hand: Hand, cells: tuple[Cell, ...], counts: bool) -> Row:
    trump = hand.trump or Trump.NONE
    rule = hand.bid_rule.notation()
    return Row(hand.number, hand.cards, hand.dealer, rule, hand.turned, trump, cells, counts)


def _ended_by_itself(game: Game, played: int, totals: tuple[int, ...]) -> bool:
    target, sizes = game.variant.target, game.settings.sizes
    if target is not None and played and max(totals) >= target:
        return True
    return bool(sizes) and played >= len(sizes)


def _is_over(game: Game, played: int, totals: tuple[int, ...]) -> bool:
    early = game.settings.ends_after
    return _ended_by_itself(game, played, totals) or (early is not None and played >= early)


def _result(game: Game, leaders: tuple[int, ...], played: int, totals: tuple[int, ...]) -> Result:
    draw = len(leaders) > 1 and game.variant.ties is Tie.DRAW
    early = not _ended_by_itself(game, played, totals)
    return Result(() if draw else leaders, draw, early)
