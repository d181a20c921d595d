"""The list of hands: skipping the hand in play, dealing it again, and taking a hand out."""

from collections.abc import Callable

from flask import Blueprint, Response, url_for

from scorekeeper.board.page_parts import show_refused
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, save_hand
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import capital, gettext
from scorekeeper.rules.actions import deal_again, delete_hand, skip_hand
from scorekeeper.rules.game import Game

bp = Blueprint("hand_list", __name__, url_prefix="/g/<key>/hands/<int:number>")


def _redisplay(refused: Refusal, number: int) -> Response:  # noqa: ARG001
    """The reason why nothing was saved."""
    if not refused.stale:
        return show_refused(refused)
    changed = gettext("Someone else changed this hand first. Look at it, then try again.")
    return show_refused(refused, [changed])


@bp.post("/skip")
@refusals_by(_redisplay)
def skip(key: str, number: int) -> Response:
    """Leave the hand in play unplayed."""
    _save(key, number, skip_hand)
    message = capital(gettext("hand %(number)s not played", number=number))
    return redirect_to(url_for("game.page", key=key), message)


@bp.post("/again")
@refusals_by(_redisplay)
def again(key: str, number: int) -> Response:
    """Deal the hand in play again: its entries go."""
    save_hand(key, SaveForm(), number, deal_again, clears=True)
    message = capital(gettext("hand %(number)s dealt again", number=number))
    return redirect_to(url_for("game.page", key=key), message)


@bp.post("/delete")
@refusals_by(_redisplay)
def delete(key: str, number: int) -> Response:
    """Take a hand out that is over; all later totals follow."""
    _save(key, number, delete_hand)
    message = capital(gettext("hand %(number)s taken out", number=number))
    return redirect_to(url_for("game.page", key=key, _anchor="sheet"), message)


def _save(key: str, number: int, act: Callable[[Game, int], Game]) -> None:
    save_hand(key, SaveForm(), number, act)
