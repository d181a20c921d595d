"""The slip of a table: the first phone that opens it keeps score.

Attempts are not limited: nobody guesses a token of 128 bits, and the phones of a hall, which share
an address, must not be stopped by wrong slips.
"""

from collections.abc import Sequence

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.player import Ring, ring_of
from scorekeeper.board.events.tables import state_of
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.chosen_player import chosen_number
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.events.event import Event
from scorekeeper.store.events import events, slips
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.slips import Slip, State
from scorekeeper.store.games.reading import read
from scorekeeper.words.events.player import SLIPS

bp = Blueprint("slip", __name__, url_prefix="/e/<key>/t/<token>")


@bp.get("")
def page(key: str, token: str) -> Response:
    """The table, and a button to keep its score or to ask the desk. A GET grants nothing, because
    previews of messages open links too."""
    make_phone_key()
    return _answer(key, slips.state_of(key, token, phone_key()))


@bp.post("")
def claim(key: str, token: str) -> Response:
    """Keep score, or ask the desk for the pencil under the ``name`` of somebody at the table."""
    form, found = SaveForm(), slips.state_of(key, token, phone_key())
    if not form.validate_on_submit():
        return _answer(key, found, form.sentences())
    stored, asked = events.read(key), request.form.get("name", "")
    name = asked if asked in _names(stored, found) else ""
    claimed = slips.claim(key, token, make_phone_key(), name)
    if claimed.state is State.ASKED:
        return redirect_to(url_for("slip.page", key=key, token=token))
    return _answer(key, claimed)


def _names(stored: StoredEvent, slip: Slip) -> list[str]:
    if slip.state is State.UNKNOWN:
        return []
    round_, table = slip.table
    return [
        stored.event.entrant(number).name
        for number in stored.event.round(round_).table(table).seats
    ]


def _answer(key: str, found: Slip, problems: Sequence[str] = ()) -> Response:
    if found.state is State.OWN and not problems:
        return redirect_to(url_for("game.page", key=found.game))
    stored, is_known = events.read(key), found.state is not State.UNKNOWN
    is_hidden = is_known and stored.event.hides(found.table[0])
    state = _shown_state(stored.event, found)
    return show(
        "event/slip.html",
        status=404 if not is_known else 422 if problems else 200,
        problems=problems,
        stored=stored,
        stamp=stored.stamp,
        poll=request.path,
        me=None,
        slip=found,
        ring=_ring(stored, found, is_hidden=is_hidden) if is_known else None,
        # Whoever has the slip itself sits at the table.
        shows_sheet=not is_hidden or found.has_secret,
        says=SLIPS.get(state),
        state=state,
    )


def _shown_state(event: Event, found: Slip) -> str:
    """The state of the slip, or of its table if the desk has decided it: nobody keeps its score."""
    if found.state is State.UNKNOWN:
        return found.state
    if event.ended:
        return "over"
    round_, number = found.table
    table = event.round(round_).table(number)
    is_decided = table.set_aside is not None or table.by_hand is not None
    if found.state is State.CLOSED or not is_decided:
        return found.state
    return state_of(table, None)


def _ring(stored: StoredEvent, found: Slip, *, is_hidden: bool) -> Ring:
    round_, number = found.table
    table = stored.event.round(round_).table(number)
    chosen = chosen_number(stored.key)
    me = int(chosen) if chosen.isdecimal() else None
    return ring_of(stored.event, table, read(found.game), me, is_hidden=is_hidden)
