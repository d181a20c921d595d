"""A new event: a kind, and the settings that it begins with."""

import secrets
from collections.abc import Set
from dataclasses import replace

from flask import Blueprint, Response, request, url_for

from scorekeeper.forms.events import (
    CHOICES,
    PLANS,
    EventForm,
    Faults,
    Kind,
    opened,
    placed,
    rearranged,
)
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import make_phone_key
from scorekeeper.http.guard import making
from scorekeeper.http.languages import language_deck
from scorekeeper.language import gettext, today
from scorekeeper.rules.events.entrant_acts import Created
from scorekeeper.rules.events.settings import EventSettings, event_problems
from scorekeeper.rules.problems import RefusedError, refuse_if
from scorekeeper.store.events import events
from scorekeeper.words.events.settings import event_name

bp = Blueprint("new_event", __name__)


@bp.get("/events/new")
def page() -> Response:
    """The form, as a rally of today."""
    make_phone_key()
    form = EventForm(token=secrets.token_urlsafe(16))
    form.show_settings(replace(PLANS[Kind.RALLY], deck=language_deck()))
    form.kind.data, form.day.data = Kind.RALLY, today()
    return _form(form)


@bp.post("/events/new")
@making(lambda _: _too_many())
def create() -> Response:
    """Create the event, or (for any other button) show the form with the chosen kind or order."""
    form = EventForm()
    valid = form.validate_on_submit()
    if form.is_ours and (lines := rearranged(form, request.form)) is not None:
        return _form(form, opens=lines)
    try:
        settings = _named(form, form.settings())
        refuse_if(event_problems(settings))
    except RefusedError as refused:
        return _form(form, placed(form, refused.problems))
    if not valid:
        return _form(form, placed(form, ()))
    token = form.token.data or secrets.token_urlsafe(16)
    key = events.create(make_phone_key(), Created(settings), token)
    return redirect_to(url_for("desk_players.page", key=key))


def _named(form: EventForm, settings: EventSettings) -> EventSettings:
    """The settings with the usual name, if none was typed."""
    return settings if settings.name else replace(settings, name=_usual_name(form, settings))


def _usual_name(form: EventForm, settings: EventSettings) -> str:
    return event_name(form.kind.data or Kind.RALLY, settings)


def _too_many() -> Response:
    sentence = gettext("Too many new events from this network. Try again later.")
    return _form(EventForm(), {"": [sentence]}, status=429)


def _form(
    form: EventForm, faults: Faults | None = None, *, opens: Set[str] = frozenset(), status: int = 0
) -> Response:
    shown = form.sketch()
    return show(
        "event/new.html",
        status=status or (422 if faults else 200),
        form=form,
        faults=faults or {},
        opened=opened(faults or {}) | opens,
        shown=shown,
        usual_name=_usual_name(form, shown),
        locked=(),
        notes={},
        **CHOICES,
    )
