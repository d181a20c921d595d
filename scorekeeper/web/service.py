"""What belongs to no game: the language, the worker and the manifest, health; trusting the server's
own authority (``serve --https``); in development the parts of pages (docs/look.md)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, abort, current_app, jsonify, request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.forms.book import LanguageForm
from scorekeeper.http.answers import error_page, redirect_to, show
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.filters import address_of, recovery_address
from scorekeeper.http.languages import keep_language, keep_scheme, languages_by_phone, page_language
from scorekeeper.rules.problems import Code
from scorekeeper.store.database import is_well
from scorekeeper.store.sharing import books
from scorekeeper.words.language import gettext
from scorekeeper.words.problems import sentence_of

bp = Blueprint("service", __name__)

LOCAL = re.compile(r"/(?!/)[A-Za-z0-9_/?=&-]*\Z")
"""An address on this server; browsers read two slashes, or a backslash, as another host."""


@bp.get("/language")
def language_page() -> Response:
    """The languages; a phone that just chose without a cookie (``?chose``) goes on if it sends one
    now, and learns otherwise that its browser kept nothing."""
    if "chose" in request.args:
        if request.cookies:
            return redirect_to(_local(request.args))
        return error_page(422, sentence_of(Code.SHAPE_COOKIES, {}))
    return show("language.html", tags=languages_by_phone(), address=_local(request.args))


@bp.post("/language")
def choose() -> Response:
    """Store the language, or whether pages are light or dark, and go back to the page.

    This needs no token because the server saves nothing; a phone that only follows has none.
    """
    form = LanguageForm(meta={"csrf": False})
    field, keep = (form.scheme, keep_scheme) if form.scheme.data else (form.language, keep_language)
    address = _local(request.form)
    if not request.cookies:
        address = url_for("service.language_page", chose="", page=address)
    try:
        return keep(redirect_to(address), field.data or "")
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


trust = Blueprint("trust", __name__, url_prefix="/trust")


@trust.before_request
def is_there() -> None:
    """Answer 404 at these addresses if the server has no authority of its own."""
    if not current_app.config["AUTHORITY"]:
        abort(404)


@trust.get("", endpoint="page")
def trust_page() -> Response:
    """The certificate, the steps on each kind of phone, and a link to the app over https. Over
    https the phone counts as a new one, so the link is its recovery link.
    """
    in_household = current_app.config["HOUSEHOLD"]
    recovery = None if in_household else books.recovery(phone_key())
    address = recovery_address(recovery) or address_of("home.page")
    has_games = not in_household and books.move_of(phone_key()).games > 0
    return show(
        "trust.html",
        address=address.replace("http:", "https:", 1),
        leaves_games=has_games and not recovery,
        with_token=False,
    )


@trust.get("/scorekeeper.crt")
def certificate() -> Response:
    """The certificate of the authority; a phone offers to install this type."""
    return Response(current_app.config["AUTHORITY"], mimetype="application/x-x509-ca-cert")


parts = Blueprint("parts", __name__)


@parts.get("/parts", endpoint="page")
def parts_page() -> Response:
    """Every part; its sentences are English, because nobody but developers reads them."""
    return show("parts.html")
