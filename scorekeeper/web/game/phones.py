"""The phones that keep a game's score: their list, revoking a right, passing it on."""

from flask import Blueprint, Response, flash, url_for

from scorekeeper.board.page_parts import follow_part
from scorekeeper.forms.book import PassForm, PhoneForm
from scorekeeper.http.access import visible_game, writable_game
from scorekeeper.http.addresses import shown_link
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.guard import making
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import gettext
from scorekeeper.rules.people import seat_of_phone
from scorekeeper.store import phones
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.store.sharing import keepers, links

bp = Blueprint("phones", __name__, url_prefix="/g/<key>")


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


@bp.get("/phones")
def page(key: str) -> Response:
    """The phones that keep score, and a link for another one."""
    return _page(Refusal(200, writable_game(key)))


@bp.post("/phones")
@refusals_by(_page)
def end(key: str) -> Response:
    """End the right of a phone, or this phone's own."""
    form = PhoneForm()
    form.check()
    keepers.end(key, phone_key(), form.phone.data)
    if visible_game(key).rights.writes:
        return redirect_to(
            url_for("phones.page", key=key), gettext("That phone no longer keeps score")
        )
    return redirect_to(url_for("game.page", key=key), gettext("This phone no longer keeps score"))


@bp.post("/pass")
@refusals_by(_page)
def pass_on(key: str) -> Response:
    """Create a link with which another phone keeps score too, or instead."""
    form = PassForm()
    form.check()
    links.make(phone_key(), key, hand_over=bool(form.hand_over.data))
    return redirect_to(url_for("phones.page", key=key, _anchor="link"))


@bp.post("/claim")
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
