"""Making a phone trust the server's own authority, for https at home (``serve --https``)."""

from flask import Blueprint, Response, abort, current_app

from scorekeeper.http.answers import show
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.filters import address_of, recovery_address
from scorekeeper.store.sharing import books

bp = Blueprint("trust", __name__, url_prefix="/trust")


@bp.before_request
def is_there() -> None:
    """Answer 404 at these addresses if the server has no authority of its own."""
    if not current_app.config["AUTHORITY"]:
        abort(404)


@bp.get("")
def page() -> Response:
    """The certificate, the steps on each kind of phone, and a link to the app over https. Over
    https the phone counts as a new one, so the link is its recovery link.
    """
    in_household = current_app.config["HOUSEHOLD"]
    recovery = None if in_household else books.recovery(phone_key())
    address = recovery_address(recovery) or address_of("home.page")
    has_games = not in_household and books.move_of(phone_key()).games > 0
    return show(
        "trust.html",
        address=address.replace("http:", "https:", 1),
        leaves_games=has_games and not recovery,
        with_token=False,
    )


@bp.get("/scorekeeper.crt")
def certificate() -> Response:
    """The certificate of the authority; a phone offers to install this type."""
    return Response(current_app.config["AUTHORITY"], mimetype="application/x-x509-ca-cert")
