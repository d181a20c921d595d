"""One player's part in one finished game, from which a person's figures are added up.

docs/statistics.md has the definitions. Hands that do not count are left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeVar

from scorekeeper.rules.game import Game, Hand, left_of
from scorekeeper.rules.sheet import Row, Sheet
from scorekeeper.rules.statistics.figures import column, longest_run
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import VARIANTS, counts_on_a_miss


class Turn(StrEnum):
    """A seat's turn to bid in a hand, comparable for all numbers of players."""

    FIRST = "first"
    BETWEEN = "between"
    LAST = "last"


Key = TypeVar("Key", int, Turn)


class Hands(NamedTuple):
    """Hands of one kind: their number, bids made, points, and the sum of the bids."""

    hands: int
    made: int
    points: int
    bid: int


class Peak(NamedTuple):
    """The points of a hand, and its number."""

    points: int
    hand: int


@dataclass(frozen=True, slots=True)
class Played:
    """One player in one finished game; ``bid``, ``took`` and ``zeros`` (bids of 0) are sums.

    ``kind`` is the kind of game within which its points are comparable, or None. ``beaten`` counts
    the players behind, ``run`` the bids made in a row, ``climbed`` the places gained in the second
    half. ``sizes`` has the hands by cards, ``turns`` by when the player bid.
    """

    seat: int
    kind: str | None
    players: int
    position: int
    won: bool
    beaten: int
    total: int
    hands: int
    made: int
    bid: int
    took: int
    zeros: int
    zeros_made: int
    run: int
    climbed: int
    best: Peak
    worst: Peak
    sizes: tuple[tuple[int, Hands], ...]
    turns: tuple[tuple[Turn, Hands], ...]


def played(game: Game, sheet: Sheet) -> tuple[Played, ...]:
    """A value for each seat that was dealt cards in a finished game; () while it is running."""
    rows = sheet.counting
    if sheet.result is None:
        return ()
    present = [seat for seat in game.seats if column(rows, seat)]
    return tuple(_played(game, sheet, seat) for seat in present)


def kind_of(variant: Variant) -> str | None:
    """The key of the game if its points are comparable; None for custom games, and if captured
    cards count with a missed bid too."""
    printed = VARIANTS.get(variant.key)
    is_printed = printed is not None and printed.score == variant.score
    is_other = variant.is_custom or counts_on_a_miss(variant)
    return variant.key if is_printed and not is_other else None


def turn_of(game: Game, hand: Hand, seat: int) -> Turn:
    """A seat's turn to bid: the dealer's left neighbour first, the dealer last."""
    first = left_of(game, hand.dealer, hand.out)
    return {hand.dealer: Turn.LAST, first: Turn.FIRST}.get(seat, Turn.BETWEEN)


def _played(game: Game, sheet: Sheet, seat: int) -> Played:
    places = sheet.positions
    dealt = [row.hand for row in sheet.counting if seat not in row.hand.out]
    cells, players = column(sheet.counting, seat), len(places)
    # A total with starting points says nothing about the hands.
    kind = None if game.starts and game.starts[seat] else kind_of(game.variant)
    peaks = [Peak(cell.points or 0, hand.number) for cell, hand in zip(cells, dealt, strict=True)]
    zeros = [cell for cell in cells if cell.bid == 0]
    sums = [Hands(1, int(cell.made), cell.points or 0, cell.bid) for cell in cells]
    return Played(
        seat=seat,
        kind=kind,
        players=players,
        position=places[seat],
        won=sheet.result is not None and seat in sheet.result.winners,
        beaten=sum(other > places[seat] for other in places),
        total=sheet.totals[seat],
        hands=len(cells),
        made=sum(cell.made for cell in cells),
        bid=sum(cell.bid for cell in cells),
        took=sum(cell.counted for cell in cells),
        zeros=len(zeros),
        zeros_made=sum(cell.made for cell in zeros),
        run=longest_run(cells),
        climbed=_place_at_half(sheet.counting, seat) - places[seat],
        best=max(peaks, key=lambda peak: peak.points),
        worst=min(peaks, key=lambda peak: peak.points),
        sizes=added(zip((hand.cards for hand in dealt), sums, strict=True)),
        turns=added(zip((turn_of(game, hand, seat) for hand in dealt), sums, strict=True)),
    )


def _place_at_half(rows: tuple[Row, ...], seat: int) -> int:
    """The place after half of the hands, rounded down; before the first hand, all are first."""
    if len(rows) < 2:
        return 1
    totals = [cell.total or 0 for cell in rows[len(rows) // 2 - 1].cells]
    return 1 + sum(total > totals[seat] for total in totals)


def added(pairs: Iterable[tuple[Key, Hands]]) -> tuple[tuple[Key, Hands], ...]:
    """The sums of the hands of each kind, by kind."""
    found: dict[Key, list[Hands]] = {}
    for key, hands in pairs:
        found.setdefault(key, []).append(hands)
    sums = {key: Hands(*map(sum, zip(*each, strict=True))) for key, each in found.items()}
    return tuple(sorted(sums.items()))
