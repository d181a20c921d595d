"""The first page: go on with a game, start one, take the history home."""

from __future__ import annotations

from flask import Blueprint, Response, request

from scorekeeper import store
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.web.access import note_visit
from scorekeeper.web.answers import show
from scorekeeper.web.device import phone_key

bp = Blueprint("home", __name__)

PAGE = 20


@bp.get("/")
def page() -> Response:
    """This phone's games, some to a page: those still running, then the newest."""
    number = request.args.get("page", "1")
    index = max(1, int(number[:4])) if number.isascii() and number.isdigit() else 1
    note_visit()
    games = store.newest_games(phone_key(), PAGE + 1, (index - 1) * PAGE)
    sheets = [(stored, score_sheet(stored.game)) for stored in games[:PAGE]]
    sheets.sort(key=lambda pair: pair[1].result is not None)
    return show("home.html", "home.html", games=sheets, number=index, more=len(games) > PAGE)
