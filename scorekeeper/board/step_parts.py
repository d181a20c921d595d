"""The steps of a hand: links to its panels, and its trump."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.board.panel import Panel
from scorekeeper.board.panels import EXTRAS_PANEL, steps_of
from scorekeeper.http.parts import Part, part
from scorekeeper.rules.extras import extras_held
from scorekeeper.rules.game import Hand, Phase
from scorekeeper.rules.scoring import phase


def steps_part(board: Board, hand: Hand) -> Part:
    """The steps that this hand has."""
    steps = [one for one in steps_of(board.game, hand) if one is not EXTRAS_PANEL]
    links = tuple(_step(board, hand, step) for step in steps)
    if board.can_write and EXTRAS_PANEL.is_step(board.game, hand):
        links = (*links, _extras_step(board, hand))
    if board.game.variant.trump.rotates:
        links = (part("trump-now", "board/trump_now", trump=hand.trump), *links)
    return part("steps", beside=_beside(board, hand), children=links)


def _beside(board: Board, hand: Hand) -> str:
    """The step that the panel of extras leads back to; "" for another panel."""
    if board.panel is not EXTRAS_PANEL:
        return ""
    return "beside-tricks" if phase(hand) is Phase.TRICKS else "beside-bids"


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
    """The link to the extras, and their number."""
    return part(
        "step-extras",
        "board/step_extras",
        address=board.address(EXTRAS_PANEL),
        current=board.panel is EXTRAS_PANEL,
        held=extras_held(hand) + hand.void,
    )
