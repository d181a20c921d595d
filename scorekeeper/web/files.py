"""The score history as files to take home."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, Response, request, stream_with_context

from scorekeeper import store
from scorekeeper.export import csv_lines
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.access import visible_game
from scorekeeper.web.device import phone_key

bp = Blueprint("files", __name__)


@bp.get("/g/<key>.csv")
def game(key: str) -> Response:
    """One game as CSV; ``?sep=semicolon`` for spreadsheets that want it."""
    stored = visible_game(key)
    return _csv([stored], f"scorekeeper-{stored.started_at:%Y-%m-%d}-{stored.id}.csv")


@bp.get("/history.csv")
def history() -> Response:
    """All games of this phone, oldest first, as they come from the database."""
    return _csv(store.games_of(phone_key()), "scorekeeper.csv")


def _csv(games: Iterable[StoredGame], name: str) -> Response:
    separator = ";" if request.args.get("sep") == "semicolon" else ","
    lines = csv_lines(games, separator)
    response = Response(stream_with_context(lines), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
