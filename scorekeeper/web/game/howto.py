"""The page *How to play*: the rules of the game, derived from its data."""

from flask import Blueprint, Response

from scorekeeper.http.access import visible_game
from scorekeeper.http.answers import show
from scorekeeper.words.names import assumed_line, example_rows
from scorekeeper.words.rules import chapters

bp = Blueprint("howto", __name__)


@bp.get("/g/<key>/howto")
def page(key: str) -> Response:
    """The rules of this game, with an example."""
    stored = visible_game(key).stored
    return show(
        "howto.html",
        stored=stored,
        chapters=chapters(stored.game),
        examples=example_rows(stored.game.variant.score),
        assumed=assumed_line(stored.game.variant.score),
    )
