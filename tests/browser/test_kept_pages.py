"""Pages that a phone keeps: opened without a server, and without anything that grants a right."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from flask import Response
from playwright.sync_api import expect

from scorekeeper.http import parts
from scorekeeper.http.cookies import PHONE
from scorekeeper.http.parts import may_keep
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.web.game import game
from scorekeeper.words.names import plain
from tests.browser.conftest import OpenPhone
from tests.browser.evening import AHEAD, prepared, saved
from tests.browser.fits import NAMES, SIZES, WRONG
from tests.browser.line import SIGN_IN
from tests.browser.phone import LONG, LOST, SOON, THREE, Phone
from tests.browser.server import Server
from tests.cast import shown_link

pytestmark = pytest.mark.browser

STORED = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request, {ignoreVary: true});
      // It may have gone meanwhile.
      if (!answer) continue;
      const headers = JSON.stringify([...answer.headers]);
      found[request.url.replace(location.origin, "")] = headers + await answer.text();
    }
  }
  return found;
}"""
KEEP = """() => navigator.serviceWorker.ready
  .then(({active}) => active.postMessage({keep: [location.href]}))"""
GROUNDS = """["#follow", "#more .menu"].map((which) =>
  getComputedStyle(document.querySelector(which)).backgroundColor)"""
"""The colours of the notices under *More*, and of the menu."""
GRANTS = re.compile(
    r'name="csrf_token" value="[^"]|/link/|data-copy|class="qr"|set-cookie', re.IGNORECASE
)


def kept(phone: Phone) -> dict[str, str]:
    """Everything in the caches of the phone, by address."""
    found: dict[str, str] = phone.page.evaluate(STORED)
    return found


def pages(phone: Phone) -> set[str]:
    """The addresses of the pages that it keeps."""
    return {address for address in kept(phone) if not address.startswith("/static/")}


def until(is_so: Callable[[], bool], seconds: float = 15) -> None:
    """Wait for the worker, which works on its own time."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@contextmanager
def foreign(port: int, status: int) -> Iterator[list[str]]:
    """Another server's answers at the server's address, and the pages requested to be kept."""
    asked: list[str] = []

    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.extend([self.path] if self.headers["X-Keep"] else [])
            self.send_response(status)
            self.send_header("Content-Length", str(len(SIGN_IN.body)))
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(SIGN_IN.body)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    http = ThreadingHTTPServer(("127.0.0.1", port), Stranger)
    threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True).start()
    yield asked
    http.shutdown()
    http.server_close()


@pytest.fixture
def phone(open_phone: OpenPhone) -> Phone:
    """A phone whose browser may keep pages."""
    phone = open_phone(service_workers="allow")
    phone.forgiven += (*LOST, "status of (404|502)")
    return phone


def keeping(phone: Phone) -> Phone:
    """The phone, once it keeps the page that it shows."""
    address = phone.page.url.removeprefix(phone.page.evaluate("location.origin"))
    until(lambda: address.split("#")[0] in pages(phone))
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    return phone


@pytest.mark.journey
def test_a_reload_without_a_server_shows_the_panel_and_then_saves(phone: Phone) -> None:
    phone.start(*THREE)
    keeping(phone)
    with phone.away():
        phone.page.reload(wait_until="commit")
        expect(phone.page.locator("html.live .panel.trump")).to_be_visible()
        expect(phone.page.locator("#follow")).to_have_attribute("data-state", "lost")
        expect(phone.page.locator("#status")).to_contain_text("This page is from")
        phone.turn("Hearts")
        phone.waits()
    phone.expect_saved()
    phone.bid((1, 0, 0))
    phone.settle()
    phone.later(3)
    expect(phone.page.locator("#follow")).to_have_attribute("data-state", "live")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_page_opened_without_the_server_fits_the_screen_and_is_calm(
    phone: Phone, width: int, height: int
) -> None:
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.start(*NAMES)
    phone.turn("Hearts")
    phone.settle()
    keeping(phone)
    with phone.away():
        phone.page.reload()
        expect(phone.page.locator("#follow")).to_have_attribute("data-state", "lost")
        phone.drawn()
        assert phone.page.evaluate(WRONG) == []
        phone.tap(phone.chip(f"Bid of {NAMES[1]}", 0))
        phone.until(AHEAD)
        phone.drawn()
        assert phone.page.evaluate(WRONG) == []
        phone.view("More")
        colours = phone.page.evaluate(GROUNDS)
        assert colours[0] == colours[1]


def test_a_closed_tab_reopens_and_only_whole_pages_are_answered(phone: Phone) -> None:
    phone.start(*THREE)
    keeping(phone)
    with phone.away():
        phone.open_again()
        expect(phone.page.locator("html.live .panel.trump")).to_be_visible()
        asked = (
            "() => fetch(location.href, {headers: {'HX-Request': 'true'}}).then(() => 1, () => 0)"
        )
        assert phone.page.evaluate(asked) == 0
        phone.open("/")
        expect(
            phone.page.get_by_role("link", name="Continue: Ann, Ben, Cem, hand 1")
        ).to_be_visible()
        expect(phone.page.locator("#status")).to_contain_text("No connection. This page is from")
        assert " UTC" not in (phone.page.locator("#status").text_content() or "")
        phone.open("/new")
        phone.page.get_by_label("Name at seat 1", exact=True).wait_for()
        token = phone.page.locator("#start [name=token]")
        expect(token).to_have_value(re.compile("^.{22}$"))


@pytest.mark.journey
def test_a_new_game_from_a_kept_page_is_saved_once_the_server_answers(phone: Phone) -> None:
    phone.start(*THREE)
    keeping(phone)
    with phone.away():
        phone.write("Dora", "Emil", "Fay", dealer=0)
    phone.later(6)
    expect(phone.page.locator("#status")).to_be_empty()
    phone.begin()
    phone.page.locator(".panel.trump").wait_for()


@pytest.mark.journey
def test_no_cache_holds_a_token_or_a_link_that_grants_something(phone: Phone) -> None:
    phone.start(*THREE)
    phone.played()
    phone.look()
    keeping(phone)
    phone.turn("Hearts")
    phone.settle()
    assert GRANTS.search(phone.page.content())
    keeping_news(phone)
    for beside in ("share", "phones", "delete"):
        phone.open(f"{phone.table.path}/{beside}")
    phone.open("/book")
    phone.page.get_by_role("textbox", name="Recovery link").wait_for()
    phone.look()
    blanks = "/new/ahead/variant=wizard&cards=suits"
    # While the worker stores a page again, the page is missing for a moment.
    until(lambda: pages(phone) == {"/", "/new", phone.table.path, blanks})
    found = kept(phone)
    cookie = phone.table.client.get_cookie(PHONE)
    assert cookie
    for address, text in found.items():
        if not address.startswith("/static/"):
            assert ("Ann" in text) == (address != blanks), address
            assert not GRANTS.search(text), address
            assert cookie.value not in text, address


@pytest.mark.parametrize("is_renewed", [True, False])
def test_after_an_upgrade_kept_pages_open_with_the_files_that_they_need(
    phone: Phone, server: Server, monkeypatch: pytest.MonkeyPatch, is_renewed: bool
) -> None:
    phone.start(*THREE)
    keeping(phone)
    server.stop()
    monkeypatch.setattr("scorekeeper.http.assets._version", lambda _: "0" * 12)
    if not is_renewed:
        monkeypatch.setattr(game, "may_keep", lambda answer: answer)
    parts.forget()
    server.start(SECURITY_CONTACT="mailto:next@release")
    phone.open("/")
    caches = "() => caches.keys().then((names) => names.join())"
    upgraded = re.compile("^scorekeeper 0{12}$" if is_renewed else "scorekeeper 0{12}$")
    until(lambda: bool(upgraded.search(phone.page.evaluate(caches))))
    until(lambda: "/static/000000000000" in kept(phone).get("/", ""))
    with phone.away():
        phone.open(phone.table.path)
        expect(phone.page.locator("html.live .panel.trump")).to_be_visible()
    page = kept(phone)[phone.table.path]
    assert ("/static/000000000000" in page) == is_renewed
    parts.forget()


NEWER = """async () => {
  await caches.open("scorekeeper newer");
  const {active} = await navigator.serviceWorker.ready;
  const done = new Promise((resolve) => {
    navigator.serviceWorker.onmessage = resolve;
  });
  active.postMessage({keep: [location.href]});
  await done;
  return await caches.has("scorekeeper newer");
}"""
"""A newer version has stored its files and no page yet, and this one stores a page."""


def test_a_worker_removes_no_files_of_a_newer_version(phone: Phone) -> None:
    phone.start(*THREE)
    keeping(phone)
    assert phone.page.evaluate(NEWER)


PRELOAD = "navigator.serviceWorker.ready.then(({navigationPreload}) => navigationPreload.{})"


def test_the_preload_of_earlier_workers_ends_because_firefox_fails_with_it(
    phone: Phone, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.start(*THREE)
    keeping(phone)
    state = PRELOAD.replace("{}", "getState()")
    assert not phone.page.evaluate(state)["enabled"]
    phone.page.evaluate(PRELOAD.replace("{}", "enable()"))
    server.stop()
    monkeypatch.setattr("scorekeeper.http.assets._version", lambda _: "0" * 12)
    server.start(SECURITY_CONTACT="mailto:next@release")
    phone.open(phone.table.path)
    until(lambda: not phone.page.evaluate(state)["enabled"])


def test_a_game_that_was_deleted_is_no_longer_kept(phone: Phone) -> None:
    phone.start(*THREE)
    keeping(phone)
    phone.open(f"{phone.table.path}/delete")
    phone.press("Delete for good")
    phone.page.wait_for_url(re.compile(r"/$"))
    until(lambda: phone.table.path not in pages(phone))


def test_a_game_that_another_phone_deleted_goes_when_it_is_opened(phone: Phone) -> None:
    phone.start(*THREE)
    keeping(phone)
    phone.open("/")
    phone.table.post(f"{phone.table.path}/delete")
    phone.open(phone.table.path)
    until(lambda: phone.table.path not in pages(phone))


def test_another_language_is_kept_instead(phone: Phone) -> None:
    phone.start(*THREE)
    keeping(phone)
    phone.open("/language")
    phone.press("Deutsch")
    expect(phone.page.locator("html")).to_have_attribute("lang", "de")
    until(lambda: 'lang="de"' in kept(phone).get(phone.table.path, ""))


def test_a_phone_that_follows_sees_its_own_seat_and_since_when(
    phone: Phone, open_phone: OpenPhone
) -> None:
    keeper = open_phone()
    keeper.start(*THREE)
    phone.open(keeper.table.path)
    phone.page.get_by_role("link", name="Ben").first.tap()
    expect(phone.page.locator("#board")).to_have_attribute("data-me", "1")
    until(lambda: f"{keeper.table.path}?me=1" in pages(phone))
    assert keeper.table.path not in pages(phone)
    with phone.away():
        phone.open(keeper.table.path)
        expect(phone.page.locator("#board")).to_have_attribute("data-name", "Ben")
        expect(phone.page.locator("#follow .lost")).to_be_visible()
        keeper.turn("Hearts")
        keeper.settle()
    phone.later(3)
    expect(phone.page.locator("#follow")).to_have_attribute("data-state", "live")
    expect(phone.page.get_by_role("link", name="Trump: Hearts")).to_be_visible()


LOOK = """[document.querySelector("[name=color-scheme]").content,
  getComputedStyle(document.body).backgroundColor]"""


def is_stored(phone: Phone, text: str) -> bool:
    """Whether the kept page of its game contains this text."""
    return text in kept(phone).get(phone.table.path, "")


def test_a_kept_page_has_the_look_that_was_chosen_last(phone: Phone) -> None:
    phone.start(*THREE)
    keeping(phone)
    looks = [phone.page.evaluate(LOOK)]
    for chosen in ("Dark", "As the phone"):
        phone.open("/")
        phone.press(chosen)
        expect(phone.button(chosen)).to_have_attribute("aria-current", "true")
        content = f'name="color-scheme" content="{"dark" if chosen == "Dark" else "light dark"}"'
        until(partial(is_stored, phone, content))
        with phone.away():
            phone.open(phone.table.path)
            expect(phone.page.locator("#follow")).to_have_attribute("data-state", "lost")
            looks.append(phone.page.evaluate(LOOK))
    phone.open("/")
    assert looks[0] == looks[2] != looks[1]
    assert looks[1][0] == "dark"


def keeping_news(phone: Phone) -> Phone:
    """The phone, once its kept page shows what the page shows."""
    path = phone.page.evaluate("location.pathname")

    def is_kept() -> bool:
        seen = phone.page.evaluate("document.getElementById('board').dataset.seen")
        pages = [page for at, page in kept(phone).items() if at.startswith(path)]
        return any(f'data-seen="{seen}"' in page for page in pages)

    until(is_kept)
    return phone


@pytest.mark.journey
def test_a_reload_without_a_server_shows_what_a_follower_saw_last_and_calls_nobody(
    phone: Phone, open_phone: OpenPhone
) -> None:
    keeper = open_phone()
    keeper.seat(*THREE, dealer=2)
    phone.open(f"{keeper.table.path}?me=1")
    keeping(phone)
    keeper.table.turn("hearts")
    keeper.table.bid(1, None, None)
    phone.later(SOON)
    mine, status = phone.page.locator("#mine"), phone.page.locator("#status")
    expect(mine).to_contain_text("Ben, say your bid")
    expect(status).to_have_text("Your turn to bid")
    with keeping_news(phone).away():
        phone.page.reload()
        expect(phone.page.locator("#follow")).to_have_attribute("data-state", "lost")
        expect(phone.page.get_by_role("link", name="Trump: Hearts")).to_be_visible()
        expect(phone.page.locator("#line-0")).to_contain_text("bid 1")
        expect(mine.get_by_role("heading")).to_have_text("Ben")
        expect(mine.get_by_text("Your turn")).to_be_hidden()
        expect(status).to_contain_text("This page is from")
        # Only the strip below shows it.
        expect(status).not_to_have_class("toast")
        expect(phone.page.locator("#follow .lost")).to_be_visible()
    phone.later(SOON)
    # Whose turn it is, the server knows.
    expect(mine).to_contain_text("Ben, say your bid")
    expect(status).to_have_text("Your turn to bid")


@pytest.mark.journey
def test_a_reload_without_a_server_amid_a_hand_goes_on_after_the_taps_that_were_saved(
    phone: Phone, server: Server
) -> None:
    evening = prepared(phone, *THREE, sizes="1, 2")
    keeping(phone)
    evening.turn()
    evening.bid()
    phone.settle()
    with keeping_news(phone).away():
        phone.page.reload()
        evening.take()
        evening.score()
        evening.turn()
    assert server
    assert saved(phone) == evening.game


def test_the_first_page_shows_the_totals_of_a_hand_once_it_is_saved(phone: Phone) -> None:
    evening = prepared(phone, *THREE, sizes="1, 2")
    keeping(phone)
    with phone.away():
        evening.play(1)
        phone.open("/")
        expect(phone.page.locator("#unsaved")).to_contain_text("1 hand")
    phone.notice()
    begun = phone.page.locator(".home")
    expect(begun).to_contain_text("Hand 2")
    for total in score_sheet(evening.game).totals:
        expect(begun).to_contain_text(plain(total))


def test_a_keeper_of_a_game_that_needs_the_server_sees_all_saved_taps_away(phone: Phone) -> None:
    phone.start(*THREE, variant="skull-king")
    keeping(phone)
    phone.bid((1, 0, 0))
    phone.settle()
    with keeping_news(phone).away():
        phone.page.reload()
        expect(phone.page.locator("#line-0 .bid")).to_contain_text("1")
        expect(phone.button("Undo")).to_be_enabled()
    phone.later(SOON)
    expect(phone.page.locator("#follow")).to_have_attribute("data-state", "live")


def test_a_page_that_arrives_late_to_be_kept_replaces_no_newer_state(
    phone: Phone, open_phone: OpenPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = open_phone()
    keeper.seat(*THREE)
    asked, goes = threading.Event(), threading.Event()

    def late(answer: Response) -> Response:
        answer = may_keep(answer)
        if "X-Kept" in answer.headers:
            asked.set()
            goes.wait(LONG)
        return answer

    monkeypatch.setattr(game, "may_keep", late)
    phone.open(f"{keeper.table.path}?me=")
    until(asked.is_set)
    keeper.table.turn("hearts")
    phone.later(SOON)
    expect(phone.page.get_by_role("link", name="Trump: Hearts")).to_be_visible()
    goes.set()
    keeping_news(phone)


@pytest.mark.parametrize(("status", "opens"), [(200, False), (502, True)])
def test_a_sign_in_page_passes_and_is_not_kept_and_a_proxy_without_server_counts_as_none(
    phone: Phone, server: Server, status: int, opens: bool
) -> None:
    phone.start(*THREE)
    keeping(phone)
    server.stop()
    with foreign(server.port, status) as asked:
        phone.page.reload()
        phone.page.evaluate(KEEP)
        until(lambda: phone.table.path in asked)
        heading = "" if opens else "Log in first"
        if opens:
            expect(phone.page.locator("html.live .panel.trump")).to_be_visible()
        else:
            expect(phone.page.get_by_role("heading", name=heading)).to_be_visible()
    phone.page.reload()
    expect(phone.page.locator("html.live .panel.trump")).to_be_visible()
    server.start()


def test_a_visitor_who_plays_no_game_downloads_no_worker(phone: Phone) -> None:
    phone.open("/")
    phone.page.wait_for_timeout(300)
    assert phone.page.evaluate("navigator.serviceWorker.getRegistration().then(Boolean)") is False


OFFER = """() => {
  const offer = new Event("beforeinstallprompt", {cancelable: true});
  offer.prompt = () => { document.title = "asked"; };
  dispatchEvent(offer);
  return offer.defaultPrevented;
}"""
STANDALONE = """(is) => Object.defineProperty(Navigator.prototype, "standalone", {value: is})"""


def test_install_is_a_line_once_the_browser_offers_it_and_stays_after_a_tap(phone: Phone) -> None:
    phone.start(*THREE)
    phone.view("More")
    line = phone.page.get_by_role("link", name="Install as an app")
    phone.page.wait_for_function("document.querySelector('html.live')")
    expect(line).to_be_hidden()
    until(lambda: bool(phone.page.evaluate(OFFER)))
    expect(line).to_be_visible()
    # The board is drawn anew.
    phone.view("Hand")
    phone.turn("Hearts")
    phone.settle()
    phone.view("More")
    phone.tap(line)
    expect(phone.page).to_have_title("asked")
    expect(line).to_be_hidden()


def test_on_an_iphone_the_line_says_where_to_tap(phone: Phone) -> None:
    phone.page.add_init_script(f"({STANDALONE})(false)")
    phone.start(*THREE)
    phone.view("More")
    expect(phone.page.get_by_text("Share, then Add to Home Screen")).to_be_visible()


def test_the_installed_app_first_offers_the_games_of_the_other_phone(
    phone: Phone, open_phone: OpenPhone
) -> None:
    other = open_phone()
    other.start(*THREE)
    link = other.table.post("/book/link") and shown_link(other.table.client.get("/book").text)
    phone.page.add_init_script(f"({STANDALONE})(true)")
    phone.open("/")
    expect(phone.page.get_by_role("heading").nth(1)).to_have_text("My games on other phones")
    phone.page.get_by_label("Link").fill("no link")
    phone.press("Get my games")
    assert phone.page.url.endswith("/")
    phone.page.get_by_label("Link").fill(f"http://127.0.0.1{link}")
    phone.press("Get my games")
    phone.press("Use this book")
    expect(phone.page.get_by_role("link", name="Continue: Ann, Ben, Cem, hand 1")).to_be_visible()
    expect(phone.page.locator("[data-install]:visible")).to_have_count(0)


def test_storage_is_kept_for_good_once_a_tap_waits(phone: Phone) -> None:
    phone.page.add_init_script(
        "navigator.storage.persist = async () => { document.title = 'kept'; }"
    )
    phone.start(*THREE)
    keeping(phone)
    assert phone.page.title() != "kept"
    with phone.away():
        phone.turn("Hearts")
        phone.waits()
        expect(phone.page).to_have_title("kept")
    phone.expect_saved()
