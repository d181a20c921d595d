"""A page or only its changed part, decided in one place; and how a save is answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from flask import Response, flash, make_response, redirect, render_template, request

from scorekeeper import store
from scorekeeper.forms import SaveForm
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.access import phone_key
from scorekeeper.words.problems import sentences

Draw = Callable[..., Response]


def wants_part() -> bool:
    """Whether htmx asks for a part; a restored page is asked for whole."""
    headers = request.headers
    return "HX-Request" in headers and "HX-History-Restore-Request" not in headers


def show(page: str, part: str, status: int = 200, **values: Any) -> Response:
    """The page, or for htmx only the part of it that is swapped in."""
    response = make_response(render_template(part if wants_part() else page, **values), status)
    if "stored" in values:
        response.headers["X-Revision"] = str(values["stored"].revision)
    return response


def go_on(address: str, said: str = "") -> Response:
    """After a save: on to a page, in either way of asking, with a word on what happened."""
    if said:
        flash(said)
    if not wants_part():
        return make_response(redirect(address, code=303))
    response = make_response("")
    response.headers["HX-Redirect"] = address
    return response


def say(response: Response, said: str, *, timed: bool = False) -> Response:
    """Tell the page's status line what happened; ``timed`` adds the phone's own time."""
    response.headers["HX-Trigger"] = json.dumps({"said": {"text": said, "timed": timed}})
    return response


def save(
    key: str,
    form: SaveForm,
    action: Callable[[Game], Game],
    shown: StoredGame,
    draw: Draw,
) -> StoredGame | Response:
    """Apply an action; the stored game, or the answer that says why not.

    ``draw(stored, problems, status)`` shows the form again with what was typed.
    """
    if not form.validate_on_submit():
        return draw(shown, form.sentences(), 422)
    try:
        return store.change(key, phone_key(), form.revision.data, action)
    except RefusedError as refused:
        players = shown.game.players
        return draw(shown, sentences(refused.problems, players), 422)
    except store.StaleError as stale:
        form.revision.raw_data, form.revision.data = None, stale.stored.revision
        return draw(stale.stored, [], 409)
