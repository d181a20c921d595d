"""The hand in play: trump, bids, tricks, extras, and scoring it."""

from flask import Blueprint, Response, request

from scorekeeper.board.board import View
from scorekeeper.board.entry import Entry
from scorekeeper.board.panels import PANELS
from scorekeeper.board.showing import show_board, show_saved
from scorekeeper.http.answers import Refusal, refusals_by
from scorekeeper.http.device import phone_key
from scorekeeper.rules.game import Hand
from scorekeeper.rules.merge import shown_hand
from scorekeeper.store.games import past, saves
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.words.lines import scored_line

bp = Blueprint("play", __name__)
SCORES = {"score", "made"}
"""Names of the buttons that score the hand."""


def _redisplay(refused: Refusal, number: int, panel: str) -> Response:
    """The current board, with the draft and the reason why it was not saved."""
    entry, stored, draft = _sent(number, panel), refused.seen.stored, None
    hand, clash = stored.sheet.hand, None
    if refused.stale:
        clash = entry.clash(refused.stale, panel)
    elif hand is not None and hand.number == number:
        draft = entry.draft(hand, _base(entry, stored, hand))
    view = View(draft, refused.problems, clash, entry.typed if draft else {})
    opened = panel if draft or PANELS[panel].stays else None
    return show_board(stored, refused.seen.rights, panel=opened, view=view, status=refused.status)


@bp.post("/g/<key>/hands/<int:number>/<any(trump, bids, tricks, extras):panel>")
@refusals_by(_redisplay)
def enter(key: str, number: int, panel: str) -> Response:
    """Save a panel's whole state; in the tricks panel the button scores the hand."""
    entry = _sent(number, panel)
    entry.form.check()
    revision, tap = entry.form.revision.data, entry.form.sent
    saved = saves.save(key, phone_key(), revision, entry.action, entry.rebase, tap)
    after = saved.after
    message = scored_line(after.game.players, after.sheet) if entry.scores else None
    return show_saved(saved, message, panel)


def _base(entry: Entry, stored: StoredGame, hand: Hand) -> Hand | None:
    """The hand as a stale page showed it; None if the page is not stale."""
    revision = entry.form.revision.data
    if revision is None or revision == stored.revision:
        return None
    then = past.game_at(stored, revision)
    return shown_hand(then, hand) if then else None


def _sent(number: int, panel: str) -> Entry:
    asked = PANELS[panel]
    form = asked.entry.form_class()
    return asked.entry(form, number, asked.scores and not SCORES.isdisjoint(request.form))
