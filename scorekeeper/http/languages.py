"""Which language a page is shown in."""

from __future__ import annotations

from pathlib import Path

import flask_babel
from flask import Flask, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.language import Catalogues

LONGEST_LIST = 200
"""How many characters of a phone's list of languages are read: some ten languages."""


def init_languages(app: Flask) -> None:
    """Choose the phone's language if there is a catalogue for it, otherwise English."""
    catalogues = Catalogues(Path(app.config["TRANSLATIONS"]))
    known = {"en", *(language.replace("_", "-") for language in catalogues.languages)}
    babel = flask_babel.Babel(app, locale_selector=lambda: _preferred(known))
    babel.domain_instance = catalogues
    app.jinja_env.globals["language"] = page_language


def page_language() -> str:
    """The language of the page, as in HTML's ``lang``."""
    if "language" not in g:
        g.language = str(flask_babel.get_locale() or "en").replace("_", "-")
    return str(g.language)


def _preferred(known: set[str]) -> str:
    asked = request.headers.get("Accept-Language", "")[:LONGEST_LIST]
    languages = parse_accept_header(asked, LanguageAccept)
    return (languages.best_match(sorted(known)) or "en").replace("-", "_")
