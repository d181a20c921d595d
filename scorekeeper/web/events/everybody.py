"""An event for everybody with its link: find your name, your table, your results, the standings."""

from datetime import UTC, datetime

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.clock import clock_view
from scorekeeper.board.events.mine import found_entrant, my_results, my_table
from scorekeeper.board.events.ranks import rank_lines
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import visible_event
from scorekeeper.rules.events.event import Entrant
from scorekeeper.store.events.events import EventAccess
from scorekeeper.store.events.tables import outcomes_of, tables_of

bp = Blueprint("event", __name__, url_prefix="/e/<key>")


@bp.get("")
def page(key: str) -> Response:
    """The names to choose from, or (``?me=3``) the table of one."""
    seen = visible_event(key)
    me = _me(seen)
    if me is None:
        return _find(seen)
    event, games = seen.stored.event, tables_of(seen.stored.id)
    table = my_table(event, me.number, games)
    clock = clock_view(event.settings, table.round, datetime.now(UTC)) if table else None
    return show("event/mine.html", stored=seen.stored, me=me, table=table, clock=clock)


@bp.get("/results")
def results(key: str) -> Response:
    """The results of one player."""
    seen = visible_event(key)
    me = _me(seen)
    if me is None:
        return redirect_to(url_for("event.page", key=key))
    outcomes = outcomes_of(tables_of(seen.stored.id))
    lines = rank_lines(seen.stored.event, outcomes)
    mine = next((line for line in lines if line.number == me.number), None)
    played = my_results(seen.stored.event, me.number, outcomes)
    return show(
        "event/mine_results.html",
        stored=seen.stored,
        me=me,
        mine=mine,
        all=len(lines),
        played=played,
    )


@bp.get("/standings")
def standings(key: str) -> Response:
    """The standings, for everybody."""
    stored = visible_event(key).stored
    lines = rank_lines(stored.event, outcomes_of(tables_of(stored.id)))
    return show("event/mine_standings.html", stored=stored, me=_me(visible_event(key)), lines=lines)


def _me(seen: EventAccess) -> Entrant | None:
    return found_entrant(seen.stored.event, request.args.get("me", ""))


def _find(seen: EventAccess) -> Response:
    names = sorted(seen.stored.event.entrants, key=lambda one: one.name.casefold())
    return show("event/find.html", stored=seen.stored, me=None, entrants=names)
