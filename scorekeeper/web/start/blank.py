"""The blank pages that a phone keeps to begin a game while the server is away."""

import json
from typing import Any
from urllib.parse import parse_qsl

from flask import Blueprint, Response, make_response
from werkzeug.datastructures import MultiDict

from scorekeeper.board.page_parts import drawn_blank, places
from scorekeeper.forms.start import StartForm
from scorekeeper.http.gate import dear, once
from scorekeeper.http.parts import may_keep
from scorekeeper.rules.attendance import count_problems
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.web.start.seating import Seating, game_of
from scorekeeper.words.ahead import start_words
from scorekeeper.words.problems import sentences

bp = Blueprint("blank", __name__)


@bp.get("/new/ahead/<path:choices>")
@dear
def page(choices: str) -> Response:
    """For each number of players, the blank page of the game that these ``choices`` of *New game*
    describe (``variant=wizard&cards=suits``), or the reason why there is none; as JSON."""
    text = once((choices,), lambda: _text(choices))
    return may_keep(make_response(text, {"Content-Type": "application/json"}))


def _text(choices: str) -> bytes:
    form = StartForm(MultiDict(parse_qsl(choices)))
    is_clear = not any(field.process_errors for field in form)
    numbers = range(MOST_PLAYERS + 1) if is_clear else ()
    sheet = {
        "games": {number: blank_or_reason(form, number) for number in numbers},
        "words": start_words(),
    }
    return json.dumps(sheet, ensure_ascii=False, separators=(",", ":")).encode()


def blank_or_reason(form: StartForm, players: int) -> dict[str, Any] | str | None:
    """The blank page for this many players, or the sentence that refuses them; None if only the
    server can start this game."""
    names = places(players)
    try:
        problems = count_problems(form.chosen_game(), names)
        return (
            sentences(problems, ())[0]
            if problems
            else drawn_blank(game_of(form, Seating(names, 0)))
        )
    except RefusedError as refused:
        return sentences(refused.problems, names)[0]
