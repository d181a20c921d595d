"""The standings, on the desk and as files."""

from collections.abc import Iterator, Mapping

from flask import Blueprint, Response, request

from scorekeeper.board.events.at_table import running_clock
from scorekeeper.board.events.ranks import rank_table
from scorekeeper.board.events.tables import results_of
from scorekeeper.exchange.events import event_chunks, results_csv, standings_csv
from scorekeeper.http.answers import show
from scorekeeper.http.desk import desk_event, shown_event
from scorekeeper.http.gate import dear, once, streamed
from scorekeeper.rules.people import folded
from scorekeeper.store.events import acts
from scorekeeper.store.events.events import EventAccess, StoredEvent
from scorekeeper.store.events.tables import (
    TableGame,
    TableKey,
    outcomes_of,
    public_tables,
    tables_of,
)
from scorekeeper.store.lists.lists import exported, games_of_event

bp = Blueprint("desk_standings", __name__, url_prefix="/e/<key>")


@bp.get("/desk/standings")
def page(key: str) -> Response:
    """The standings for the desk: now, or after the round ``?after=`` with its tables."""
    stored = desk_event(key).stored
    closed = {f"{one.number}": one for one in stored.event.rounds if one.state == "closed"}
    shown = closed.get(request.args.get("after", ""))
    after = shown.number if shown else None
    played = shown or (stored.event.last if stored.event.ended else None)
    outcomes = outcomes_of(tables_of(stored.id))
    return show(
        "event/standings.html",
        stored=stored,
        table=rank_table(stored.event, outcomes, after),
        after=after,
        played=played.number if played else 0,
        results=results_of(stored.event, played, outcomes) if played else (),
        problems=(),
        clock=running_clock(stored.event),
    )


def _separator() -> str:
    return ";" if request.args.get("sep") == "semicolon" else ","


def _named(stored: StoredEvent, name: str) -> dict[str, str]:
    """The headers of a file that is named after the event."""
    letters = folded(stored.event.settings.name)
    plain = "".join(one if one.isascii() and one.isalnum() else " " for one in letters)
    named = "-".join(plain.split())
    return {"Content-Disposition": f'attachment; filename="{named or "event"}-{name}"'}


@bp.get("/results.csv")
@dear
def results(key: str) -> Response:
    """A line for each player and table; ``?sep=semicolon`` for spreadsheets that need it."""
    seen, separator = shown_event(key), _separator()
    stored = seen.stored

    def lines() -> str:
        return "".join(results_csv(stored.event, _games(seen), separator))

    text = once((key, stored.stamp, separator, seen.rights.writes), lines)
    return Response(text, mimetype="text/csv", headers=_named(stored, "results.csv"))


@bp.get("/standings.csv")
def standings_file(key: str) -> Response:
    """The standings, a line for each player."""
    seen = shown_event(key)
    stored, outcomes = seen.stored, outcomes_of(_games(seen))
    text = "".join(standings_csv(stored.event, outcomes, _separator()))
    return Response(text, mimetype="text/csv", headers=_named(stored, "standings.csv"))


def _games(seen: EventAccess) -> Mapping[TableKey, TableGame]:
    """The games whose results a phone may see."""
    games = tables_of(seen.stored.id)
    return games if seen.rights.writes else public_tables(seen.stored.event, games)


@bp.get("/desk/event.json")
@dear
def whole(key: str) -> Response:
    """The whole event as JSON, for another server."""
    seen = desk_event(key)
    stored = seen.stored

    def chunks() -> Iterator[str]:
        log = acts.numbers_of(stored), acts.whole_log(stored)
        games = exported(games_of_event(stored.id))
        yield from event_chunks(stored, *log, tables_of(stored.id), games)

    headers = _named(stored, "event.json")
    return streamed(chunks(), seen.phone, mimetype="application/json", headers=headers)
