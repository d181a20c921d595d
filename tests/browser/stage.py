"""Pages of a recording, shown by a browser as if the app had just answered with them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from werkzeug.wrappers import Request, Response

from scorekeeper.http.assets import HTMX_URL
from tests.browser.conftest import HTMX_FILE
from tests.browser.phone import LONG, Phone
from tests.browser.server import Server

HTMX = "/htmx.min.js"
BOARDS = "/boards"
"""The address of the page that holds the frame."""
FRAME = """<!doctype html><title>Stage</title>
<meta name="viewport" content="width=device-width, initial-scale=1, minimum-scale=1">
<style>body { margin: 0; overflow: hidden } iframe { border: 0; display: block }</style>"""
EACH_SIZE = (Path(__file__).parent / "stage.js").read_text(encoding="utf-8").strip().rstrip(";")


class Stage:
    """Shows a page at any address of the server, with its style sheets and scripts.

    No request is caught on its way (Playwright then switches the browser's cache off), so that the
    browser fetches each style sheet and script once, and a page opens in half the time.
    """

    def __init__(self, server: Server, phone: Phone) -> None:
        self._html = ""
        self._phone = phone
        self._htmx = HTMX_FILE.read_bytes()
        self._has_frame = False
        phone.context.unroute_all()
        server.instead = self._answer

    def show(self, html: str, address: str) -> None:
        """Open the page."""
        self._html = html.replace(HTMX_URL, HTMX)
        self._has_frame = False
        # To a part of the page that is open a browser goes without asking for the page.
        self._phone.open("about:blank")
        self._phone.open(address)
        self._phone.drawn()

    def found(
        self,
        html: str,
        address: str,
        sizes: Sequence[tuple[int, int]],
        script: str,
        value: Any = None,
        *,
        prepare: str = "() => {}",
    ) -> list[Any]:
        """What a script finds on the page in each size; ``prepare`` is called once before.

        The page is in a frame, which changes its size in half the time of a window.
        """
        if not self._has_frame:
            self._phone.open(BOARDS)
            self._has_frame = True
        self._html = html.replace(HTMX_URL, HTMX)
        asked = {"address": address, "sizes": sizes, "script": script, "value": value}
        asked |= {"prepare": prepare, "patience": LONG}
        found: list[Any] = self._phone.page.evaluate(EACH_SIZE, asked)
        return found

    def _answer(self, request: Request) -> Response | None:
        if request.path.startswith("/static/"):
            return None
        if request.path == HTMX:
            lasting = {"Cache-Control": "max-age=86400"}
            return Response(self._htmx, mimetype="text/javascript", headers=lasting)
        if request.path == BOARDS:
            return Response(FRAME, mimetype="text/html")
        is_page = request.headers.get("Sec-Fetch-Dest") in ("document", "iframe")
        return Response(self._html if is_page else "", mimetype="text/html")
