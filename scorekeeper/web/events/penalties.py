"""The desk's page of penalties and bonuses: a list, and a form for another one with a reason."""

from flask import Blueprint, Response, request, url_for

from scorekeeper.forms.entrants import AdjustForm, WithdrawForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by
from scorekeeper.rules.events.act import require
from scorekeeper.rules.events.acts import apart_from_people
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.result_acts import Adjusted, Withdrawn

bp = Blueprint("desk_penalties", __name__, url_prefix="/e/<key>/desk/penalties")


@bp.get("")
def page(key: str) -> Response:
    """The penalties and bonuses so far, and a form; ``?number=`` chooses the player."""
    return _show(DeskRefusal(desk_event(key)))


def _show(refused: DeskRefusal) -> Response:
    stored, form = refused.seen.stored, AdjustForm()
    event = stored.event
    rounds = [one.number for one in event.published]
    if not form.is_submitted():
        asked = request.args.get("number", "")
        form.number.data = int(asked[:4]) if asked.isascii() and asked.isdigit() else None
        form.of_round.data = max(rounds, default=None)
    return show(
        "event/penalties.html",
        status=refused.status,
        stored=stored,
        problems=refused.problems,
        form=form,
        people=sorted(event.entrants, key=lambda one: one.name.casefold()),
        given=[*enumerate(event.adjustments)][::-1],
        rounds=rounds[::-1],
    )


@bp.post("")
@desk_refusals_by(_show)
def adjust(key: str) -> Response:
    """Give a player a penalty or bonus, with a reason."""
    form = AdjustForm()
    number = form.number.data or 0

    def build(_: Event) -> Adjusted:
        return Adjusted(number, form.signed, form.reason.data or "", form.of_round.data)

    act(key, form, build, apart=apart_from_people(number))
    return redirect_to(url_for("desk_penalties.page", key=key))


@bp.post("/remove")
@desk_refusals_by(_show)
def withdraw(key: str) -> Response:
    """Remove a penalty or bonus."""
    form = WithdrawForm()

    def build(event: Event) -> Withdrawn:
        at = -1 if form.at.data is None else form.at.data
        require(0 <= at < len(event.adjustments), EventCode.ADJUSTMENT_UNKNOWN)
        one = event.adjustments[at]
        return Withdrawn(one.entrant, one.points, one.reason, one.round)

    act(key, form, build)
    return redirect_to(url_for("desk_penalties.page", key=key))
