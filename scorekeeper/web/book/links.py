"""Links that grant a right: opening one changes nothing, the button redeems it."""

from collections.abc import Sequence

from flask import Blueprint, Response, url_for

from scorekeeper.forms.book import RedeemForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.guard import TRIES, failed, limiter
from scorekeeper.language import gettext
from scorekeeper.store import phones
from scorekeeper.store.sharing import books, links
from scorekeeper.store.sharing.links import Kind, Offer, State

bp = Blueprint("links", __name__, url_prefix="/link/<token>")
GOOD = (State.OPEN, State.OWN, State.HAS_IT, State.DONE)


@bp.get("")
@limiter.limit(TRIES, deduct_when=failed)
def page(token: str) -> Response:
    """The effect of the link, and a button; previews and prefetches change nothing."""
    # So that two simultaneous taps come from one phone.
    make_phone_key()
    return _page(links.preview(token, phone_key()))


@bp.post("")
@limiter.limit(TRIES, deduct_when=failed)
def redeem(token: str) -> Response:
    """Redeem the link."""
    form = RedeemForm()
    if not form.validate_on_submit():
        return _page(links.preview(token, phone_key()), form.sentences(), form.name.shown())
    offer = links.redeem(token, make_phone_key(), form.name.data or "")
    if offer.state is not State.DONE:
        return _page(offer)
    message = {
        Kind.PENCIL: gettext("This phone keeps score now"),
        Kind.DESK: gettext("This phone now runs the event"),
        Kind.HELP: gettext("This phone enters results now"),
    }.get(offer.kind, gettext("This phone shares the book now"))
    return redirect_to(_thing(offer), message)


def _thing(offer: Offer) -> str:
    """The address of the page to which the link leads: a game, an event or the book."""
    if offer.game:
        return url_for("game.page", key=offer.game.key)
    if offer.event:
        runs = offer.state in (State.OWN, State.HAS_IT, State.DONE)
        desk = "desk_help.page" if offer.kind is Kind.HELP else "desk_round.page"
        page = desk if runs else "event.page"
        return url_for(page, key=offer.event[0])
    return url_for("home.page")


def _page(offer: Offer, problems: Sequence[str] = (), name: str | None = None) -> Response:
    gone = 404 if offer.state is State.UNKNOWN else 410
    return show(
        "link.html",
        status=0 if problems or offer.state in GOOD else gone,
        offer=offer,
        move=books.move_of(phone_key())
        if offer.kind not in (Kind.PENCIL, Kind.DESK, Kind.HELP)
        else None,
        back_to=_thing(offer),
        name=phones.name_of(phone_key()) if name is None else name,
        problems=problems,
    )
