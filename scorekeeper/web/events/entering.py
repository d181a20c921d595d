"""The desk's page on which a list of names is pasted, checked and entered."""

from collections.abc import Collection

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.entrants import TypedList, entered_problems, typed_list
from scorekeeper.forms.entrants import EnterForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by, takes_list
from scorekeeper.language import ngettext
from scorekeeper.rules.events.acts import apart_from_people
from scorekeeper.rules.events.entrant_acts import Entered
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.people.persons import known_among
from scorekeeper.words.events.rounds import before_line

bp = Blueprint("desk_entering", __name__, url_prefix="/e/<key>/desk/players/add")


@bp.get("")
def page(key: str) -> Response:
    """An empty list."""
    return _show(desk_event(key).stored)


def _redisplay(refused: DeskRefusal) -> Response:
    stored = refused.seen.stored
    try:
        act_ = _act(EnterForm(), stored.event)
    except RefusedError:
        return _show(stored, refused.problems, refused.status)
    try:
        act_.after(stored.event)
    except RefusedError as problem:
        return _show(stored, entered_problems(stored.event, act_, problem), refused.status)
    return _show(stored, refused.problems, refused.status)


@bp.post("/look")
@takes_list
@desk_refusals_by(_redisplay)
def look(key: str) -> Response:
    """The contents of the typed list; changes nothing."""
    EnterForm().check()
    return _show(desk_event(key).stored)


@bp.post("")
@takes_list
@desk_refusals_by(_redisplay)
def enter(key: str) -> Response:
    """Enter the people of the list."""
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


def _show(stored: StoredEvent, problems: tuple[str, ...] = (), status: int = 0) -> Response:
    event, form = stored.event, EnterForm()
    names = [one.name for one in form.read(event).people]
    return show(
        "event/entering.html",
        "event/_found_part.html" if request.endpoint == "desk_entering.look" else "",
        status=status,
        stored=stored,
        problems=problems,
        form=form,
        found=_found(form, event, known_among(stored.book_id, names)) if names else None,
        before=before_line(event),
    )
