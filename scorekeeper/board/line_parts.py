"""The lines of a hand: one for each player, and one for the dummy."""

from __future__ import annotations

from collections.abc import Collection

from scorekeeper.board.board import Board
from scorekeeper.board.hidden_bids import seats_with_pads, takes_hidden_bids
from scorekeeper.board.lines import PlayerLine
from scorekeeper.board.pads import NEGATED
from scorekeeper.board.panels import EXTRAS_PANEL, TRUMP_PANEL, Panel
from scorekeeper.http.parts import Part, part
from scorekeeper.rules.game import POINTS, TRICKS, Game, Hand
from scorekeeper.rules.hand import extras_worth, tricks_left
from scorekeeper.rules.sheet import Cell
from scorekeeper.words.extras import player_extras_line
from scorekeeper.words.lines import lacks_name
from scorekeeper.words.names import dummy_name, signed


def line_parts(board: Board, panel: Panel, hand: Hand) -> list[Part]:
    """The lines in bidding order, and the dummy's; a follower's own is the card below them."""
    lines = [_line(board, panel, hand, line) for line in board.lines if line.seat != board.me]
    if board.game.dummies_in(hand) and panel.scores:
        lines.append(_dummy_line(board, panel, hand))
    return lines


def shown_names(game: Game, hand: Hand) -> tuple[str, ...]:
    """The names of all lines of the hand, the dummy's included."""
    return (*game.players, *([dummy_name(game.variant)] if game.dummies_in(hand) else []))


def _line(board: Board, panel: Panel, hand: Hand, line: PlayerLine) -> Part:
    """A player with bid and tricks, in this hand or, before it begins, in the last."""
    newest = line.last if board.shows_last else None
    last = newest if panel is TRUMP_PANEL else None
    took = panel.scores or last is not None
    tricks = (last.tricks if last else line.tricks) if took else None
    has_bids = any(bid is not None for bid in hand.bids)
    hides, has_pad = takes_hidden_bids(board, panel), line.seat in seats_with_pads(board, panel)
    return part(
        f"line-{line.seat}",
        "board/line",
        seat=line.seat,
        shade=line.shade,
        name=line.name,
        total=line.total,
        leads=line.leads,
        deals=line.deals,
        opens=line.opens,
        step=panel.name,
        spot=seat_classes([one.seat for one in board.lines], line.seat),
        be="" if board.can_write or line.out else f"{board.base}?me={line.seat}",
        naming=f"{board.base}/players" if _is_nameless(board, line) else "",
        due=line.due and not has_pad,
        bids=panel is not TRUMP_PANEL or last is not None or has_bids,
        bid=last.bid if last else None if hides else line.bid,
        hides=hides,
        hidden_bids=board.hidden_bids is not None and line.seat in board.hidden_bids.seats,
        took=took,
        tricks=line.offered if tricks is None else tricks,
        offered=line.offered is not None,
        points=newest.points if newest else line.points if took or panel.plays else None,
        made=newest.made if newest else line.made,
        counted=_counted(last, tricks, is_negated=hand.negated == line.seat),
        out=line.out,
        left=line.seat in board.game.away,
        extras=player_extras_line(hand, line.seat, board.game.players)
        if panel is EXTRAS_PANEL
        else "",
        penalty="" if panel is EXTRAS_PANEL else _penalty(last or hand, line.seat),
        worth=_worth(board.game, hand, line.seat) if panel is EXTRAS_PANEL else None,
        pad=str(line.seat) if has_pad else "",
    )


def _counted(last: Cell | None, tricks: int | None, *, is_negated: bool) -> int | None:
    """The tricks that count if one of them is negated, here or in the ``last`` hand."""
    if last is not None:
        return last.counted if last.negated else None
    return tricks - 1 if tricks and is_negated else None


def _is_nameless(board: Board, line: PlayerLine) -> bool:
    """Return whether the table may want to enter a name: until the first hand is scored."""
    is_early = board.can_write and board.table is None and not board.sheet.counting
    return is_early and lacks_name(board.game.players, line.seat)


def seat_classes(seats: Collection[int], seat: int) -> str:
    """The classes of a player's place around the table: its number clockwise, and whether it is on
    the right and in the lower half."""
    place = sorted(seats).index(seat)
    is_right, is_low = 0 < place <= len(seats) // 2, place >= -(-len(seats) // 2)
    return f"spot{place}{' right' * is_right}{' low' * is_low}"


def _penalty(entered: Cell | Hand, seat: int) -> str:
    """A player's extra points; "" for none."""
    points = [one.amount for one in entered.bonuses if (one.seat, one.key) == (seat, POINTS)]
    return signed(points[0]) if points else ""


def _worth(game: Game, hand: Hand, seat: int) -> str:
    """The points of a player's extras, "" for none."""
    worth = extras_worth(game, hand, seat)
    return "" if worth is None else signed(worth)


def _dummy_line(board: Board, panel: Panel, hand: Hand) -> Part:
    variant = board.game.variant
    has_pad = variant.negating and seats_with_pads(board, panel)
    left = None if hand.missing(TRICKS) else tricks_left(hand)
    return part(
        "line-dummy",
        "board/dummy",
        name=dummy_name(variant),
        tricks=left,
        pad=NEGATED if has_pad else "",
    )
