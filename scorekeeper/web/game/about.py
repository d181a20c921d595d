"""The note of a game: a title, a place, a text."""

from dataclasses import asdict, replace

from flask import Blueprint, Response, url_for

from scorekeeper.forms.game import AboutForm
from scorekeeper.http.access import writable_game
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, save, show_form
from scorekeeper.language import gettext
from scorekeeper.rules.game import LONGEST_NOTE, Game, GameNote
from scorekeeper.rules.merge import same_about

bp = Blueprint("about", __name__, url_prefix="/g/<key>/about")


@bp.get("")
def page(key: str) -> Response:
    """The form for title, place and note."""
    seen = writable_game(key)
    form = AboutForm(data=asdict(seen.stored.game.about))
    return _draw(form, Refusal(200, seen))


@bp.post("")
@refusals_by(lambda refused: _draw(AboutForm(), refused))
def change(key: str) -> Response:
    """Save them; empty ones are removed."""
    form = AboutForm()

    def action(game: Game) -> Game:
        return replace(game, about=GameNote(*(form[name].data for name in LONGEST_NOTE)))

    save(key, form, action, same_about)
    return redirect_to(url_for("game.page", key=key, _anchor="more"), gettext("Saved"))


def _draw(form: AboutForm, refused: Refusal) -> Response:
    theirs = refused.seen.stored.game.about if refused.stale else None
    texts = [form[name] for name in LONGEST_NOTE]
    return show_form("about.html", form, refused, texts=texts, theirs=theirs)
