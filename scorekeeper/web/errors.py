"""What goes wrong, in a sentence and without internals."""

from __future__ import annotations

from flask import Flask, Response, make_response, render_template
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException

from scorekeeper.language import gettext
from scorekeeper.models import db


def init_errors(app: Flask) -> None:
    """Answer every refusal, and every failure of the storage, with a page of our own."""

    def refused(error: HTTPException) -> Response:
        code = error.code or 500
        response = _page(code, _sentence(code))
        if code == 405 and error.get_response().headers.get("Allow"):
            response.headers["Allow"] = error.get_response().headers["Allow"]
        return response if code >= 400 else make_response(error.get_response())

    def storage_failed(error: DBAPIError) -> Response:
        app.logger.error("storage: %s", type(error.orig).__name__)
        db.session.rollback()
        return _page(503, gettext("The storage did not answer. Nothing was lost: try again."))

    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(DBAPIError, storage_failed)


def _sentence(code: int) -> str:
    if code == 404:
        return gettext("There is nothing here, or it is not this phone's to change.")
    if code == 405:
        return gettext("This address is not for opening. Go back to the game.")
    if code == 413:
        return gettext("That was too much at once. Shorten it and try again.")
    if code >= 500:
        return gettext("Something went wrong here. What was saved is safe: try again.")
    return gettext("This could not be read. Go back and try again.")


def _page(code: int, said: str) -> Response:
    return make_response(render_template("error.html", said=said), code)
