"""The hand being played: trump, bids, tricks, and scoring it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, request, url_for

from scorekeeper.fields import OneValueField
from scorekeeper.forms import HandForm, hand_form
from scorekeeper.language import gettext
from scorekeeper.rules.actions import enter_bids, enter_tricks, score_hand, turn_up
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.scoring import phase
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.access import own_game
from scorekeeper.web.answers import go_on, save, say, show, wants_part
from scorekeeper.web.board import View, build_board
from scorekeeper.words.lines import lead_line, result_line
from scorekeeper.words.names import CARD_NAMES, DASH

bp = Blueprint("play", __name__)


@bp.post("/g/<key>/hands/<int:number>/<any(trump, bids, tricks):panel>")
def enter(key: str, number: int, panel: str) -> Response:
    """Save a panel's whole state; in the tricks panel the button scores the hand."""
    shown = own_game(key)
    form = hand_form(shown.game)
    scores = panel == "tricks" and "score" in request.form
    draw = partial(_draw, form, panel, number)
    outcome = save(key, form, _action(form, panel, number, scores=scores), shown, draw)
    if isinstance(outcome, Response):
        return outcome
    return answer(outcome, shown, _said(outcome, number) if scores else None)


def answer(stored: StoredGame, before: StoredGame, said: str | None = None) -> Response:
    """After a save: the board as it is now, with a word for the status line ("Saved")."""
    if not wants_part():
        return go_on(url_for("game.page", key=stored.key), said or gettext("Saved"))
    fresh = _waits_for(stored.game) != _waits_for(before.game)
    board = build_board(stored, can_write=True, view=View(fresh=fresh))
    response = show("game.html", "_board.html", board=board, stored=stored)
    return say(response, said or gettext("Saved"), timed=said is None)


def _action(form: HandForm, panel: str, number: int, *, scores: bool) -> Callable[[Game], Game]:
    if panel == "trump":
        return lambda game: turn_up(game, number, form.turned.data, form.named.data)
    if panel == "bids":
        return lambda game: enter_bids(game, number, form.by_seat("bid"))
    tricks = score_hand if scores else enter_tricks
    return lambda game: tricks(game, number, form.by_seat("tricks"), form.negated.data)


def _draw(
    form: HandForm, panel: str, number: int, stored: StoredGame, problems: list[str], status: int
) -> Response:
    hand = score_sheet(stored.game).hand
    draft = None
    if status == 422 and hand is not None and hand.number == number:
        draft = _typed(form, panel, hand)
    clashes = _clashes(form, panel, number, stored.game) if status == 409 else []
    view = View(draft, problems, clashes)
    board = build_board(stored, can_write=True, panel=panel if draft else None, view=view)
    return show("game.html", "_board.html", status, board=board, stored=stored)


def _typed(form: HandForm, panel: str, hand: Hand) -> Hand:
    """The hand with what was typed in place of what is stored."""
    if panel == "trump":
        turned, named = form.turned.data, form.named.data
        return replace(hand, turned=turned or hand.turned, trump=named or hand.trump)
    what, known = ("bid", hand.bids) if panel == "bids" else ("tricks", hand.tricks)
    typed = form.by_seat(what)
    merged = tuple(k if t is None else t for k, t in zip(known, typed, strict=True))
    if panel == "bids":
        return replace(hand, bids=merged)
    negated = hand.negated if form.negated.data is None else form.negated.data
    return replace(hand, tricks=merged, negated=negated)


def _clashes(form: HandForm, panel: str, number: int, game: Game) -> list[str]:
    """What this page sent and the sheet says otherwise."""
    hand = game.hands[number - 1] if 1 <= number <= len(game.hands) else None
    entered: list[tuple[OneValueField, object]] = []
    if panel == "trump":
        entered = [(form.turned, hand and hand.turned)]
    else:
        what = "bid" if panel == "bids" else "tricks"
        known = (hand.bids if panel == "bids" else hand.tricks) if hand else None
        for seat in game.seats:
            entered.append((form[f"{what}_{seat}"], known and known[seat]))
    return [
        gettext(
            "%(label)s: you entered %(number)s, the sheet says %(now)s.",
            label=field.label.text,
            number=CARD_NAMES.get(field.data, field.data),
            now=DASH if now is None else CARD_NAMES.get(str(now), now),
        )
        for field, now in entered
        if field.data is not None and field.data != now
    ] or [gettext("Look at the sheet and enter yours again if it is still right.")]


def _said(stored: StoredGame, number: int) -> str:
    sheet = score_sheet(stored.game)
    outcome = result_line(stored.game, sheet) or lead_line(stored.game, sheet)
    return gettext("Hand %(number)s scored. %(outcome)s.", number=number, outcome=outcome)


def _waits_for(game: Game) -> tuple[int, str] | None:
    hand = score_sheet(game).hand
    return (hand.number, phase(hand)) if hand else None
