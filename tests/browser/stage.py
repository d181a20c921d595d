"""Pages of a recording, shown by a browser as if the app had just answered with them."""

from werkzeug.wrappers import Request, Response

from scorekeeper.http.assets import HTMX_URL
from tests.browser.conftest import HTMX_FILE
from tests.browser.phone import Phone
from tests.browser.server import Server

HTMX = "/htmx.min.js"


class Stage:
    """Shows a page at any address of the server, with its style sheets and scripts.

    No request is caught on its way (Playwright then switches the browser's cache off), so that the
    browser fetches each style sheet and script once, and a page opens in half the time.
    """

    def __init__(self, server: Server, phone: Phone) -> None:
        self._html = ""
        self._phone = phone
        self._htmx = HTMX_FILE.read_bytes()
        phone.context.unroute_all()
        server.instead = self._answer

    def show(self, html: str, address: str) -> None:
        """Open the page."""
        self._html = html.replace(HTMX_URL, HTMX)
        # To a part of the page that is open a browser goes without asking for the page.
        self._phone.open("about:blank")
        self._phone.open(address)
        self._phone.drawn()

    def _answer(self, request: Request) -> Response | None:
        if request.path.startswith("/static/"):
            return None
        if request.path == HTMX:
            lasting = {"Cache-Control": "max-age=86400"}
            return Response(self._htmx, mimetype="text/javascript", headers=lasting)
        is_page = request.headers.get("Sec-Fetch-Dest") == "document"
        return Response(self._html if is_page else "", mimetype="text/html")
