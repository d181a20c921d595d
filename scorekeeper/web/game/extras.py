"""The addresses of an older page of extras, for phones that still open it or send entries from
it."""

from flask import Blueprint, Response, g, url_for

from scorekeeper.board.board import View
from scorekeeper.board.clash import clash_of
from scorekeeper.board.showing import show_board
from scorekeeper.forms.extras import ExtrasForm
from scorekeeper.http.access import hand_in, writable_game
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by
from scorekeeper.http.device import phone_key
from scorekeeper.language import gettext
from scorekeeper.store.games import saves

bp = Blueprint("extras", __name__, url_prefix="/g/<key>")


@bp.get("/extras")
def current(key: str) -> Response:
    """The panel of the hand in play."""
    writable_game(key)
    return redirect_to(_panel(key))


@bp.get("/hands/<int:number>/all-extras")
def page(key: str, number: int) -> Response:
    """The panel of the hand in play, or the correction of a scored one."""
    hand = hand_in(writable_game(key).stored.game, number)
    here = url_for("correct.page", key=key, number=number) if hand.scored else _panel(key)
    return redirect_to(here)


def _refuse(refused: Refusal, number: int) -> Response:
    """The board with the reason, which phones show on its own, because no page has this form any
    more."""
    seen, lines = refused.seen, refused.problems
    if refused.stale:
        lines = clash_of(ExtrasForm().entry(number), refused.stale, "extras").lines
    # With a new token, the phone sends the entry once more.
    status = 422 if g.get("token_refused") else 410
    view = View(problems=lines)
    return show_board(seen.stored, seen.rights, panel="extras", view=view, status=status)


@bp.post("/hands/<int:number>/all-extras")
@refusals_by(_refuse)
def enter(key: str, number: int) -> Response:
    """Save an entry that an older page recorded, however long it waited on its phone."""
    form = ExtrasForm()
    form.check()
    saves.save(key, phone_key(), form.save_entry(form.entry(number)))
    return redirect_to(_panel(key), gettext("Saved"))


def _panel(key: str) -> str:
    return url_for("game.page", key=key, panel="extras")
