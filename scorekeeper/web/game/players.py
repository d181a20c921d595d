"""The names at the seats of a game; attendance.py handles players who join or leave."""

from flask import Blueprint, Response, url_for

from scorekeeper.forms.game import PlayersForm
from scorekeeper.http.access import writable_game
from scorekeeper.http.answers import Refusal, redirect_to, refusals_by, save, show_form
from scorekeeper.http.cookies import phone_key
from scorekeeper.language import gettext
from scorekeeper.rules.attendance import rename
from scorekeeper.rules.merge import seats
from scorekeeper.rules.people import seat_of_phone
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.sharing import keepers
from scorekeeper.words.lines import seat_line

bp = Blueprint("players", __name__, url_prefix="/g/<key>/players")


@bp.get("")
def page(key: str) -> Response:
    """The form for the names."""
    seen = writable_game(key)
    return _draw(PlayersForm(name=seen.stored.game.players), Refusal(200, seen))


def _redisplay(refused: Refusal) -> Response:
    """The form as it was typed, with the typed names in its sentences."""
    form = PlayersForm()
    return _draw(form, refused.naming(tuple(form.name.data)))


@bp.post("")
@refusals_by(_redisplay)
def change(key: str) -> Response:
    """Save the names; scores stay with the seats."""
    form = PlayersForm()
    save(key, form, lambda game: rename(game, tuple(form.name.data)), seats)
    return redirect_to(url_for("game.page", key=key), gettext("Saved"))


def _draw(form: PlayersForm, refused: Refusal) -> Response:
    stored = refused.seen.stored
    blank = ("",) * len(stored.game.players)
    return show_form(
        "players.html",
        form,
        refused,
        names=(*form.name.data, *blank)[: len(blank)],
        game=stored.game,
        hand=stored.sheet.hand,
        does=_does(stored),
    )


def _does(stored: StoredGame) -> list[str]:
    """The tasks of each player in the hand in play."""
    game, hand, keeps = stored.game, stored.sheet.hand, dict[int, bool]()
    for line in keepers.listed(stored.id, phone_key()):
        seat = seat_of_phone(line.name, game.players)
        if seat is not None:
            keeps.setdefault(seat, line.is_asking)
    return [seat_line(game, hand, seat, keeps) for seat in game.seats]
