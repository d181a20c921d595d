"""The steps of a hand: links to its panels, its trump, and the way to its extras."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.board.panels import Panel, steps_of
from scorekeeper.http.parts import Part, part
from scorekeeper.rules.game import Hand


def steps_part(board: Board, hand: Hand) -> Part:
    """The steps that this hand has."""
    links = tuple(_step(board, hand, step) for step in steps_of(board.game, hand))
    if board.can_write and board.game.has_extras:
        links = (*links, _extras_step(board, hand))
    if board.game.variant.trump.rotates:
        links = (part("trump-now", "board/trump_now", trump=hand.trump), *links)
    return part("steps", children=links)


def _step(board: Board, hand: Hand, step: Panel) -> Part:
    return part(
        f"step-{step}",
        "board/step",
        step=str(step),
        address=board.address(step),
        current=step is board.panel,
        **step.step(board.game, hand, board.tone),
    )


def _extras_step(board: Board, hand: Hand) -> Part:
    """The way to the page of what the hand has besides, and how much that is."""
    held = len(hand.bonuses) + bool(hand.void) + bool(hand.cloud)
    address = f"{board.base}/hands/{hand.number}/extras"
    return part("step-extras", "board/step_extras", address=address, held=held)
