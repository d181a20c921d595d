"""The players of an event at the desk: entering, marking, signing up, penalties."""

from __future__ import annotations

from collections.abc import Collection

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.entrants import (
    TypedList,
    entered_problems,
    entrant_list,
    plan_of,
    typed_list,
    word_width,
)
from scorekeeper.board.events.hall import found_entrant
from scorekeeper.forms.book import number_from
from scorekeeper.forms.entrants import (
    AdjustForm,
    EnterForm,
    EntrantForm,
    MarkForm,
    SignOffForm,
    SignUpForm,
    SignUpPlacesForm,
    TickForm,
    WithdrawForm,
)
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import make_phone_key
from scorekeeper.http.desk import (
    DeskRefusal,
    act,
    desk_event,
    desk_refusals_by,
    remember,
    show_desk,
    takes_list,
    visible_event,
)
from scorekeeper.http.filters import address_of, qr_code
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.events.acts import apart_from_people
from scorekeeper.rules.events.entrant_acts import (
    Entered,
    Marked,
    Numbered,
    Removed,
    Renamed,
    SignedOff,
    SignUpClosed,
    SignUpOpened,
    is_open,
    may_remove,
    waiting,
)
from scorekeeper.rules.events.event import Act, Entrant, Event, State, require
from scorekeeper.rules.events.result_acts import Adjusted, Withdrawn
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.people import start_of
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store.events import acts
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.mapping.stored import UnknownEventError
from scorekeeper.store.persons import known_among
from scorekeeper.words.events.entrants import (
    STATES,
    changes_line,
    penalties_line,
    places_line,
    signed_up_line,
)
from scorekeeper.words.events.log import act_line, round_line
from scorekeeper.words.events.rounds import before_line
from scorekeeper.words.language import gettext, ngettext
from scorekeeper.words.problems import sentences

bp = Blueprint("desk_players", __name__, url_prefix="/e/<key>")
LONGEST_SOUGHT = 48


@bp.get("/desk/players")
def page(key: str) -> Response:
    """The entrants, or those that match ``?find=``, and the tables they make."""
    return _show(desk_event(key).stored)


def _redisplay(refused: DeskRefusal) -> Response:
    return _show(refused.seen.stored, refused.problems, refused.status)


@bp.post("/desk/players/mark")
@desk_refusals_by(_redisplay)
def mark(key: str) -> Response:
    form = TickForm()
    plays = form.plays.data is not None
    number = (form.plays.data if plays else form.leaves.data) or 0
    state = State.IN if plays else State.OUT
    stored = act(key, form, lambda _: Marked(number, state), apart=apart_from_people(number))
    if request.headers.get("HX-Target") == "players":
        return _show(stored)
    anchor = f"number-{number}"
    return redirect_to(
        url_for("desk_players.page", key=key, find=_sought() or None, _anchor=anchor)
    )


def _sought() -> str:
    return start_of(request.values.get("find", ""), LONGEST_SOUGHT)


def _next_step(event: Event) -> tuple[str, str] | None:
    """The page that comes next, and its title: before the first draw nobody looks for it."""
    if event.rounds or event.ended:
        return None
    if not event.entrants:
        return "desk_players.entering_page", gettext("Add players")
    return "desk_round.page", round_line(event, 1)


def _show(stored: StoredEvent, problems: tuple[str, ...] = (), status: int = 0) -> Response:
    event = stored.event
    return show(
        "event/players.html",
        "event/_players.html",
        status=status,
        stored=stored,
        problems=problems,
        plan=plan_of(event),
        people=entrant_list(event, _sought()),
        before=before_line(event),
        note=changes_line(event),
        signs_up=is_open(event),
        waits=waiting(event),
        next_step=_next_step(event),
    )


@bp.get("/desk/players/add")
def entering_page(key: str) -> Response:
    return _show_entering(desk_event(key).stored)


def _entering_again(refused: DeskRefusal) -> Response:
    stored = refused.seen.stored
    try:
        act_ = _act(EnterForm(), stored.event)
    except RefusedError:
        return _show_entering(stored, refused.problems, refused.status)
    try:
        act_.after(stored.event)
    except RefusedError as problem:
        return _show_entering(stored, entered_problems(stored.event, act_, problem), refused.status)
    return _show_entering(stored, refused.problems, refused.status)


@bp.post("/desk/players/add/look")
@takes_list
@desk_refusals_by(_entering_again)
def look(key: str) -> Response:
    """The contents of the typed list; changes nothing."""
    EnterForm().check()
    return _show_entering(desk_event(key).stored)


@bp.post("/desk/players/add")
@takes_list
@desk_refusals_by(_entering_again)
def enter(key: str) -> Response:
    form = EnterForm()

    before = len(desk_event(key).stored.event.entrants)
    after = act(key, form, lambda event: _act(form, event), apart=apart_from_people())
    count = len(after.event.entrants) - before
    done = ngettext("%(num)s player entered", "%(num)s players entered", count)
    return redirect_to(url_for("desk_players.page", key=key), done if count else "")


def _act(form: EnterForm, event: Event) -> Entered:
    """The act that enters the new people; refused until the page has shown what it left out, or how
    it read a comma that may be before no club."""
    found = _found(form, event)
    if found.has_doubts and not form.new_only.data:
        raise RefusedError(Problem(EventCode.LIST_DOUBTS))
    return Entered(found.new, bool(form.stand_by.data))


def _found(form: EnterForm, event: Event, book: Collection[str] = ()) -> TypedList:
    pasted, stand_by = form.read(event), bool(form.stand_by.data)
    return typed_list(event, pasted, book, form.second.data, stand_by=stand_by)


def _show_entering(
    stored: StoredEvent, problems: tuple[str, ...] = (), status: int = 0
) -> Response:
    event, form = stored.event, EnterForm()
    names = [one.name for one in form.read(event).people]
    return show(
        "event/entering.html",
        "event/_found_part.html" if request.endpoint == "desk_players.look" else "",
        status=status,
        stored=stored,
        problems=problems,
        form=form,
        found=_found(form, event, known_among(stored.book_id, names)) if names else None,
        before=before_line(event),
    )


@bp.get("/desk/players/<int(max=9999):number>")
def entrant_page(key: str, number: int) -> Response:
    stored = desk_event(key).stored
    if number not in stored.event.by_number:
        raise UnknownEventError(key)
    return _show_entrant(stored, number)


def _entrant_again(refused: DeskRefusal, *, number: int) -> Response:
    stored = refused.seen.stored
    if number not in stored.event.by_number:
        where = url_for("desk_players.page", key=stored.key)
        return redirect_to(where, " ".join(refused.problems))
    return _show_entrant(stored, number, refused.problems, refused.status)


def _done(key: str, number: int) -> Response:
    return redirect_to(url_for("desk_players.page", key=key, _anchor=f"number-{number}"))


@bp.post("/desk/players/<int(max=9999):number>")
@desk_refusals_by(_entrant_again)
def change(key: str, number: int) -> Response:
    """Change the name, the club and, before the first draw, the start number."""
    form = EntrantForm()
    form.check()
    wanted = _wanted(desk_event(key).stored.event.entrant(number), form)
    new = form.new.data or number
    if wanted:
        first, *more = (lambda _, one=one: one for one in wanted)
        act(key, form, first, apart=apart_from_people(number, new), then=more[0] if more else None)
    return _done(key, new)


def _wanted(known: Entrant, form: EntrantForm) -> list[Act]:
    """The acts that change the entrant to the values of the form."""
    name, club = form.name.data or "", form.club.data or ""
    new = known.number if form.new.data is None else form.new.data
    wanted: list[Act] = []
    if (name, club) != (known.own, known.club):
        wanted.append(Renamed(known.number, name, club))
    if new != known.number:
        wanted.append(Numbered(known.number, new))
    return wanted


@bp.post("/desk/players/<int(max=9999):number>/mark")
@desk_refusals_by(_entrant_again)
def mark_entrant(key: str, number: int) -> Response:
    form = MarkForm()
    done = Marked(number, form.state.data or State.IN)
    stored = act(key, form, lambda _: done, apart=apart_from_people(number))
    if form.back.data == "round":
        return redirect_to(url_for("desk_round.page", key=key), act_line(done, stored.event))
    return _done(key, number)


@bp.post("/desk/players/<int(max=9999):number>/remove")
@desk_refusals_by(_entrant_again)
def remove(key: str, number: int) -> Response:
    act(key, SaveForm(), lambda _: Removed(number), apart=apart_from_people(number))
    return redirect_to(url_for("desk_players.page", key=key), gettext("Removed"))


def _show_entrant(
    stored: StoredEvent, number: int, problems: tuple[str, ...] = (), status: int = 0
) -> Response:
    event, form = stored.event, EntrantForm()
    known = event.entrant(number)
    if not form.is_submitted() or not form.name.raw_data:
        form.name.data, form.club.data, form.new.data = known.own, known.club, number
        form.new.raw_data = None
    return show(
        "event/entrant.html",
        status=status,
        stored=stored,
        problems=problems,
        form=form,
        one=known,
        width=word_width([known.own]),
        states=STATES,
        signed_up=signed_up_line(known, waiting(event)),
        note=changes_line(event),
        adjusted=penalties_line(event, number),
        has_number=not event.rounds and not event.adjustments,
        may_remove=may_remove(event, number),
    )


PLACES = 24
"""The places that the desk is offered."""


@bp.get("/desk/sign-up")
def sign_up_desk(key: str) -> Response:
    """The QR code with which people sign up, and how many may."""
    return _show_desk(DeskRefusal(desk_event(key)))


def _show_desk(refused: DeskRefusal) -> Response:
    stored, form = refused.seen.stored, SignUpPlacesForm()
    known = stored.event.sign_up
    if not form.is_submitted():
        form.places.data = known.places if known else PLACES
    address = address_of("event.page", key=stored.key)
    return show_desk(
        "event/desk_sign_up.html",
        refused,
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
    return redirect_to(url_for("desk_players.sign_up_desk", key=key))


@bp.post("/desk/sign-up/close")
@desk_refusals_by(_show_desk)
def close_list(key: str) -> Response:
    act(key, SaveForm(), lambda _: SignUpClosed(), apart=apart_from_people())
    return redirect_to(url_for("desk_players.page", key=key), gettext("Sign-up closed"))


@bp.get("/sign-up")
def sign_up_page(key: str) -> Response:
    """The form of somebody who signs up; while nobody can, the names to choose from."""
    stored = visible_event(key).stored
    if not is_open(stored.event):
        return redirect_to(url_for("event.page", key=key))
    return _show_sign_up(stored, SignUpForm())


@bp.post("/sign-up")
def sign_up(key: str) -> Response:
    """Enter somebody, whom this phone follows from now on."""
    stored, form = visible_event(key).stored, SignUpForm()
    if not form.validate_on_submit() or not form.name.data:
        problems = form.sentences() or (gettext("Type your name."),)
        return _show_sign_up(stored, form, tuple(problems), 422)
    try:
        number = acts.sign_up(key, make_phone_key(), form.name.data, form.club.data or "")
    except RefusedError as refused:
        return _show_sign_up(stored, form, tuple(sentences(refused.problems, ())), 422)
    return remember(redirect_to(url_for("event.page", key=key, me=number)), key, number)


def _show_sign_up(
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


@bp.get("/desk/penalties")
def penalties_page(key: str) -> Response:
    """The penalties and bonuses so far, and a form; ``?number=`` chooses the player."""
    return _show_penalties(DeskRefusal(desk_event(key)))


def _show_penalties(refused: DeskRefusal) -> Response:
    stored, form = refused.seen.stored, AdjustForm()
    event = stored.event
    rounds = [one.number for one in event.published]
    if not form.is_submitted():
        form.number.data = number_from(request.args, "number")
        form.of_round.data = max(rounds, default=None)
    return show_desk(
        "event/penalties.html",
        refused,
        form=form,
        people=sorted(event.entrants, key=lambda one: one.name.casefold()),
        given=[*enumerate(event.adjustments)][::-1],
        rounds=rounds[::-1],
    )


@bp.post("/desk/penalties")
@desk_refusals_by(_show_penalties)
def adjust(key: str) -> Response:
    form = AdjustForm()
    number = form.number.data or 0

    def build(_: Event) -> Adjusted:
        return Adjusted(number, form.signed, form.reason.data or "", form.of_round.data)

    act(key, form, build, apart=apart_from_people(number))
    return redirect_to(url_for("desk_players.penalties_page", key=key))


@bp.post("/desk/penalties/remove")
@desk_refusals_by(_show_penalties)
def withdraw(key: str) -> Response:
    form = WithdrawForm()

    def build(event: Event) -> Withdrawn:
        at = -1 if form.at.data is None else form.at.data
        require(0 <= at < len(event.adjustments), EventCode.ADJUSTMENT_UNKNOWN)
        one = event.adjustments[at]
        return Withdrawn(one.entrant, one.points, one.reason, one.round)

    act(key, form, build)
    return redirect_to(url_for("desk_players.penalties_page", key=key))
