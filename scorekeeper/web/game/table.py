"""The table view: for the phone or tablet in the middle of the table, readable from afar."""

from flask import Blueprint, Response

from scorekeeper.board.board import build_board
from scorekeeper.board.hidden_bids import missing_line
from scorekeeper.board.page_parts import clock_part
from scorekeeper.http.access import visible_game
from scorekeeper.http.answers import show
from scorekeeper.http.parts import part, share
from scorekeeper.rules.game import seats_from
from scorekeeper.rules.statistics.figures import podium, podium_steps
from scorekeeper.store.mapping.stored import READ_ONLY

bp = Blueprint("table", __name__)


@bp.get("/g/<key>/table")
def page(key: str) -> Response:
    """Totals, bids, trump, dealer and turn in large print; nothing can be entered here.

    Players are in seating order, so that nobody moves from hand to hand.
    """
    seen = visible_game(key)
    board = build_board(seen.stored, READ_ONLY)
    steps = podium(board.sheet) if board.sheet.counting else ()
    around = seats_from(board.game, 0)
    response = show(
        "table.html",
        "board/table.html",
        board=board,
        clock=clock_part(board),
        follow=part("follow", kind="table"),
        steps=steps,
        stands=podium_steps(steps),
        lines=sorted(board.lines, key=lambda line: around.index(line.seat)),
        missing=missing_line(board),
        stored=seen.stored,
    )
    return share(response, seen.stored.stamp)
