"""An event for everybody with its link: find your name, your table, your results, the standings.

Nothing here writes. The address says whose phone it is (``?me=3``), and a cookie remembers it.
"""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.clock import clock_view
from scorekeeper.board.events.mine import (
    MyTable,
    Phase,
    behind,
    found_entrant,
    key_of_table,
    made_of,
    my_results,
    my_table,
    phase_of,
)
from scorekeeper.board.events.ranks import RankLine, rank_lines, rank_table
from scorekeeper.board.events.search import found_entrants
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import visible_event
from scorekeeper.http.polls import share_event
from scorekeeper.http.remembering import chosen_number, remember
from scorekeeper.rules.events.event import Entrant
from scorekeeper.store.events import slips
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import TableGame, TableKey, outcomes_of, tables_of
from scorekeeper.store.games.reading import read

bp = Blueprint("event", __name__, url_prefix="/e/<key>")

Games = dict[TableKey, TableGame]


@bp.get("")
def page(key: str) -> Response:
    """The names to choose from (``?me=``), or the table of the player."""
    stored, asked = visible_event(key).stored, request.args.get("me")
    if asked is None and (known := found_entrant(stored.event, chosen_number(key))):
        return redirect_to(url_for("event.page", key=key, me=known.number))
    me = found_entrant(stored.event, asked or "")
    if me is None:
        return _find(stored)
    return remember(share_event(_mine(stored, me), stored), key, me.number)


@bp.get("/results")
def results(key: str) -> Response:
    """The results of one player."""
    stored = visible_event(key).stored
    me = _me(stored)
    if me is None:
        return redirect_to(url_for("event.page", key=key))
    games = tables_of(stored.id)
    outcomes = outcomes_of(games)
    played = my_results(stored.event, me, outcomes, games)
    page = show(
        "event/mine_results.html",
        stored=stored,
        me=me,
        played=played,
        made=made_of(played),
        waits=phase_of(stored.event, me, games) in (Phase.BEFORE, Phase.BETWEEN, Phase.WAITS),
        **_standing(rank_lines(stored.event, outcomes), me),
    )
    return share_event(page, stored)


@bp.get("/standings")
def standings(key: str) -> Response:
    """The standings, for everybody."""
    stored = visible_event(key).stored
    me, table = _me(stored), rank_table(stored.event, outcomes_of(tables_of(stored.id)))
    lines = tuple(line for group in table.groups for line in group.lines)
    values = {"stored": stored, "me": me, "table": table, **_standing(lines, me)}
    return share_event(show("event/mine_standings.html", **values), stored)


def _me(stored: StoredEvent) -> Entrant | None:
    return found_entrant(stored.event, request.args.get("me", ""))


def _find(stored: StoredEvent) -> Response:
    text = request.args.get("find", "")
    found = found_entrants(stored.event, text)
    return show("event/find.html", stored=stored, me=None, entrants=found, text=text)


def _mine(stored: StoredEvent, me: Entrant) -> Response:
    event, games = stored.event, tables_of(stored.id)
    outcomes = outcomes_of(games)
    lines, played = rank_lines(event, outcomes), my_results(event, me, outcomes, games)
    ranks = {line.number: line.rank for line in lines} if played else {}
    at = key_of_table(event, me)
    game = games.get(at) if at else None
    table = my_table(event, me, (game, read(game.key)) if game else None, ranks)
    return show(
        "event/mine.html",
        stored=stored,
        me=me,
        phase=phase_of(event, me, games),
        table=table,
        clock=table and clock_view(event.settings, table.round, datetime.now(UTC)),
        slip=_slip(stored, table),
        played=played,
        **_standing(lines, me),
    )


def _slip(stored: StoredEvent, table: MyTable | None) -> str:
    """The address at which the table's own phones begin to keep score; "" if one does."""
    if table is None or not table.is_free:
        return ""
    return url_for("slip.page", key=stored.key, token=slips.token(stored, table.key))


def _standing(lines: tuple[RankLine, ...], me: Entrant | None) -> dict[str, Any]:
    """The player's line of the standings, among how many, and what is missing to the next."""
    mine = next((line for line in lines if me and line.number == me.number), None)
    return {"mine": mine, "everybody": len(lines), "behind": mine and behind(lines, mine.number)}
