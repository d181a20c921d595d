"""The score sheet for a printer: what was played, and empty lines for the rest."""

from flask import Blueprint, Response

from scorekeeper.http.access import visible_game
from scorekeeper.http.answers import show
from scorekeeper.rules.print_sheet import paper_lines

bp = Blueprint("print_sheet", __name__)
ROOM = (15, 20, 30)
"""Up to how many lines each height of a line is meant for; more have the least."""
UPRIGHT = 6
"""Players that fit on the paper upright; more need it crosswise."""


@bp.get("/g/<key>/paper")
def page(key: str) -> Response:
    """The sheet as it is, all on one page of A4 or Letter."""
    stored = visible_game(key).stored
    lines = paper_lines(stored.game, stored.sheet)
    return show(
        "print_sheet.html",
        stored=stored,
        lines=lines,
        room=next((most for most in ROOM if len(lines) <= most), None),
        across=len(stored.game.players) > UPRIGHT,
    )
