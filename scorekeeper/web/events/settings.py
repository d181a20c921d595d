"""The settings of an event, which can partly be changed even after its start."""

from collections.abc import Set

from flask import Blueprint, Response, request, url_for

from scorekeeper.forms.events import CHOICES, EventForm, Faults, opened, placed, rearranged
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by
from scorekeeper.language import gettext
from scorekeeper.rules.events.entrant_acts import Changed
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.words.events.settings import change_notes
from scorekeeper.words.problems import sentence_of

bp = Blueprint("desk_settings", __name__, url_prefix="/e/<key>/desk/settings")


@bp.get("")
def page(key: str) -> Response:
    """The settings as they are."""
    stored = desk_event(key).stored
    form = EventForm()
    form.show_settings(stored.event.settings)
    form.show_about(stored.event.settings)
    return _show(stored, form)


def _again(refused: DeskRefusal) -> Response:
    return _show(refused.seen.stored, EventForm(), {"": list(refused.problems)}, refused.status)


@bp.post("")
@desk_refusals_by(_again)
def change(key: str) -> Response:
    """Change the settings, or (the buttons of the order) show the form rearranged."""
    form = EventForm()
    valid, stored = form.validate_on_submit(), desk_event(key).stored
    if form.is_ours and (lines := rearranged(form, request.form)) is not None:
        return _show(stored, form, opens=lines)
    faults = _faults(form, stored.event)
    if faults or not valid:
        return _show(stored, form, faults)
    act(key, form, lambda _: Changed(form.settings()))
    return redirect_to(url_for("desk_more.page", key=key), gettext("Saved"))


def _faults(form: EventForm, event: Event) -> Faults:
    """The faults of the form, beside its fields."""
    try:
        Changed(form.settings()).after(event)
    except RefusedError as refused:
        return placed(form, refused.problems)
    return placed(form, ())


def _show(
    stored: StoredEvent,
    form: EventForm,
    faults: Faults | None = None,
    status: int = 0,
    *,
    opens: Set[str] = frozenset(),
) -> Response:
    event = stored.event
    return show(
        "event/settings.html",
        status=status or (422 if faults else 200),
        stored=stored,
        form=form,
        problems=(faults or {}).get("", ()),
        faults=faults or {},
        opened=opened(faults or {}) | opens,
        notes=change_notes(event),
        locked=_locked(event),
        ended=sentence_of(EventCode.EVENT_ENDED, {}) if event.ended else "",
        shown=form.sketch(),
        **CHOICES,
    )


def _locked(event: Event) -> set[str]:
    """The lines that can no longer change."""
    locked = {"game": bool(event.rounds), "final": bool(event.finalists)}
    return {line for line, is_locked in locked.items() if is_locked}
