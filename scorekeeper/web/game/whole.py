"""A hand that the page played on its own while no server answered, sent as a whole."""

from flask import Blueprint, Response, make_response, request, url_for

from scorekeeper.board.ahead import now_text
from scorekeeper.board.board import View
from scorekeeper.board.clash import clash_of
from scorekeeper.board.showing import show_board, show_saved
from scorekeeper.forms.hand import SCORES, WholeForm
from scorekeeper.http.answers import Refusal, refusals_by
from scorekeeper.http.device import phone_key
from scorekeeper.rules.scoring import phase
from scorekeeper.rules.whole_entry import WholeEntry
from scorekeeper.store.events.time_up import with_last_hand
from scorekeeper.store.games import saves
from scorekeeper.words.lines import scored_line

bp = Blueprint("whole", __name__)


def _redisplay(refused: Refusal, number: int) -> Response:
    """The current board, with both versions of the hand, or the reason why it was not saved."""
    entry, draft, clash = _sent(WholeForm(), number), None, None
    stored, hand = refused.seen.stored, refused.seen.stored.sheet.hand
    if refused.stale:
        here = url_for("whole.enter", key=stored.key, number=number)
        clash = clash_of(entry, refused.stale, here)
    elif hand is not None and hand.number == number:
        draft = entry.draft(hand)
    view = View(draft, refused.problems, clash, counts=draft is not None)
    panel = str(phase(draft)) if draft else None
    return show_board(stored, refused.seen.rights, panel=panel, view=view, status=refused.status)


@bp.post("/g/<key>/hands/<int:number>/whole")
@refusals_by(_redisplay)
def enter(key: str, number: int) -> Response:
    """Save a hand as far as it was played."""
    form = WholeForm()
    entry = _sent(form, number)
    form.check()
    saved = saves.save(key, phone_key(), form.save_entry(entry, with_last_hand))
    after = saved.after
    if form.more.data:
        now = now_text(after, saved.rights)
        return make_response("", 204, {"X-Revision": str(after.revision), "X-Now": now})
    return show_saved(saved, scored_line(after.game.players, after.sheet) if entry.scores else None)


def _sent(form: WholeForm, number: int) -> WholeEntry:
    return form.entry(number, scores=not SCORES.isdisjoint(request.form))
