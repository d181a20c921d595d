"""The line above the pads: the standing of the hand in words and pips, or the problem."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.board.hidden_bids import is_face_down, said
from scorekeeper.board.panel import Panel
from scorekeeper.http.parts import Part, part
from scorekeeper.rules.game import Hand
from scorekeeper.rules.scoring import tricks_left
from scorekeeper.rules.statistics.records import broken_record
from scorekeeper.store.statistics.records import peaks_beside
from scorekeeper.words.lines import bids_line, rest_line, trump_line
from scorekeeper.words.records import broken_record_line

MOST_CRESTS = 10
"""Tricks whose pips have room for crests; more are drawn as bars."""


def sum_part(board: Board, panel: Panel, hand: Hand) -> Part:
    """The standing of the hand in words, with a pip for each trick bid or taken.

    Problems take its place.
    """
    left = tricks_left(hand)
    dims = left if panel.scores and 0 <= left < hand.cards else None
    if board.view.problems:
        return part("sum", problems=tuple(board.view.problems), left=dims)
    if line := said(board) if is_face_down(board, panel) else "":
        return _words(line, "secret")
    if line := _record(board):
        return _words(line, "record")
    if panel.by_seat is None:
        return _words(panel.line(board.game, hand) or board.news)
    taken = getattr(hand, panel.by_seat.all)
    is_new = all(number is None for number in taken)
    line = rest_line(board.rest) if board.rest else panel.line(board.game, hand)
    if is_new:
        line = bids_line(hand) if panel.scores else trump_line(board.game, hand) or line
    numbers = hand.bids if is_new else taken
    pips = tuple(each.shade for each in board.lines for _ in range(numbers[each.seat] or 0))
    return part(
        "sum",
        line=line,
        tone=board.tone if is_new or not panel.scores or panel.is_wrong(hand) else "",
        pips=pips[: 2 * hand.cards],
        free=range(hand.cards - len(pips)),
        many=hand.cards > MOST_CRESTS,
        left=dims,
    )


def _words(line: str, tone: str = "") -> Part:
    return part("sum", line=line, tone=tone, pips=(), free=range(0), many=False, left=None)


def _record(board: Board) -> str:
    """The record of the book that the last hand broke, until the next one begins."""
    if not (board.shows_last and board.rights.in_book):
        return ""
    peaks = peaks_beside(board.stored)
    found = broken_record(board.sheet, peaks) if peaks else None
    return broken_record_line(found, board.game.players) if found else ""
