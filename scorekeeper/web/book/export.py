"""The score history as files, or for another app."""

from collections.abc import Iterable, Iterator

from flask import Blueprint, Response, request

from scorekeeper.board.events.at_table import is_set_aside
from scorekeeper.exchange.bgstats import play_address
from scorekeeper.exchange.json_files import json_chunks
from scorekeeper.exchange.tables.csv_out import csv_lines
from scorekeeper.forms.book import filter_from
from scorekeeper.http.access import visible_game
from scorekeeper.http.answers import redirect_to
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.gate import dear, streamed
from scorekeeper.language import local
from scorekeeper.store import phones
from scorekeeper.store.lists import lists
from scorekeeper.store.lists.lists import Found, exported
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.words.names import game_name

bp = Blueprint("export", __name__)
CSV, JSON = "text/csv", "application/json"


@bp.get("/g/<key>.csv")
def game(key: str) -> Response:
    """One game as CSV; ``?sep=semicolon`` for spreadsheets that need it."""
    stored = visible_game(key).stored
    # Built completely before the answer begins, because a later failure could not be reported.
    whole = "".join(_lines([stored]))
    return Response(whole, mimetype=CSV, headers=_named(_file_of(stored, "csv")))


@bp.get("/g/<key>.json")
def game_json(key: str) -> Response:
    """One game as JSON (docs/json.md)."""
    stored = visible_game(key).stored
    whole = "".join(json_chunks(exported([stored])))
    return Response(whole, mimetype=JSON, headers=_named(_file_of(stored, "json")))


@bp.get("/g/<key>/bgstats")
def bg_stats(key: str) -> Response:
    """Send a finished game to BG Stats; 404 while it is in progress, or set aside by an event."""
    stored = visible_game(key).stored
    if stored.sheet.result is None or not stored.sheet.counting or is_set_aside(stored):
        raise UnknownGameError(key)
    return redirect_to(play_address(stored, game_name(stored.game.variant)))


@bp.get("/history.csv")
@dear
def history() -> Response:
    """The games of this phone, oldest first, streamed from the database; all, or those that match
    the filters of the history."""
    asking = phones.asking(phone_key())
    lines = _lines(lists.games_of(asking, filter_from(request.args)))
    return streamed(lines, asking, mimetype=CSV, headers=_named("scorekeeper.csv"))


@bp.get("/history.json")
@dear
def history_json() -> Response:
    """The same games as JSON."""
    asking = phones.asking(phone_key())
    chunks = json_chunks(exported(lists.games_of(asking, filter_from(request.args))))
    return streamed(chunks, asking, mimetype=JSON, headers=_named("scorekeeper.json"))


def _file_of(stored: StoredGame, kind: str) -> str:
    return f"scorekeeper-{local(stored.started_at):%Y-%m-%d}-{stored.id}.{kind}"


def _lines(games: Iterable[Found]) -> Iterator[str]:
    return csv_lines(games, ";" if request.args.get("sep") == "semicolon" else ",")


def _named(file: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{file}"'}
