"""The note of a game: a title, a place, a text, and the day on which it was played."""

from dataclasses import asdict, replace
from datetime import date

from flask import Blueprint, Response, url_for

from scorekeeper.forms.game import AboutForm
from scorekeeper.http.access import writable_game
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, save, show_form
from scorekeeper.language import gettext, local, noon_of, today
from scorekeeper.rules.game import LONGEST_NOTE, Game, GameNote, Played
from scorekeeper.rules.merge import about
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.store.mapping.stored import StoredGame

bp = Blueprint("about", __name__, url_prefix="/g/<key>/about")


@bp.get("")
def page(key: str) -> Response:
    """The form for title, place, note and day."""
    seen = writable_game(key)
    shown = asdict(seen.stored.game.about) | {"played": local(seen.stored.started_at).date()}
    form = AboutForm(data=shown)
    return _draw(form, Refusal(200, seen))


@bp.post("")
@refusals_by(lambda refused: _draw(AboutForm(), refused))
def change(key: str) -> Response:
    """Save them; empty ones are removed."""
    form, stored = AboutForm(), writable_game(key).stored

    def action(game: Game) -> Game:
        played = game.about.played
        if form.played.raw_data and stored.event_id is None:
            played = _played(stored, form.played.data, played)
        texts = (form[name].data for name in LONGEST_NOTE)
        return replace(game, about=GameNote(*texts, played=played))

    save(key, form, action, about)
    return redirect_to(url_for("game.page", key=key, _anchor="more"), gettext("Saved"))


def _played(stored: StoredGame, day: date | None, known: Played | None) -> Played | None:
    """The day, without a time of day (:func:`has_clock`); None for the one on which the game was
    recorded. Raises RefusedError for a day to come."""
    if day in (None, local(stored.recorded_at).date()):
        return None
    if known and day == local(known.at).date():
        return known
    if day > today():
        raise RefusedError(Problem(Code.DAY_AHEAD))
    return Played(noon_of(day), stored.recorded_at)


def _draw(form: AboutForm, refused: Refusal) -> Response:
    theirs = refused.seen.stored.game.about if refused.stale else None
    texts = [form[name] for name in LONGEST_NOTE]
    return show_form("about.html", form, refused, texts=texts, theirs=theirs)
