"""Phones in a real browser, the app on a real port, and the one file of the CDN from disk."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import BrowserContext, Error, Route, expect

from scorekeeper.http.assets import HTMX_URL
from tests import databases
from tests.browser.line import Line
from tests.browser.phone import LONG, LOST, OVERTAKEN, Phone
from tests.browser.server import Server
from tests.conftest import Reopen

MODULES = Path(__file__).parents[2] / "node_modules"
HTMX_FILE = MODULES / "htmx.org" / "dist" / "htmx.min.js"
# The first opens a page in a fifth of the time of the others, and draws it the same way.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Letters as wide as on a phone, not rounded to the dots of this screen.
    "--font-render-hinting=none",
    # A host name other than this machine's, so that its pages are not a secure context.
    "--host-resolver-rules=MAP table.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
SCREEN: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
}
expect.set_options(timeout=LONG)


class OpenPhone(Protocol):
    """Creates a phone; ``cdn=False`` blocks the CDN, the rest is for its browser."""

    def __call__(self, *, cdn: bool = True, **options: Any) -> Phone: ...


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The browser of this machine, without background requests."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return {**browser_type_launch_args, "executable_path": found, "args": list(FLAGS)}


@pytest.fixture
def server(tmp_path: Path, empty_database: Path, reopen: Reopen) -> Iterator[Server]:
    """The app with an empty database behind a free port."""
    with databases.lent(empty_database, tmp_path):
        server = Server(tmp_path, reopen)
        yield server
        server.stop()


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """An unreliable connection between the server and the phones of a test."""
    line = Line(server)
    yield line
    line.close()


@pytest.fixture
def open_phone(
    new_context: Callable[..., BrowserContext], server: Server, request: pytest.FixtureRequest
) -> Iterator[OpenPhone]:
    """Phones that reach the app and the CDN's file, and nothing else."""
    is_bad = "line" in request.fixturenames
    way = request.getfixturevalue("line") if is_bad else server
    opened: list[Phone] = []

    def make(*, cdn: bool = True, **options: Any) -> Phone:
        # It would answer in place of the server, and ask for pages that no test counts on.
        quiet = {"service_workers": "block"}
        context = new_context(**{**SCREEN, **quiet, "base_url": way.address, **options})
        context.set_default_timeout(LONG)
        context.route(HTMX_URL, bring if cdn else lambda route: route.abort("blockedbyclient"))
        phone = Phone(context, server.table(), plain=not options.get("java_script_enabled", True))
        phone.forgiven += LOST if is_bad else ()
        phone.forgiven += ("Service Worker registration blocked", OVERTAKEN)
        phone.forgiven += () if cdn else ("ERR_BLOCKED_BY_CLIENT",)
        opened.append(phone)
        return phone

    yield make
    complaints = [phone.complaints for phone in opened if phone.complaints]
    for page in [page for phone in opened for page in phone.context.pages]:
        # The browser may never close a page during navigation.
        with suppress(Error):
            page.goto("about:blank")
    assert complaints == []


def bring(route: Route) -> None:
    """Answer like the CDN."""
    headers = {"Access-Control-Allow-Origin": "*"}
    route.fulfill(path=HTMX_FILE, content_type="text/javascript", headers=headers)


@pytest.fixture
def phone(open_phone: OpenPhone) -> Phone:
    """The keeper's phone."""
    return open_phone()
