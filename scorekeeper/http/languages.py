"""The language, time zone and look of a page.

The language of a page: the one chosen on this phone, otherwise the phone's own.

Light or dark pages: as the phone is set, or as somebody chose on it.
"""

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIEnvironment

import flask_babel
from babel import Locale
from flask import Flask, Response, current_app, g, request
from pytz import all_timezones_set
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.http.cookies import cookie_in, cookie_of_script, keep_cookie, of_page
from scorekeeper.rules.people import folded
from scorekeeper.rules.variants.model import COLOURS, FRENCH, Deck
from scorekeeper.words.language import Catalogues, capital, catalogue

LANGUAGE_COOKIE = "scorekeeper_language"
ZONE = "zone"
"""The cookie with the name of the phone's time zone, written by ahead/keep.js."""
COLOURED = frozenset(("de", "fr", "it", "nl", "pl", "cs", "hu"))
"""Languages in which Wizard is printed with colours; elsewhere it has spades and hearts."""
DECIMAL_POINT = frozenset(("en",))
"""Languages whose spreadsheets have commas between cells; elsewhere a comma begins decimals, and
cells are between semicolons."""
NAMES = {
    "cs": "Čeština",
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "hu": "Magyar",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt-BR": "Português (Brasil)",
}
"""Languages by their own names. Babel knows them too, but loads 1 MB for each."""
LONGEST_LIST = 200
"""The most characters that are read of a phone's list of languages: about ten languages."""


def init_languages(app: Flask) -> None:
    """Show each page in the phone's language if there is a catalogue for it, otherwise English."""
    catalogues = Catalogues(Path(app.config["TRANSLATIONS"]))
    tags = ("en", *(language.replace("_", "-") for language in catalogues.files))
    names = {tag: NAMES.get(tag) or _own_name(tag) for tag in tags}
    # By names without accents: Čeština before Deutsch.
    ordered = sorted(names.items(), key=lambda item: folded(item[1]))
    app.config["LANGUAGES"] = known = dict(ordered)
    babel = flask_babel.Babel(
        app,
        locale_selector=lambda: language_for(request.environ, known).replace("-", "_"),
        timezone_selector=lambda: page_zone() or None,
    )
    babel.domain_instance = catalogues
    app.before_request(_find_sentences)
    env: Any = app.jinja_env
    env.install_gettext_callables(
        lambda text: catalogue().ugettext(text),
        lambda one, many, number: catalogue().ungettext(one, many, number),
        newstyle=True,
        pgettext=lambda context, text: catalogue().upgettext(context, text),
    )
    env.globals |= {"language": page_language, "languages": known, "_": env.globals["gettext"]}
    env.globals |= {"csv_separators": csv_separators, "csv_query": csv_query}


def zone_for(environ: WSGIEnvironment) -> str:
    """The time zone of the phone by its name, which its script keeps in a cookie: days are the
    table's. Without it they are those of UTC, and this is ""."""
    name = cookie_of_script(environ, ZONE)
    return name if name in all_timezones_set else ""


def page_zone() -> str:
    """The time zone in which the page shows days; "" for UTC."""
    return of_page("zone", zone_for)


def _find_sentences() -> None:
    """Read a catalogue before the database: it takes long, and SQLite lets nobody save while
    somebody reads."""
    catalogue()


def page_language() -> str:
    """The language of the page, as in HTML's ``lang``."""
    language: str | None = g.get("language")
    if language is None:
        language = g.language = str(flask_babel.get_locale() or "en").replace("_", "-")
    return language


def csv_separators() -> tuple[str | None, str | None]:
    """What ``sep`` says for the separator of spreadsheets in the language of the page, and for the
    other one; None for commas."""
    both = None, "semicolon"
    return both if page_language() in DECIMAL_POINT else both[::-1]


def csv_query(other: bool = False) -> str:
    """The query of an address of a CSV, for spreadsheets in the language of the page or for the
    ``other`` ones."""
    separator = csv_separators()[other]
    return f"?sep={separator}" if separator else ""


def language_for(environ: WSGIEnvironment, known: Collection[str]) -> str:
    """The ``known`` language in which to answer a request, as in HTML's ``lang``."""
    chosen = cookie_in(environ, LANGUAGE_COOKIE)
    if chosen in known:
        return chosen
    return next(iter(_accepted(environ, known)), "en")


def languages_by_phone() -> list[str]:
    """All languages: that of the page, those that the phone accepts, English, and the others."""
    known = current_app.config["LANGUAGES"]
    accepted = _accepted(request.environ, known)
    return list(dict.fromkeys([page_language(), *accepted, "en", *known]))


def second_language() -> str:
    """The language to offer beside that of the page: the next one that the phone accepts, or
    English; "" if there is none."""
    accepted = _accepted(request.environ, current_app.config["LANGUAGES"])
    return next((one for one in (*accepted, "en") if one != page_language()), "")


def language_deck() -> Deck:
    """The deck of Wizard as it is sold where the phone's language is spoken, which may be a
    language without a catalogue."""
    chosen = cookie_in(request.environ, LANGUAGE_COOKIE)
    known = current_app.config["LANGUAGES"]
    tag = chosen if chosen in known else request.accept_languages.best or "en"
    return COLOURS if _plain(tag) in COLOURED else FRENCH


def keep_language(response: Response, language: str) -> Response:
    """Store the phone's choice; raises LookupError if there is no such language here."""
    if language not in current_app.config["LANGUAGES"]:
        raise LookupError(language)
    keep_cookie(response, LANGUAGE_COOKIE, language)
    return response


def _accepted(environ: WSGIEnvironment, known: Collection[str]) -> list[str]:
    """The ``known`` languages that the phone asks for, best first: ``de`` for de-AT."""
    asked = environ.get("HTTP_ACCEPT_LANGUAGE", "")[:LONGEST_LIST]
    accepted = parse_accept_header(asked, LanguageAccept)
    found = []
    for tag in (tag for tag, quality in accepted if quality > 0):
        same = [one for one in known if _plain(one) == _plain(tag)]
        found += [tag] if tag in same else same
    return found


def _plain(tag: str) -> str:
    return tag.replace("_", "-").partition("-")[0].lower()


def _own_name(tag: str) -> str:
    """The name of a language in that language: “Deutsch”, “Español”."""
    name = Locale.parse(tag, sep="-").get_display_name() or tag
    return capital(name)


SCHEME_COOKIE = "scorekeeper_scheme"
SCHEMES = ("light", "dark")
AS_PHONE = "phone"
DARK = re.compile(r"\(prefers-color-scheme:\s*dark\)")


def init_schemes(app: Flask) -> None:
    """Let templates ask for the chosen scheme."""
    app.jinja_env.globals["scheme"] = page_scheme


def scheme_for(environ: WSGIEnvironment) -> str:
    """The scheme that was chosen on the phone; "" if pages look as the phone is set."""
    chosen = cookie_in(environ, SCHEME_COOKIE)
    return chosen if chosen in SCHEMES else ""


def page_scheme() -> str:
    """The scheme of the page, like ``scheme_for``."""
    return of_page("look", scheme_for)


def keep_scheme(response: Response, scheme: str) -> Response:
    """Store the phone's choice; raises LookupError if there is no such scheme."""
    if scheme not in (*SCHEMES, AS_PHONE):
        raise LookupError(scheme)
    keep_cookie(response, SCHEME_COOKIE, scheme)
    return response


def in_scheme(style: str, scheme: str) -> str:
    """A style sheet in which the phone's setting is replaced by the scheme; paper stays light.

    ``static/ahead/worker.js`` does the same without the server.
    """
    fixed = DARK.sub("screen" if scheme == "dark" else "not all", style)
    return f"{fixed}@media screen{{:root{{color-scheme:{scheme}}}}}"
