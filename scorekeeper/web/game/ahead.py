"""The hands to come, for a phone that keeps score and may lose its server."""

import json

from flask import Blueprint, Response, make_response

from scorekeeper.board.ahead import drawn_ahead, now_text
from scorekeeper.http.access import visible_game

bp = Blueprint("ahead", __name__)


@bp.get("/g/<key>/ahead")
def page(key: str) -> Response:
    """The sheet ahead, and the hand in play, as JSON; nothing for a phone that does not keep score
    (any more)."""
    seen = visible_game(key)
    sheet = drawn_ahead(seen.stored) if seen.rights.writes else {}
    sheet |= {"now": now_text(seen.stored, seen.rights), "revision": seen.stored.revision}
    text = json.dumps(sheet, ensure_ascii=False, separators=(",", ":"))
    return make_response(text, {"Content-Type": "application/json"})
