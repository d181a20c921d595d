"""A follower's own card, in place of the pad: what is expected of them, and how they stand."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.board.hidden_bids import hint, takes_hidden_bids
from scorekeeper.board.lines import PlayerLine
from scorekeeper.board.panels import BIDS_PANEL, TRUMP_PANEL, Panel
from scorekeeper.http.parts import Part, part
from scorekeeper.language import gettext
from scorekeeper.rules.game import Hand, Phase
from scorekeeper.rules.hand import phase
from scorekeeper.words.lines import call_line, need_line, standing_line, wait_line
from scorekeeper.words.names import signed
from scorekeeper.words.rules import why_line

Figure = tuple[str, int | None, str, bool]
"""A large number: its caption, the number, its points, and whether the bid was made."""


def own_line(board: Board) -> PlayerLine | None:
    """The line of the follower's player, who is then not among the others."""
    return next((line for line in board.lines if line.seat == board.me), None)


def mine_part(board: Board, panel: Panel, hand: Hand) -> tuple[Part, ...]:
    """The card; none on a phone that keeps score, follows no player, or has a pad."""
    line = own_line(board)
    if line is None:
        return ()
    is_called = bool(board.my_turn)
    return (
        part(
            "mine",
            shade=line.shade,
            name=line.name,
            address=f"{board.base}?me=ask",
            is_called=is_called,
            head=call_line(board.game, hand, line.seat) if is_called else line.name,
            last=board.last_scored if _shows_last(board, line) else None,
            figures=_figures(board, panel, hand, line),
            note=_note(board, panel, hand, line),
        ),
    )


def _figures(board: Board, panel: Panel, hand: Hand, line: PlayerLine) -> tuple[Figure, ...]:
    total = ("total", line.total, "", False)
    if line.last and _shows_last(board, line):
        took = ("took", line.last.tricks, signed(line.last.points or 0), line.last.made)
        return ("bid", line.last.bid, "", False), took, total
    if board.my_turn:
        return ()
    if line.out or phase(hand) is Phase.TRUMP or panel is TRUMP_PANEL:
        return (total,)
    bid = ("bid", line.bid, "", False)
    if phase(hand) is Phase.BIDS or panel is BIDS_PANEL:
        return bid, total
    points = "" if line.points is None else signed(line.points)
    return bid, ("took", _tricks(line), points, line.made)


def _shows_last(board: Board, line: PlayerLine) -> bool:
    return board.shows_last and line.last is not None and not line.out


def _tricks(line: PlayerLine) -> int | None:
    """The tricks as entered, or as the others leave them."""
    return line.offered if line.tricks is None else line.tricks


def _note(board: Board, panel: Panel, hand: Hand, line: PlayerLine) -> str:
    game = board.game
    standing = standing_line(game.players, board.sheet, line.seat)
    if line.out:
        return " ".join(filter(None, (gettext("You sit out this hand."), standing)))
    if takes_hidden_bids(board, panel) and (instruction := hint(board, panel)):
        return instruction
    if phase(hand) is Phase.TRICKS and line.bid is not None:
        tricks = _tricks(line)
        if tricks is not None:
            # The totals do not contain this hand yet.
            return need_line(line.bid, tricks)
        opens = gettext("You play first.") if line.opens else ""
        return " ".join(filter(None, (need_line(line.bid, None), opens, standing)))
    if board.my_turn:
        return why_line(line.name, line.forbidden, hand.cards) or standing
    return wait_line(game, hand, line.seat)
