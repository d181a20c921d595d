"""The points of a book's hands by their size."""

from flask import Blueprint, Response, request

from scorekeeper.drawing.charts import draw_chart
from scorekeeper.forms.book import filter_from
from scorekeeper.http.answers import show
from scorekeeper.http.book_figures import figures_of, unread_of
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.gate import dear
from scorekeeper.rules.statistics.figures import Quarters
from scorekeeper.rules.statistics.records import kinds_of
from scorekeeper.store import phones
from scorekeeper.store.statistics import careers, people

bp = Blueprint("hands", __name__, url_prefix="/people")


@bp.get("/hands")
@dear
def page() -> Response:
    """``?game=`` is the kind of game; the default is the one played most."""
    book = phones.book_id(phone_key()) or 0
    asked = filter_from(request.args).kind
    kinds, kind, sizes = figures_of(book, (asked,), lambda: _found(book, asked))
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
        unread=unread_of(book),
    )


def _found(book: int, asked: str | None) -> tuple[list[str], str, tuple[Quarters, ...]]:
    """The kinds of games, the one that is shown, and its points by hand size."""
    kinds = kinds_of(line.kinds for line in people.everybody(book))
    kind = asked if asked in kinds else next(iter(kinds), "")
    return kinds, kind, careers.quarters_of(book, kind) if kind else ()
