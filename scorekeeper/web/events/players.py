"""The desk's page of those who play: entering them, and who is in or out."""

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.plan import plan_of
from scorekeeper.forms.entrants import EnterForm, MarkForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by
from scorekeeper.rules.events.entrant_acts import Entered, Marked
from scorekeeper.rules.events.event import State
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.words.event_log import round_line

bp = Blueprint("desk_players", __name__, url_prefix="/e/<key>/desk/players")


@bp.get("")
def page(key: str) -> Response:
    """The entrants, and how many tables they make."""
    return _show(desk_event(key).stored)


def _redisplay(refused: DeskRefusal) -> Response:
    return _show(refused.seen.stored, refused.problems, refused.status)


@bp.post("/enter")
@desk_refusals_by(_redisplay)
def enter(key: str) -> Response:
    """Enter the people of a list."""
    form = EnterForm()
    act(key, form, lambda _: Entered(form.names.data, bool(form.stand_by.data)))
    return redirect_to(url_for("desk_players.page", key=key))


@bp.post("/mark")
@desk_refusals_by(_redisplay)
def mark(key: str) -> Response:
    """Somebody leaves, comes back or stands by."""
    form = MarkForm()
    act(key, form, lambda _: Marked(form.number.data or 0, form.state.data or State.IN))
    return redirect_to(url_for("desk_players.page", key=key))


def _show(stored: StoredEvent, problems: tuple[str, ...] = (), status: int = 0) -> Response:
    event = stored.event
    return show(
        "event/players.html",
        status=status,
        stored=stored,
        problems=problems,
        typed=request.form.get("names", "") if problems else "",
        plan=plan_of(event),
        before=round_line(len(event.rounds) + 1),
    )
