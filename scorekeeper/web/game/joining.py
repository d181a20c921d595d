"""The request of an event's table that the desk seat somebody there too."""

from flask import Blueprint, Response, url_for

from scorekeeper.forms.game import JoiningForm
from scorekeeper.http.access import writable_game
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, show_form
from scorekeeper.http.device import phone_key
from scorekeeper.language import gettext
from scorekeeper.rules.events.late import free_people, room_problems, seat_called
from scorekeeper.rules.problems import Code, Problem, refuse_if
from scorekeeper.store.events import joining
from scorekeeper.store.events.places import Place, place_of
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.mapping.stored import UnknownGameError
from scorekeeper.words.problems import sentences

bp = Blueprint("joining", __name__, url_prefix="/g/<key>/joins")


@bp.get("")
def page(key: str) -> Response:
    """The people without a seat in this round, and an input for another name."""
    return _draw(Refusal(200, writable_game(key)))


def _draw(refused: Refusal) -> Response:
    place, form = _place(refused.seen), JoiningForm()
    event, full = place.event.event, _full(refused.seen, place)
    refused = refused.naming((*event.names, form.name.shown()))
    return show_form(
        "joining.html",
        form,
        refused,
        joining=None if full else place.joining,
        people=free_people(event, place.round),
        full=sentences(full, event.names),
    )


@bp.post("")
@refusals_by(_draw)
def ask(key: str) -> Response:
    """Ask for somebody, or withdraw the request."""
    form, seen = JoiningForm(), writable_game(key)
    place = _place(seen)
    form.check()
    if form.withdraw.data:
        joining.ask(key, phone_key(), None)
        return redirect_to(url_for("game.page", key=key), gettext("The desk is no longer asked"))
    refuse_if([] if form.name.data else [Problem(Code.NEWCOMER_UNNAMED)])
    refuse_if(_full(seen, place))
    name, event = form.name.data or "", place.event.event
    for act in seat_called(event, place.round.number, place.table.number, name):
        event = act.after(event)
    joining.ask(key, phone_key(), name)
    return redirect_to(url_for("game.page", key=key), gettext("The desk has been asked"))


def _place(seen: GameAccess) -> Place:
    place = place_of(seen.stored.id)
    if place is None:
        raise UnknownGameError(seen.stored.key)
    return place


def _full(seen: GameAccess, place: Place) -> list[Problem]:
    """The reasons why nobody can join."""
    return room_problems(
        place.event.event, place.round, place.table, is_begun=bool(seen.stored.game.hands)
    )
