"""Which language a page is shown in, and the functions that every sentence goes through."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import flask_babel
from flask import Flask, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

LONGEST_LIST = 200
"""How many characters of Accept-Language are read: about ten languages."""


def init_language(app: Flask) -> None:
    """Choose the phone's language if there is a catalogue for it, otherwise English."""
    known = {"en"}
    babel = flask_babel.Babel(app, locale_selector=lambda: _preferred(known))
    with app.app_context():
        known |= {str(locale).replace("_", "-") for locale in babel.list_translations()}
    app.jinja_env.globals["language"] = page_language


def gettext(text: str, **values: Any) -> str:
    """The sentence in the language of the page, with its values."""
    return str(flask_babel.gettext(text, **values))


def ngettext(one: str, many: str, num: int, **values: Any) -> str:
    """The sentence in the form that ``num`` needs."""
    return str(flask_babel.ngettext(one, many, num, **values))


def pgettext(context: str, text: str, **values: Any) -> str:
    """The sentence, where its English words have another meaning in another ``context``."""
    return str(flask_babel.pgettext(context, text, **values))


def lazy_ngettext(one: str, many: str) -> Callable[..., str]:
    """A sentence about a number, translated when it is called with ``num`` and its values."""
    return partial(ngettext, one, many)


def lazy_pgettext(context: str, text: str, **values: Any) -> Any:
    """``pgettext``, translated when it is shown; it can be used like a string."""
    return flask_babel.lazy_pgettext(context, text, **values)


def lazy_gettext(text: str, **values: Any) -> Any:
    """The sentence, translated when it is shown; it can be used like a string."""
    return flask_babel.lazy_gettext(text, **values)


def _preferred(known: set[str]) -> str:
    asked = request.headers.get("Accept-Language", "")[:LONGEST_LIST]
    languages = parse_accept_header(asked, LanguageAccept)
    return (languages.best_match(sorted(known)) or "en").replace("-", "_")


def page_language() -> str:
    """The language of the page, as HTML names it."""
    if "language" not in g:
        g.language = str(flask_babel.get_locale() or "en").replace("_", "-")
    return str(g.language)
