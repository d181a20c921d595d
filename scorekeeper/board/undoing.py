"""The change that Undo would reverse, and the one that the last Undo reversed."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.store.games import past
from scorekeeper.words.done import done_line, short_line


def undo_line(board: Board) -> str:
    """The change that Undo reverses, in a few words; "" if there is none or it is unknown."""
    undoable = board.stored.undoable
    if not board.can_write or undoable in (None, past.UNKNOWN_UNDO):
        return ""
    done = past.step(board.stored, undoable)
    return short_line(done.change, board.game.players) if done else ""


def undone_line(board: Board) -> str:
    """The change that the newest save reversed; "" unless it was an Undo and is known."""
    if not board.can_write or board.stored.undoable == past.UNKNOWN_UNDO:
        return ""
    change = past.undone(board.stored, board.stored.revision)
    return done_line(change, board.game.players) if change else ""
