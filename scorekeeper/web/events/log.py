"""The log of an event: each act of the desk with its phone and time, and Undo of the last one."""

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.log import MOST, log_page
from scorekeeper.forms.rounds import UndoActForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, desk_event, desk_refusals_by, undo_act
from scorekeeper.store.events import acts

bp = Blueprint("desk_log", __name__, url_prefix="/e/<key>/desk/log")


@bp.get("")
def page(key: str) -> Response:
    """A page of the log, newest line first; with ``?before=``, the lines before this one."""
    return _show(DeskRefusal(desk_event(key)))


def _show(refused: DeskRefusal) -> Response:
    seen = refused.seen
    stored = seen.stored
    asked = request.args.get("before", "")
    before = int(asked[:9]) if asked.isascii() and asked.isdigit() else stored.revision + 1
    asking = seen.phone.id if seen.phone else None
    return show(
        "event/log.html",
        status=refused.status,
        stored=stored,
        problems=refused.problems,
        log=log_page(acts.log_before(stored.id, before, MOST + 1), stored.event, asking),
        is_newest=before > stored.revision,
        undo=acts.last_act(stored),
    )


@bp.post("/undo")
@desk_refusals_by(_show)
def undo(key: str) -> Response:
    """Undo the last act."""
    undo_act(key, UndoActForm())
    return redirect_to(url_for("desk_log.page", key=key))
