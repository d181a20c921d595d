"""The points of a book's hands by their size."""

from flask import Blueprint, Response, request

from scorekeeper.drawing.chart import draw_chart
from scorekeeper.forms.history import filter_from
from scorekeeper.http.answers import show
from scorekeeper.http.device import phone_key
from scorekeeper.rules.statistics.seasons import kinds_of
from scorekeeper.store import phones
from scorekeeper.store.statistics import careers, figures, people

bp = Blueprint("hands", __name__, url_prefix="/people")


@bp.get("/hands")
def page() -> Response:
    """``?game=`` is the kind of game; the default is the one played most."""
    book = phones.book_id(phone_key()) or 0
    whole = figures.calculate(book)
    kinds = kinds_of(line.kinds for line in people.everybody(book))
    chosen = filter_from(request.args)
    kind = chosen.kind if chosen.kind in kinds else next(iter(kinds), "")
    sizes = careers.quarters_of(book, kind) if kind else ()
    chart = draw_chart(
        [str(size.cards) for size in sizes],
        bars=[(size.low, size.high) for size in sizes],
        dots=[size.middle for size in sizes],
    )
    return show(
        "hands.html",
        kinds=kinds,
        kind=kind,
        sizes=sizes,
        chart=chart,
        games=careers.NEWEST,
        whole=whole,
    )
