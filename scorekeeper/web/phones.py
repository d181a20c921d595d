"""The phones that keep a game's score: who they are, taking the right away, passing it on."""

from __future__ import annotations

from flask import Blueprint, Response, abort, flash, url_for

from scorekeeper import store
from scorekeeper.forms import PassForm, PhoneForm, SaveForm
from scorekeeper.language import gettext
from scorekeeper.store import keepers, links, phones
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.access import own_game, rights, visible_game
from scorekeeper.web.answers import go_on, show
from scorekeeper.web.device import make_phone_key, phone_key
from scorekeeper.web.qr import shown_link

bp = Blueprint("phones", __name__, url_prefix="/g/<key>")


@bp.get("/phones")
def page(key: str) -> Response:
    """Who keeps score, and the pencil to pass."""
    return _page(own_game(key))


@bp.post("/phones")
def end(key: str) -> Response:
    """Take the right away from a phone, or give up one's own."""
    stored = own_game(key)
    form = PhoneForm()
    if not form.validate_on_submit():
        return _page(stored, form.sentences(), 422)
    try:
        keepers.end(key, phone_key(), form.phone.data)
    except store.UnknownGameError:
        abort(404)
    if rights(stored).writes:
        return go_on(url_for("phones.page", key=key), gettext("Taken away"))
    return go_on(url_for("game.page", key=key), gettext("This phone no longer keeps score"))


@bp.post("/pass")
def pass_on(key: str) -> Response:
    """Make a link that lets another phone keep score too, or instead."""
    stored = own_game(key)
    form = PassForm()
    if not form.validate_on_submit():
        return _page(stored, form.sentences(), 422)
    try:
        links.make(phone_key(), key, hand_over=bool(form.hand_over.data))
    except store.UnknownGameError:
        abort(404)
    return go_on(url_for("phones.page", key=key, _anchor="link"))


@bp.post("/claim")
def claim(key: str) -> Response:
    """Begin to keep score, on a phone that shares the game's book."""
    stored = visible_game(key)
    own = rights(stored)
    if own.writes:
        return go_on(url_for("game.page", key=key))
    if not own.may_claim:
        abort(404)
    form = SaveForm()
    if not form.validate_on_submit():
        flash(" ".join(form.sentences()))
        return go_on(url_for("game.page", key=key))
    try:
        keepers.claim(key, make_phone_key())
    except store.UnknownGameError:
        abort(404)
    return go_on(url_for("game.page", key=key), gettext("This phone keeps score now"))


def _page(stored: StoredGame, problems: list[str] | None = None, status: int = 200) -> Response:
    own = rights(stored)
    lines = keepers.listed(stored.id, phone_key())
    return show(
        "phones.html",
        "phones.html",
        status,
        stored=stored,
        name=phones.name_of(phone_key()),
        phones=[(line, keepers.may_end(stored, own, line)) for line in lines],
        **shown_link(links.waiting(phone_key(), stored.id)),
        problems=problems or [],
    )
