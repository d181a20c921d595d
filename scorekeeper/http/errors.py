"""Error pages: the failure in one sentence, without internals."""

from typing import Any
from urllib.parse import quote

from flask import Flask, Response, make_response, redirect, render_template, request, url_for
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorekeeper.http.access import OfDeskError
from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.engine.sqlite import (
    NoneFreeError,
    StorageError,
    code_of,
    is_unavailable,
    rollback,
)
from scorekeeper.store.mapping.stored import UnknownGameError
from scorekeeper.words.problems import sentences


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
