"""The hand being played: trump, bids, tricks, and scoring it."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, request, url_for

from scorekeeper.forms import hand_form
from scorekeeper.language import gettext
from scorekeeper.rules.game import Game
from scorekeeper.rules.scoring import phase
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.access import own_game, rights
from scorekeeper.web.answers import Refusal, go_on, save, say, show, wants_part
from scorekeeper.web.board import build_board
from scorekeeper.web.entry import Entry
from scorekeeper.web.view import View
from scorekeeper.words.lines import scored_line

bp = Blueprint("play", __name__)


@bp.post("/g/<key>/hands/<int:number>/<any(trump, bids, tricks):panel>")
def enter(key: str, number: int, panel: str) -> Response:
    """Save a panel's whole state; in the tricks panel the button scores the hand."""
    shown = own_game(key)
    form = hand_form(shown.game)
    scores = panel == "tricks" and "score" in request.form
    entry = Entry(form, panel, number, scores)
    outcome = save(form, entry.action(), shown, partial(_draw, entry), entry.rebase)
    if isinstance(outcome, Response):
        return outcome
    said = scored_line(outcome.game, score_sheet(outcome.game)) if scores else None
    return answer(outcome, shown, said)


def answer(stored: StoredGame, before: StoredGame, said: str | None = None) -> Response:
    """After a save: the board as it is now, with a word for the status line ("Saved")."""
    if not wants_part():
        return go_on(url_for("game.page", key=stored.key), said or gettext("Saved"))
    fresh = _waits_for(stored.game) != _waits_for(before.game)
    board = build_board(stored, rights(stored), view=View(fresh=fresh))
    response = show("game.html", "_board.html", board=board, stored=stored)
    return say(response, said or gettext("Saved"), timed=said is None)


def _draw(entry: Entry, refused: Refusal) -> Response:
    stored = refused.stored
    hand = score_sheet(stored.game).hand
    draft = None
    if refused.stale is None and hand is not None and hand.number == entry.number:
        draft = entry.draft(hand)
    clash = entry.clash(refused.stale) if refused.stale else None
    view = View(draft, refused.problems, clash)
    board = build_board(stored, rights(stored), panel=entry.panel if draft else None, view=view)
    return show("game.html", "_board.html", refused.status, board=board, stored=stored)


def _waits_for(game: Game) -> tuple[int, str] | None:
    hand = score_sheet(game).hand
    return (hand.number, phase(hand)) if hand else None
