"""The standings of an event, its files and its prints."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime
from functools import wraps

from flask import Blueprint, Response, render_template, request, url_for
from markupsafe import Markup

from scorekeeper.board.events.at_table import running_clock
from scorekeeper.board.events.ranks import (
    NAME_ROWS,
    NAMES,
    SLIPS,
    TABLE_ROWS,
    TABLES,
    leaves,
    paper_ranks,
    paper_tables,
    rank_table,
    rows_class,
    seats_by_name,
)
from scorekeeper.board.events.tables import results_of
from scorekeeper.board.score_parts import PaperSheet, paper_sheet
from scorekeeper.exchange.events import event_chunks, results_csv, standings_csv
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import desk_event, shown_event
from scorekeeper.http.filters import address_of, qr_code
from scorekeeper.http.gate import dear, once, streamed
from scorekeeper.http.parts import drawn_html
from scorekeeper.rules.events.event import Event, Round, RoundState
from scorekeeper.rules.people import folded
from scorekeeper.store.events import acts
from scorekeeper.store.events import slips as slips_
from scorekeeper.store.events.events import EventAccess, StoredEvent
from scorekeeper.store.events.tables import (
    TableGame,
    TableKey,
    games_of,
    outcomes_of,
    public_tables,
    tables_of,
)
from scorekeeper.store.lists import exported, games_of_event
from scorekeeper.store.mapping.stored import BrokenGame, StoredGame
from scorekeeper.words.language import gettext

bp = Blueprint("results", __name__, url_prefix="/e/<key>")


@bp.get("/desk/standings")
def standings_page(key: str) -> Response:
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
    seen = desk_event(key)
    stored = seen.stored

    def chunks() -> Iterator[str]:
        log = acts.numbers_of(stored), acts.whole_log(stored)
        games = exported(games_of_event(stored.id))
        yield from event_chunks(stored, *log, tables_of(stored.id), games)

    headers = _named(stored, "event.json")
    return streamed(chunks(), seen.phone, mimetype="application/json", headers=headers)


"""The prints are only for the desk, because a slip grants the right to keep score."""
Leaves = Callable[[StoredEvent, Round], Response]


@bp.get("/print")
def prints_page(key: str) -> Response:
    """The prints of a round (``?round=``; the newest without it), and the standings."""
    stored = desk_event(key).stored
    shown = _asked_round(stored.event)
    return show("event/print.html", stored=stored, round=shown, problems=())


def _of_round(view: Leaves) -> Callable[[str], Response]:
    """A print of a round; before the first draw, the list of prints with a sentence that says what
    is missing."""

    @wraps(view)
    def answer(key: str) -> Response:
        stored = desk_event(key).stored
        round_ = _asked_round(stored.event)
        if round_ is None:
            return _missing(stored, gettext("Draw a round first, then print its seats."))
        return view(stored, round_)

    return answer


@bp.get("/print/by-name")
@_of_round
def by_name(stored: StoredEvent, round_: Round) -> Response:
    names = seats_by_name(stored.event, round_)
    return show(
        "event/print_names.html",
        stored=stored,
        round=round_,
        names=[name for name, _ in names],
        leaves=leaves(names, NAMES),
        rows=rows_class((min(len(names), NAMES) + 1) // 2, NAME_ROWS),
    )


@bp.get("/print/by-table")
@_of_round
def by_table(stored: StoredEvent, round_: Round) -> Response:
    tables = paper_tables(stored.event, round_)
    return show(
        "event/print_tables.html",
        stored=stored,
        round=round_,
        names=[entrant.name for one in tables for entrant in one.people],
        leaves=leaves(tables, TABLES),
        rows=rows_class((min(len(tables), TABLES) + 1) // 2, TABLE_ROWS),
    )


@bp.get("/print/slips")
@dear
@_of_round
def slips(stored: StoredEvent, round_: Round) -> Response:
    """A slip for each table, or for the one in ``?table=``: the first phone to scan it keeps
    score."""
    only, games = _asked_table(round_), tables_of(stored.id)
    codes = {at: game.code for (number, at), game in games.items() if number == round_.number}

    def drawn() -> str:
        tables = paper_tables(stored.event, round_, only)
        spots = {one.table.number: (round_.number, one.table.number) for one in tables}
        tokens = {at: slips_.token(stored, spot) for at, spot in spots.items()}
        return render_template(
            "event/_slips.html",
            stored=stored,
            round=round_,
            leaves=leaves(tables, SLIPS),
            codes={at: (_qr(stored, token), codes.get(at)) for at, token in tokens.items()},
            join_address=address_of("phones.join").partition("://")[2],
        )

    acts = stored.key, stored.revision, stored.changed_at, round_.number, only
    slips = drawn_html(once((*acts, tuple(sorted(codes.items()))), drawn))
    return show("event/print_slips.html", stored=stored, round=round_, slips=slips)


def _qr(stored: StoredEvent, token: str) -> Markup:
    return qr_code(address_of("event.slip_page", key=stored.key, token=token))


@bp.get("/print/sheets")
@_of_round
def sheets(stored: StoredEvent, round_: Round) -> Response:
    """The score sheet of each table, or of the one in ``?table=``; empty where nobody played."""
    if round_.state is RoundState.DRAWN:
        return _missing(stored, gettext("Publish the seats first, then print the score sheets."))
    only = _asked_table(round_)
    keys = [(round_.number, one.number) for one in round_.tables if only in (None, one.number)]
    games = games_of(stored.id, keys)
    found = [(key[1], _paper(games[key])) for key in keys]
    return show("event/print_sheets.html", stored=stored, round=round_, sheets=found)


def _paper(game: StoredGame | BrokenGame) -> PaperSheet | None:
    return paper_sheet(game) if isinstance(game, StoredGame) else None


@bp.get("/print/standings")
def standings(key: str) -> Response:
    """The standings now, or after the round ``?after=``."""
    stored = desk_event(key).stored
    after = _number("after", stored.event.closed)
    ranks = paper_ranks(stored.event, outcomes_of(tables_of(stored.id)), after)
    return show(
        "event/print_standings.html",
        stored=stored,
        round=None,
        ranks=ranks,
        now=datetime.now(UTC),
    )


def _missing(stored: StoredEvent, reason: str) -> Response:
    return redirect_to(url_for("results.prints_page", key=stored.key), reason)


def _asked_round(event: Event) -> Round | None:
    """The round in the address, otherwise the newest."""
    number = _number("round", [one.number for one in event.rounds])
    return event.round(number) if number else event.last


def _asked_table(round_: Round) -> int | None:
    return _number("table", [one.number for one in round_.tables])


def _number(name: str, known: Collection[int]) -> int | None:
    asked = request.args.get(name, "")
    return next((one for one in known if f"{one}" == asked), None)
