"""The events of a phone's book."""

from flask import Blueprint, Response

from scorekeeper.http.answers import show
from scorekeeper.http.device import phone_key
from scorekeeper.store import phones
from scorekeeper.store.events import events

bp = Blueprint("events", __name__)


@bp.get("/events")
def page() -> Response:
    """The events, newest first, and the way to a new one."""
    return show("event/list.html", events=events.listed(phones.asking(phone_key())))
