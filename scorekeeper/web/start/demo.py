"""The demo: a hand of four made-up players, with a guide; nothing is saved."""

from flask import Blueprint, Response, url_for

from scorekeeper.board.guide import SIZES
from scorekeeper.http.answers import error_page, redirect_to
from scorekeeper.http.cookies import make_phone_key
from scorekeeper.http.guard import making
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import gettext
from scorekeeper.rules.attendance import new_game
from scorekeeper.rules.variants.house import BidRule, Settings
from scorekeeper.rules.variants.variants import WIZARD
from scorekeeper.store.games import games
from scorekeeper.web.start.suggestions import recent_games, suggested_decks

bp = Blueprint("demo", __name__, url_prefix="/try")


@bp.get("")
def page() -> Response:
    """The first page, which offers the demo."""
    return redirect_to(url_for("home.page"))


@bp.post("")
@making(lambda _: _too_many())
def start() -> Response:
    """Start a demo in place of the phone's last one."""
    form = SaveForm()
    if not form.validate_on_submit():
        expired = gettext("This page expired, or cookies are off. Go back and try again.")
        return error_page(422, form.sentences()[0] if form.is_ours else expired)
    # L10N: four made-up players, as on the first page of a phone without games.
    names = gettext("Anna"), gettext("Ben"), gettext("Clara"), gettext("David")
    deck = suggested_decks(recent_games())[WIZARD.key]
    game = new_game(WIZARD, names, 0, Settings(BidRule(hook=True), SIZES), deck)
    stored = games.start_trial(make_phone_key(), game)
    return redirect_to(url_for("game.page", key=stored.key))


def _too_many() -> Response:
    message = gettext("Too many new games from this network in the last hour. Try again later.")
    return error_page(429, message)
