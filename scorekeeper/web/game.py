"""A game's page, undo, ending early, house rules, log, rematch and deleting."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, request, url_for

from scorekeeper import store
from scorekeeper.forms import EndForm, HouseForm, SaveForm, UndoForm, show_settings
from scorekeeper.language import gettext
from scorekeeper.rules.actions import change_settings, end_after
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.rules.setup import rematch
from scorekeeper.rules.sheet import hand_sizes_left, score_sheet
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.access import make_phone_key, own_game, phone_key, rights, visible_game
from scorekeeper.web.answers import go_on, save, show
from scorekeeper.web.board import View, build_board
from scorekeeper.web.play import answer
from scorekeeper.words.changes import change_lines

bp = Blueprint("game", __name__, url_prefix="/g/<key>")


@bp.get("")
def page(key: str) -> Response:
    """The game: panel for the phone that keeps score, and the sheet for everybody."""
    stored = visible_game(key)
    board = build_board(
        stored,
        can_write=rights(stored).writes,
        panel=request.args.get("panel"),
        view=View(rechoose="again" in request.args),
    )
    return show("game.html", "_board.html", board=board, stored=stored)


@bp.post("/undo")
def undo(key: str) -> Response:
    """Take back the newest save."""
    shown = own_game(key)
    form = UndoForm()
    if not form.validate_on_submit():
        return _board(shown, form.sentences(), 422)
    try:
        stored = store.undo(key, phone_key(), form.target.data)
    except store.StaleError as stale:
        return _board(stale.stored, [], 409)
    newest = store.log(stored.id, newest=1)[0]
    what = ", ".join(what for what, _, _ in change_lines(newest.change, stored.game.players))
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

    outcome = save(key, form, action, shown, _board)
    return outcome if isinstance(outcome, Response) else answer(outcome, shown)


@bp.get("/rules")
def rules(key: str) -> Response:
    """The house rules, to change from the next hand on."""
    stored = own_game(key)
    return _rules(_rules_form(stored), stored, [], 200)


@bp.post("/rules")
def change_rules(key: str) -> Response:
    """Change the house rules from the next hand on."""
    shown = own_game(key)
    form = HouseForm()

    def action(game: Game) -> Game:
        largest = game.variant.largest_hand(len(game.players))
        sizes = form.hand_sizes(hand_sizes_left(game), largest)
        return change_settings(game, form.bid_rule(), sizes, form.minutes())

    outcome = save(key, form, action, shown, partial(_rules, form))
    if isinstance(outcome, Response):
        return outcome
    return go_on(url_for("game.page", key=key), gettext("House rules saved"))


@bp.get("/log")
def log(key: str) -> Response:
    """Every save of the game, newest first."""
    stored = visible_game(key)
    return show("log.html", "log.html", stored=stored, lines=store.log(stored.id))


@bp.post("/rematch")
def play_again(key: str) -> Response:
    """A new game with the same seats and house rules, the deal moved on."""
    stored = own_game(key)
    form = SaveForm()
    if not form.validate_on_submit():
        return _board(stored, form.sentences(), 422)
    again = store.start(
        make_phone_key(), rematch(stored.game), f"rematch {stored.key}", after=stored
    )
    return go_on(url_for("game.page", key=again.key))


@bp.get("/delete")
def ask_delete(key: str) -> Response:
    """Ask before deleting: the one thing that cannot be taken back."""
    stored = own_game(key)
    return show("delete.html", "delete.html", stored=stored, form=SaveForm(), problems=[])


@bp.post("/delete")
def delete(key: str) -> Response:
    """Delete the game for good."""
    stored = own_game(key)
    form = SaveForm()
    if not form.validate_on_submit():
        values: dict[str, Any] = {"stored": stored, "form": form, "problems": form.sentences()}
        return show("delete.html", "delete.html", 422, **values)
    store.delete(key, phone_key())
    return go_on(url_for("home.page"), gettext("Game deleted"))


def _board(stored: StoredGame, problems: list[str], status: int) -> Response:
    clashes = [gettext("Somebody changed this game first. This is how it stands now.")]
    view = View(problems=problems, clashes=clashes if status == 409 else [])
    board = build_board(stored, can_write=True, view=view)
    return show("game.html", "_board.html", status, board=board, stored=stored)


def _rules_form(stored: StoredGame) -> HouseForm:
    left = hand_sizes_left(stored.game)
    form = HouseForm(first=left[0] if left else None, last=left[-1] if left else None)
    show_settings(form, stored.game.settings)
    return form


def _rules(form: HouseForm, stored: StoredGame, problems: list[str], status: int) -> Response:
    if status == 409:
        problems = [gettext("Somebody changed this game first. Save again if yours is right.")]
    return show(
        "rules.html",
        "rules.html",
        status,
        form=form,
        stored=stored,
        sheet=score_sheet(stored.game),
        left=hand_sizes_left(stored.game),
        first=len(stored.game.hands) + 1,
        problems=problems,
    )
