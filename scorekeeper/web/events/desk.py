"""The desk itself: a new event, its settings, its phones, its log, and what is rare."""

from __future__ import annotations

import secrets
from collections.abc import Set
from dataclasses import replace

from flask import Blueprint, Response, current_app, request, url_for

from scorekeeper.board.events.at_table import running_clock
from scorekeeper.board.events.rounds import MOST, log_page, newest_line
from scorekeeper.forms.book import DeskLinkForm, PhoneForm, number_from
from scorekeeper.forms.events import (
    CHOICES,
    PLANS,
    EventForm,
    Faults,
    Kind,
    UndoActForm,
    opened,
    placed,
    rearranged,
)
from scorekeeper.http.answers import redirect_to, show, wants_part
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.desk import (
    DeskRefusal,
    act,
    desk_event,
    desk_refusals_by,
    show_desk,
    undo_act,
    visible_event,
)
from scorekeeper.http.filters import address_of, qr_code, shown_link
from scorekeeper.http.guard import making
from scorekeeper.http.languages import language_deck
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.events.entrant_acts import Changed, Created
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.settings import EventCode, EventSettings, event_problems
from scorekeeper.rules.problems import RefusedError, refuse_if
from scorekeeper.store import phones
from scorekeeper.store.events import acts, events, slips
from scorekeeper.store.events.events import EventAccess, StoredEvent
from scorekeeper.store.mapping.stored import BrokenEventError, NotDeskError, Note, UnknownEventError
from scorekeeper.store.sharing import desks, keepers, links
from scorekeeper.words.events.entrants import penalties_line
from scorekeeper.words.events.log import note_line
from scorekeeper.words.events.rounds import before_line, players_line
from scorekeeper.words.events.settings import change_notes, event_name
from scorekeeper.words.language import gettext, today
from scorekeeper.words.problems import sentence_of

bp = Blueprint("desk", __name__)


@bp.get("/events/new")
def new_page() -> Response:
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


@bp.get("/e/<key>/desk/settings")
def settings_page(key: str) -> Response:
    stored = desk_event(key).stored
    form = EventForm()
    form.show_settings(stored.event.settings)
    form.show_about(stored.event.settings)
    return _show_settings(stored, form)


def _again(refused: DeskRefusal) -> Response:
    return _show_settings(
        refused.seen.stored, EventForm(), {"": list(refused.problems)}, refused.status
    )


@bp.post("/e/<key>/desk/settings")
@desk_refusals_by(_again)
def change(key: str) -> Response:
    """Change the settings, or (the buttons of the order) show the form rearranged."""
    form = EventForm()
    valid, stored = form.validate_on_submit(), desk_event(key).stored
    if form.is_ours and (lines := rearranged(form, request.form)) is not None:
        return _show_settings(stored, form, opens=lines)
    faults = _faults(form, stored.event)
    if faults or not valid:
        return _show_settings(stored, form, faults)
    act(key, form, lambda _: Changed(form.settings()))
    return redirect_to(url_for("desk.more_page", key=key), gettext("Saved"))


def _faults(form: EventForm, event: Event) -> Faults:
    try:
        Changed(form.settings()).after(event)
    except RefusedError as refused:
        return placed(form, refused.problems)
    return placed(form, ())


def _show_settings(
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


@bp.get("/e/<key>/desk/more")
def more_page(key: str) -> Response:
    return _show_more(DeskRefusal(desk_event(key)))


def _show_more(refused: DeskRefusal) -> Response:
    seen = refused.seen
    stored = seen.stored
    return show_desk(
        "event/more.html",
        refused,
        may_delete=seen.rights.in_book,
        title=before_line(stored.event),
        desks=len(desks.listed(stored.id, phone_key())),
        penalties=penalties_line(stored.event),
        newest=newest_line(acts.last_act(stored), stored.event),
        clock=running_clock(stored.event),
    )


@bp.get("/e/<key>/desk/link")
def link(key: str) -> Response:
    """The address for players, as a QR code and to send."""
    stored, address = desk_event(key).stored, address_of("event.page", key=key)
    return show("event/link.html", stored=stored, address=address, qr=qr_code(address), problems=())


@bp.get("/e/<key>/desk/wall")
def wall(key: str) -> Response:
    """The code with which the projector's computer finds the wall."""
    stored = desk_event(key).stored
    return show(
        "event/desk_wall.html",
        stored=stored,
        code=slips.code_of(stored),
        join_address=address_of("event.wall_code_page").partition("://")[2],
        problems=(),
    )


@bp.get("/e/<key>/desk/delete")
def ask_delete(key: str) -> Response:
    """Ask before deleting the event; its games stay. Only phones of the event's book may delete
    it."""
    seen = desk_event(key)
    if not seen.rights.in_book:
        raise UnknownEventError(key)
    stored = seen.stored
    return show("event/delete.html", stored=stored, players=players_line(stored.event), problems=())


@bp.post("/e/<key>/desk/delete")
@desk_refusals_by(_show_more)
def delete(key: str) -> Response:
    """Delete the event; its games stay."""
    SaveForm().check()
    events.delete(key, phone_key())
    return redirect_to(url_for("home.events_page"), gettext("Event deleted"))


@bp.get("/e/<key>/desk/phones")
def phones_page(key: str) -> Response:
    return _show_phones(DeskRefusal(desk_event(key)))


def _show_phones(refused: DeskRefusal) -> Response:
    seen = refused.seen
    stored = seen.stored
    lines, helpers = desks.listed(stored.id, phone_key()), desks.helpers(stored.id, phone_key())
    return show_desk(
        "event/phones.html",
        refused,
        phones=[(line, keepers.may_end(seen.rights, stored.book_id, line)) for line in lines],
        names=[line.name for line in (*lines, *helpers)],
        name=phones.name_of(phone_key()),
        helpers=helpers,
        **shown_link(links.waiting(phone_key(), event_id=stored.id)),
        for_helper=shown_link(links.waiting(phone_key(), event_id=stored.id, helps=True)),
    )


@bp.post("/e/<key>/desk/phones")
@desk_refusals_by(_show_phones)
def end(key: str) -> Response:
    form = PhoneForm()
    form.check()
    lines = desks.helpers(desk_event(key).stored.id, phone_key())
    named = [line.name for line in lines if line.id == form.phone.data]
    helper = note_line(Note.HELPER_TAKEN, named[0], 0) if named else ""
    desks.end(key, phone_key(), form.phone.data)
    if visible_event(key).rights.writes:
        done = helper or gettext("That phone no longer runs the event")
        return redirect_to(url_for("desk.phones_page", key=key), done)
    return redirect_to(
        url_for("event.page", key=key), gettext("This phone no longer runs the event")
    )


@bp.post("/e/<key>/desk/phones/link")
@desk_refusals_by(_show_phones)
def make_link(key: str) -> Response:
    """A one-time link that lets another phone run the event too, or only enter its results."""
    form = DeskLinkForm()
    form.check()
    helps = bool(form.helps.data)
    links.make(phone_key(), event=key, helps=helps)
    return redirect_to(url_for("desk.phones_page", key=key, _anchor="helper" if helps else "link"))


@bp.app_errorhandler(NotDeskError)
def refused(error: NotDeskError) -> Response:
    """The page in place of the desk for a phone that does not run this event."""
    if request.method == "POST" and wants_part():
        # A script shows this page only after a redirect.
        return redirect_to(url_for("desk_players.page", key=error.key))
    return _not_desk(visible_event(error.key))


@bp.post("/e/<key>/desk/claim")
@making()
def claim(key: str) -> Response:
    """Let this phone run the event too, because it shares the event's book."""
    (_, rights), form = events.about(key, phone_key()), SaveForm()
    if not (rights.writes or rights.may_claim):
        raise UnknownEventError(key)
    if not form.validate_on_submit():
        return _not_desk(visible_event(key), tuple(form.sentences()))
    if not rights.writes:
        desks.claim(key, make_phone_key())
    return redirect_to(
        url_for("desk_round.page", key=key), gettext("This phone now runs the event")
    )


@bp.app_errorhandler(BrokenEventError)
def broken(error: BrokenEventError) -> Response:
    """Any page of an event that cannot be shown: a phone that runs it can delete it."""
    current_app.logger.error("an event cannot be shown", exc_info=error)
    name, rights = events.about(error.key, phone_key())
    return show("event/broken.html", status=404, key=error.key, name=name, rights=rights)


def _not_desk(seen: EventAccess, problems: tuple[str, ...] = ()) -> Response:
    return show(
        "event/not_desk.html",
        status=404,
        stored=seen.stored,
        rights=seen.rights,
        problems=problems,
    )


@bp.get("/e/<key>/desk/log")
def log(key: str) -> Response:
    """A page of the log, newest line first; with ``?before=``, the lines before this one."""
    return _show_log(DeskRefusal(desk_event(key)))


def _show_log(refused: DeskRefusal) -> Response:
    seen = refused.seen
    stored = seen.stored
    before = number_from(request.args, "before") or stored.revision + 1
    asking = seen.phone.id if seen.phone else None
    return show_desk(
        "event/log.html",
        refused,
        log=log_page(acts.log_before(stored.id, before, MOST + 1), stored.event, asking),
        is_newest=before > stored.revision,
        undo=acts.last_act(stored),
    )


@bp.post("/e/<key>/desk/log/undo")
@desk_refusals_by(_show_log)
def undo(key: str) -> Response:
    undo_act(key, UndoActForm())
    return redirect_to(url_for("desk.log", key=key))
