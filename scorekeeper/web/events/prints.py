"""The prints of an event, for its desk: seats, slips, score sheets and standings."""

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from functools import wraps

from flask import Blueprint, Response, render_template, request, url_for
from markupsafe import Markup

from scorekeeper.board.events.prints import (
    NAME_ROWS,
    NAMES,
    SLIPS,
    TABLE_ROWS,
    TABLES,
    leaves,
    paper_ranks,
    paper_tables,
    rows_class,
    seats_by_name,
)
from scorekeeper.board.score_parts import PaperSheet, paper_sheet
from scorekeeper.http.addresses import address_of, qr_code
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import desk_event
from scorekeeper.http.gate import dear, once
from scorekeeper.http.parts import drawn_html
from scorekeeper.language import gettext
from scorekeeper.rules.events.event import Event, Round, RoundState
from scorekeeper.store.events import slips as slips_
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import games_of, outcomes_of, tables_of
from scorekeeper.store.mapping.stored import BrokenGame, StoredGame

bp = Blueprint("event_prints", __name__, url_prefix="/e/<key>/print")
"""The prints are only for the desk, because a slip grants the right to keep score."""
Leaves = Callable[[StoredEvent, Round], Response]


@bp.get("")
def page(key: str) -> Response:
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


@bp.get("/by-name")
@_of_round
def by_name(stored: StoredEvent, round_: Round) -> Response:
    """The seats of everybody, by name."""
    names = seats_by_name(stored.event, round_)
    return show(
        "event/print_names.html",
        stored=stored,
        round=round_,
        names=[name for name, _ in names],
        leaves=leaves(names, NAMES),
        rows=rows_class((min(len(names), NAMES) + 1) // 2, NAME_ROWS),
    )


@bp.get("/by-table")
@_of_round
def by_table(stored: StoredEvent, round_: Round) -> Response:
    """The seats of each table."""
    tables = paper_tables(stored.event, round_)
    return show(
        "event/print_tables.html",
        stored=stored,
        round=round_,
        names=[entrant.name for one in tables for entrant in one.people],
        leaves=leaves(tables, TABLES),
        rows=rows_class((min(len(tables), TABLES) + 1) // 2, TABLE_ROWS),
    )


@bp.get("/slips")
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
            join_address=address_of("share.join").partition("://")[2],
        )

    acts = stored.key, stored.revision, stored.changed_at, round_.number, only
    slips = drawn_html(once((*acts, tuple(sorted(codes.items()))), drawn))
    return show("event/print_slips.html", stored=stored, round=round_, slips=slips)


def _qr(stored: StoredEvent, token: str) -> Markup:
    return qr_code(address_of("slip.page", key=stored.key, token=token))


@bp.get("/sheets")
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


@bp.get("/standings")
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
    return redirect_to(url_for("event_prints.page", key=stored.key), reason)


def _asked_round(event: Event) -> Round | None:
    """The round in the address, otherwise the newest."""
    number = _number("round", [one.number for one in event.rounds])
    return event.round(number) if number else event.last


def _asked_table(round_: Round) -> int | None:
    return _number("table", [one.number for one in round_.tables])


def _number(name: str, known: Collection[int]) -> int | None:
    asked = request.args.get(name, "")
    return next((one for one in known if f"{one}" == asked), None)
