"""The CDN's script hangs, is refused, late or wrong: the page works at once."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.http.assets import HTMX_URL
from tests.browser.conftest import bring
from tests.browser.line import Fate, Line
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.figures import Figures
from tests.torture import size

pytestmark = [pytest.mark.browser, pytest.mark.torture, pytest.mark.usefixtures("line")]

COMPLAINTS = ("Failed to find a valid digest", "^Failed to load resource")


def hangs(_: Route) -> None:
    """Nobody answers."""


def is_refused(route: Route) -> None:
    route.abort("connectionrefused")


def is_another(route: Route) -> None:
    headers = {"Access-Control-Allow-Origin": "*"}
    route.fulfill(body="window.foreign = 1", content_type="text/javascript", headers=headers)


WAYS = (hangs, is_another, is_refused)


def keep(held: list[Route]) -> Callable[[Route], None]:
    """Answer later."""

    def hold(route: Route) -> None:
        held.append(route)

    return hold


def open_with(phone: Phone, cdn: Callable[[Route], None]) -> None:
    """The game's page with this CDN; if the CDN hangs, the page never finishes loading."""
    phone.forgiven += COMPLAINTS
    phone.context.route(HTMX_URL, cdn)
    address = phone.page.url
    phone.page.close(run_before_unload=False)
    phone.page = phone.context.new_page()
    phone.page.goto(address, wait_until="commit")


@pytest.mark.parametrize("cdn", WAYS[: size(1, 3)])
def test_taps_are_saved_and_steps_are_links_without_the_cdn(
    phone: Phone, line: Line, server: Server, figures: Figures, cdn: Callable[[Route], None]
) -> None:
    phone.at_the_bids()
    open_with(phone, cdn)
    with answered(phone):
        phone.chip("Bid of Ann", 1).tap()
    settle(phone)
    age = phone.page.evaluate("performance.now()")
    with line.all(Fate.BEFORE):
        phone.chip("Bid of Ben", 0).tap()
        phone.waits()
    phone.notice()
    settle(phone)
    assert server.entered() == ["bids.0=1", "bids.1=0"]
    phone.page.get_by_role("link", name="Trump: Hearts").tap(no_wait_after=True)
    phone.page.wait_for_url("**?panel=trump", wait_until="commit")
    phone.expect_chosen("Trump", "Hearts")
    assert phone.page.evaluate("window.htmx === undefined && window.foreign === undefined")
    figures(f"CDN {cdn.__name__}: a bid is saved when the page is {age:.0f} ms old")


def answered(phone: Phone) -> AbstractContextManager[object]:
    """Wait until a save is answered."""
    return phone.page.expect_response(lambda answer: answer.request.method == "POST")


def settle(phone: Phone) -> None:
    """Like ``settled``, for a page that never finishes loading."""
    expect(phone.page.locator("#unsaved.again")).to_have_count(0)
    expect(phone.page.locator("main[aria-busy=true]")).to_have_count(0)


def test_taps_before_during_and_after_the_cdns_late_answer_are_saved_in_order(
    phone: Phone, server: Server
) -> None:
    phone.at_the_bids()
    held: list[Route] = []
    open_with(phone, keep(held))
    with server.busy():
        phone.chip("Bid of Ann", 1).tap()
        phone.chip("Bid of Ben", 0).tap()
        assert phone.page.evaluate("window.htmx === undefined")
        bring(held[0])
        # If the scripts came meanwhile, the pad has moved on.
        phone.page.locator("#line-1").tap()
        phone.chip("Bid of Ben", 1).tap()
        phone.page.wait_for_selector("html.live")
        phone.until("Boolean(window.htmx)")
    phone.settle()
    with phone.saved():
        phone.tap(phone.chip("Bid of Cem", 0))
    # Two taps that one script finds are one entry.
    saved = dict(bid.split("=") for new in server.entered() for bid in new.split())
    assert saved == {"bids.0": "1", "bids.1": "1", "bids.2": "0"}
    # htmx now handles the plain link.
    phone.page.evaluate("window.here = true")
    phone.follow("Trump: Hearts")
    phone.expect_chosen("Trump", "Hearts")
    assert phone.page.evaluate("window.here")


def test_a_tap_before_any_script_ran_is_saved_as_soon_as_one_does(
    phone: Phone, server: Server
) -> None:
    phone.at_the_bids()
    own: list[Route] = []
    phone.context.route("**/outbox.js", keep(own))
    open_with(phone, is_refused)
    phone.chip("Bid of Ann", 1).tap()
    phone.expect_chosen("Bid of Ann", 1)
    assert server.entered() == []
    # It waits for its turn before it is sent, and the page is not busy yet.
    with answered(phone), server.busy():
        own[0].continue_()
        phone.page.wait_for_selector("html.live")
        # The pad moves on before the answer.
        expect(phone.page.locator("#at-1")).to_be_checked()
    settle(phone)
    assert server.entered() == ["bids.0=1"]
    phone.expect_chosen("Bid of Ann", 1)


def test_forms_are_saved_without_the_cdn(phone: Phone, line: Line) -> None:
    phone.at_the_bids()
    game = phone.page.url
    phone.open(f"{game}/rules")
    open_with(phone, hangs)
    # A form sent before our scripts ran is sent as a plain form.
    phone.page.wait_for_selector("html.live")
    rule = phone.page.get_by_label("The dealer’s bid")
    rule.tap()
    with line.all(Fate.FOREIGN):
        phone.button("Done").tap(no_wait_after=True)
        phone.waits()
        expect(rule).to_be_checked()
    phone.notice()
    phone.page.wait_for_url(game, wait_until="commit")
    expect(phone.page.locator("#status")).to_have_text("Saved")
