"""Players who join, leave or sit out during a game."""

from flask import Blueprint, Response, abort, url_for

from scorekeeper.forms.game import AwayForm, NewcomerForm, SittingForm
from scorekeeper.http.access import writable_game
from scorekeeper.http.answers import (
    Refusal,
    redirect_to,
    refusals_by,
    save,
    save_hand,
    show,
    show_form,
)
from scorekeeper.language import gettext
from scorekeeper.rules import attendance
from scorekeeper.rules.game import Game, seats_from
from scorekeeper.rules.merge import seats
from scorekeeper.rules.people import shades
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.events.events import place_of
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.words.log import joined_line, sizes_line
from scorekeeper.words.problems import sentences

bp = Blueprint("attendance", __name__, url_prefix="/g/<key>/players")


@bp.get("/new")
def newcomer(key: str) -> Response:
    """The form for a new player."""
    seen = writable_game(key)
    full = sentences(attendance.full_problems(seen.stored.game), seen.stored.game.players)
    return _draw_newcomer(NewcomerForm(), Refusal(200, seen, tuple(full)))


def _newcomer_again(refused: Refusal) -> Response:
    """The form as it was typed, with the typed name in its sentences."""
    form, game = NewcomerForm(), refused.seen.stored.game
    return _draw_newcomer(form, refused.naming((*game.players, form.typed_name)))


@bp.post("/new")
@refusals_by(_newcomer_again)
def come(key: str) -> Response:
    """Let somebody join from the next hand on."""
    form = NewcomerForm()

    def action(game: Game) -> Game:
        start = form.start_points(score_sheet(game).lowest)
        return attendance.join(game, form.typed_name, start, form.after.data)

    saved = save(key, form, action, seats)
    return redirect_to(_back(key), joined_line(saved.after.game, saved.after.sheet.hand))


@bp.get("/leave")
def leaving(key: str) -> Response:
    """The players at the table, each with a link to a preview of the game without them."""
    stored = writable_game(key).stored
    return show("leaving.html", stored=stored, game=stored.game, totals=stored.sheet.totals)


def _draw(refused: Refusal, seat: int) -> Response:
    stored = refused.seen.stored
    if seat not in stored.game.seats:
        abort(404)
    is_away = seat in stored.game.away
    return show_form(
        "attendance.html",
        AwayForm(),
        refused,
        seat=seat,
        is_away=is_away,
        **_preview(stored, stored.game.present + (1 if is_away else -1)),
    )


@bp.get("/<int:seat>")
def page(key: str, seat: int) -> Response:
    """A preview of the game if a player leaves or comes back."""
    return _draw(Refusal(200, writable_game(key)), seat)


@bp.post("/<int:seat>")
@refusals_by(_draw)
def go(key: str, seat: int) -> Response:
    """Let a player leave, or come back, from the next hand on."""
    form = AwayForm()
    does = attendance.leave if form.away.data else attendance.come_back
    saved = save(key, form, lambda game: does(game, seat), seats)
    name = saved.after.game.players[seat]
    if form.away.data:
        return redirect_to(_desk(saved.after) or _back(key), gettext("%(name)s leaves", name=name))
    return redirect_to(_back(key), gettext("%(name)s comes back", name=name))


@bp.post("/<int:seat>/out")
@refusals_by(_draw)
def sit(key: str, seat: int) -> Response:
    """Let a player sit out the hand in play, or play it after all."""
    form = SittingForm()
    number, out = form.number.data or 0, bool(form.out.data)

    def act(game: Game, number: int) -> Game:
        return attendance.sit_out(game, number, seat, out=out)

    save_hand(key, form, number, act)
    return redirect_to(f"{_back(key)}/players", gettext("Saved"))


def _draw_newcomer(form: NewcomerForm, refused: Refusal) -> Response:
    stored = refused.seen.stored
    game, sheet = stored.game, stored.sheet
    is_full = bool(attendance.full_problems(game))
    return show_form(
        "new_player.html",
        form,
        refused,
        is_full=is_full,
        shade=None if is_full else shades(len(game.players) + 1, stored.chosen_colours)[-1],
        lowest=sheet.lowest,
        after=seats_from(game, 0, game.away)[-1] if form.after.data is None else form.after.data,
        **_preview(stored, game.present + 1),
    )


def _preview(stored: StoredGame, players: int) -> dict[str, object]:
    """The hands to come for this number of players, and the planned ones."""
    game, played = stored.game, len(attendance.begun(stored.game).hands)
    then, planned = attendance.sizes_for(game, players)[played:], game.settings.sizes[played:]
    return {
        "game": game,
        "totals": stored.sheet.totals,
        "players": players,
        "first": played + 1,
        "then": sizes_line(then),
        "planned": sizes_line(planned) if planned != then else "",
    }


def _desk(stored: StoredGame) -> str:
    """The desk's page of the table, which asks about the next round; "" for a game of no event."""
    place = place_of(stored.id) if stored.event_id is not None else None
    if place is None:
        return ""
    number, table = place.round.number, place.table.number
    return url_for("desk_table.page", key=place.event.key, round=number, table=table)


def _back(key: str) -> str:
    return url_for("game.page", key=key)
