"""A game's page, Undo, ending early, log, rematch and deleting."""

from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, current_app, request, url_for

from scorekeeper.board.board import View, seat_asked
from scorekeeper.board.clash import Clash
from scorekeeper.board.page_parts import show_board, show_saved
from scorekeeper.board.score_parts import log_cards
from scorekeeper.forms.game import HandsForm, UndoForm
from scorekeeper.http.access import (
    book_game,
    check_redo,
    check_undo,
    note_visit,
    visible_game,
    writable_game,
)
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, save, show, wants_part
from scorekeeper.http.assets import asset
from scorekeeper.http.cookies import keep_watched, phone_key
from scorekeeper.http.guard import making
from scorekeeper.http.parts import is_shared, is_to_keep, may_keep, share
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import gettext
from scorekeeper.rules.actions import end_after
from scorekeeper.rules.attendance import count_problems, rematch
from scorekeeper.rules.game import Game
from scorekeeper.rules.merge import house
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.store.games import games, past, saves
from scorekeeper.store.games.reading import discrepancies_of
from scorekeeper.store.mapping.stored import BrokenGameError
from scorekeeper.words.log import done_line
from scorekeeper.words.problems import difference_lines, uneven_lines

bp = Blueprint("game", __name__, url_prefix="/g/<key>")

LINES = 200
"""Lines of the log on a page."""


def _redisplay(refused: Refusal) -> Response:
    """The current board, with the reason why nothing was saved."""
    message = gettext("Check the sheet, then enter yours again if you still want it.")
    clash = Clash((message,)) if refused.stale else None
    view = View(problems=refused.problems, clash=clash)
    return show_board(refused.seen.stored, refused.seen.rights, view=view, status=refused.status)


@bp.get("")
def page(key: str) -> Response:
    """The game: the panel for phones that keep score, and the sheet for everybody."""
    seen = visible_game(key)
    if not wants_part():
        note_visit(seen.phone.seen_at if seen.phone else None)
    stored, panel = seen.stored, request.args.get("panel")
    # A phone that keeps score sees the whole table, not one seat.
    view = View(rechoose="again" in request.args, counts="count" in request.args)
    if not seen.rights.writes:
        view = replace(view, me=seat_asked(stored.game), watches=request.args.get("me") == "")
    response = show_board(stored, seen.rights, panel=panel, view=view)
    response = share(response, stored.stamp)
    if not (seen.rights.writes or wants_part() or is_shared() or is_to_keep()):
        keep_watched(response, first=key)
    if stored.is_demo:
        return response
    # Few games belong to an event, so only their phones keep its style sheet, for light and dark.
    along = (asset("style/event_game.css"),) if stored.event_id is not None else ()
    return may_keep(response, *along)


@bp.post("/undo")
@refusals_by(_redisplay)
def undo(key: str) -> Response:
    """Undo the newest save."""
    form = UndoForm()
    form.check()
    check_undo(key, form.target.data, form.undoes.data)
    saved = saves.undo(key, phone_key(), form.target.data, form.sent, form.undoes.data)
    assert saved.change is not None  # noqa: S101 - an Undo always has one
    what = done_line(saved.change.reversed, saved.after.game.players)
    # L10N: %(what)s is what was taken back, such as “hand 3, Ann took 2”.
    return show_saved(saved, gettext("Undone: %(what)s", what=what))


@bp.post("/redo")
@refusals_by(_redisplay)
def redo(key: str) -> Response:
    """Reapply the change that the newest save, an Undo, reversed."""
    form = SaveForm()
    form.check()
    check_redo(key, form.revision.data)
    return show_saved(saves.redo(key, phone_key(), form.revision.data, form.sent))


@bp.post("/end")
@refusals_by(_redisplay)
def end(key: str) -> Response:
    """End early: now, after the current hand, or (no number) play on."""
    form = HandsForm()

    def action(game: Game) -> Game:
        if "hands" not in request.form:
            raise RefusedError(Problem(Code.END_UNKNOWN))
        return end_after(game, form.hands.data)

    return show_saved(save(key, form, action, house))


@bp.get("/log")
def log(key: str) -> Response:
    """Saves of the game, newest first; ``?before=301`` shows the same older ones every time."""
    stored, asked = visible_game(key).stored, request.args.get("before", "")
    before = int(asked[:9]) if asked.isascii() and asked.isdigit() else stored.revision + 1
    lines = past.log(stored, LINES + 1, before=before)
    discrepancies = discrepancies_of([stored]).get(stored.id, ())
    return show(
        "log.html",
        stored=stored,
        cards=log_cards(lines[:LINES], stored.game.players),
        differing=difference_lines(discrepancies, stored.game.players),
        uneven=uneven_lines(stored.game),
        newer=before + LINES if before <= stored.revision else None,
        older=lines[LINES - 1].revision if len(lines) > LINES else None,
    )


@bp.post("/rematch")
@making()
@refusals_by(_redisplay)
def play_again(key: str) -> Response:
    """Start a game with the same seats and house rules; the deal moves on."""
    stored = writable_game(key).stored
    form = SaveForm()
    form.check()
    again = rematch(stored.game)
    refuse_if(count_problems(again.variant, again.players))
    started = games.play_again(phone_key(), key, again, form.waited)
    return redirect_to(url_for("game.page", key=started.key))


@bp.get("/delete")
def ask_delete(key: str) -> Response:
    """Ask before deleting: it cannot be undone."""
    return _asked(Refusal(200, book_game(key)))


def _asked(refused: Refusal) -> Response:
    stored, problems = refused.seen.stored, refused.problems
    return show("delete.html", status=refused.status, stored=stored, problems=problems)


@bp.app_errorhandler(BrokenGameError)
def broken(error: BrokenGameError) -> Response:
    """Any page of a game that cannot be shown: a phone that keeps it can delete it."""
    current_app.logger.error("a game cannot be shown", exc_info=error)
    return show("broken.html", status=404, key=error.key)


@bp.post("/delete")
@refusals_by(_asked)
def delete(key: str) -> Response:
    """Delete the game for good."""
    with suppress(BrokenGameError):
        book_game(key)
    SaveForm().check()
    games.delete(key, phone_key())
    return redirect_to(url_for("home.page"), gettext("Game deleted"))
