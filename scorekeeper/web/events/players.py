"""The desk's list of players: the tables they make, and whether each plays, is on stand-by or is
out."""

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.entrants import entrant_list, plan_of
from scorekeeper.forms.entrants import TickForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by
from scorekeeper.language import gettext
from scorekeeper.rules.events.acts import apart_from_people
from scorekeeper.rules.events.entrant_acts import Marked, is_open, waiting
from scorekeeper.rules.events.event import Event, State
from scorekeeper.rules.people import start_of
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.words.events.entrants import changes_line
from scorekeeper.words.events.log import round_line
from scorekeeper.words.events.rounds import before_line

bp = Blueprint("desk_players", __name__, url_prefix="/e/<key>/desk/players")
LONGEST_SOUGHT = 48


@bp.get("")
def page(key: str) -> Response:
    """The entrants, or those that match ``?find=``, and the tables they make."""
    return _show(desk_event(key).stored)


def _redisplay(refused: DeskRefusal) -> Response:
    return _show(refused.seen.stored, refused.problems, refused.status)


@bp.post("/mark")
@desk_refusals_by(_redisplay)
def mark(key: str) -> Response:
    """Mark somebody as playing or out, by their tick."""
    form = TickForm()
    plays = form.plays.data is not None
    number = (form.plays.data if plays else form.leaves.data) or 0
    state = State.IN if plays else State.OUT
    stored = act(key, form, lambda _: Marked(number, state), apart=apart_from_people(number))
    if request.headers.get("HX-Target") == "players":
        return _show(stored)
    anchor = f"number-{number}"
    return redirect_to(
        url_for("desk_players.page", key=key, find=_sought() or None, _anchor=anchor)
    )


def _sought() -> str:
    return start_of(request.values.get("find", ""), LONGEST_SOUGHT)


def _next_step(event: Event) -> tuple[str, str] | None:
    """The page that comes next, and its title: before the first draw nobody looks for it."""
    if event.rounds or event.ended:
        return None
    if not event.entrants:
        return "desk_entering.page", gettext("Add players")
    return "desk_round.page", round_line(event, 1)


def _show(stored: StoredEvent, problems: tuple[str, ...] = (), status: int = 0) -> Response:
    event = stored.event
    return show(
        "event/players.html",
        "event/_players.html",
        status=status,
        stored=stored,
        problems=problems,
        plan=plan_of(event),
        people=entrant_list(event, _sought()),
        before=before_line(event),
        note=changes_line(event),
        signs_up=is_open(event),
        waits=waiting(event),
        next_step=_next_step(event),
    )
