"""A page or only its changed part, decided in one place; and how a save is answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask import Response, abort, flash, make_response, redirect, render_template, request

from scorekeeper import store
from scorekeeper.forms import SaveForm
from scorekeeper.rules.merge import same_course
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.device import phone_key
from scorekeeper.words.problems import sentences


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was saved: 422 with the sentences, or 409 with what others saved first."""

    status: int
    stored: StoredGame
    problems: list[str] = field(default_factory=list)
    stale: store.StaleError | None = None


Draw = Callable[[Refusal], Response]
"""Shows the form again, with what was typed."""


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


def is_gone_on(response: Response) -> bool:
    """Whether the answer leads on to a page, in either way of asking."""
    return response.status_code == 303 or "HX-Redirect" in response.headers


def say(response: Response, said: str, *, timed: bool = False) -> Response:
    """Tell the page's status line what happened; ``timed`` adds the phone's own time."""
    response.headers["HX-Trigger"] = json.dumps({"said": {"text": said, "timed": timed}})
    return response


def save(
    form: SaveForm,
    action: store.Action,
    shown: StoredGame,
    draw: Draw,
    rebase: store.Rebase | None = None,
) -> StoredGame | Response:
    """Apply an action; the stored game, or the answer that says why not."""
    return attempt(
        form,
        shown,
        draw,
        lambda: store.change(shown.key, phone_key(), form.revision.data, action, rebase),
    )


def unless_changed(action: store.Action) -> store.Rebase:
    """The action as it is, where nobody changed the settings or scored a hand meanwhile."""
    return lambda base, now: action if same_course(base, now) else None


def attempt(
    form: SaveForm, shown: StoredGame, draw: Draw, do: Callable[[], StoredGame]
) -> StoredGame | Response:
    """Do what writes; the stored game, or the answer that says why not."""
    if not form.validate_on_submit():
        return draw(Refusal(422, shown, form.sentences()))
    try:
        return do()
    except RefusedError as refused:
        return draw(Refusal(422, shown, sentences(refused.problems, shown.game.players)))
    except store.StaleError as stale:
        form.revision.raw_data, form.revision.data = None, stale.stored.revision
        return draw(Refusal(409, stale.stored, stale=stale))
    except store.UnknownGameError:
        abort(404)
