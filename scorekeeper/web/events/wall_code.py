"""The page on which the projector's computer types the code of a wall. It gives no right: it leads
to the public page of the wall."""

from flask import Blueprint, Response, url_for

from scorekeeper.forms.book import JoinForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.guard import TRIES, failed, limiter, too_often
from scorekeeper.keys import CODE_LENGTH
from scorekeeper.language import gettext
from scorekeeper.store.events import slips
from scorekeeper.store.mapping.stored import UnknownEventError

bp = Blueprint("wall_code", __name__)


@bp.get("/wall")
def page() -> Response:
    """The input for a code."""
    return _show()


@bp.post("/wall")
@limiter.limit(TRIES, deduct_when=failed, on_breach=lambda _: _show(too_often(), status=429))
def look_up() -> Response:
    """Go to the wall of the event with this code. Nothing is changed, so nothing needs a cookie or
    a token."""
    code = "".join(letter for letter in _typed().upper() if letter.isalnum())
    try:
        key = slips.key_of(code) if len(code) == CODE_LENGTH else ""
    except UnknownEventError:
        key = ""
    if not key:
        return _show(gettext("No event in progress has this code."), status=422)
    return redirect_to(url_for("wall.page", key=key))


def _typed() -> str:
    # Without a token, so that it sets no cookie.
    return JoinForm(meta={"csrf": False}).code.data or ""


def _show(*problems: str, status: int = 0) -> Response:
    return show(
        "event/wall_code.html",
        status=status,
        typed=_typed(),
        length=CODE_LENGTH,
        problems=problems,
    )
