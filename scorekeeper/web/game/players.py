"""Who plays: names and seats, coming and going, asking to join, agreeing to a result."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, abort, url_for

from scorekeeper.board.events.at_table import at_table
from scorekeeper.forms.game import (
    AgreeForm,
    AwayForm,
    JoiningForm,
    NameWishForm,
    NewcomerForm,
    PlayersForm,
    SittingForm,
)
from scorekeeper.http.access import visible_game, writable_game
from scorekeeper.http.answers import (
    Refusal,
    redirect_to,
    refusals_by,
    save,
    save_hand,
    show,
    show_form,
)
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.save_form import ShapeError
from scorekeeper.rules import attendance
from scorekeeper.rules.attendance import rename
from scorekeeper.rules.events.entrant_acts import Wish, free_people, granted, room_problems
from scorekeeper.rules.events.event import RoundState
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.game import Game, seats_from
from scorekeeper.rules.history import seats
from scorekeeper.rules.people import is_nameless, seat_of_phone, shades
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store import phones
from scorekeeper.store.events import slips
from scorekeeper.store.events.events import Place, place_of
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.games.saves import Saved
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.store.sharing import keepers
from scorekeeper.words.language import gettext
from scorekeeper.words.lines import seat_line, with_next
from scorekeeper.words.log import joined_line, sizes_line
from scorekeeper.words.problems import sentences
from scorekeeper.words.rules import hands_line

bp = Blueprint("players", __name__, url_prefix="/g/<key>")


@bp.get("/players")
def page(key: str) -> Response:
    seen = writable_game(key)
    players = seen.stored.game.players
    names = ["" if is_nameless(name) else name for name in players]
    return _draw_players(PlayersForm(name=names), Refusal(200, seen))


def _redisplay(refused: Refusal) -> Response:
    """The form as it was typed, with the typed names in its sentences."""
    form = PlayersForm()
    return _draw_players(form, refused.naming(tuple(form.name.data)))


@bp.post("/players")
@refusals_by(_redisplay)
def change(key: str) -> Response:
    """Save the names; scores stay with the seats."""
    form = PlayersForm()
    save(key, form, lambda game: rename(game, _named(game, form.name.data)), seats)
    return redirect_to(url_for("game.page", key=key), gettext("Saved"))


def _named(game: Game, typed: Sequence[str]) -> tuple[str, ...]:
    """The typed names; who is still called by the number of their seat needs none."""
    own = {seat: name for seat, name in enumerate(game.players) if is_nameless(name)}
    named = [*typed]
    while len(named) in own:
        named.append("")
    return tuple(name or own.get(seat, "") for seat, name in enumerate(named))


def _draw_players(form: PlayersForm, refused: Refusal) -> Response:
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


@bp.get("/players/new")
def newcomer(key: str) -> Response:
    seen = writable_game(key)
    full = sentences(attendance.full_problems(seen.stored.game), seen.stored.game.players)
    return _draw_newcomer(NewcomerForm(), Refusal(200, seen, tuple(full)))


def _newcomer_again(refused: Refusal) -> Response:
    """The form as it was typed, with the typed name in its sentences."""
    form, game = NewcomerForm(), refused.seen.stored.game
    return _draw_newcomer(form, refused.naming((*game.players, form.typed_name)))


@bp.post("/players/new")
@refusals_by(_newcomer_again)
def come(key: str) -> Response:
    """Let somebody join from the next hand on."""
    form = NewcomerForm()

    def action(game: Game) -> Game:
        start = form.start_points(score_sheet(game).lowest)
        return attendance.join(game, form.typed_name, start, form.after.data)

    saved = save(key, form, action, seats)
    return redirect_to(_back(key), joined_line(saved.after.game, saved.after.sheet.hand))


@bp.get("/players/leave")
def leaving(key: str) -> Response:
    """The players at the table, each with a link to a preview of the game without them."""
    stored = writable_game(key).stored
    return show("leaving.html", stored=stored, game=stored.game, totals=stored.sheet.totals)


def _draw_leaving(refused: Refusal, seat: int) -> Response:
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


@bp.get("/players/<int:seat>")
def seat_page(key: str, seat: int) -> Response:
    """A preview of the game if a player leaves or comes back."""
    return _draw_leaving(Refusal(200, writable_game(key)), seat)


@bp.post("/players/<int:seat>")
@refusals_by(_draw_leaving)
def go(key: str, seat: int) -> Response:
    """Let a player leave, or come back, from the next hand on."""
    form = AwayForm()
    does = attendance.leave if form.away.data else attendance.come_back
    saved = save(key, form, lambda game: does(game, seat), seats)
    name = saved.after.game.players[seat]
    if form.away.data:
        said = _with_dealer(saved, gettext("%(name)s leaves", name=name))
        return redirect_to(_desk(saved.after) or _back(key), said)
    said = gettext("%(name)s comes back", name=name)
    return redirect_to(_back(key), _with_dealer(saved, said))


def _with_dealer(saved: Saved, said: str) -> str:
    """What was done, and who deals if that is somebody else now."""
    hands = (saved.before.sheet.hand, saved.after.sheet.hand)
    is_other = len({hand.dealer for hand in hands if hand}) > 1
    return with_next(said, saved.after.game, saved.before.game) if is_other else said


@bp.post("/players/<int:seat>/out")
@refusals_by(_draw_leaving)
def sit(key: str, seat: int) -> Response:
    form = SittingForm()
    number, out = form.number.data or 0, bool(form.out.data)

    def act(game: Game, number: int) -> Game:
        return attendance.sit_out(game, number, seat, out=out)

    said = _with_dealer(save_hand(key, form, number, act), gettext("Saved"))
    return redirect_to(f"{_back(key)}/players", said)


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
        "then": _plan(then),
        "planned": _plan(planned) if planned != then else "",
    }


def _plan(sizes: tuple[int, ...]) -> str:
    """The cards of the hands to come, and their number: ``4, 5 … 12 · 9 hands``; "" in a game that
    a target ends."""
    return f"{sizes_line(sizes)} · {hands_line(len(sizes))}" if sizes else ""


def _desk(stored: StoredGame) -> str:
    """The desk's page of the table, which asks about the next round; "" for a game of no event."""
    place = place_of(stored.id) if stored.event_id is not None else None
    if place is None:
        return ""
    number, table = place.round.number, place.table.number
    return url_for("desk_table.page", key=place.event.key, round=number, table=table)


def _back(key: str) -> str:
    return url_for("game.page", key=key)


@bp.get("/joins")
def joining_page(key: str) -> Response:
    """The people without a seat in this round, and an input for another name."""
    return _draw_joining(Refusal(200, writable_game(key)))


def _draw_joining(refused: Refusal) -> Response:
    place, form = _place(refused.seen), JoiningForm()
    event, full = place.event.event, _full(refused.seen, place)
    refused = refused.naming((*event.names, form.name.shown()))
    wish = place.wish if place.wish and place.wish.renames is None else None
    return show_form(
        "joining.html",
        form,
        refused,
        joining=None if full or wish is None else wish.name,
        people=free_people(event, place.round),
        full=sentences(full, event.names),
    )


@bp.post("/joins")
@refusals_by(_draw_joining)
def ask(key: str) -> Response:
    """Ask for somebody, or withdraw the request."""
    form, seen = JoiningForm(), writable_game(key)
    place = _place(seen)
    form.check()
    if form.withdraw.data:
        return _asked(key, None)
    refuse_if([] if form.name.data else [Problem(Code.NEWCOMER_UNNAMED)])
    refuse_if(_full(seen, place))
    wish, event = Wish(form.name.data or ""), place.event.event
    for act in granted(event, place.round.number, place.table.number, wish):
        event = act.after(event)
    return _asked(key, wish)


@bp.get("/name")
def names(key: str) -> Response:
    """The people at the table, and an input for the right name of one of them."""
    return _draw_names(Refusal(200, writable_game(key)))


def _draw_names(refused: Refusal) -> Response:
    place = _open(_place(refused.seen))
    event, wish = place.event.event, place.wish
    return show_form(
        "name_wish.html",
        NameWishForm(),
        refused.naming(event.names),
        wish=wish if wish and wish.renames is not None else None,
        event=event,
        table=place.table.number,
    )


@bp.post("/name")
@refusals_by(_draw_names)
def ask_for_name(key: str) -> Response:
    form, seen = NameWishForm(), writable_game(key)
    place = _open(_place(seen))
    form.check()
    if form.withdraw.data:
        return _asked(key, None)
    seat, seats = form.seat.data, place.table.seats
    refuse_if([] if form.name.data else [Problem(Code.PERSON_EMPTY)])
    refuse_if([] if seat is not None else [Problem(EventCode.NAME_UNTAPPED)])
    if seat is None or not 0 <= seat < len(seats):
        raise UnknownGameError(key)
    event, wish = place.event.event, Wish(form.name.data or "", seats[seat])
    for act in granted(event, place.round.number, place.table.number, wish):
        act.after(event)
    return _asked(key, wish)


def _asked(key: str, wish: Wish | None) -> Response:
    slips.ask(key, phone_key(), wish)
    said = gettext("The desk has been asked") if wish else gettext("The desk is no longer asked")
    return redirect_to(url_for("game.page", key=key), said)


def _place(seen: GameAccess) -> Place:
    place = place_of(seen.stored.id)
    if place is None:
        raise UnknownGameError(seen.stored.key)
    return place


def _open(place: Place) -> Place:
    """The place, in a round that is not closed; raises UnknownGameError for any other."""
    if place.round.state is RoundState.CLOSED:
        raise UnknownGameError(place.event.key)
    return place


def _full(seen: GameAccess, place: Place) -> list[Problem]:
    """The reasons why nobody can join."""
    return room_problems(
        place.event.event, place.round, place.table, is_begun=bool(seen.stored.game.hands)
    )


@bp.get("/agrees")
def agreeing_page(key: str) -> Response:
    """The result that waits for the yes of somebody else at the table."""
    make_phone_key()
    return _show(visible_game(key))


@bp.post("/agrees")
def agree(key: str) -> Response:
    """Confirm the result, or call the desk."""
    form, seen = AgreeForm(), visible_game(key)
    try:
        form.check()
        said = None if form.answer.data == "yes" else (form.said.data or "")
        revision, seat = form.revision.data or 0, form.seat.data
        refuse_if([] if seat is not None else [Problem(EventCode.NAME_UNTAPPED)])
        slips.agree(key, make_phone_key(), revision, -1 if seat is None else seat, said)
    except ShapeError as problem:
        return _show(seen, tuple(problem.form.sentences(seen.stored.game.players)))
    except RefusedError as refused:
        return _show(seen, tuple(sentences(refused.problems, ())))
    done = gettext("The result is in") if said is None else gettext("The desk has been asked")
    return redirect_to(url_for("game.page", key=key), done)


def _show(seen: GameAccess, problems: tuple[str, ...] = ()) -> Response:
    stored = seen.stored
    table = at_table(stored) if stored.event_id is not None else None
    if table is None:
        raise UnknownGameError(stored.key)
    if not table.awaits:
        return redirect_to(url_for("game.page", key=stored.key), " ".join(problems))
    lines = keepers.listed(stored.id, phone_key())
    return show(
        "agrees.html",
        status=422 if problems else 200,
        stored=stored,
        table=table,
        problems=problems,
        form=AgreeForm(),
        keeper=next((line.name for line in lines if line.name in stored.game.players), ""),
        asking=phones.name_of(phone_key()),
    )
