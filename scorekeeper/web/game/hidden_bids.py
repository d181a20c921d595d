"""Hidden bids that players enter on their own phones, and revealing them together."""

from dataclasses import replace

from flask import Blueprint, Response, g, session, url_for

from scorekeeper.board.board import View, seat_asked
from scorekeeper.board.page_parts import show_board
from scorekeeper.forms.game import HandForm, SeatForm, SwitchForm
from scorekeeper.http.access import visible_game, writable_game
from scorekeeper.http.answers import (
    Refusal,
    error_page,
    redirect_to,
    refusals_by,
    say,
    show,
    wants_part,
)
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.save_form import SaveForm, ShapeError
from scorekeeper.rules.actions import Numbers
from scorekeeper.rules.problems import Code, ProblemCode, RefusedError
from scorekeeper.store.games import saves
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.games.saves import number_now
from scorekeeper.words.language import gettext
from scorekeeper.words.lines import missing_bids_line
from scorekeeper.words.problems import sentences

bp = Blueprint("hidden_bids", __name__, url_prefix="/g/<key>")

STATUS: dict[ProblemCode, int] = {
    Code.BIDS_OFF: 403,
    Code.BIDS_ANOTHER: 409,
    Code.BIDS_REVEALED: 409,
    Code.SEAT_TAKEN: 409,
}
"""Problems other than an impossible bid."""


def _page(refused: Refusal) -> Response:
    stored = refused.seen.stored
    hand, bids = stored.sheet.hand, saves.visible_to(stored, phone_key())
    return show(
        "hidden_bids.html",
        status=refused.status,
        stored=stored,
        hand=hand,
        seats=sorted(bids.seats) if bids else [],
        missing=missing_bids_line(stored.game.players, hand, bids.seats) if hand and bids else "",
        problems=refused.problems,
    )


@bp.get("/sealed")
def page(key: str) -> Response:
    """The switch for bids on the phones, and the players who have bid."""
    return _page(Refusal(200, writable_game(key)))


@bp.post("/sealed")
@refusals_by(_page)
def switch(key: str) -> Response:
    """Let the other phones enter hidden bids, or stop that."""
    form = SwitchForm()
    form.check()
    is_on = bool(form.on.data)
    saves.switch(key, phone_key(), on=is_on)
    message = (
        gettext("Players bid on their phones now")
        if is_on
        else gettext("Players no longer bid on their phones")
    )
    return redirect_to(url_for("game.page", key=key), message)


@bp.post("/hands/<int:number>/free")
@refusals_by(lambda refused, **_: _page(refused))
def remove(key: str, number: int) -> Response:
    form = SeatForm()
    form.check()
    saves.remove(key, phone_key(), _now(key, form, number), form.seat.data)
    return redirect_to(url_for("hidden_bids.page", key=key), gettext("Removed"))


@bp.post("/hands/<int:number>/open")
@refusals_by(lambda refused, **_: _page(refused))
def reveal(key: str, number: int) -> Response:
    """Reveal the hidden bids, even if some are missing."""
    form = SaveForm()
    form.check()
    saves.reveal(key, phone_key(), _now(key, form, number), form.tap.data)
    return redirect_to(url_for("game.page", key=key), gettext("The bids are revealed"))


@bp.post("/hands/<int:number>/sealed")
def enter(key: str, number: int) -> Response:
    """Enter hidden bids: of this phone's player, or those that a keeper enters for others."""
    form = HandForm()
    bids = form.bids[: len(visible_game(key).stored.game.players)]
    try:
        form.check()
        at = _now(key, form, number)
        seen = saves.enter(key, make_phone_key(), at, bids, form.tap.data)
    except (ShapeError, RefusedError) as problem:
        return _refused(visible_game(key), problem, bids)
    return _shown(
        seen, gettext("Saved") if seen.stored.hides_bids else gettext("The bids are revealed")
    )


def _now(key: str, form: SaveForm, number: int) -> int:
    """The number that the hand of the page has now."""
    return number_now(visible_game(key).stored, form.revision.data, number) or number


def _shown(seen: GameAccess, message: str) -> Response:
    if not wants_part():
        return redirect_to(url_for("game.page", key=seen.stored.key, me=_me(seen)), message)
    return say(show_board(seen.stored, seen.rights, view=View(me=_me(seen))), message)


def _refused(
    seen: GameAccess, problem: ShapeError | RefusedError, bids: Numbers | None = None
) -> Response:
    """The current game, with the typed bids and the reason why nothing was saved."""
    stored, status, draft = seen.stored, 422, None
    if g.get("token_refused") and not session:
        message = [gettext("Cookies are off on this phone. Tell your bid to whoever keeps score.")]
        bids = None
    elif isinstance(problem, ShapeError):
        message = problem.form.sentences(stored.game.players)
    else:
        message = sentences(problem.problems, stored.game.players)
        status = STATUS.get(problem.problems[0].code, status)
    if status == 403:
        return error_page(status, message[0])
    if status == 422 and bids and stored.hides_bids and stored.sheet.hand:
        draft = replace(stored.sheet.hand, bids=bids)
    view = View(draft, message, me=_me(seen))
    return show_board(stored, seen.rights, view=view, status=status)


def _me(seen: GameAccess) -> int | None:
    """The seat of this phone's player, if the phone only follows."""
    return None if seen.rights.writes else seat_asked(seen.stored.game)
