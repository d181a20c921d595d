"""The score history as files to take home."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flask import Blueprint, Response, request, stream_with_context

from scorekeeper import store
from scorekeeper.export import csv_lines
from scorekeeper.store import phones
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.access import visible_game
from scorekeeper.web.device import phone_key

bp = Blueprint("files", __name__)


@bp.get("/g/<key>.csv")
def game(key: str) -> Response:
    """One game as CSV; ``?sep=semicolon`` for spreadsheets that want it."""
    stored = visible_game(key).stored
    # Whole before the answer begins: a failure after that could not be told any more.
    return _csv(
        ["".join(_lines([stored]))], f"scorekeeper-{stored.started_at:%Y-%m-%d}-{stored.id}.csv"
    )


@bp.get("/history.csv")
def history() -> Response:
    """All games of this phone, oldest first, as they come from the database."""
    games = store.games_of(phones.asking(phone_key()))
    return _csv(stream_with_context(_lines(games)), "scorekeeper.csv")


def _lines(games: Iterable[StoredGame]) -> Iterator[str]:
    return csv_lines(games, ";" if request.args.get("sep") == "semicolon" else ",")


def _csv(lines: Iterable[str], name: str) -> Response:
    response = Response(lines, mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
