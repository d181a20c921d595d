"""The choice of a language, which the phone stores."""

import re

from flask import Blueprint, Response

from scorekeeper.forms.sharing import LanguageForm
from scorekeeper.http.answers import redirect_to
from scorekeeper.http.errors import error_page
from scorekeeper.http.languages import keep_language
from scorekeeper.language import gettext
from scorekeeper.rules.problems import Code
from scorekeeper.words.problems import sentence_of

bp = Blueprint("language", __name__)

LOCAL = re.compile(r"/(?!/)[A-Za-z0-9_/?=&-]*\Z")
"""An address on this server; browsers read two slashes, or a backslash, as another host."""


@bp.post("/language")
def choose() -> Response:
    """Store the language and go back to the page.

    This needs no token because the server saves nothing; a phone that only follows has none.
    """
    form = LanguageForm(meta={"csrf": False})
    page = form.page.data or ""
    try:
        return keep_language(
            redirect_to(page if LOCAL.match(page) else "/"), form.language.data or ""
        )
    except LookupError:
        return error_page(422, sentence_of(Code.SHAPE_CHOICE, {"field": gettext("Language")}))
