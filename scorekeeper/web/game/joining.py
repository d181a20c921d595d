"""The requests of an event's table that the desk seat somebody there too, or correct a name."""

from flask import Blueprint, Response, url_for

from scorekeeper.forms.game import JoiningForm, NameWishForm
from scorekeeper.http.access import writable_game
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, show_form
from scorekeeper.http.cookies import phone_key
from scorekeeper.language import gettext
from scorekeeper.rules.events.entrant_acts import Wish, free_people, granted, room_problems
from scorekeeper.rules.events.event import RoundState
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.problems import Code, Problem, refuse_if
from scorekeeper.store.events import requests
from scorekeeper.store.events.events import Place, place_of
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.mapping.stored import UnknownGameError
from scorekeeper.words.problems import sentences

bp = Blueprint("joining", __name__, url_prefix="/g/<key>")


@bp.get("/joins")
def page(key: str) -> Response:
    """The people without a seat in this round, and an input for another name."""
    return _draw(Refusal(200, writable_game(key)))


def _draw(refused: Refusal) -> Response:
    place, form = _place(refused.seen), JoiningForm()
    event, full = place.event.event, _full(refused.seen, place)
    refused = refused.naming((*event.names, form.name.shown()))
    wish = place.wish if place.wish and place.wish.renames is None else None
    return show_form(
        "joining.html",
        form,
        refused,
        joining=None if full or wish is None else wish.name,
        people=free_people(event, place.round),
        full=sentences(full, event.names),
    )


@bp.post("/joins")
@refusals_by(_draw)
def ask(key: str) -> Response:
    """Ask for somebody, or withdraw the request."""
    form, seen = JoiningForm(), writable_game(key)
    place = _place(seen)
    form.check()
    if form.withdraw.data:
        return _asked(key, None)
    refuse_if([] if form.name.data else [Problem(Code.NEWCOMER_UNNAMED)])
    refuse_if(_full(seen, place))
    wish, event = Wish(form.name.data or ""), place.event.event
    for act in granted(event, place.round.number, place.table.number, wish):
        event = act.after(event)
    return _asked(key, wish)


@bp.get("/name")
def names(key: str) -> Response:
    """The people at the table, and an input for the right name of one of them."""
    return _draw_names(Refusal(200, writable_game(key)))


def _draw_names(refused: Refusal) -> Response:
    place = _open(_place(refused.seen))
    event, wish = place.event.event, place.wish
    return show_form(
        "name_wish.html",
        NameWishForm(),
        refused.naming(event.names),
        wish=wish if wish and wish.renames is not None else None,
        event=event,
        table=place.table.number,
    )


@bp.post("/name")
@refusals_by(_draw_names)
def ask_for_name(key: str) -> Response:
    """Ask for a name, or withdraw the request."""
    form, seen = NameWishForm(), writable_game(key)
    place = _open(_place(seen))
    form.check()
    if form.withdraw.data:
        return _asked(key, None)
    seat, seats = form.seat.data, place.table.seats
    refuse_if([] if form.name.data else [Problem(Code.PERSON_EMPTY)])
    refuse_if([] if seat is not None else [Problem(EventCode.NAME_UNTAPPED)])
    if seat is None or not 0 <= seat < len(seats):
        raise UnknownGameError(key)
    event, wish = place.event.event, Wish(form.name.data or "", seats[seat])
    for act in granted(event, place.round.number, place.table.number, wish):
        act.after(event)
    return _asked(key, wish)


def _asked(key: str, wish: Wish | None) -> Response:
    requests.ask(key, phone_key(), wish)
    said = gettext("The desk has been asked") if wish else gettext("The desk is no longer asked")
    return redirect_to(url_for("game.page", key=key), said)


def _place(seen: GameAccess) -> Place:
    place = place_of(seen.stored.id)
    if place is None:
        raise UnknownGameError(seen.stored.key)
    return place


def _open(place: Place) -> Place:
    """The place, in a round that is not closed; raises UnknownGameError for any other."""
    if place.round.state is RoundState.CLOSED:
        raise UnknownGameError(place.event.key)
    return place


def _full(seen: GameAccess, place: Place) -> list[Problem]:
    """The reasons why nobody can join."""
    return room_problems(
        place.event.event, place.round, place.table, is_begun=bool(seen.stored.game.hands)
    )
