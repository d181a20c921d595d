"""The history: all games by evening, or filtered by person, kind, year or text."""

from flask import Blueprint, Response, request, url_for

from scorekeeper.forms.history import cursor_from, cursor_text, filter_from, query_of
from scorekeeper.http.answers import show
from scorekeeper.http.device import phone_key
from scorekeeper.store import phones
from scorekeeper.store.lists import history
from scorekeeper.store.lists.history import Cursor
from scorekeeper.web.book.listing import by_evening, group_part

bp = Blueprint("history", __name__)


@bp.get("/history")
def page() -> Response:
    """Fifty games; ``?before=`` says where they begin, so that a page always shows the same
    games."""
    asking, chosen = phones.asking(phone_key()), filter_from(request.args)
    cursor, query = cursor_from(request.args.get("before", "")), query_of(chosen)
    found = history.page_of(asking, chosen, cursor)

    def address(before: Cursor | None) -> str:
        return url_for("history.page", **query, before=cursor_text(before) if before else None)

    return show(
        "history.html",
        evenings=[group_part(games, is_evening=True) for games in by_evening(found.games)],
        chosen=chosen,
        choices=history.choices(asking),
        query=query,
        older=address(found.older) if found.older else "",
        newer=address(found.newer) if cursor else "",
    )
