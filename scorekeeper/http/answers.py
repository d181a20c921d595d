"""Answers: a whole page, only the part that htmx requests, or a refused save."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, flash, make_response, redirect, render_template, request, url_for
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorekeeper.http.access import OfDeskError, writable_game
from scorekeeper.http.cookies import keep_watched, phone_key
from scorekeeper.http.parts import for_page, is_shared, is_to_keep
from scorekeeper.http.save_form import SaveForm, ShapeError
from scorekeeper.rules.entry import Action
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import Part, Since, whole_hand
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.store.engine import (
    NoneFreeError,
    StorageError,
    code_of,
    end_reading,
    is_unavailable,
    rollback,
)
from scorekeeper.store.events.acts import StaleEventError
from scorekeeper.store.games import saves
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.games.saves import number_now
from scorekeeper.store.mapping.stored import UnknownGameError
from scorekeeper.words.language import gettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.problems import sentences

GAME_CHANGED = _l("Someone else changed this game first. Save again to keep yours.")
"""The message on a page whose game somebody else changed first."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why nothing was saved: 422 with the problems, or 409 with the StaleError.
    ``objections`` are the problems that the rules found, as sentences that need the typed names of
    players."""

    status: int
    seen: GameAccess
    problems: tuple[str, ...] = ()
    stale: saves.StaleError | None = None
    objections: tuple[Problem, ...] = ()

    def naming(self, players: tuple[str, ...]) -> Refusal:
        if not self.objections:
            return self
        return replace(self, problems=tuple(sentences(self.objections, players)))


View = Callable[..., Response]


def refusals_by(
    again: Callable[..., Response], refusal: Callable[[str, Exception], object] | None = None
) -> Callable[[View], View]:
    """Answer a refused save with ``again``, which shows the form as it was typed. ``again`` takes
    the Refusal and the arguments of the view except the key; a ``number`` is the one that the hand
    of the page has now, 0 if somebody took it out. ``refusal`` creates the Refusal from the key and
    the problem, by default for a game.
    """

    def with_refusals(view: View) -> View:
        @wraps(view)
        def answer(key: str, **rest: Any) -> Response:
            try:
                return view(key, **rest)
            except (ShapeError, RefusedError, saves.StaleError, StaleEventError) as problem:
                refused = (refusal or _refusal)(key, problem)
                if isinstance(refused, Refusal) and "number" in rest:
                    sent = SaveForm().revision.data
                    rest["number"] = number_now(refused.seen.stored, sent, rest["number"]) or 0
                return again(refused, **rest)

        return answer

    return with_refusals


def _refusal(key: str, problem: Exception) -> Refusal:
    seen = writable_game(key)
    players = seen.stored.game.players
    match problem:
        case ShapeError(form=form):
            return Refusal(422, seen, tuple(form.sentences(players)))
        case RefusedError(problems=problems):
            return Refusal(422, seen, tuple(sentences(problems, players)), objections=problems)
        case saves.StaleError():
            return Refusal(409, replace(seen, stored=problem.stored), stale=problem)
    raise problem


def save(key: str, form: SaveForm, action: Action, part: Part | None) -> saves.Saved:
    """Check the shape of the form, then save its input.

    A stale page may save too, if nobody else touched this ``part`` of the game since; with None it
    may not. Raises ShapeError, and the errors of ``saves.save``.
    """
    form.check()
    rebase = None if part is None else unless_touched(part, action)
    return saves.save(key, phone_key(), form.save(action, rebase))


def unless_touched(part: Part, action: Action) -> saves.Rebase:
    def rebase(since: Since) -> Action | None:
        return None if since.touched(part) else action

    return rebase


def save_hand(
    key: str,
    form: SaveForm,
    number: int,
    act: Callable[[Game, int], Game],
    *,
    clears: bool = False,
) -> saves.Saved:
    """As :func:`save`, for all of the hand that has this number on the page: ``act`` takes the
    number that it has now. ``clears``: its hidden bids go too."""
    form.check()

    def at(number: int) -> tuple[Action, saves.Rebase]:
        def action(game: Game) -> Game:
            return act(game, number)

        def rebase(since: Since) -> Action | None:
            return unless_touched(whole_hand(since.now.id_of(number)), action)(since)

        return action, rebase

    return saves.save(key, phone_key(), form.save_in(number, at)._replace(clears=clears))


def wants_part() -> bool:
    """Return whether htmx requests a part; when it restores a page from history, it requests the
    whole page."""
    if is_shared():
        return True
    headers = request.headers
    return "HX-Request" in headers and "HX-History-Restore-Request" not in headers


def followed(response: Response, key: str, *, works: bool) -> Response:
    """The answer to a page of this game or event; a phone that opens it as a whole, and does not
    work there, finds it again under *Watching*."""
    if works or wants_part() or is_shared() or is_to_keep():
        return response
    return keep_watched(response, first=key)


def show(
    page: str, part: str = "", *, status: int = 0, with_token: bool = True, **values: Any
) -> Response:
    """The page, or only the part that htmx swaps in.

    The status is 422 if it shows ``problems``, otherwise 200, unless another is given. HTML for a
    page that already has a CSRF token is sent without one.
    """
    end_reading()
    html = render_template(part if part and wants_part() else page, **values)
    status = status or (422 if values.get("problems") else 200)
    revision = values["stored"].revision if "stored" in values else None
    response = make_response(for_page(html, revision, with_token=with_token), status)
    if revision is not None:
        response.headers["X-Revision"] = str(revision)
    return response


def show_form(page: str, form: SaveForm, refused: Refusal, **values: Any) -> Response:
    """The page of a form as it was typed, over the game as it is now.

    If others saved first, the form has the game's new revision, and the page says so unless it
    shows problems.
    """
    stored, problems, revision = refused.seen.stored, refused.problems, form.revision.shown()
    if refused.stale:
        revision = ""
        problems = problems or (str(GAME_CHANGED),)
    values |= {"form": form, "revision": revision or stored.revision, "problems": problems}
    return show(page, status=refused.status, stored=stored, **values)


def redirect_to(address: str, message: str = "") -> Response:
    """Redirect to another page, by HTTP or by htmx; that page shows ``message``."""
    if message:
        flash(message)
    if not wants_part():
        return make_response(redirect(address, code=303))
    response = make_response("")
    response.headers["HX-Redirect"] = address
    return response


def is_redirect(response: Response) -> bool:
    """Return whether the answer redirects to another page, by HTTP or by htmx."""
    return response.status_code == 303 or "HX-Redirect" in response.headers


def say(response: Response, message: str, *, timed: bool = False) -> Response:
    """Show what happened in the page's status line; ``timed`` adds the phone's own time."""
    response.headers["HX-Trigger"] = json.dumps({"said": {"text": message, "timed": timed}})
    return response


def init_errors(app: Flask) -> None:
    """Answer every refusal and every storage failure with a page of our own."""

    def refused(error: HTTPException) -> Response:
        code = error.code or 500
        return (
            error_page(code, _sentence(code))
            if code >= 400
            else make_response(error.get_response())
        )

    def storage_failed(error: StorageError) -> Response:
        rollback()
        if is_unavailable(error):
            app.logger.error("storage: %s on %s", code_of(error), _route())
            return error_page(503, _sentence(503))
        # The text of the error may contain values from a row.
        app.logger.error("refused by the storage: %s on %s", code_of(error), _route())
        return error_page(500, _sentence(500))

    def refused_by_the_rules(error: RefusedError) -> Response:
        return error_page(422, " ".join(sentences(error.problems, ())))

    def none_free(_: NoneFreeError) -> Response:
        app.logger.error("storage: no connection is free on %s", _route())
        return error_page(503, _sentence(503))

    def of_desk(error: OfDeskError) -> Response:
        message = OF_ACTS if error.is_desk else OF_DESK
        back = url_for("game.page", key=error.key), gettext("Back to the game")
        return error_page(404, str(message), back)

    def log_failure(exc_info: Any) -> None:
        app.logger.error("failure on %s", _route(), exc_info=exc_info)

    app.log_exception = log_failure  # type: ignore[method-assign]
    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(MethodNotAllowed, _wrong_method)
    app.register_error_handler(StorageError, storage_failed)
    app.register_error_handler(RefusedError, refused_by_the_rules)
    app.register_error_handler(NoneFreeError, none_free)
    app.register_error_handler(UnknownGameError, lambda _: error_page(404, _sentence(404)))
    app.register_error_handler(OfDeskError, of_desk)


def _wrong_method(error: MethodNotAllowed) -> Response:
    """The failure, or a way to the page above the address of a form: a browser that opens the
    answer to a refused form again, like that of a phone that slept, asks for this address."""
    if request.method in ("GET", "HEAD"):
        return make_response(redirect(_page_above(), code=303))
    response = error_page(405, _sentence(405))
    response.headers["Allow"] = ", ".join(error.valid_methods or ())
    return response


def _page_above() -> str:
    """The address of a game's own page, otherwise of the nearest page above this address."""
    adapter = request_ctx.url_adapter
    path = "/".join(request.path.split("/")[:4]) if request.path.startswith("/g/") else request.path
    while path and adapter:
        path = path.rpartition("/")[0]
        if adapter.test(path, "GET"):
            return quote(request.root_path + path)
    return url_for("home.page")


def _route() -> str:
    """The rule and the method for the log; Flask would log the path, which can contain a key."""
    return f"{request.url_rule.rule if request.url_rule else '?'} [{request.method}]"


def error_page(
    code: int, message: str, back: tuple[str, str] | None = None, again: int = 0
) -> Response:
    """A page with the failure and a link home, or ``back`` to this address with this title.

    If trying again can help, it contains the sent form, so that one tap sends it again. A page
    loads itself again after ``again`` seconds.
    """
    sent = _sent() if code in (429, 503) else []
    if request.method != "GET":
        again = 0
    # SQLite lets nobody save while somebody reads.
    rollback()
    html = render_template("error.html", message=message, sent=sent, back=back, again=again)
    response = make_response(html, code)
    if again:
        response.headers["Refresh"] = str(again)
    return response


def _sent() -> list[tuple[str, str]]:
    """The fields of the form that was sent; empty if they cannot be read."""
    try:
        return list(request.form.items(multi=True))
    except HTTPException:
        return []


def _sentence(code: int) -> str:
    return str(SENTENCES.get(code, SENTENCES[500 if code >= 500 else 400]))


OF_DESK = _l("This game is a table of an event, so only the desk can do this.")
OF_ACTS = _l("This game is a table of an event: change its names and seats on the desk’s pages.")
SENTENCES = {
    400: _l("The server could not read this. Go back and try again."),
    403: _l("This was sent from another site. Open the game here and try again."),
    404: _l("This page does not exist, or this phone may not change it."),
    405: _l("This address cannot be opened directly. Go back to the game."),
    413: _l("That is too long to save. Shorten it and try again."),
    429: _l("Too many attempts. Wait a few minutes, then try again."),
    500: _l("Something went wrong on the server. What was saved is safe: go back and check."),
    503: _l("The server could not save. What you entered is kept: try again."),
}
