"""The files with which a phone opens the app without a server, and installs it."""

from flask import Blueprint, Response, current_app, jsonify, url_for

from scorekeeper.http.languages import page_language
from scorekeeper.language import gettext

bp = Blueprint("offline", __name__)

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
