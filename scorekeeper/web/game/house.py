"""The house rules of a game, which can change from the next hand on."""

from flask import Blueprint, Response, url_for

from scorekeeper.forms.start import HouseForm, show_settings
from scorekeeper.http.access import writable_game
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, save, show_form
from scorekeeper.language import gettext
from scorekeeper.rules.actions import change_settings
from scorekeeper.rules.game import Game
from scorekeeper.rules.merge import house
from scorekeeper.rules.sheet import hand_sizes_left
from scorekeeper.store.mapping.stored import StoredGame

bp = Blueprint("house", __name__, url_prefix="/g/<key>/rules")


@bp.get("")
def page(key: str) -> Response:
    """The form for the house rules."""
    seen = writable_game(key)
    return _draw(_form(seen.stored), Refusal(200, seen))


@bp.post("")
@refusals_by(lambda refused: _draw(HouseForm(), refused))
def change(key: str) -> Response:
    """Change the house rules from the next hand on."""
    form = HouseForm()

    def action(game: Game) -> Game:
        sizes = form.hand_sizes(hand_sizes_left(game), _largest(game))
        rule, specials = form.bid_rule(game.variant), form.special_cards(game.variant)
        return change_settings(game, rule, sizes, form.minutes(), specials=specials)

    save(key, form, action, house)
    return redirect_to(url_for("game.page", key=key), gettext("Saved"))


def _form(stored: StoredGame) -> HouseForm:
    left = hand_sizes_left(stored.game)
    form = HouseForm(first=left[0] if left else None, last=left[-1] if left else None)
    show_settings(form, stored.game.variant, stored.game.settings)
    return form


def _largest(game: Game) -> int:
    return game.variant.largest_hand(game.present)


def _draw(form: HouseForm, refused: Refusal) -> Response:
    game = refused.seen.stored.game
    return show_form(
        "rules.html",
        form,
        refused,
        left=hand_sizes_left(game),
        largest=_largest(game),
        first=len(game.hands) + 1,
    )
