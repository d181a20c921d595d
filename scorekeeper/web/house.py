"""The house rules of a game, to change from the next hand on."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, url_for

from scorekeeper.forms import HouseForm, show_settings
from scorekeeper.language import gettext
from scorekeeper.rules.actions import change_settings
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import hand_sizes_left, score_sheet
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.access import own_game
from scorekeeper.web.answers import Refusal, go_on, save, show, unless_changed

bp = Blueprint("house", __name__, url_prefix="/g/<key>/rules")


@bp.get("")
def page(key: str) -> Response:
    """The house rules, to change from the next hand on."""
    stored = own_game(key)
    return _draw(_form(stored), Refusal(200, stored))


@bp.post("")
def change(key: str) -> Response:
    """Change the house rules from the next hand on."""
    shown = own_game(key)
    form = HouseForm()

    def action(game: Game) -> Game:
        largest = game.variant.largest_hand(len(game.players))
        sizes = form.hand_sizes(hand_sizes_left(game), largest)
        return change_settings(game, form.bid_rule(), sizes, form.minutes())

    outcome = save(form, action, shown, partial(_draw, form), unless_changed(action))
    if isinstance(outcome, Response):
        return outcome
    return go_on(url_for("game.page", key=key), gettext("House rules saved"))


def _form(stored: StoredGame) -> HouseForm:
    left = hand_sizes_left(stored.game)
    form = HouseForm(first=left[0] if left else None, last=left[-1] if left else None)
    show_settings(form, stored.game.settings)
    return form


def _draw(form: HouseForm, refused: Refusal) -> Response:
    stored, problems = refused.stored, refused.problems
    if refused.stale:
        problems = [gettext("Somebody changed this game first. Save again if yours is right.")]
    return show(
        "rules.html",
        "rules.html",
        refused.status,
        form=form,
        stored=stored,
        sheet=score_sheet(stored.game),
        left=hand_sizes_left(stored.game),
        first=len(stored.game.hands) + 1,
        problems=problems,
    )
