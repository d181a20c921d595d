"""The phones of a game: who keeps score, and the codes and links for others."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, flash, request, url_for
from werkzeug.exceptions import HTTPException

from scorekeeper.board.page_parts import follow_part
from scorekeeper.forms.book import JoinForm, PassForm, PhoneForm
from scorekeeper.http.access import visible_game, writable_game
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.filters import address_of, qr_code, shown_link
from scorekeeper.http.guard import TRIES, failed, limiter, making, too_often
from scorekeeper.http.save_form import SaveForm
from scorekeeper.keys import CODE_LENGTH, CODE_LETTERS, LINK_CODE_LENGTH
from scorekeeper.rules.people import seat_of_phone
from scorekeeper.store import phones
from scorekeeper.store.games import games
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.store.sharing import keepers, links
from scorekeeper.words.language import gettext, ngettext

bp = Blueprint("phones", __name__)


def _page(refused: Refusal) -> Response:
    stored, rights = refused.seen.stored, refused.seen.rights
    lines = keepers.listed(stored.id, phone_key())
    return show(
        "phones.html",
        status=refused.status,
        stored=stored,
        follow=follow_part(rights),
        name=phones.name_of(phone_key()),
        phones=[
            (line, keepers.may_end(rights, stored.book_id, line), _shade(stored, line))
            for line in lines
        ],
        names=[line.name for line in lines],
        **shown_link(links.waiting(phone_key(), stored.id)),
        problems=refused.problems,
    )


def _shade(stored: StoredGame, line: phones.PhoneLine) -> int | None:
    """The shade of the player after whom a phone is called."""
    seat = seat_of_phone(line.name, stored.game.players)
    return None if seat is None else stored.shades[seat]


@bp.get("/g/<key>/phones")
def page(key: str) -> Response:
    """The phones that keep score, and a link for another one."""
    return _page(Refusal(200, writable_game(key)))


@bp.post("/g/<key>/phones")
@refusals_by(_page)
def end(key: str) -> Response:
    form = PhoneForm()
    form.check()
    keepers.end(key, phone_key(), form.phone.data)
    if visible_game(key).rights.writes:
        return redirect_to(
            url_for("phones.page", key=key), gettext("That phone no longer keeps score")
        )
    return redirect_to(url_for("game.page", key=key), gettext("This phone no longer keeps score"))


@bp.post("/g/<key>/pass")
@refusals_by(_page)
def pass_on(key: str) -> Response:
    """Create a link with which another phone keeps score too, or instead."""
    form = PassForm()
    form.check()
    links.make(phone_key(), key, hand_over=bool(form.hand_over.data))
    return redirect_to(url_for("phones.page", key=key, _anchor="link"))


@bp.post("/g/<key>/claim")
@making()
def claim(key: str) -> Response:
    """Start to keep score, on a phone that shares the game's book."""
    rights = visible_game(key).rights
    if rights.writes:
        return redirect_to(url_for("game.page", key=key))
    if not rights.may_claim:
        raise UnknownGameError(key)
    form = SaveForm()
    if not form.validate_on_submit():
        flash(" ".join(form.sentences()))
        return redirect_to(url_for("game.page", key=key))
    keepers.claim(key, make_phone_key())
    return redirect_to(url_for("game.page", key=key), gettext("This phone keeps score now"))


@bp.get("/g/<key>/share")
def share_page(key: str) -> Response:
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
        join_address=address_of("phones.join").partition("://")[2],
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
        return redirect_to(url_for("book.link_page", token=code))
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
