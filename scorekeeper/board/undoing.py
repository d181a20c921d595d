"""What Undo would take back, and what the last Undo took back."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.store.games import past
from scorekeeper.words.done import done_line, short_line


def undo_line(board: Board) -> str:
    """What Undo takes back, in a few words; "" when that is nothing, or not known."""
    undoable = board.stored.undoable
    if not board.can_write or undoable in (None, past.UNKNOWN_UNDO):
        return ""
    done = past.step(board.stored, undoable)
    return short_line(done.change, board.game.players) if done else ""


def undone_line(board: Board) -> str:
    """What the newest save took back; "" unless it was an Undo, or where that is not known."""
    if not board.can_write or board.stored.undoable == past.UNKNOWN_UNDO:
        return ""
    change = past.undone(board.stored, board.stored.revision)
    return done_line(change, board.game.players) if change else ""
