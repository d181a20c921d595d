"""Letting others follow: the address, its QR code, and a code to say aloud."""

from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, request, url_for
from werkzeug.exceptions import HTTPException

from scorekeeper.forms.book import JoinForm
from scorekeeper.http.access import visible_game
from scorekeeper.http.addresses import address_of, qr_code
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.guard import TRIES, failed, limiter, too_often
from scorekeeper.keys import CODE_LENGTH, CODE_LETTERS, LINK_CODE_LENGTH
from scorekeeper.language import gettext, ngettext
from scorekeeper.store.games import games
from scorekeeper.store.mapping.stored import UnknownGameError
from scorekeeper.store.sharing import keepers, links

bp = Blueprint("share", __name__)


@bp.get("/g/<key>/share")
def page(key: str) -> Response:
    """The ways for others to follow this game, for everybody who sees it."""
    seen = visible_game(key)
    stored = seen.stored
    address = address_of("game.page", key=key)
    running = stored.sheet.result is None
    return show(
        "share.html",
        stored=stored,
        address=address,
        qr=qr_code(address),
        code=stored.code if running else None,
        join_address=address_of("share.join").partition("://")[2],
        can_write=seen.rights.writes,
        keepers=[line.name for line in keepers.listed(stored.id, phone_key())],
    )


@bp.get("/join")
def join() -> Response:
    """The form for a spoken code."""
    return _join()


@bp.post("/join")
@limiter.limit(TRIES, deduct_when=failed, on_breach=lambda _: _join(too_often(), status=429))
def look_up() -> Response:
    """Go to the running game with this code, to the link that passes its pencil with a longer one,
    or to the page with this address.

    Nothing is changed, so nothing needs a cookie or a token.
    """
    if "/" in _typed():
        return _to_address()
    code = "".join(letter for letter in _typed().upper() if letter.isalnum())
    if len(code) not in (CODE_LENGTH, LINK_CODE_LENGTH):
        message = ngettext(
            "A code has %(num)s letter or digit. Check it and try again.",
            "A code has %(num)s letters and digits. Check it and try again.",
            CODE_LENGTH,
        )
        return _join(message)
    strange = [letter for letter in code if letter not in CODE_LETTERS]
    if strange:
        # L10N: %(letter)s is one letter or digit.
        message = gettext(
            "Codes never contain %(letter)s. Check it and try again.", letter=strange[0]
        )
        return _join(message)
    if len(code) == LINK_CODE_LENGTH and links.preview(code, phone_key()).game:
        return redirect_to(url_for("links.page", token=code))
    try:
        stored = games.by_code(code)
    except UnknownGameError:
        stored = None
    if stored is None or stored.sheet.result:
        return _join(gettext("No game in progress has this code."))
    return redirect_to(url_for("game.page", key=stored.key))


def _to_address() -> Response:
    """Go to a page of this program whose address somebody pasted, at whatever host."""
    try:
        path = "/" + urlsplit(_typed()).path.removeprefix(request.script_root).strip("/")
        endpoint, values = current_app.url_map.bind("").match(path, method="GET")
    except (ValueError, HTTPException):
        return _join(gettext("This is not the address of a game. Copy it again."))
    return redirect_to(url_for(endpoint, **values))


def _typed() -> str:
    # Without a token, so that it sets no cookie.
    return JoinForm(meta={"csrf": False}).code.data or ""


def _join(*problems: str, status: int = 0) -> Response:
    return show("join.html", status=status, typed=_typed(), problems=problems)
