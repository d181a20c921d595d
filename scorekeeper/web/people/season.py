"""The table of a season: the year, the kind of game, the minimum games, and how many count."""

from flask import Blueprint, Response, request

from scorekeeper.forms.history import filter_from, number_from
from scorekeeper.http.answers import show
from scorekeeper.http.device import phone_key
from scorekeeper.rules.statistics.seasons import kinds_of, season
from scorekeeper.store import phones
from scorekeeper.store.lists import history
from scorekeeper.store.statistics import figures, people, records

bp = Blueprint("season", __name__, url_prefix="/people")


@bp.get("/season")
def page() -> Response:
    """``?year= game= least= best=``, and ``?by=mean`` for the points per game."""
    asking = phones.asking(phone_key())
    book, years = phones.book_id(phone_key()) or 0, history.years_of(asking)
    whole = figures.calculate(book)
    shown = {line.id: line for line in people.everybody(book) if not line.hidden}
    chosen, kinds = filter_from(request.args), kinds_of(line.kinds for line in shown.values())
    kind = chosen.kind if chosen.kind in kinds else next(iter(kinds), "")
    year = chosen.year if chosen.year in years else next(iter(years), 0)
    least, best = number_from(request.args, "least") or 1, number_from(request.args, "best")
    by_mean = request.args.get("by") == "mean"
    ends = records.ends_of(book, kind, year) if kind and year else []
    table = season((end for end in ends if end[0] in shown), least, best, by_mean=by_mean)
    return show(
        "season.html",
        years=years,
        kinds=kinds,
        year=year,
        kind=kind,
        least=least,
        best=best,
        by_mean=by_mean,
        table=[(line, shown[line.person]) for line in table],
        whole=whole,
    )
