"""The wall: one page for a projector, which changes by itself."""

from datetime import UTC, datetime
from functools import lru_cache

from flask import Blueprint, Response

from scorekeeper.board.events.wall import wall_of
from scorekeeper.http.addresses import address_of, qr_code
from scorekeeper.http.answers import show
from scorekeeper.http.desk import visible_event
from scorekeeper.http.parts import share
from scorekeeper.rules.events.entrant_acts import is_open
from scorekeeper.store.events.tables import public_tables, tables_of

bp = Blueprint("wall", __name__, url_prefix="/e/<key>")
TURN = 12
"""The number of seconds for which each page of a list is shown; ``static/pages/event.js`` has the
same number."""


@bp.get("/wall")
def page(key: str) -> Response:
    """The wall as it is now."""
    stored, now = visible_event(key).stored, datetime.now(UTC)
    wall = wall_of(stored.event, public_tables(stored.event, tables_of(stored.id)), now)
    leaf = int(now.timestamp()) // TURN % max(len(wall.labels), 1)
    address = address_of("event.page", key=key)
    qr = _qr_code(address)
    page = show(
        "event/wall.html",
        stored=stored,
        wall=wall,
        leaf=leaf,
        turn=TURN,
        qr=qr,
        signs_up=is_open(stored.event),
    )
    return share(page, stored.stamp)


_qr_code = lru_cache(20)(qr_code)
"""The QR code, cached because drawing it takes longer than the rest of the wall."""
