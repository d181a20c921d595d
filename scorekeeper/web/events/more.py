"""The desk's last tab: links to its other pages, the link for players, and deleting."""

from flask import Blueprint, Response, url_for

from scorekeeper.board.events.at_table import running_clock
from scorekeeper.board.events.log import newest_line
from scorekeeper.http.addresses import address_of, qr_code
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.desk import DeskRefusal, desk_event, desk_refusals_by
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import gettext
from scorekeeper.store.events import acts, events, slips
from scorekeeper.store.mapping.stored import UnknownEventError
from scorekeeper.store.sharing import desks
from scorekeeper.words.events.entrants import penalties_line
from scorekeeper.words.events.rounds import before_line, players_line

bp = Blueprint("desk_more", __name__, url_prefix="/e/<key>/desk")


@bp.get("/more")
def page(key: str) -> Response:
    """Links to all other pages of the desk."""
    return _show(DeskRefusal(desk_event(key)))


def _show(refused: DeskRefusal) -> Response:
    seen = refused.seen
    stored = seen.stored
    return show(
        "event/more.html",
        status=refused.status,
        stored=stored,
        problems=refused.problems,
        may_delete=seen.rights.in_book,
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


@bp.get("/wall")
def wall(key: str) -> Response:
    """The code with which the projector's computer finds the wall."""
    stored = desk_event(key).stored
    return show(
        "event/desk_wall.html",
        stored=stored,
        code=slips.code_of(stored),
        join_address=address_of("wall_code.page").partition("://")[2],
        problems=(),
    )


@bp.get("/delete")
def ask_delete(key: str) -> Response:
    """Ask before deleting the event; its games stay. Only phones of the event's book may delete
    it."""
    seen = desk_event(key)
    if not seen.rights.in_book:
        raise UnknownEventError(key)
    stored = seen.stored
    return show("event/delete.html", stored=stored, players=players_line(stored.event), problems=())


@bp.post("/delete")
@desk_refusals_by(_show)
def delete(key: str) -> Response:
    """Delete the event; its games stay."""
    SaveForm().check()
    events.delete(key, phone_key())
    return redirect_to(url_for("events.page"), gettext("Event deleted"))
