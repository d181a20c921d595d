"""The wall: one page for a projector, which changes by itself."""

from datetime import UTC, datetime

from flask import Blueprint, Response, request

from scorekeeper.board.events.clock import clock_view
from scorekeeper.board.events.ranks import rank_lines
from scorekeeper.board.events.tables import TableState, table_lines
from scorekeeper.board.events.wall import seat_pages
from scorekeeper.http.addresses import address_of, qr_code
from scorekeeper.http.answers import show
from scorekeeper.http.desk import visible_event
from scorekeeper.rules.events.event import Event, Round, RoundState
from scorekeeper.store.events.tables import outcomes_of, tables_of
from scorekeeper.words.events import round_title

bp = Blueprint("wall", __name__, url_prefix="/e/<key>")


@bp.get("/wall")
def page(key: str) -> Response:
    """Seats before a round, then clock and tables, then standings; the podium at the end."""
    stored = visible_event(key).stored
    if request.args.get("seen") == stored.stamp:
        return Response(status=204)
    event, games = stored.event, tables_of(stored.id)
    shown = [one for one in event.rounds if one.state is not RoundState.DRAWN]
    last = shown[-1] if shown else None
    lines = table_lines(event, last, games) if last else ()
    address = address_of("event.page", key=key)
    return show(
        "event/wall.html",
        stored=stored,
        round=last,
        shows=_shows(event, last),
        about=event.settings.name if last else event.settings.place,
        title=round_title(event, last.number) if last else event.settings.name,
        clock=clock_view(event.settings, last, datetime.now(UTC)) if last else None,
        tables=[line for line in lines if line.state in (TableState.FREE, TableState.OUT)],
        seats=seat_pages(event, last) if last else (),
        ranks=rank_lines(event, outcomes_of(games)),
        qr=qr_code(address),
    )


def _shows(event: Event, last: Round | None) -> str:
    if last is None or event.ended or last.state is RoundState.CLOSED:
        return "standings"
    return "seats" if last.state is RoundState.PUBLISHED else "running"
