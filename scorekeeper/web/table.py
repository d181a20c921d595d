"""The table view: for the phone or tablet in the middle of the table, readable from afar."""

from __future__ import annotations

from flask import Blueprint, Response

from scorekeeper.store.keepers import LOOKS_ON
from scorekeeper.web.access import visible_game
from scorekeeper.web.answers import show
from scorekeeper.web.board import build_board

bp = Blueprint("table", __name__)


@bp.get("/g/<key>/table")
def page(key: str) -> Response:
    """Totals, bids, trump, dealer and whose turn it is, large; nothing to tap in the game.

    Players stand in seating order, so that nobody's place moves from hand to hand.
    """
    stored = visible_game(key)
    board = build_board(stored, LOOKS_ON)
    places = sorted(board.places, key=lambda place: place.seat)
    return show("table.html", "_table.html", board=board, places=places, stored=stored)
