"""A game's page, undo, ending early, log, rematch and deleting."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request, url_for

from scorekeeper import store
from scorekeeper.forms import EndForm, SaveForm, UndoForm
from scorekeeper.language import gettext
from scorekeeper.rules.actions import end_after
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.rules.setup import rematch
from scorekeeper.web.access import book_game, note_visit, own_game, rights, visible_game
from scorekeeper.web.answers import Refusal, attempt, go_on, save, show, unless_changed, wants_part
from scorekeeper.web.board import build_board
from scorekeeper.web.clash import Clash
from scorekeeper.web.device import make_phone_key, phone_key
from scorekeeper.web.limits import making
from scorekeeper.web.play import answer
from scorekeeper.web.view import View, seat_asked
from scorekeeper.words.changes import change_lines

bp = Blueprint("game", __name__, url_prefix="/g/<key>")


@bp.get("")
def page(key: str) -> Response:
    """The game: panel for the phones that keep score, and the sheet for everybody."""
    stored = visible_game(key)
    if not wants_part():
        note_visit()
    board = build_board(
        stored,
        rights(stored),
        panel=request.args.get("panel"),
        view=View(rechoose="again" in request.args, me=seat_asked(stored.game)),
    )
    return show("game.html", "_board.html", board=board, stored=stored)


@bp.post("/undo")
def undo(key: str) -> Response:
    """Take back the newest save."""
    shown = own_game(key)
    form = UndoForm()
    target = form.target.data
    stored = attempt(form, shown, _board, lambda: store.undo(key, phone_key(), target))
    if isinstance(stored, Response):
        return stored
    undone = next(line for line in store.log(stored.id, after=target or 0) if line.undoes == target)
    what = ", ".join(what for what, _, _ in change_lines(undone.change, stored.game.players))
    return answer(stored, shown, gettext("Taken back: %(what)s", what=what))


@bp.post("/end")
def end(key: str) -> Response:
    """End early: now, after the hand in progress, or (no number) play on."""
    shown = own_game(key)
    form = EndForm()

    def action(game: Game) -> Game:
        if "hands" not in request.form:
            raise RefusedError(Problem("end-unknown"))
        return end_after(game, form.hands.data)

    outcome = save(form, action, shown, _board, unless_changed(action))
    return outcome if isinstance(outcome, Response) else answer(outcome, shown)


@bp.get("/log")
def log(key: str) -> Response:
    """Every save of the game, newest first."""
    stored = visible_game(key)
    return show("log.html", "log.html", stored=stored, lines=store.log(stored.id))


@bp.post("/rematch")
@making()
def play_again(key: str) -> Response:
    """A new game with the same seats and house rules, the deal moved on."""
    stored = own_game(key)
    form = SaveForm()
    if not form.validate_on_submit():
        return _board(Refusal(422, stored, form.sentences()))
    again = store.start(
        make_phone_key(), rematch(stored.game), f"rematch {stored.key}", after=stored
    )
    return go_on(url_for("game.page", key=again.key))


@bp.get("/delete")
def ask_delete(key: str) -> Response:
    """Ask before deleting: the one thing that cannot be taken back."""
    stored = book_game(key)
    return show("delete.html", "delete.html", stored=stored, form=SaveForm(), problems=[])


@bp.post("/delete")
def delete(key: str) -> Response:
    """Delete the game for good."""
    stored = book_game(key)
    form = SaveForm()
    if not form.validate_on_submit():
        values: dict[str, Any] = {"stored": stored, "form": form, "problems": form.sentences()}
        return show("delete.html", "delete.html", 422, **values)
    store.delete(key, phone_key())
    return go_on(url_for("home.page"), gettext("Game deleted"))


def _board(refused: Refusal) -> Response:
    stored = refused.stored
    said = gettext("Look at the sheet and enter yours again if it is still right.")
    view = View(problems=refused.problems, clash=Clash([said]) if refused.stale else None)
    board = build_board(stored, rights(stored), view=view)
    return show("game.html", "_board.html", refused.status, board=board, stored=stored)
