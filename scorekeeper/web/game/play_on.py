"""Playing on after the end of a game."""

from flask import Blueprint, Response, url_for

from scorekeeper.forms.game import HandsForm
from scorekeeper.http.access import writable_game
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, save, show_form
from scorekeeper.language import gettext
from scorekeeper.rules.actions import more_hands, play_on
from scorekeeper.rules.merge import house
from scorekeeper.store.mapping.stored import UnknownGameError

bp = Blueprint("play_on", __name__, url_prefix="/g/<key>/more")


@bp.get("")
def page(key: str) -> Response:
    """The choice of how many hands follow; 404 if the game cannot be continued."""
    seen = writable_game(key)
    if not more_hands(seen.stored.game):
        raise UnknownGameError(key)
    return _draw(Refusal(200, seen))


def _draw(refused: Refusal) -> Response:
    choices = more_hands(refused.seen.stored.game)
    return show_form("play_on.html", HandsForm(), refused, choices=choices)


@bp.post("")
@refusals_by(_draw)
def resume(key: str) -> Response:
    """Continue the game."""
    form = HandsForm()
    save(key, form, lambda game: play_on(game, form.hands.data), house)
    return redirect_to(url_for("game.page", key=key), gettext("The game goes on"))
