"""The phones of an event's desk: a link that adds one, and the end of a phone's right."""

from flask import Blueprint, Response, current_app, request, url_for

from scorekeeper.forms.book import DeskLinkForm, PhoneForm
from scorekeeper.http.addresses import shown_link
from scorekeeper.http.answers import redirect_to, show, wants_part
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.desk import DeskRefusal, desk_event, desk_refusals_by, visible_event
from scorekeeper.http.guard import making
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import gettext
from scorekeeper.store import phones
from scorekeeper.store.events import events
from scorekeeper.store.events.events import EventAccess
from scorekeeper.store.mapping.stored import (
    BrokenEventError,
    NotDeskError,
    Note,
    UnknownEventError,
)
from scorekeeper.store.sharing import desks, keepers, links
from scorekeeper.words.events.log import note_line

bp = Blueprint("desk_phones", __name__, url_prefix="/e/<key>/desk")


@bp.get("/phones")
def page(key: str) -> Response:
    """The phones that run the event, and a link for another one."""
    return _show(DeskRefusal(desk_event(key)))


def _show(refused: DeskRefusal) -> Response:
    seen = refused.seen
    stored = seen.stored
    lines, helpers = desks.listed(stored.id, phone_key()), desks.helpers(stored.id, phone_key())
    return show(
        "event/phones.html",
        status=refused.status,
        stored=stored,
        problems=refused.problems,
        phones=[(line, keepers.may_end(seen.rights, stored.book_id, line)) for line in lines],
        names=[line.name for line in (*lines, *helpers)],
        name=phones.name_of(phone_key()),
        helpers=helpers,
        **shown_link(links.waiting(phone_key(), event_id=stored.id)),
        for_helper=shown_link(links.waiting(phone_key(), event_id=stored.id, helps=True)),
    )


@bp.post("/phones")
@desk_refusals_by(_show)
def end(key: str) -> Response:
    """End the right of a phone, or this phone's own."""
    form = PhoneForm()
    form.check()
    lines = desks.helpers(desk_event(key).stored.id, phone_key())
    named = [line.name for line in lines if line.id == form.phone.data]
    helper = note_line(Note.HELPER_TAKEN, named[0], 0) if named else ""
    desks.end(key, phone_key(), form.phone.data)
    if visible_event(key).rights.writes:
        done = helper or gettext("That phone no longer runs the event")
        return redirect_to(url_for("desk_phones.page", key=key), done)
    return redirect_to(
        url_for("event.page", key=key), gettext("This phone no longer runs the event")
    )


@bp.post("/phones/link")
@desk_refusals_by(_show)
def make_link(key: str) -> Response:
    """A one-time link that lets another phone run the event too, or only enter its results."""
    form = DeskLinkForm()
    form.check()
    helps = bool(form.helps.data)
    links.make(phone_key(), event=key, helps=helps)
    return redirect_to(url_for("desk_phones.page", key=key, _anchor="helper" if helps else "link"))


@bp.app_errorhandler(NotDeskError)
def refused(error: NotDeskError) -> Response:
    """The page in place of the desk for a phone that does not run this event."""
    if request.method == "POST" and wants_part():
        # A script shows this page only after a redirect.
        return redirect_to(url_for("desk_players.page", key=error.key))
    return _not_desk(visible_event(error.key))


@bp.post("/claim")
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
