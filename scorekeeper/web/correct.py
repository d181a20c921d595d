"""Correcting a hand that was scored, or who deals the hand being played."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, abort, url_for

from scorekeeper.forms import HandForm, hand_form
from scorekeeper.language import gettext
from scorekeeper.rules.actions import change_dealer, correct_hand, hand_to_change
from scorekeeper.rules.bidding import bidding_order
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.access import own_game
from scorekeeper.web.answers import go_on, save, show
from scorekeeper.web.places import row_spans

bp = Blueprint("correct", __name__)


@bp.get("/g/<key>/hands/<int:number>")
def page(key: str, number: int) -> Response:
    """A hand to correct, as it was entered."""
    stored = own_game(key)
    hand = _hand(stored.game, number)
    form = hand_form(stored.game)
    form.turned.data, form.named.data = hand.turned, hand.trump
    form.dealer.data, form.negated.data = hand.dealer, hand.negated
    for seat in stored.game.seats:
        form[f"bid_{seat}"].data = hand.bids[seat]
        form[f"tricks_{seat}"].data = hand.tricks[seat]
    return _draw(form, number, stored, [], 200)


@bp.post("/g/<key>/hands/<int:number>")
def correct(key: str, number: int) -> Response:
    """Save the corrected hand; all later totals follow."""
    shown = own_game(key)
    form = hand_form(shown.game)
    scored = _hand(shown.game, number).scored
    outcome = save(
        key,
        form,
        (lambda game: correct_hand(game, number, form.correction()))
        if scored
        else (lambda game: change_dealer(game, number, form.dealer.data)),
        shown,
        partial(_draw, form, number),
    )
    if isinstance(outcome, Response):
        return outcome
    said = gettext("Hand %(number)s corrected", number=number) if scored else gettext("Saved")
    return go_on(url_for("game.page", key=key), said)


def _hand(game: Game, number: int) -> Hand:
    try:
        return hand_to_change(game, number)
    except RefusedError:
        abort(404)


def _draw(
    form: HandForm, number: int, stored: StoredGame, problems: list[str], status: int
) -> Response:
    hand = _hand(stored.game, number)
    if status == 409:
        problems = [gettext("Somebody changed this game first. Save again if yours is right.")]
    return show(
        "correct.html",
        "correct.html",
        status,
        form=form,
        stored=stored,
        game=stored.game,
        hand=hand,
        order=bidding_order(stored.game, hand),
        turns_trump=stored.game.variant.turns_trump(len(stored.game.players), hand.cards),
        spans=row_spans(hand.cards + 1),
        problems=problems,
    )
