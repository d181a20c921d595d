"""What belongs to no game: the language, the worker and the manifest, health."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, abort, current_app, jsonify, request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.forms.book import LanguageForm
from scorekeeper.http.answers import error_page, redirect_to, show
from scorekeeper.http.languages import keep_language, keep_scheme, languages_by_phone, page_language
from scorekeeper.rules.problems import Code
from scorekeeper.store.database import is_well
from scorekeeper.words.language import gettext
from scorekeeper.words.problems import sentence_of

bp = Blueprint("service", __name__)

LOCAL = re.compile(r"/(?!/)[A-Za-z0-9_/?=&-]*\Z")
"""An address on this server; browsers read two slashes, or a backslash, as another host."""


@bp.get("/language")
def language_page() -> Response:
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


@bp.get("/healthz")
def healthz() -> Response:
    """``ok`` if the database answers and has the program's schema, otherwise 503."""
    well = is_well()
    return Response("ok\n" if well else "not well\n", 200 if well else 503, mimetype="text/plain")


@bp.get("/.well-known/security.txt")
def security() -> Response:
    """The contact for vulnerabilities (RFC 9116), if configured."""
    contact = current_app.config["SECURITY_CONTACT"]
    if not contact:
        abort(404)
    expires = (datetime.now(UTC) + timedelta(days=300)).strftime("%Y-%m-%dT00:00:00Z")
    return Response(f"Contact: {contact}\nExpires: {expires}\n", mimetype="text/plain")


ICONS = (("192", "any"), ("512", "any"), ("maskable-512", "maskable"))
"""The pictures in ``static/icons/``, by their name; it ends in the width."""
TABLE, PETROL = "#ece1cd", "#10393f"
"""The colours behind the first page while it loads, and of the icon."""


@bp.get("/sw.js")
def worker() -> Response:
    """The service worker; its address is above all pages that it may open."""
    text: str = current_app.extensions["worker"]
    return Response(text, mimetype="text/javascript")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """The name and look of the installed app."""
    home = url_for("home.page")
    name = gettext("Scorekeeper")
    response = jsonify(
        id=home,
        name=name,
        short_name=name,
        lang=page_language(),
        start_url=home,
        scope=home,
        display="standalone",
        background_color=TABLE,
        theme_color=PETROL,
        icons=[
            {
                # Its address stays the same in the next version, or phones would ask about it.
                "src": url_for("static", filename=f"icons/{icon}.png"),
                "sizes": "x".join([icon.rpartition("-")[2]] * 2),
                "type": "image/png",
                "purpose": purpose,
            }
            for icon, purpose in ICONS
        ],
    )
    response.mimetype = "application/manifest+json"
    return response
