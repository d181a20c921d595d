"""What the hand being played has besides bids and tricks: special cards, extras, extra points."""

from __future__ import annotations

from flask import Blueprint, Response, url_for

from scorekeeper.forms.extras import ExtrasForm
from scorekeeper.http.access import hand_in, own_game
from scorekeeper.http.answers import Refusal, go_on, refusals_by, save, show_form
from scorekeeper.language import gettext
from scorekeeper.rules.actions import enter_extras, hand_to_change
from scorekeeper.rules.bidding import bidding_order
from scorekeeper.rules.extras import cloud_choices
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.merge import same_hand

bp = Blueprint("extras", __name__, url_prefix="/g/<key>")


@bp.get("/extras")
def current(key: str) -> Response:
    """The form for the hand being played, whichever that is."""
    seen = own_game(key)
    hand = seen.stored.sheet.hand
    if hand is None:
        return go_on(url_for("game.page", key=key))
    return _draw(ExtrasForm(), hand, Refusal(200, seen))


@bp.get("/hands/<int:number>/extras")
def page(key: str, number: int) -> Response:
    """The form for the hand being played; a scored one is corrected whole."""
    seen = own_game(key)
    hand = hand_in(seen.stored.game, number)
    if hand.scored:
        return go_on(url_for("correct.page", key=key, number=number))
    return _draw(ExtrasForm(), hand, Refusal(200, seen))


def _again(refused: Refusal, number: int) -> Response:
    """The form as it was typed, over the hand as it is now."""
    hand = hand_in(refused.seen.stored.game, number)
    return _draw(ExtrasForm(), hand, refused)


@bp.post("/hands/<int:number>/extras")
@refusals_by(_again)
def enter(key: str, number: int) -> Response:
    """Save all that the hand has besides bids and tricks."""
    form = ExtrasForm()

    def action(game: Game) -> Game:
        return enter_extras(game, number, form.extras(game, hand_to_change(game, number)))

    save(key, form, action, lambda runs: same_hand(runs, number))
    return go_on(url_for("game.page", key=key), gettext("Saved"))


def _draw(form: ExtrasForm, hand: Hand, refused: Refusal) -> Response:
    game = refused.seen.stored.game
    if not form.is_sent:
        form.show_extras(hand)
    return show_form(
        "extras.html",
        form,
        refused,
        if_stale=gettext("Someone else changed this hand first. Save again to keep yours."),
        game=game,
        hand=hand,
        order=bidding_order(game, hand),
        clouds=cloud_choices(game, hand),
    )
