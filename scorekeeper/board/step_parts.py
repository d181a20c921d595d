"""The steps of a hand: links to its panels, and its trump."""

from scorekeeper.board.board import Board
from scorekeeper.board.panel import Panel
from scorekeeper.board.panels import EXTRAS_PANEL, TRUMP_PANEL, steps_of
from scorekeeper.http.parts import Part, part
from scorekeeper.rules.extras import extras_held
from scorekeeper.rules.game import Hand, Phase
from scorekeeper.rules.scoring import phase


def steps_part(board: Board, hand: Hand) -> Part:
    """The steps that this hand has; a trump that nobody chooses is shown, and leads nowhere."""
    steps = [
        one for one in steps_of(board.game, hand) if one is not EXTRAS_PANEL or board.can_write
    ]
    links = [_step(board, hand, step) for step in steps]
    if board.game.variant.trump.rotates:
        links.insert(0, part("trump-now", "board/step", address="", trump=hand.trump))
    return part("steps", beside=_beside(board, hand), slots={"links": tuple(links)})


def _beside(board: Board, hand: Hand) -> str:
    """The step that the panel of extras leads back to; "" for another panel."""
    if board.panel is not EXTRAS_PANEL:
        return ""
    return "beside-tricks" if phase(hand) is Phase.TRICKS else "beside-bids"


def _step(board: Board, hand: Hand, step: Panel) -> Part:
    is_trump = step is TRUMP_PANEL
    return part(
        f"step-{step}",
        "board/step",
        step=str(step),
        address=board.address(step),
        current=step is board.panel,
        held=extras_held(hand) + hand.void if step is EXTRAS_PANEL else 0,
        line=step.line(board.game, hand) if step.by_seat else "",
        trump=hand.trump if is_trump else None,
        turned=hand.turned if is_trump else None,
    )
