"""Phones in a real browser, the app on a real port, and the one file of the CDN from disk."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import BrowserContext, Route

from scorekeeper.http.assets import HTMX_URL
from tests import databases
from tests.browser.phone import Phone
from tests.browser.server import Server

MODULES = Path(__file__).parents[2] / "node_modules"
HTMX_FILE = MODULES / "htmx.org" / "dist" / "htmx.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A name that is not this machine's own: a page from there is no secure context.
    "--host-resolver-rules=MAP table.test 127.0.0.1",
)
SCREEN = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "locale": "en-GB",
}


class OpenPhone(Protocol):
    """Makes a phone; ``cdn=False`` cuts it off from the CDN, the rest is for its browser."""

    def __call__(self, *, cdn: bool = True, **options: Any) -> Phone: ...


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The browser of this machine, without anything that calls home."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return {**browser_type_launch_args, "executable_path": found, "args": list(FLAGS)}


@pytest.fixture
def server(tmp_path: Path, empty_database: Path) -> Iterator[Server]:
    """The app with an empty database behind a free port."""
    databases.copy(empty_database, tmp_path)
    server = Server(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def open_phone(new_context: Callable[..., BrowserContext], server: Server) -> Iterator[OpenPhone]:
    """Phones that reach the app and the CDN's file, and nothing else."""
    opened: list[Phone] = []

    def answer(route: Route, *, cdn: bool) -> None:
        address = route.request.url
        if address.startswith((f"{server.address}/", f"http://table.test:{server.port}/")):
            route.continue_()
        elif address == HTMX_URL and cdn:
            route.fulfill(
                path=HTMX_FILE,
                content_type="text/javascript",
                headers={"Access-Control-Allow-Origin": "*"},
            )
        else:
            route.abort("blockedbyclient")

    def make(*, cdn: bool = True, **options: Any) -> Phone:
        context = new_context(**{**SCREEN, "base_url": server.address, **options})
        context.set_default_timeout(8000)
        context.route("**/*", lambda route: answer(route, cdn=cdn))
        scripts = options.get("java_script_enabled", True)
        phone = Phone(context, plain=not scripts)
        if not cdn:
            phone.forgiven.append("ERR_BLOCKED_BY_CLIENT")
        opened.append(phone)
        return phone

    yield make
    assert [phone.complaints for phone in opened if phone.complaints] == []


@pytest.fixture
def phone(open_phone: OpenPhone) -> Phone:
    """The keeper's phone."""
    return open_phone()
