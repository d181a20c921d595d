"""The desk's page of one entrant: the state, the name, the club, the number, and removing the
entry."""

from flask import Blueprint, Response, url_for

from scorekeeper.board.events.entrants import word_width
from scorekeeper.forms.entrants import EntrantForm, MarkForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import gettext
from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.acts import apart_from_people
from scorekeeper.rules.events.entrant_acts import (
    Marked,
    Numbered,
    Removed,
    Renamed,
    may_remove,
    waiting,
)
from scorekeeper.rules.events.event import Entrant, State
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.mapping.stored import UnknownEventError
from scorekeeper.words.events.entrants import STATES, changes_line, penalties_line, signed_up_line
from scorekeeper.words.events.log import act_line

bp = Blueprint("desk_entrant", __name__, url_prefix="/e/<key>/desk/players/<int(max=9999):number>")


@bp.get("")
def page(key: str, number: int) -> Response:
    """The entrant with this start number."""
    stored = desk_event(key).stored
    if number not in stored.event.by_number:
        raise UnknownEventError(key)
    return _show(stored, number)


def _redisplay(refused: DeskRefusal, *, number: int) -> Response:
    stored = refused.seen.stored
    if number not in stored.event.by_number:
        where = url_for("desk_players.page", key=stored.key)
        return redirect_to(where, " ".join(refused.problems))
    return _show(stored, number, refused.problems, refused.status)


def _done(key: str, number: int) -> Response:
    return redirect_to(url_for("desk_players.page", key=key, _anchor=f"number-{number}"))


@bp.post("")
@desk_refusals_by(_redisplay)
def change(key: str, number: int) -> Response:
    """Change the name, the club and, before the first draw, the start number."""
    form = EntrantForm()
    form.check()
    wanted = _wanted(desk_event(key).stored.event.entrant(number), form)
    new = form.new.data or number
    if wanted:
        first, *more = (lambda _, one=one: one for one in wanted)
        act(key, form, first, apart=apart_from_people(number, new), then=more[0] if more else None)
    return _done(key, new)


def _wanted(known: Entrant, form: EntrantForm) -> list[Act]:
    """The acts that change the entrant to the values of the form."""
    name, club = form.name.data or "", form.club.data or ""
    new = known.number if form.new.data is None else form.new.data
    wanted: list[Act] = []
    if (name, club) != (known.own, known.club):
        wanted.append(Renamed(known.number, name, club))
    if new != known.number:
        wanted.append(Numbered(known.number, new))
    return wanted


@bp.post("/mark")
@desk_refusals_by(_redisplay)
def mark(key: str, number: int) -> Response:
    """Mark the entrant as playing, on stand-by or out."""
    form = MarkForm()
    done = Marked(number, form.state.data or State.IN)
    stored = act(key, form, lambda _: done, apart=apart_from_people(number))
    if form.back.data == "round":
        return redirect_to(url_for("desk_round.page", key=key), act_line(done, stored.event))
    return _done(key, number)


@bp.post("/remove")
@desk_refusals_by(_redisplay)
def remove(key: str, number: int) -> Response:
    """Remove a wrong entry."""
    act(key, SaveForm(), lambda _: Removed(number), apart=apart_from_people(number))
    return redirect_to(url_for("desk_players.page", key=key), gettext("Removed"))


def _show(
    stored: StoredEvent, number: int, problems: tuple[str, ...] = (), status: int = 0
) -> Response:
    event, form = stored.event, EntrantForm()
    known = event.entrant(number)
    if not form.is_submitted() or not form.name.raw_data:
        form.name.data, form.club.data, form.new.data = known.own, known.club, number
        form.new.raw_data = None
    return show(
        "event/entrant.html",
        status=status,
        stored=stored,
        problems=problems,
        form=form,
        one=known,
        width=word_width([known.own]),
        states=STATES,
        signed_up=signed_up_line(known, waiting(event)),
        note=changes_line(event),
        adjusted=penalties_line(event, number),
        has_number=not event.rounds and not event.adjustments,
        may_remove=may_remove(event, number),
    )
