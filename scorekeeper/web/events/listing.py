"""The events of a phone's book."""

from datetime import UTC, datetime

from flask import Blueprint, Response

from scorekeeper.board.events.listing import event_list
from scorekeeper.http.answers import show
from scorekeeper.http.device import phone_key
from scorekeeper.store import phones
from scorekeeper.store.events import events

bp = Blueprint("events", __name__)


@bp.get("/events")
def page() -> Response:
    """The events in progress, those to come and those played, and a link to a new one."""
    listed = events.listed(phones.asking(phone_key()))
    return show("event/list.html", listed=event_list(listed, datetime.now(UTC)))
