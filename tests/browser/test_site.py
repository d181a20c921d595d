"""A site of plain files: whole games on it, with a browser and any host of files."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, Dialog, expect

from scorekeeper.rules.attendance import new_game, rematch
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import BidRule, Settings
from scorekeeper.rules.variants.variants import BLOB, WIZARD
from scorekeeper.site import write_site
from tests.browser.conftest import SCREEN
from tests.browser.evening import AHEAD, WAITING, Evening
from tests.browser.phone import THREE, Phone
from tests.browser.test_phone_storage import FILL_UP
from tests.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("site")]

SUBFOLDER = "~anna/score"
BOTH = ("Ann", "Ben")
LINES = "#begun .evening"
STYLING = "UpdateLayoutTree"
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
SCORED = "#rows tr:has(.entry)"
KEPT = """caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))
  .then((all) => Promise.all(all.map((cache) => cache.keys())))
  .then((all) => ["new/", "g/", "-4.json", "-3.json"].every((end) =>
    all.flat().some(({ url }) => url.endsWith(end))))"""
"""Whether the phone has stored what begins a game of Wizard."""
FOCUSED = """() => {
  window.focused = [];
  const note = () => window.focused.push(document.activeElement.tagName);
  document.addEventListener("change", note, true);
}"""
"""What has the focus when a tap has changed the page: to remove it, browsers lay out all of it."""
OPEN_KEY = """(() => {
  const [open] = [...document.querySelectorAll("#panel [id^=pad-]")].filter((pad) =>
    getComputedStyle(pad).opacity === "1");
  const key = open.querySelector(".key input:not(:disabled)").getBoundingClientRect();
  return [key.x + key.width / 2, key.y + key.height / 2];
})()"""
"""The middle of the first key of the open pad."""
PARSED = """() => {
  const { parse } = JSON;
  window.parsed = 0;
  JSON.parse = (...given) => { window.parsed += 1; return parse(...given); };
}"""


def write(folder: Path, door: str = "") -> None:
    """Write an English site with two games; another ``door`` is another version."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorekeeper.site.alone", lambda: [WIZARD, BLOB])
        patch.setattr("scorekeeper.site.DOOR", door)
        write_site(folder / SUBFOLDER, ("en",))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a plain host with a site."""
    folder = tmp_path_factory.mktemp("host")
    write(folder)
    return folder


@contextmanager
def hosted(folder: Path, port: str = "0") -> Iterator[str]:
    """The address of a plain host of files, at a free port or at this one."""
    words = [sys.executable, "-u", "-m", "http.server", port, "--bind", "127.0.0.1"]
    with subprocess.Popen(
        [*words, "--directory", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as host:
        assert host.stdout
        port = host.stdout.readline().split(" port ")[1].split()[0]
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            host.kill()


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """The address of the site, below the root of its host."""
    with hosted(folder) as host:
        yield f"{host}/{SUBFOLDER}/"


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], address: str) -> Iterator[Phone]:
    """A phone that opens the address."""
    yield from opened(new_context, address)


def opened(new_context: Callable[..., BrowserContext], address: str) -> Iterator[Phone]:
    phone = Phone(new_context(**SCREEN, base_url=address), cast(Table, None))
    phone.open(address)
    yield phone
    assert phone.complaints == []


def game(names: tuple[str, ...] = THREE, dealer: int = 0, **more: bool) -> Game:
    """A game of Wizard as the site begins it."""
    return new_game(WIZARD, names, dealer, Settings(BidRule(**more), WIZARD.sizes(len(names))))


def begin(phone: Phone, *names: str, dealer: int = 0, kind: str = "", rule: str = "") -> None:
    """Begin a game, from the first page, as people do."""
    phone.follow("New game")
    fill(phone, *names, dealer=dealer, kind=kind, rule=rule)


def begin_kept(phone: Phone) -> None:
    """Begin a game once the phone stores pages, and wait until it has those of every number of
    players: what is entered before, it stores for this number alone."""
    phone.follow("New game")
    phone.until("navigator.serviceWorker.ready.then(({ active }) => !!active)")
    fill(phone, *THREE)
    phone.until(f"navigator.serviceWorker.ready.then(() => {KEPT})")


def fill(phone: Phone, *names: str, dealer: int = 0, kind: str = "", rule: str = "") -> None:
    """Fill in the form of a new game, and start it."""
    if kind:
        phone.page.get_by_text("More games").tap()
        phone.page.locator(".kind", has_text=kind).tap()
    if rule:
        phone.page.get_by_text("House rules").tap()
        phone.page.locator(".rule", has_text=rule).tap()
    for seat, name in enumerate(names, 1):
        phone.page.get_by_label(f"Name at seat {seat}", exact=True).fill(name)
    phone.group("Names").get_by_role("radio").nth(dealer).tap()
    phone.press("Start game")
    phone.page.wait_for_url("**/g/?~*")
    phone.until(AHEAD)


def home(phone: Phone) -> None:
    """Go to the first page by the arrow of the game."""
    phone.page.get_by_role("link", name="All games").tap()
    expect(phone.page.locator(LINES).first).to_be_visible()


@pytest.mark.journey
def test_a_whole_game_and_its_rematch_are_played_on_plain_files(phone: Phone) -> None:
    begin(phone, *BOTH, kind="Blob")
    evening = Evening(phone, game=new_game(BLOB, BOTH, 0, Settings(BLOB.bids.rule, BLOB.sizes(2))))
    evening.play()
    sheet = score_sheet(evening.game)
    winner = BOTH[sheet.totals.index(max(sheet.totals))]
    expect(phone.page.locator("#result")).to_contain_text(f"{winner} wins with")
    expect(phone.page.locator(".podium li")).to_have_count(2)
    first = phone.page.url
    phone.press("Rematch")
    phone.page.wait_for_url(lambda url: "?~" in url and url != first)
    phone.until(AHEAD)
    evening.game = rematch(evening.game)
    evening.play(1)
    home(phone)
    expect(phone.page.locator(LINES)).to_contain_text(["Hand 1 scored.", f"{winner} wins with"])
    expect(phone.page.locator(LINES)).to_contain_text(["Continue", "Open"])
    phone.page.locator(LINES).last.get_by_role("link").tap()
    expect(phone.page.locator("#result")).to_contain_text(f"{winner} wins with")


@pytest.mark.journey
def test_a_reload_after_each_tap_a_killed_tab_and_a_second_one_lose_nothing(phone: Phone) -> None:
    begin(phone, *THREE)
    evening = Evening(phone, game=game())

    def reload() -> None:
        phone.page.reload()
        phone.until(AHEAD)

    evening.tapped = reload
    evening.turn()
    evening.bid()
    other = phone.tab(phone.page.url)
    other.until(AHEAD)
    before, phone.page = phone.page, other.page
    evening.take()
    evening.score()
    phone.page.close()
    phone.page = before
    evening.expect_totals()
    evening.tapped = lambda: None
    evening.play(1)
    phone.open_again()
    phone.until(AHEAD)
    evening.expect_totals()
    expect(phone.page.locator(SCORED)).to_have_count(2)


def test_a_phone_without_a_line_opens_its_games_and_begins_others(phone: Phone) -> None:
    begin_kept(phone)
    evening = Evening(phone, game=game())
    phone.context.set_offline(True)
    evening.play(1)
    phone.page.reload()
    phone.until(AHEAD)
    evening.expect_totals()
    home(phone)
    begin(phone, *THREE, "Dora", dealer=3)
    other = Evening(phone, game=game((*THREE, "Dora"), 3))
    other.play(1)
    home(phone)
    expect(phone.page.locator(LINES)).to_have_count(2)
    phone.context.set_offline(False)


def test_a_game_is_deleted_only_after_a_question(phone: Phone) -> None:
    answers = iter((False, True))
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        (dialog.accept if next(answers) else dialog.dismiss)()

    phone.page.on("dialog", answer)
    for names in (THREE, (*THREE, "Dora")):
        begin(phone, *names)
        Evening(phone, game=game(names)).play(1)
        home(phone)
    for left in (2, 1):
        phone.page.get_by_role("button", name="Delete Ann, Ben, Cem, Dora").tap()
        expect(phone.page.locator(LINES)).to_have_count(left)
    assert asked == ["Delete the game of Ann, Ben, Cem, Dora? Only this phone has it."] * 2
    phone.page.locator(LINES).get_by_role("link").tap()
    phone.until(AHEAD)
    expect(phone.page.locator(SCORED)).to_have_count(1)


def test_a_full_phone_says_so_and_keeps_what_it_had(phone: Phone) -> None:
    begin(phone, *THREE)
    evening = Evening(phone, game=game())
    evening.play(1)
    bar = phone.page.locator("#unsaved")
    expect(bar).to_contain_text("Stored on this phone: 1 hand.")
    expect(bar.get_by_role("button", name="Try now")).to_be_hidden()
    phone.page.evaluate(FILL_UP, 0)
    phone.tap(phone.chip("Trump", "Hearts"))
    expect(bar).to_contain_text("This phone’s storage is full.")
    expect(bar).to_contain_text("Delete a game on the first page")
    phone.open_again()
    phone.until(AHEAD)
    evening.expect_totals()


def test_a_tap_reads_no_other_game(phone: Phone) -> None:
    begin(phone, *THREE)
    phone.until(f"{WAITING} == 1")

    def parsed() -> int:
        """The number of texts that a tap reads."""
        phone.page.reload()
        phone.until(AHEAD)
        phone.page.evaluate(PARSED)
        phone.tap(phone.chip("Trump", "Hearts"))
        phone.group("Bid of Ben").wait_for()
        number: int = phone.page.evaluate("window.parsed")
        phone.press("Undo")
        phone.until(f"{WAITING} % 100 == 1")
        return number

    before = parsed()
    phone.page.evaluate(
        """() => {
          for (let id = 0; id < 500; id += 1) {
            const record = { id: `${id}`, page: "/g/?~other", path: "/g/?~other/hands/1/whole" };
            const whole = { ...record, order: id, fields: [], says: {}, knows: [] };
            localStorage.setItem(`scorekeeper tap ${id}`, JSON.stringify(whole));
          }
        }"""
    )
    assert parsed() <= before + 10


def test_the_phone_asks_for_nothing_but_files(phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    begin(phone, *THREE)
    Evening(phone, game=game()).play(1)
    assert len(asked) > 20
    for one in asked:
        method, url = one.split(" ", 1)
        assert method == "GET"
        with urlopen(url, timeout=5) as answer:
            assert answer.status == 200


def test_over_plain_http_the_page_plays_too(phone: Phone, address: str) -> None:
    phone.open(address.replace("127.0.0.1", "table.test"))
    assert not phone.page.evaluate("isSecureContext")
    begin(phone, *THREE)
    evening = Evening(phone, game=game())
    evening.play(1)
    phone.page.reload()
    phone.until(AHEAD)
    evening.expect_totals()
    expect(phone.page.get_by_text("Stored on this phone: 1 hand.")).to_be_visible()
    expect(phone.page.get_by_text("keep this page open")).to_be_hidden()


def test_a_new_version_of_the_site_takes_a_game_along(phone: Phone, folder: Path) -> None:
    begin_kept(phone)
    evening = Evening(phone, game=game())
    evening.play(1)
    versions = "caches.keys().then((names) => names.join())"
    before = phone.page.evaluate(versions)
    write(folder, "/* the next version */")
    phone.page.reload()
    phone.until(AHEAD)
    evening.expect_totals()
    phone.until(f"{versions}.then((now) => !now.includes('{before}'))")
    evening.play(1)
    phone.context.set_offline(True)
    phone.page.reload()
    phone.until(AHEAD)
    evening.expect_totals()
    phone.context.set_offline(False)
    write(folder)


@pytest.mark.parametrize("sites", [("/ann/", "/ben/"), ("/cards/", "/")])
def test_two_sites_at_one_host_list_their_own_games(
    new_context: Callable[..., BrowserContext],
    folder: Path,
    tmp_path: Path,
    sites: tuple[str, str],
) -> None:
    for site in sites:
        shutil.copytree(folder / SUBFOLDER, tmp_path / site[1:], dirs_exist_ok=True)
    with hosted(tmp_path) as host:
        phone = Phone(new_context(**SCREEN, base_url=host), cast(Table, None))
        phone.open(host + sites[0])
        begin_kept(phone)
        home(phone)
        phone.open(host + sites[1])
        begin_kept(phone)
        evening = Evening(phone, game=game())
        evening.play(1)
        home(phone)
        expect(phone.page.locator(LINES)).to_have_count(1)
        # Neither worker removes the pages of the other.
        names = "caches.keys().then((names) => names.map((name) => name.split(' ')[1]).sort())"
        assert phone.page.evaluate(names) == sorted(sites)
        assert phone.complaints == []


def test_the_browser_is_asked_to_keep_the_games_at_the_first_scored_hand(phone: Phone) -> None:
    begin(phone, *THREE)
    phone.page.evaluate(
        """() => {
          window.asked = 0;
          navigator.storage.persist = async () => { window.asked += 1; return true; };
        }"""
    )
    evening = Evening(phone, game=game())
    evening.turn()
    evening.bid()
    assert phone.page.evaluate("window.asked") == 0
    evening.take()
    evening.score()
    evening.play(1)
    assert phone.page.evaluate("window.asked") == 1


def test_a_tap_styles_a_sixth_of_the_page_lays_it_out_once_and_has_no_focus_to_remove(
    phone: Phone,
) -> None:
    browser = phone.context.browser
    assert browser
    begin(phone, *THREE)
    phone.turn("Hearts")
    taps = 3
    # A tap is over when the page has drawn it, moved the focus and faded what fades.
    phone.page.wait_for_timeout(1000)
    phone.page.evaluate(FOCUSED)
    browser.start_tracing(page=phone.page, categories=TRACED)
    for _ in range(taps):
        x, y = phone.page.evaluate(OPEN_KEY)
        phone.page.touchscreen.tap(x, y)
        phone.page.wait_for_timeout(600)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    expect(phone.page.get_by_role("link", name="Count the tricks")).to_be_visible()
    elements = phone.page.evaluate("document.querySelectorAll('body *').length")
    threads = {thread(event) for event in events if dispatched(event) == "pointerdown"}
    events = sorted(filter(lambda one: thread(one) in threads, events), key=lambda one: one["ts"])
    begun = [at for at, event in enumerate(events) if dispatched(event) == "pointerdown"]
    assert len(begun) == taps
    assert phone.page.evaluate("window.focused") == ["BODY"] * taps
    for first, after in zip(begun, [*begun[1:], len(events)], strict=True):
        tap = events[first:after]
        names = [event["name"] for event in tap]
        click = [dispatched(event) for event in tap].index("click")
        painted = tap[: names.index("Commit", names.index("Layout", click))]
        styled = [one["args"]["elementCount"] for one in painted if one["name"] == STYLING]
        assert 0 < sum(styled) < elements / 6
        assert [event["name"] for event in painted].count("Layout") == 1


def thread(event: Any) -> tuple[int, int]:
    return event["pid"], event["tid"]


def dispatched(event: Any) -> str:
    """The kind of event that scripts were told; "" if it was none."""
    told = event["args"].get("data", {}) if event["name"] == "EventDispatch" else {}
    return str(told.get("type", ""))
