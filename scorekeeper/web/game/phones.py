"""The phones of a game: who keeps score, the codes and links for others, and the hidden bids that
players enter on their own phones."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, current_app, flash, g, request, session, url_for
from werkzeug.exceptions import HTTPException

from scorekeeper.board.board import View, seat_asked
from scorekeeper.board.page_parts import follow_part, show_board
from scorekeeper.forms.book import JoinForm, PassForm, PhoneForm
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
from scorekeeper.http.filters import address_of, qr_code, shown_link
from scorekeeper.http.guard import TRIES, failed, limiter, making, too_often
from scorekeeper.http.save_form import SaveForm, ShapeError
from scorekeeper.keys import CODE_LENGTH, CODE_LETTERS, LINK_CODE_LENGTH
from scorekeeper.rules.actions import Numbers
from scorekeeper.rules.people import seat_of_phone
from scorekeeper.rules.problems import Code, ProblemCode, RefusedError
from scorekeeper.store import phones
from scorekeeper.store.games import games, saves
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.games.saves import number_now
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.store.sharing import keepers, links
from scorekeeper.words.language import gettext, ngettext
from scorekeeper.words.lines import missing_bids_line
from scorekeeper.words.problems import sentences

bp = Blueprint("phones", __name__)
MARKS = ".,;:!?…*\"'()[]<>«»„“”‘’"
"""What stands around an address in a message; none is in the key at its end."""
MOST_ADDRESSES = 10
"""So many addresses of a message are looked at."""


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
    """The form for a spoken code: of a game, or to ``keep`` the score of the one that is shown."""
    return _join()


@bp.post("/join")
@limiter.limit(TRIES, deduct_when=failed, on_breach=lambda _: _join(too_often(), status=429))
def look_up() -> Response:
    """Go to the running game with this code, to the link that passes its pencil with a longer one,
    or to the page with this address.

    Nothing is changed, so nothing needs a cookie or a token.
    """
    typed = _typed()
    if not {"/", "."}.isdisjoint(typed.rstrip(" .")):
        return _to_address(typed)
    # A label that was copied along ends in a colon.
    code = "".join(filter(str.isalnum, typed.rpartition(":")[2].upper()))
    keeps = bool(request.args.get("keep"))
    if len(code) != LINK_CODE_LENGTH and (keeps or len(code) != CODE_LENGTH):
        message = ngettext(
            "A code has %(num)s letter or digit. Check it and try again.",
            "A code has %(num)s letters and digits. Check it and try again.",
            LINK_CODE_LENGTH if keeps else CODE_LENGTH,
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
        stored = None if keeps else games.by_code(code)
    except UnknownGameError:
        stored = None
    if stored is None or stored.sheet.result:
        wrong = gettext("This code is wrong or no longer works.")
        return _join(wrong if keeps else gettext("No game in progress has this code."))
    return redirect_to(url_for("game.page", key=stored.key))


def _to_address(text: str) -> Response:
    """Go to the page of a game, an event or a link whose address is in a pasted text, at whatever
    host, with or without ``https://``."""
    addresses = [word for word in text.split() if "/" in word]
    for address in addresses[:MOST_ADDRESSES]:
        with suppress(HTTPException):
            plain = address.partition("?")[0].partition("#")[0].strip(MARKS)
            rest = plain.rpartition("://")[2]
            path = f"/{rest.partition('/')[2]}".removeprefix(request.script_root).strip("/")
            endpoint, values = current_app.url_map.bind("").match(f"/{path}", method="GET")
            # A page that everybody has is in no address that somebody sent.
            if values:
                return redirect_to(url_for(endpoint, **values))
    return _join(gettext("This is not the address of a game. Copy it again."))


def _typed() -> str:
    # Without a token, so that it sets no cookie.
    return JoinForm(meta={"csrf": False}).code.data or ""


def _join(*problems: str, status: int = 0) -> Response:
    game = request.args.get("keep", "")
    return show("join.html", status=status, typed=_typed(), problems=problems, game=game)


hidden_bids = Blueprint("hidden_bids", __name__, url_prefix="/g/<key>")

STATUS: dict[ProblemCode, int] = {
    Code.BIDS_OFF: 403,
    Code.BIDS_ANOTHER: 409,
    Code.BIDS_REVEALED: 409,
    Code.SEAT_TAKEN: 409,
}
"""Problems other than an impossible bid."""


def _hidden_page(refused: Refusal) -> Response:
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


@hidden_bids.get("/sealed", endpoint="page")
def hidden_page(key: str) -> Response:
    """The switch for bids on the phones, and the players who have bid."""
    return _hidden_page(Refusal(200, writable_game(key)))


@hidden_bids.post("/sealed")
@refusals_by(_hidden_page)
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


@hidden_bids.post("/hands/<int:number>/free")
@refusals_by(lambda refused, **_: _hidden_page(refused))
def remove(key: str, number: int) -> Response:
    form = SeatForm()
    form.check()
    saves.remove(key, phone_key(), _now(key, form, number), form.seat.data)
    return redirect_to(url_for("hidden_bids.page", key=key), gettext("Removed"))


@hidden_bids.post("/hands/<int:number>/open")
@refusals_by(lambda refused, **_: _hidden_page(refused))
def reveal(key: str, number: int) -> Response:
    form = SaveForm()
    form.check()
    saves.reveal(key, phone_key(), _now(key, form, number), form.tap.data)
    return redirect_to(url_for("game.page", key=key), gettext("The bids are revealed"))


@hidden_bids.post("/hands/<int:number>/sealed")
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
