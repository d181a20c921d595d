"""The desk's last tab: the ways to its other pages, the players' link, settings, deleting."""

from flask import Blueprint, Response, url_for

from scorekeeper.board.events.clock import running_clock
from scorekeeper.board.events.log import newest_line
from scorekeeper.board.events.penalties import penalties_line
from scorekeeper.forms.events import CHOICES, EventForm
from scorekeeper.forms.rounds import RoundForm
from scorekeeper.http.addresses import address_of, qr_code
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by
from scorekeeper.http.device import phone_key
from scorekeeper.language import gettext
from scorekeeper.rules.events.entrant_acts import Changed
from scorekeeper.store.events import acts, events
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.sharing import desks
from scorekeeper.words.events import before_line

bp = Blueprint("desk_more", __name__, url_prefix="/e/<key>/desk")


@bp.get("/more")
def page(key: str) -> Response:
    """The ways to everything else."""
    return _show(desk_event(key).stored)


def _redisplay(refused: DeskRefusal) -> Response:
    return _show(refused.seen.stored, refused.problems, refused.status)


def _show(stored: StoredEvent, problems: tuple[str, ...] = (), status: int = 0) -> Response:
    return show(
        "event/more.html",
        status=status,
        stored=stored,
        problems=problems,
        title=before_line(stored.event),
        desks=len(desks.listed(stored.id, phone_key())),
        penalties=penalties_line(stored.event),
        newest=newest_line(acts.last_act(stored), stored.event),
        clock=running_clock(stored.event),
    )


@bp.get("/link")
def link(key: str) -> Response:
    """The address for players, as a QR code and to send."""
    stored, address = desk_event(key).stored, address_of("event.page", key=key)
    return show("event/link.html", stored=stored, address=address, qr=qr_code(address), problems=())


@bp.get("/settings")
def ask_settings(key: str) -> Response:
    """The settings as they are."""
    stored = desk_event(key).stored
    form = EventForm()
    form.show_settings(stored.event.settings)
    form.show_about(stored.event.settings)
    return _settings(stored, form)


def _settings_again(refused: DeskRefusal) -> Response:
    return _settings(refused.seen.stored, EventForm(), refused.problems, refused.status)


@bp.post("/settings")
@desk_refusals_by(_settings_again)
def change_settings(key: str) -> Response:
    """Change the settings, for what is still to come."""
    form = EventForm()
    act(key, form, lambda _: Changed(form.settings()))
    return redirect_to(url_for("desk_more.page", key=key), gettext("Settings saved"))


def _settings(
    stored: StoredEvent, form: EventForm, problems: tuple[str, ...] = (), status: int = 0
) -> Response:
    return show(
        "event/settings.html",
        status=status,
        stored=stored,
        form=form,
        problems=problems,
        shown=stored.event.settings,
        **CHOICES,
    )


@bp.get("/delete")
def ask_delete(key: str) -> Response:
    """Ask before deleting; the games stay."""
    return show("event/delete.html", stored=desk_event(key).stored, problems=())


@bp.post("/delete")
@desk_refusals_by(_redisplay)
def delete(key: str) -> Response:
    """Delete the event; its games stay."""
    RoundForm().check()
    events.delete(key, phone_key())
    return redirect_to(url_for("events.page"), gettext("Event deleted"))
