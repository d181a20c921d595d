"""The figures of a book, computed once for its stamp; in parts if many games are new."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from flask import Flask, Response, make_response, render_template

from scorekeeper.http.gate import once
from scorekeeper.store.statistics import figures
from scorekeeper.store.statistics.cached import stamp_of
from scorekeeper.store.statistics.people import GameSeen

V = TypeVar("V")


class CountingError(Exception):
    """Some games of the book are still to be counted."""


def init_book_figures(app: Flask) -> None:
    """Answer with a page that continues by itself until all games are counted."""
    app.register_error_handler(CountingError, _counting)


def figures_of(book: int, asked: tuple[Hashable, ...], compute: Callable[[], V]) -> V:
    """The figures of a book for a page that was ``asked`` for.

    Raises CountingError and BusyError.
    """
    if figures.lacks(book) and not once((book,), lambda: figures.calculate(book), keep=False):
        raise CountingError
    stamp = stamp_of(book)
    return once((book, stamp, *asked), compute, keep=stamp is not None)


def unread_of(book: int) -> tuple[GameSeen, ...]:
    """The finished games of a book that its figures leave out, because they are broken."""
    return figures.unread(book)


def _counting(_: CountingError) -> Response:
    response = make_response(render_template("counting.html"))
    response.headers["Refresh"] = "1"
    return response
