"""The agreement of an event's table on its result, on the phone of the table or on another."""

from flask import Blueprint, Response, url_for

from scorekeeper.board.events.at_table import at_table
from scorekeeper.forms.game import AgreeForm
from scorekeeper.http.access import visible_game
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.save_form import ShapeError
from scorekeeper.language import gettext
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.problems import Problem, RefusedError, refuse_if
from scorekeeper.store import phones
from scorekeeper.store.events import requests
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.mapping.stored import UnknownGameError
from scorekeeper.store.sharing import keepers
from scorekeeper.words.problems import sentences

bp = Blueprint("agreeing", __name__, url_prefix="/g/<key>/agrees")


@bp.get("")
def page(key: str) -> Response:
    """The result that waits for the yes of somebody else at the table."""
    make_phone_key()
    return _show(visible_game(key))


@bp.post("")
def agree(key: str) -> Response:
    """Confirm the result, or call the desk."""
    form, seen = AgreeForm(), visible_game(key)
    try:
        form.check()
        said = None if form.answer.data == "yes" else (form.said.data or "")
        revision, seat = form.revision.data or 0, form.seat.data
        refuse_if([] if seat is not None else [Problem(EventCode.NAME_UNTAPPED)])
        requests.agree(key, make_phone_key(), revision, -1 if seat is None else seat, said)
    except ShapeError as problem:
        return _show(seen, tuple(problem.form.sentences(seen.stored.game.players)))
    except RefusedError as refused:
        return _show(seen, tuple(sentences(refused.problems, ())))
    done = gettext("The result is in") if said is None else gettext("The desk has been asked")
    return redirect_to(url_for("game.page", key=key), done)


def _show(seen: GameAccess, problems: tuple[str, ...] = ()) -> Response:
    stored = seen.stored
    table = at_table(stored) if stored.event_id is not None else None
    if table is None:
        raise UnknownGameError(stored.key)
    if not table.awaits:
        return redirect_to(url_for("game.page", key=stored.key), " ".join(problems))
    lines = keepers.listed(stored.id, phone_key())
    return show(
        "agrees.html",
        status=422 if problems else 200,
        stored=stored,
        table=table,
        problems=problems,
        form=AgreeForm(),
        keeper=next((line.name for line in lines if line.name in stored.game.players), ""),
        asking=phones.name_of(phone_key()),
    )
