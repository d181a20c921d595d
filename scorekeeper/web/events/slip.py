"""The slip of a table: the first phone that opens it keeps score."""

from flask import Blueprint, Response, url_for

from scorekeeper.forms.rounds import RoundForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.device import make_phone_key, phone_key
from scorekeeper.http.limits import TRIES, failed, limiter
from scorekeeper.store.events import events, slips
from scorekeeper.store.events.slips import Slip, State

bp = Blueprint("slip", __name__, url_prefix="/e/<key>/t/<token>")


@bp.get("")
@limiter.limit(TRIES, deduct_when=failed)
def page(key: str, token: str) -> Response:
    """The table, and a button to keep its score; a GET grants nothing, because previews of messages
    open links too."""
    make_phone_key()
    found = slips.look(key, token, phone_key())
    return _answer(key, token, found)


@bp.post("")
@limiter.limit(TRIES, deduct_when=failed)
def claim(key: str, token: str) -> Response:
    """Keep score, or ask the desk for the pencil."""
    RoundForm().check()
    return _answer(key, token, slips.claim(key, token, make_phone_key()))


def _answer(key: str, token: str, found: Slip) -> Response:
    if found.state is State.OWN:
        return redirect_to(url_for("game.page", key=found.game))
    stored = events.read(key)
    unknown = found.state is State.UNKNOWN
    return show(
        "event/slip.html",
        status=404 if unknown else 200,
        stored=stored,
        slip=found,
        token=token,
    )
