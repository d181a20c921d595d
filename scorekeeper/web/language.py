"""The choice of a language, and of light or dark pages, which the phone stores."""

import re

from flask import Blueprint, Response, request
from werkzeug.datastructures import MultiDict

from scorekeeper.forms.book import LanguageForm
from scorekeeper.http.answers import error_page, redirect_to, show
from scorekeeper.http.languages import keep_language, languages_by_phone
from scorekeeper.http.schemes import keep_scheme
from scorekeeper.rules.problems import Code
from scorekeeper.words.problems import sentence_of

bp = Blueprint("language", __name__)

LOCAL = re.compile(r"/(?!/)[A-Za-z0-9_/?=&-]*\Z")
"""An address on this server; browsers read two slashes, or a backslash, as another host."""


@bp.get("/language")
def page() -> Response:
    """All languages, to choose one for this phone."""
    return show("language.html", tags=languages_by_phone(), address=_local(request.args))


@bp.post("/language")
def choose() -> Response:
    """Store the language, or whether pages are light or dark, and go back to the page.

    This needs no token because the server saves nothing; a phone that only follows has none.
    """
    form = LanguageForm(meta={"csrf": False})
    field, keep = (form.scheme, keep_scheme) if form.scheme.data else (form.language, keep_language)
    try:
        return keep(redirect_to(_local(request.form)), field.data or "")
    except LookupError:
        return error_page(422, sentence_of(Code.SHAPE_CHOICE, {"field": field.label.text}))


def _local(fields: MultiDict[str, str]) -> str:
    """The page to go back to, the first one unless it is on this server."""
    page = fields.get("page", "")
    return page if LOCAL.match(page) else "/"
