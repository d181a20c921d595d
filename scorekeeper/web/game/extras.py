"""The extras of the hand in play: special cards, bonus cards, extra points."""

from flask import Blueprint, Response, make_response, url_for

from scorekeeper.board.clash import Clash
from scorekeeper.board.extras_entry import extras_clash, own_extras
from scorekeeper.forms.hand import ExtrasForm
from scorekeeper.http.access import hand_in, writable_game
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, say, show_form, wants_part
from scorekeeper.http.device import phone_key
from scorekeeper.language import gettext
from scorekeeper.rules.actions import enter_extras, hand_to_change
from scorekeeper.rules.bidding import bidding_order
from scorekeeper.rules.extras import cloud_choices, extras_of, slots
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.merge import Runs, hand_or_none
from scorekeeper.store.games import saves

bp = Blueprint("extras", __name__, url_prefix="/g/<key>")


@bp.get("/extras")
def current(key: str) -> Response:
    """The form for the hand in play, whichever that is."""
    seen = writable_game(key)
    hand = seen.stored.sheet.hand
    if hand is None:
        return redirect_to(url_for("game.page", key=key))
    return _draw(ExtrasForm(), hand, Refusal(200, seen))


@bp.get("/hands/<int:number>/all-extras")
def page(key: str, number: int) -> Response:
    """The form for the hand in play; a scored hand needs a correction."""
    seen = writable_game(key)
    hand = hand_in(seen.stored.game, number)
    if hand.scored:
        return redirect_to(url_for("correct.page", key=key, number=number))
    return _draw(ExtrasForm(), hand, Refusal(200, seen))


def _redisplay(refused: Refusal, number: int) -> Response:
    """The form as it was typed; if others changed the same places, the stored values with the typed
    ones beside them."""
    hand, form, clash = hand_in(refused.seen.stored.game, number), ExtrasForm(), None
    if refused.stale:
        clash = extras_clash(form, hand, refused.stale)
        form.show_extras(hand)
    return _draw(form, hand, refused, clash)


@bp.post("/hands/<int:number>/all-extras")
@refusals_by(_redisplay)
def enter(key: str, number: int) -> Response:
    """Save the extras of the hand; after a tap the page stays open."""
    form = ExtrasForm()
    form.check()

    def action(game: Game) -> Game:
        return enter_extras(game, number, form.extras(game, hand_to_change(game, number)))

    def rebase(runs: Runs) -> saves.Action | None:
        return own_extras(lambda hand: form.extras(runs[-1][-1], hand), form.touches, number, runs)

    revision = form.revision.data
    after = saves.save(key, phone_key(), revision, action, rebase, form.sent).after
    if not (wants_part() and form.is_tapped):
        return redirect_to(url_for("game.page", key=key), gettext("Saved"))
    if not _shows(form, after.game, number):
        return redirect_to(url_for("extras.current", key=key), gettext("Saved"))
    response = make_response("", 204)
    response.headers["X-Revision"] = str(after.revision)
    return say(response, gettext("Saved"), timed=True)


def _shows(form: ExtrasForm, game: Game, number: int) -> bool:
    """Whether the page that sent this form shows all extras of the hand; others may have saved some
    too."""
    hand = hand_or_none(game, number)
    if hand is None or hand.scored:
        return False
    return slots(form.extras(game, hand)) == slots(extras_of(hand))


def _draw(form: ExtrasForm, hand: Hand, refused: Refusal, clash: Clash | None = None) -> Response:
    game = refused.seen.stored.game
    if not form.is_sent:
        form.show_extras(hand)
    return show_form(
        "extras.html",
        form,
        refused,
        game=game,
        clash=clash,
        hand=hand,
        order=bidding_order(game, hand),
        clouds=cloud_choices(game, hand),
    )
