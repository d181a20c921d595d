"""The score sheet for a printer: the hands played, and empty lines for the rest."""

from flask import Blueprint, Response

from scorekeeper.drawing.shortening import short_names
from scorekeeper.http.access import visible_game
from scorekeeper.http.answers import show
from scorekeeper.rules.print_sheet import paper_lines

bp = Blueprint("print_sheet", __name__)
ROOM = (15, 20, 30)
"""The number of lines up to which each line height is used; more lines use the smallest."""
UPRIGHT = 6
"""Players that fit on a portrait page; more need landscape."""
COLUMNS = {False: 585, True: 847}
"""Pixels for all players' columns, on a portrait and on a landscape page (``print_sheet.css``)."""
PADDING, SMALLEST = 8, 12
"""Pixels: what a column leaves free, and the smallest size of a name."""


@bp.get("/g/<key>/paper")
def page(key: str) -> Response:
    """The sheet as it is, all on one page of A4 or Letter."""
    stored = visible_game(key).stored
    lines = paper_lines(stored.game, stored.sheet)
    players = stored.game.players
    across = len(players) > UPRIGHT
    return show(
        "print_sheet.html",
        stored=stored,
        lines=lines,
        room=next((most for most in ROOM if len(lines) <= most), None),
        across=across,
        short=short_names(players, (COLUMNS[across] / len(players) - PADDING) / SMALLEST),
    )
