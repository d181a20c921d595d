"""A game that a phone starts while the server is away: its page and the sheet ahead, with
placeholders for the names of its players.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import render_template

from scorekeeper.board.ahead import KEEPS, drawn_ahead, now_text
from scorekeeper.board.board import build_board
from scorekeeper.board.page_parts import page_values, parts_of
from scorekeeper.board.score_parts import ROOM
from scorekeeper.drawing.fitting import ADVANCES, STEPS
from scorekeeper.http.parts import for_page, part
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.mapping.stored import StoredGame

UNNAMED = "~"
"""The beginning of a temporary key; the number of the tap that starts the game follows (``startOf``
in ``static/saving/entries.js``)."""
FIRST_PLACE = 0xE000
"""The character that stands for the name at the first seat. No name has it: it is for private
use."""


def places(players: int) -> tuple[str, ...]:
    """A character for each name."""
    return tuple(chr(FIRST_PLACE + seat) for seat in range(players))


def drawn_blank(game: Game) -> dict[str, Any] | None:
    """The page of a game before its first entry, the sheet ahead, and the numbers from which the
    size of names follows; None if a phone cannot play it on its own."""
    stored = _stored(game)
    now = now_text(stored, KEEPS)
    if not now:
        return None
    plan = drawn_ahead(stored)
    # Its hands are those of the rematch.
    fitting = {"advances": ADVANCES, "steps": STEPS, "room": ROOM[len(game.players)]}
    return {"page": _page(stored, now), "plan": plan | {"hands": {}}, "fitting": fitting}


def _stored(game: Game) -> StoredGame:
    now = datetime.now(UTC)
    return StoredGame(
        id=0,
        key=UNNAMED,
        uid="",
        code=None,
        book_id=0,
        revision=0,
        rights=0,
        undoable=None,
        started_at=now,
        changed_at=now,
        game=game,
        sheet=score_sheet(game),
    )


def _page(stored: StoredGame, now: str) -> str:
    """The page without its panel, which the phone draws."""
    board = build_board(stored, KEEPS)
    parts = parts_of(board) | {"play": part("play", slots={"parts": ()})}
    html = render_template("blank.html", new=None, **page_values(board, parts, now))
    return for_page(html, 0, with_token=False)
