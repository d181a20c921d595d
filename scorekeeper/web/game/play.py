"""The hand in play: trump, bids, tricks, extras, and scoring it."""

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.board import View
from scorekeeper.board.clash import clash_of
from scorekeeper.board.panels import PANELS
from scorekeeper.board.showing import show_board, show_saved
from scorekeeper.forms.hand import SCORES, PanelForm
from scorekeeper.http.answers import Refusal, refusals_by
from scorekeeper.http.device import phone_key
from scorekeeper.rules.entries import Entry
from scorekeeper.rules.game import Hand
from scorekeeper.rules.merge import shown_hand
from scorekeeper.store.events.time_up import with_last_hand
from scorekeeper.store.games import past, saves
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.words.lines import scored_line

bp = Blueprint("play", __name__)


def _redisplay(refused: Refusal, number: int, panel: str) -> Response:
    """The current board, with the draft and the reason why it was not saved."""
    form, entry = _sent(number, panel)
    stored, draft = refused.seen.stored, None
    hand, clash = stored.sheet.hand, None
    if refused.stale:
        here = url_for("play.enter", key=stored.key, number=number, panel=panel)
        clash = clash_of(entry, refused.stale, here)
    elif hand is not None and hand.number == number:
        draft = entry.draft(hand, _base(form.revision.data, stored, hand))
    view = View(
        draft, refused.problems, clash, form.typed if draft else {}, counts=draft is not None
    )
    opened = panel if draft or PANELS[panel].stays else None
    return show_board(stored, refused.seen.rights, panel=opened, view=view, status=refused.status)


@bp.post("/g/<key>/hands/<int:number>/<any(trump, bids, tricks, extras):panel>")
@refusals_by(_redisplay)
def enter(key: str, number: int, panel: str) -> Response:
    """Save a panel's whole state; in the tricks panel the button scores the hand."""
    form, entry = _sent(number, panel)
    form.check()
    saved = saves.save(key, phone_key(), form.save_entry(entry, with_last_hand))
    after = saved.after
    message = scored_line(after.game.players, after.sheet) if entry.scores else None
    return show_saved(saved, message, panel, revision=form.revision.data)


def _base(revision: int | None, stored: StoredGame, hand: Hand) -> Hand | None:
    """The hand as a stale page showed it; None if the page is not stale."""
    if revision is None or revision == stored.revision:
        return None
    then = past.game_at(stored, revision)
    return shown_hand(then, hand) if then else None


def _sent(number: int, panel: str) -> tuple[PanelForm, Entry]:
    asked = PANELS[panel]
    form = asked.form()
    scores = asked.scores and not SCORES.isdisjoint(request.form)
    return form, form.entry(number, scores=scores)
