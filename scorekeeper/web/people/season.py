"""The table of a season: the year, the kind of game, the minimum games, and how many count."""

from typing import Any

from flask import Blueprint, Response, request

from scorekeeper.forms.book import filter_from, number_from, year_of, years_between
from scorekeeper.http.answers import show
from scorekeeper.http.book_figures import figures_of, unread_of
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.gate import dear
from scorekeeper.rules.statistics.records import kinds_of, season
from scorekeeper.store import phones
from scorekeeper.store.lists import lists
from scorekeeper.store.statistics import careers, people

bp = Blueprint("season", __name__, url_prefix="/people")
MOST = 500
"""The most people in the table."""


@bp.get("/season")
@dear
def page() -> Response:
    """``?year= game= least= best=``, and ``?by=mean`` for the points per game."""
    asking = phones.asking(phone_key())
    book = phones.book_id(phone_key()) or 0
    years = lists.years_with_games(asking, years_between(lists.ends_of(asking)))
    chosen = filter_from(request.args)
    asked_for = chosen.year.number if chosen.year else 0
    year = asked_for if asked_for in years else next(iter(years), 0)
    least, best = number_from(request.args, "least") or 1, number_from(request.args, "best")
    by_mean = request.args.get("by") == "mean"

    def found() -> dict[str, Any]:
        shown = {line.id: line for line in people.everybody(book) if not line.hidden}
        kinds = kinds_of(line.kinds for line in shown.values())
        kind = chosen.kind if chosen.kind in kinds else next(iter(kinds), "")
        ends = careers.ends_of(book, kind, year_of(year)) if kind and year else []
        table = season((end for end in ends if end[0] in shown), least, best, by_mean=by_mean)
        named = [(line, shown[line.person]) for line in table[:MOST]]
        return {"kinds": kinds, "kind": kind, "table": named}

    asked = year and year_of(year), chosen.kind, least, best, by_mean
    return show(
        "season.html",
        years=years,
        year=year,
        least=least,
        best=best,
        by_mean=by_mean,
        **figures_of(book, asked, found),
        unread=unread_of(book),
    )
