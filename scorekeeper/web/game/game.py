"""A game: its page, Undo and Redo, its log and its end, what it is about, its house rules; the
table view, the picture of the result, the printed sheet, the rules.

The picture of a result, for a chat, contains no address and opens no game.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import date
from hashlib import sha256

from flask import Blueprint, Response, current_app, make_response, render_template, request, url_for

from scorekeeper.board.ahead import drawn_ahead, now_text
from scorekeeper.board.board import View, build_board, seat_asked
from scorekeeper.board.events.at_table import is_set_aside
from scorekeeper.board.page_parts import clock_part, show_board, show_saved
from scorekeeper.board.panel_parts import missing_line
from scorekeeper.board.panels import Clash
from scorekeeper.board.score_parts import log_cards, paper_sheet
from scorekeeper.drawing.names import fit, width_of
from scorekeeper.drawing.picture import DAY, FRAMES, Picture, draw_picture, png_of
from scorekeeper.forms.book import number_from
from scorekeeper.forms.game import AboutForm, HandsForm, UndoForm
from scorekeeper.forms.start import HouseForm, show_settings
from scorekeeper.http.access import (
    book_game,
    check_redo,
    check_undo,
    note_visit,
    visible_game,
    writable_game,
)
from scorekeeper.http.answers import (
    Refusal,
    followed,
    redirect_to,
    refusals_by,
    save,
    show,
    show_form,
    wants_part,
)
from scorekeeper.http.assets import asset
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.gate import dear, once
from scorekeeper.http.guard import making
from scorekeeper.http.parts import may_keep, part, share
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.actions import change_settings, end_after, more_hands, play_on
from scorekeeper.rules.attendance import count_problems, rematch, seats_of_rematch
from scorekeeper.rules.figures import podium, podium_steps
from scorekeeper.rules.game import LONGEST_NOTE, Game, Played
from scorekeeper.rules.history import about, house
from scorekeeper.rules.people import kept_shades
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.records import awards
from scorekeeper.rules.sheet import hand_sizes_left
from scorekeeper.store.games import games, saves
from scorekeeper.store.games.reading import discrepancies_of
from scorekeeper.store.mapping.stored import (
    READ_ONLY,
    BrokenGameError,
    StoredGame,
    UnknownGameError,
)
from scorekeeper.words.figures import award_reason, award_title
from scorekeeper.words.language import gettext, local, noon_of, today
from scorekeeper.words.lines import (
    left_mark,
    margin_line,
    played_line,
    result_line,
    result_text,
    shared_line,
)
from scorekeeper.words.log import done_line
from scorekeeper.words.names import assumed_line, day_line, example_rows, game_name, value_line
from scorekeeper.words.problems import difference_lines, uneven_lines
from scorekeeper.words.rules import chapters

bp = Blueprint("game", __name__)

LINES = 200
"""Lines of the log on a page."""


def _redisplay(refused: Refusal) -> Response:
    """The current board, with the reason why nothing was saved."""
    message = gettext("Check the sheet, then enter yours again if you still want it.")
    clash = Clash((message,)) if refused.stale else None
    view = View(problems=refused.problems, clash=clash)
    return show_board(refused.seen.stored, refused.seen.rights, view=view, status=refused.status)


@bp.get("/g/<key>")
def page(key: str) -> Response:
    """The game: the panel for phones that keep score, and the sheet for everybody."""
    seen = visible_game(key)
    if not wants_part():
        note_visit(seen.phone.seen_at if seen.phone else None)
    stored, panel = seen.stored, request.args.get("panel")
    # A phone that keeps score sees the whole table, not one seat.
    view = View(rechoose="again" in request.args, counts="count" in request.args)
    if not seen.rights.writes:
        view = replace(view, me=seat_asked(stored.game), watches=request.args.get("me") == "")
    response = show_board(stored, seen.rights, panel=panel, view=view)
    response = share(response, stored.stamp)
    followed(response, key, works=seen.rights.writes)
    if stored.is_demo:
        return response
    # Few games belong to an event, so only their phones keep its style sheet, for light and dark.
    along = (asset("style/event_game.css"),) if stored.event_id is not None else ()
    return may_keep(response, *along)


@bp.post("/g/<key>/undo")
@refusals_by(_redisplay)
def undo(key: str) -> Response:
    form = UndoForm()
    form.check()
    check_undo(key, form.target.data, form.undoes.data)
    saved = saves.undo(key, phone_key(), form.target.data, form.sent, form.undoes.data)
    assert saved.change is not None  # noqa: S101 - an Undo always has one
    what = done_line(saved.change.reversed, saved.after.game.players)
    # L10N: %(what)s is what was taken back, such as “hand 3, Ann took 2”.
    return show_saved(saved, gettext("Undone: %(what)s", what=what))


@bp.post("/g/<key>/redo")
@refusals_by(_redisplay)
def redo(key: str) -> Response:
    """Reapply the change that the newest save, an Undo, reversed."""
    form = SaveForm()
    form.check()
    check_redo(key, form.revision.data)
    return show_saved(saves.redo(key, phone_key(), form.revision.data, form.sent))


@bp.post("/g/<key>/end")
@refusals_by(_redisplay)
def end(key: str) -> Response:
    """End early: now, after the current hand, or (no number) play on."""
    form = HandsForm()

    def action(game: Game) -> Game:
        if "hands" not in request.form:
            raise RefusedError(Problem(Code.END_UNKNOWN))
        return end_after(game, form.hands.data)

    return show_saved(save(key, form, action, house))


@bp.get("/g/<key>/log")
def log(key: str) -> Response:
    """Saves of the game, newest first; ``?before=301`` shows the same older ones every time."""
    stored = visible_game(key).stored
    before = number_from(request.args, "before") or stored.revision + 1
    lines = saves.log(stored, LINES + 1, before=before)
    discrepancies = discrepancies_of([stored]).get(stored.id, ())
    return show(
        "log.html",
        stored=stored,
        cards=log_cards(lines[:LINES], stored.game.players),
        differing=difference_lines(discrepancies, stored.game.players),
        uneven=uneven_lines(stored.game),
        newer=before + LINES if before <= stored.revision else None,
        older=lines[LINES - 1].revision if len(lines) > LINES else None,
    )


@bp.post("/g/<key>/rematch")
@making()
@refusals_by(_redisplay)
def play_again(key: str) -> Response:
    """Start a game with the same seats and house rules; the deal moves on. Who would get another
    colour, because somebody left or joined, keeps theirs: it becomes their own."""
    stored = writable_game(key).stored
    form = SaveForm()
    form.check()
    again = rematch(stored.game)
    refuse_if(count_problems(again.variant, again.players))
    seats = seats_of_rematch(stored.game)
    kept = kept_shades(seats, stored.shades, stored.chosen_colours)
    started = games.play_again(phone_key(), key, again, form.waited, kept)
    return redirect_to(url_for("game.page", key=started.key))


@bp.get("/g/<key>/delete")
def ask_delete(key: str) -> Response:
    """Ask before deleting: it cannot be undone."""
    return _asked(Refusal(200, book_game(key)))


def _asked(refused: Refusal) -> Response:
    stored, problems = refused.seen.stored, refused.problems
    return show("delete.html", status=refused.status, stored=stored, problems=problems)


@bp.app_errorhandler(BrokenGameError)
def broken(error: BrokenGameError) -> Response:
    """Any page of a game that cannot be shown: a phone that keeps it can delete it."""
    current_app.logger.error("a game cannot be shown", exc_info=error)
    return show("broken.html", status=404, key=error.key)


@bp.post("/g/<key>/delete")
@refusals_by(_asked)
def delete(key: str) -> Response:
    with suppress(BrokenGameError):
        book_game(key)
    SaveForm().check()
    games.delete(key, phone_key())
    return redirect_to(url_for("home.page"), gettext("Game deleted"))


@bp.get("/g/<key>/ahead")
def ahead_page(key: str) -> Response:
    """The sheet ahead, and the hand in play, as JSON; nothing for a phone that does not keep score
    (any more)."""
    seen = visible_game(key)
    sheet = drawn_ahead(seen.stored) if seen.rights.writes else {}
    sheet |= {"now": now_text(seen.stored, seen.rights), "revision": seen.stored.revision}
    text = json.dumps(sheet, ensure_ascii=False, separators=(",", ":"))
    return make_response(text, {"Content-Type": "application/json"})


@bp.get("/g/<key>/more")
def resuming_page(key: str) -> Response:
    """The choice of how many hands follow; 404 if the game cannot be continued."""
    seen = writable_game(key)
    if not more_hands(seen.stored.game):
        raise UnknownGameError(key)
    return _draw_resuming(Refusal(200, seen))


def _draw_resuming(refused: Refusal) -> Response:
    choices = more_hands(refused.seen.stored.game)
    return show_form("play_on.html", HandsForm(), refused, choices=choices)


@bp.post("/g/<key>/more")
@refusals_by(_draw_resuming)
def resume(key: str) -> Response:
    form = HandsForm()
    save(key, form, lambda game: play_on(game, form.hands.data), house)
    return redirect_to(url_for("game.page", key=key), gettext("The game goes on"))


@bp.get("/g/<key>/about")
def about_page(key: str) -> Response:
    """The form for title, place, note and day."""
    seen = writable_game(key)
    shown = asdict(seen.stored.game.about) | {"played": local(seen.stored.started_at).date()}
    form = AboutForm(data=shown)
    return _draw_about(form, Refusal(200, seen))


@bp.post("/g/<key>/about")
@refusals_by(lambda refused: _draw_about(AboutForm(), refused))
def change_about(key: str) -> Response:
    """Save them; empty ones are removed."""
    form, stored = AboutForm(), writable_game(key).stored

    def action(game: Game) -> Game:
        played = game.about.played
        if form.played.raw_data and stored.event_id is None:
            played = _played(stored, form.played.data, played)
        texts = {name: form[name].data for name in LONGEST_NOTE}
        return replace(game, about=replace(game.about, **texts, played=played))

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


def _draw_about(form: AboutForm, refused: Refusal) -> Response:
    theirs = refused.seen.stored.game.about if refused.stale else None
    texts = [form[name] for name in LONGEST_NOTE]
    return show_form("about.html", form, refused, texts=texts, theirs=theirs)


@bp.get("/g/<key>/rules")
def house_page(key: str) -> Response:
    seen = writable_game(key)
    return _draw_house(_form(seen.stored), Refusal(200, seen))


@bp.post("/g/<key>/rules")
@refusals_by(lambda refused: _draw_house(HouseForm(), refused))
def change_house(key: str) -> Response:
    form = HouseForm()

    def action(game: Game) -> Game:
        sizes = form.hand_sizes(hand_sizes_left(game), _largest(game))
        return change_settings(game, form.house_rules(game.variant, sizes, form.minutes()))

    save(key, form, action, house)
    return redirect_to(url_for("game.page", key=key), gettext("Saved"))


def _form(stored: StoredGame) -> HouseForm:
    left = hand_sizes_left(stored.game)
    form = HouseForm(first=left[0] if left else None, last=left[-1] if left else None)
    show_settings(form, stored.game.variant, stored.game.settings)
    return form


def _largest(game: Game) -> int:
    return game.variant.largest_hand(game.present)


def _draw_house(form: HouseForm, refused: Refusal) -> Response:
    game = refused.seen.stored.game
    return show_form(
        "rules.html",
        form,
        refused,
        left=hand_sizes_left(game),
        largest=_largest(game),
        first=len(game.hands) + 1,
    )


showing = Blueprint("showing", __name__)


@showing.get("/g/<key>/table")
def table_page(key: str) -> Response:
    """Totals, bids, trump, dealer and turn in large print; nothing can be entered here.

    Players are in seating order, so that nobody moves from hand to hand.
    """
    seen = visible_game(key)
    board = build_board(seen.stored, READ_ONLY)
    steps = podium(board.sheet) if board.sheet.counting else ()
    response = show(
        "table.html",
        "board/table.html",
        board=board,
        clock=clock_part(board),
        follow=part("follow", kind="table"),
        steps=steps,
        stands=podium_steps(steps),
        lines=board.lines_around,
        missing=missing_line(board),
        stored=seen.stored,
    )
    return share(followed(response, key, works=seen.rights.writes), seen.stored.stamp)


@showing.get("/g/<key>/picture")
def picture_page(key: str) -> Response:
    """The picture in one of its formats, and the result as text; 404 while the game is in
    progress, and for a table that is set aside."""
    stored, shape = visible_game(key).stored, request.args.get("shape", "")
    shape = shape if shape in FRAMES else "tall"
    return show(
        "picture.html",
        stored=stored,
        shape=shape,
        frame=_drawing(stored, shape).frame,
        text=result_text(stored.game, stored.sheet, stored.started_at),
    )


@showing.get("/g/<key>/picture-<any(wide,tall):shape>")
@dear
def picture(key: str, shape: str) -> Response:
    """The result as PNG, or as SVG if no PNG can be drawn; 404 if there is none."""
    stored = visible_game(key).stored
    svg = render_template("picture.svg", **_words(stored, _drawing(stored, shape)))
    digest = sha256(svg.encode()).hexdigest()
    png = _png(svg, digest)
    is_png = png is not None
    kind = "png" if is_png else "svg"
    mimetype = "image/png" if is_png else "image/svg+xml"
    response = Response(svg if png is None else png, mimetype=mimetype)
    # The drawing contains names, so it is sent as a file and never runs as a page of this site.
    how = "inline" if is_png else "attachment"
    name = f"scorekeeper-{local(stored.started_at):%Y-%m-%d}-{shape}.{kind}"
    response.headers["Content-Disposition"] = f'{how}; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(f"{digest[:32]}-{kind}")
    response.make_conditional(request)
    return response


def _png(svg: str, digest: str) -> bytes | None:
    """Return the PNG, and b"" if the phone already has it."""
    if f"{digest[:32]}-png" in request.if_none_match:
        return b""
    # Everybody at a table requests the same picture when a game ends.
    try:
        return once((digest,), lambda: png_of(svg))
    except TimeoutError:
        return None


def _drawing(stored: StoredGame, shape: str) -> Picture:
    given = len(awards(stored.sheet, stored.game.variant.score))
    drawing = draw_picture(_ranked_names(stored), stored.sheet, shape, given)
    if drawing is None or is_set_aside(stored):
        raise UnknownGameError(stored.key)
    return drawing


def _ranked_names(stored: StoredGame) -> tuple[str, ...]:
    sheet = stored.sheet
    return tuple(name + left_mark(sheet, seat) for seat, name in enumerate(stored.game.players))


def _words(stored: StoredGame, drawing: Picture) -> dict[str, object]:
    """All texts of the template, with sizes at which they fit their lines."""
    players, sheet, frame = stored.game.players, stored.sheet, drawing.frame
    title = game_name(stored.game.variant)
    message = f"{day_line(stored.started_at)} · {played_line(sheet, stored.game.settings)}"
    verdict, margin = shared_line(sheet), margin_line(sheet)
    verdict_size = fit(verdict, frame.cards.width - 80, 40)
    half = round(width_of(verdict) * verdict_size / 2) + 24
    return {
        "picture": drawing,
        "colours": DAY,
        "players": players,
        "ranked": _ranked_names(stored),
        "shades": stored.shades,
        "totals": sheet.totals,
        "says": result_line(players, sheet),
        "title": title,
        "title_size": fit(title, frame.words.width, frame.title),
        "message": message,
        "message_size": fit(message, frame.words.width, frame.title * 0.66),
        "margin": margin,
        "margin_size": fit(margin, 126, 22),
        "awards": _awards(stored, drawing),
        "app_name": gettext("Scorekeeper"),
        "verdict": verdict,
        "verdict_size": verdict_size,
        "pill_half": half,
        "pill_width": 2 * half,
    }


def _awards(stored: StoredGame, drawing: Picture) -> tuple[tuple[object, ...], ...]:
    """The awards that the picture shows: seat, card, title and reason, both with their size."""
    given = awards(stored.sheet, stored.game.variant.score)
    found = []
    for award, card in zip(given, drawing.awards, strict=False):
        title = award_title(award)
        reason = value_line(stored.game.players[award.seat], award_reason(award))
        room = card.width - 70
        found.append((award.seat, card, title, fit(title, room, 23), reason, fit(reason, room, 19)))
    return tuple(found)


@showing.get("/g/<key>/paper")
def print_page(key: str) -> Response:
    stored = visible_game(key).stored
    is_aside = is_set_aside(stored)
    return show("print_sheet.html", stored=stored, paper=paper_sheet(stored), is_aside=is_aside)


@showing.get("/g/<key>/howto")
def howto_page(key: str) -> Response:
    stored = visible_game(key).stored
    return show(
        "howto.html",
        stored=stored,
        chapters=chapters(stored.game),
        examples=example_rows(stored.game.variant.score),
        assumed=assumed_line(stored.game.variant.score),
    )
