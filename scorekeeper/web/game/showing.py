"""A game to look at: the table view, the picture of the result, the printed sheet, the rules.

The picture of a result, for a chat, contains no address and opens no game.
"""

from __future__ import annotations

from hashlib import sha256

from flask import Blueprint, Response, render_template, request

from scorekeeper.board.board import build_board
from scorekeeper.board.events.at_table import is_set_aside
from scorekeeper.board.page_parts import clock_part
from scorekeeper.board.panel_parts import missing_line
from scorekeeper.board.score_parts import paper_sheet
from scorekeeper.drawing.names import fit, width_of
from scorekeeper.drawing.picture import DAY, FRAMES, Picture, draw_picture, png_of
from scorekeeper.http.access import visible_game
from scorekeeper.http.answers import show
from scorekeeper.http.gate import dear, once
from scorekeeper.http.parts import part, share
from scorekeeper.rules.figures import podium, podium_steps
from scorekeeper.rules.records import awards
from scorekeeper.store.mapping.stored import READ_ONLY, StoredGame, UnknownGameError
from scorekeeper.words.figures import award_reason, award_title
from scorekeeper.words.language import gettext, local
from scorekeeper.words.lines import margin_line, played_line, result_line, result_text, shared_line
from scorekeeper.words.names import assumed_line, day_line, example_rows, game_name, value_line
from scorekeeper.words.rules import chapters

bp = Blueprint("showing", __name__)


@bp.get("/g/<key>/table")
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
    return share(response, seen.stored.stamp)


@bp.get("/g/<key>/picture")
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


@bp.get("/g/<key>/picture-<any(wide,tall):shape>")
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
    drawing = draw_picture(stored.game.players, stored.sheet, shape, given)
    if drawing is None or is_set_aside(stored):
        raise UnknownGameError(stored.key)
    return drawing


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


@bp.get("/g/<key>/paper")
def print_page(key: str) -> Response:
    """The sheet as it is, all on one page of A4 or Letter."""
    stored = visible_game(key).stored
    is_aside = is_set_aside(stored)
    return show("print_sheet.html", stored=stored, paper=paper_sheet(stored), is_aside=is_aside)


@bp.get("/g/<key>/howto")
def howto_page(key: str) -> Response:
    """The rules of this game, with an example."""
    stored = visible_game(key).stored
    return show(
        "howto.html",
        stored=stored,
        chapters=chapters(stored.game),
        examples=example_rows(stored.game.variant.score),
        assumed=assumed_line(stored.game.variant.score),
    )
