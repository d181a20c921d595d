"""A new event: a kind, and the settings that it begins with."""

import secrets

from flask import Blueprint, Response, request, url_for

from scorekeeper.forms.events import CHOICES, PLANS, EventForm, Kind
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.device import make_phone_key
from scorekeeper.http.limits import making
from scorekeeper.language import gettext
from scorekeeper.rules.events.entrant_acts import Created
from scorekeeper.rules.events.settings import event_problems
from scorekeeper.rules.problems import RefusedError, refuse_if
from scorekeeper.store.events import events
from scorekeeper.words.problems import sentences

bp = Blueprint("new_event", __name__)


@bp.get("/events/new")
def page() -> Response:
    """The form, as a rally."""
    make_phone_key()
    form = EventForm(token=secrets.token_urlsafe(16))
    form.show_settings(PLANS[Kind.RALLY])
    form.kind.data = Kind.RALLY
    return _form(form)


@bp.post("/events/new")
@making(lambda _: _too_many())
def create() -> Response:
    """Create the event, or (the button of a kind) show the form with its settings."""
    form = EventForm()
    valid = form.validate_on_submit()
    if "plan" in request.form and form.is_ours:
        return _as_kind(form, request.form["plan"])
    if not valid:
        return _form(form, form.sentences())
    try:
        settings = form.settings()
        refuse_if(event_problems(settings))
    except RefusedError as refused:
        return _form(form, sentences(refused.problems, ()))
    token = form.token.data or secrets.token_urlsafe(16)
    key = events.create(make_phone_key(), Created(settings), token)
    return redirect_to(url_for("desk_players.page", key=key))


def _as_kind(form: EventForm, kind: str) -> Response:
    if kind in {*Kind}:
        form.kind.data, form.kind.raw_data = Kind(kind), None
        form.show_settings(PLANS[Kind(kind)])
    return _form(form)


def _too_many() -> Response:
    return _form(EventForm(), [gettext("Too many new events from this network. Try again later.")])


def _form(form: EventForm, problems: list[str] | None = None) -> Response:
    shown = PLANS[form.kind.data or Kind.RALLY]
    return show("event/new.html", form=form, problems=problems or [], shown=shown, **CHOICES)
