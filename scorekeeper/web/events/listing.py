"""The events of a phone's book."""

from datetime import UTC, datetime

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.listing import event_list
from scorekeeper.forms.book import cursor_from, cursor_text
from scorekeeper.http.answers import show
from scorekeeper.http.cookies import phone_key
from scorekeeper.store import phones
from scorekeeper.store.events import events
from scorekeeper.store.lists.lists import Cursor

bp = Blueprint("events", __name__)


@bp.get("/events")
def page() -> Response:
    """The events in progress, those to come and those played, and a link to a new one; ``?before=``
    says where a page of older ones begins."""
    cursor = cursor_from(request.args.get("before", ""))
    found = events.page_of(phones.asking(phone_key()), cursor)

    def address(before: Cursor | None) -> str:
        return url_for("events.page", before=cursor_text(before) if before else None)

    return show(
        "event/list.html",
        listed=event_list(found.items, datetime.now(UTC)),
        older=address(found.older) if found.older else "",
        newer=address(found.newer) if cursor else "",
    )
