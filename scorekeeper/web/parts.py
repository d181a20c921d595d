"""The parts of which pages are made (docs/look.md), each in every state; in development only."""

from flask import Blueprint, Response

from scorekeeper.http.answers import show

bp = Blueprint("parts", __name__)


@bp.get("/parts")
def page() -> Response:
    """Every part; its sentences are English, because nobody but developers reads them."""
    return show("parts.html")
