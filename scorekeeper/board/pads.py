"""The pad of each player: the grid of its keys, and which pad is open."""

from __future__ import annotations

from typing import Any

from scorekeeper.board.lines import PlayerLine
from scorekeeper.board.panels import Panel
from scorekeeper.http.parts import Part, part
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.hand import bidding_order
from scorekeeper.words.names import number_name
from scorekeeper.words.rules import why_line

COLUMNS = {5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 6, 11: 6, 14: 5, 15: 6, 16: 6, 17: 6, 21: 6}
"""Columns for the keys from 0 to this number, so that the last row is full."""
MOST_COLUMNS = 7
MOST_BELOW_OTHERS = 6
NEGATED = "negated"
"""Stands for the seat of the pad that asks who won the negated trick."""


def grid(cards: int) -> str:
    """The classes of a grid: ``c4 r2``, and whether 0 is tall (``zt``), wide or wider (``zw2``)."""
    columns = COLUMNS.get(cards, cards + 1 if cards < MOST_COLUMNS else MOST_COLUMNS)
    return grid_of(cards + 1, columns)


def grid_of(keys: int, columns: int) -> str:
    """The classes for this many keys and columns; the first key fills the free cells."""
    rows = -(-keys // columns)
    free = columns * rows - keys
    zero = ("zt" if free == rows - 1 else f"zw{free}") if free else ""
    return f"c{columns} r{rows} {zero}".rstrip()


def low_grid(cards: int) -> str:
    """The classes for rows of at most six, if many pads are visible at once."""
    keys = cards + 1
    rows = -(-keys // MOST_BELOW_OTHERS)
    return grid_of(keys, -(-keys // rows))


def open_pad(panel: Panel, game: Game, hand: Hand) -> str:
    """The seat whose pad is open: the one that is due, otherwise the first without a number."""
    due, order = panel.due(game, hand), bidding_order(game, hand)
    if panel.by_seat is None:
        return str(order[0])
    if due is not None:
        return str(due)
    open_seats = hand.missing(panel.by_seat)
    missing = [str(seat) for seat in order if seat in open_seats]
    return (missing or [NEGATED if asks_negated(panel, game) else str(order[-1])])[0]


def asks_negated(panel: Panel, game: Game) -> bool:
    """Return whether the panel also asks who won the negated trick."""
    return panel.scores and game.variant.negating is not None


def own_pad(panel: Panel, hand: Hand, line: PlayerLine) -> Part:
    """The keys for a follower's hidden bid."""
    return _pad("board/own_pad", panel, hand, line)


def pad_part(panel: Panel, hand: Hand, line: PlayerLine, *, is_hidden: bool) -> Part:
    """The keys for a player's number.

    ``is_hidden``: the tapped number stays hidden, and a key without a number is selected, so that
    scripts do not open the pad automatically.
    """
    return _pad(
        "board/pad",
        panel,
        hand,
        line,
        player=line.name,
        took=panel.scores,
        bid=line.bid if panel.scores else None,
        forbidden=tuple(line.forbidden),
        disabled=tuple([number for number in line.forbidden if number != line.bid]),
        offered=line.offered,
        why=why_line(line.name, line.forbidden, hand.cards) if line.forbidden else "",
        is_hidden=is_hidden,
    )


def _pad(template: str, panel: Panel, hand: Hand, line: PlayerLine, **more: Any) -> Part:
    """The keys from 0 to the cards of the hand, with what else the template shows."""
    assert panel.by_seat is not None  # noqa: S101 - the panel of trump has no pads of players
    return part(
        f"pad-{line.seat}",
        template,
        seat=line.seat,
        shade=line.shade,
        label=number_name(panel.by_seat, line.name),
        name=f"{panel.by_seat.one}_{line.seat}",
        numbers=range(hand.cards + 1),
        grid=grid(hand.cards),
        **more,
    )
