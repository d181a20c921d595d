"""The change that Undo would reverse, and the one that the last Undo reversed."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.store.games import past
from scorekeeper.words.done import done_line, short_line


def undo_line(board: Board) -> str:
    """The change that Undo reverses, in a few words; "" if there is none."""
    done = past.step(board.stored, board.stored.undoable) if board.can_write else None
    return short_line(done.change, board.game.players) if done else ""


def undone_line(board: Board) -> str:
    """The change that the newest save reversed; "" unless it was an Undo."""
    change = past.undone(board.stored, board.stored.revision) if board.can_write else None
    return done_line(change, board.game.players) if change else ""
