"""Sign-up: the desk opens and closes it; people enter their own names, and take them off again."""

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.player import found_entrant
from scorekeeper.forms.entrants import SignOffForm, SignUpForm, SignUpPlacesForm
from scorekeeper.http.addresses import address_of, qr_code
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.chosen_player import remember
from scorekeeper.http.cookies import make_phone_key
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by, visible_event
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import gettext
from scorekeeper.rules.events.acts import apart_from_people
from scorekeeper.rules.events.entrant_acts import SignedOff, SignUpClosed, SignUpOpened, is_open
from scorekeeper.rules.events.event import State
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.events import acts
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.words.events.entrants import places_line
from scorekeeper.words.events.log import act_line
from scorekeeper.words.problems import sentences

bp = Blueprint("sign_up", __name__, url_prefix="/e/<key>")
PLACES = 24
"""The places that the desk is offered."""


@bp.get("/desk/sign-up")
def desk(key: str) -> Response:
    """The QR code with which people sign up, and how many may."""
    return _show_desk(DeskRefusal(desk_event(key)))


def _show_desk(refused: DeskRefusal) -> Response:
    stored, form = refused.seen.stored, SignUpPlacesForm()
    known = stored.event.sign_up
    if not form.is_submitted():
        form.places.data = known.places if known else PLACES
    address = address_of("event.page", key=stored.key)
    return show(
        "event/desk_sign_up.html",
        status=refused.status,
        stored=stored,
        problems=refused.problems,
        form=form,
        is_open=is_open(stored.event),
        says=places_line(stored.event),
        address=address,
        qr=qr_code(address),
    )


@bp.post("/desk/sign-up")
@desk_refusals_by(_show_desk)
def open_list(key: str) -> Response:
    """Open the sign-up for so many places, or change their number."""
    form = SignUpPlacesForm()
    act(key, form, lambda _: SignUpOpened(form.places.data or 0), apart=apart_from_people())
    return redirect_to(url_for("sign_up.desk", key=key))


@bp.post("/desk/sign-up/close")
@desk_refusals_by(_show_desk)
def close_list(key: str) -> Response:
    """Close the sign-up."""
    act(key, SaveForm(), lambda _: SignUpClosed(), apart=apart_from_people())
    return redirect_to(url_for("desk_players.page", key=key), gettext("Sign-up closed"))


@bp.get("/sign-up")
def page(key: str) -> Response:
    """The form of somebody who signs up; while nobody can, the names to choose from."""
    stored = visible_event(key).stored
    if not is_open(stored.event):
        return redirect_to(url_for("event.page", key=key))
    return _show(stored, SignUpForm())


@bp.post("/sign-up")
def sign_up(key: str) -> Response:
    """Enter somebody, whom this phone follows from now on."""
    stored, form = visible_event(key).stored, SignUpForm()
    if not form.validate_on_submit() or not form.name.data:
        problems = form.sentences() or (gettext("Type your name."),)
        return _show(stored, form, tuple(problems), 422)
    try:
        number = acts.sign_up(key, make_phone_key(), form.name.data, form.club.data or "")
    except RefusedError as refused:
        return _show(stored, form, tuple(sentences(refused.problems, ())), 422)
    return remember(redirect_to(url_for("event.page", key=key, me=number)), key, number)


def _show(
    stored: StoredEvent, form: SignUpForm, problems: tuple[str, ...] = (), status: int = 0
) -> Response:
    """The page on which people sign up."""
    make_phone_key()
    return show(
        "event/sign_up.html",
        status=status,
        stored=stored,
        me=None,
        form=form,
        says=places_line(stored.event),
        problems=problems,
    )


@bp.get("/sign-off")
def ask_sign_off(key: str) -> Response:
    """Ask before a name is taken off the list."""
    make_phone_key()
    return _show_sign_off(key, request.args.get("me", ""))


@bp.post("/sign-off")
def sign_off(key: str) -> Response:
    """Take a name off the list."""
    stored, form = visible_event(key).stored, SignOffForm()
    if not form.validate_on_submit():
        return _show_sign_off(key, form.number.typed, tuple(form.sentences()))
    number = form.number.data or 0
    try:
        acts.sign_off(key, make_phone_key(), number)
    except RefusedError as refused:
        return _show_sign_off(key, form.number.typed, tuple(sentences(refused.problems, ())))
    done = act_line(SignedOff(number), stored.event)
    return remember(redirect_to(url_for("event.page", key=key, me=""), done), key, None)


def _show_sign_off(key: str, number: str, problems: tuple[str, ...] = ()) -> Response:
    stored = visible_event(key).stored
    me = found_entrant(stored.event, number)
    if not problems and (me is None or me.state is not State.SIGNED_UP):
        return redirect_to(url_for("event.page", key=key))
    return show(
        "event/sign_off.html",
        status=422 if problems else 0,
        stored=stored,
        me=me,
        problems=problems,
    )
