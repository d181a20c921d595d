"""The first page: continue a game, start one, download the history."""

from __future__ import annotations

from flask import Blueprint, Response, request

from scorekeeper.http.access import note_visit
from scorekeeper.http.answers import show
from scorekeeper.http.device import phone_key
from scorekeeper.http.parts import Part, part
from scorekeeper.store import lists, phones
from scorekeeper.store.lists import Listed

bp = Blueprint("home", __name__)

PAGE = 20


@bp.get("/")
def page() -> Response:
    """This phone's games, some to a page: those still running, then the newest."""
    number = request.args.get("page", "1")
    index = max(1, int(number[:4])) if number.isascii() and number.isdigit() else 1
    asking = phones.asking(phone_key())
    note_visit(asking.seen_at if asking else None)
    games = lists.newest(asking, PAGE + 1, (index - 1) * PAGE)
    lines = [_line(game) for game in games[:PAGE]]
    return show("home.html", "home.html", games=lines, number=index, more=len(games) > PAGE)


def _line(game: Listed) -> Part:
    return part(
        game.key,
        "_listed",
        key=game.key,
        players=game.players,
        variant=game.variant.key,
        started_at=game.started_at,
        hand=game.hand,
        standing=game.standing,
    )
