"""The score sheet for a printer."""

from flask import Blueprint, Response

from scorekeeper.board.events.at_table import is_set_aside
from scorekeeper.board.score_parts import paper_sheet
from scorekeeper.http.access import visible_game
from scorekeeper.http.answers import show

bp = Blueprint("print_sheet", __name__)


@bp.get("/g/<key>/paper")
def page(key: str) -> Response:
    """The sheet as it is, all on one page of A4 or Letter."""
    stored = visible_game(key).stored
    is_aside = is_set_aside(stored)
    return show("print_sheet.html", stored=stored, paper=paper_sheet(stored), is_aside=is_aside)
