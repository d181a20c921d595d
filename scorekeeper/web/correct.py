"""Correcting a hand that was scored, or who deals the hand being played."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, abort, url_for

from scorekeeper.forms import HandForm, hand_form
from scorekeeper.language import gettext
from scorekeeper.rules.actions import change_dealer, correct_hand, hand_to_change
from scorekeeper.rules.bidding import bidding_order
from scorekeeper.rules.game import Game, Hand, Turned
from scorekeeper.rules.merge import hand_or_none, same_dealer, same_hand
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store.saves import Action, StaleError
from scorekeeper.web.access import own_game
from scorekeeper.web.answers import Refusal, go_on, save, show
from scorekeeper.web.clash import clash_lines
from scorekeeper.web.places import row_spans
from scorekeeper.words.problems import sentences

bp = Blueprint("correct", __name__)


@bp.get("/g/<key>/hands/<int:number>")
def page(key: str, number: int) -> Response:
    """A hand to correct, as it was entered."""
    stored = own_game(key)
    form = hand_form(stored.game)
    _fill(form, _hand(stored.game, number))
    return _draw(form, number, Refusal(200, stored))


@bp.post("/g/<key>/hands/<int:number>")
def correct(key: str, number: int) -> Response:
    """Save the corrected hand; all later totals follow."""
    shown = own_game(key)
    form = hand_form(shown.game)
    whole = _hand(shown.game, number).scored or _is_whole(form)

    def action(game: Game) -> Game:
        if whole:
            return correct_hand(game, number, form.correction())
        return change_dealer(game, number, form.dealer.data)

    def rebase(base: Game, now: Game) -> Action | None:
        same = same_hand if whole else same_dealer
        return action if same(base, now, number) else None

    outcome = save(form, action, shown, partial(_draw, form, number), rebase)
    if isinstance(outcome, Response):
        return outcome
    said = gettext("Hand %(number)s corrected", number=number) if whole else gettext("Saved")
    return go_on(url_for("game.page", key=key), said)


def _hand(game: Game, number: int) -> Hand:
    try:
        return hand_to_change(game, number)
    except RefusedError:
        abort(404)


def _is_whole(form: HandForm) -> bool:
    """Whether a page sent this that showed the hand scored, not only who deals."""
    return any(number is not None for number in form.by_seat("bid") + form.by_seat("tricks"))


def _fill(form: HandForm, hand: Hand) -> None:
    """Let the form show the hand wherever nothing was typed."""
    known: dict[str, object] = {"dealer": hand.dealer, "negated": hand.negated}
    known |= {"turned": hand.turned, "named": hand.trump}
    known |= {f"bid_{seat}": bid for seat, bid in enumerate(hand.bids)}
    known |= {f"tricks_{seat}": tricks for seat, tricks in enumerate(hand.tricks)}
    for name, value in known.items():
        if form[name].data is None:
            form[name].data = value


def _clashes(form: HandForm, hand: Hand, stale: StaleError) -> list[str]:
    if _is_whole(form) and not hand.scored:
        players, values = stale.stored.game.players, {"number": hand.number}
        return sentences([Problem("hand-unscored", values=values)], players)
    _fill(form, hand)
    said = gettext("Somebody changed this hand first. Save again if yours is right.")
    base = hand_or_none(stale.base, hand.number) if stale.base else None
    return [said, *clash_lines(stale, hand, _typed(form, hand), base)]


def _typed(form: HandForm, hand: Hand) -> Hand:
    """The hand with what the form shows."""
    typed = form.correction()
    mine = replace(hand, dealer=hand.dealer if typed.dealer is None else typed.dealer)
    if not hand.scored:
        return mine
    mine = replace(mine, bids=typed.bids, tricks=typed.tricks, negated=typed.negated)
    trump = typed.named if typed.turned is Turned.WIZARD else hand.trump
    return replace(mine, turned=typed.turned, trump=trump)


def _draw(form: HandForm, number: int, refused: Refusal) -> Response:
    stored = refused.stored
    hand = _hand(stored.game, number)
    clashes = _clashes(form, hand, refused.stale) if refused.stale else []
    return show(
        "correct.html",
        "correct.html",
        refused.status,
        form=form,
        stored=stored,
        game=stored.game,
        hand=hand,
        order=bidding_order(stored.game, hand),
        turns_trump=stored.game.variant.turns_trump(len(stored.game.players), hand.cards),
        spans=row_spans(hand.cards + 1),
        problems=refused.problems + clashes,
    )
