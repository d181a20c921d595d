"""The program behind the pad of a site of plain files: it takes what waits, and draws the rest."""

import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Locator, Route, expect

from scorekeeper.browser.pack import HASHES, PATCHES, PYODIDE
from scorekeeper.exchange.json_files import json_chunks
from scorekeeper.exchange.letters import games_in
from scorekeeper.exchange.tables.csv_out import csv_lines
from scorekeeper.exchange.tables.parsed_game import games_to_save
from scorekeeper.http.assets import HTMX_URL
from scorekeeper.rules.actions import Correction, correct_hand, enter_extras
from scorekeeper.rules.game import POINTS, Bonus
from scorekeeper.rules.hand import Extras
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.sheet import open_hand
from scorekeeper.rules.variants.variants import BLOB, WIZARD
from scorekeeper.site import write_site
from scorekeeper.store import importing, lists
from scorekeeper.store.lists import exported
from scorekeeper.words.language import in_english
from tests.bench import evenings
from tests.browser.conftest import MODULES, SCREEN, bring
from tests.browser.evening import AHEAD, WAITING, Evening
from tests.browser.phone import ARMED, THREE, Phone
from tests.browser.server import Server
from tests.browser.test_again import again
from tests.browser.test_site import LINES, SUBFOLDER, begin, game, home, hosted, opened
from tests.table import Table
from tests.torture import WHOLE, size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("site program")]

ANSWERS = "navigator.serviceWorker.controller?.scriptURL.endsWith('?program')"
STARTS = 180_000
"""The most milliseconds that the first start takes on a busy machine."""
DATABASES = "indexedDB.databases().then((all) => all.map(({ name }) => name).sort())"
AS_BEFORE = """async () => {
  const wait = (one) => new Promise((resolve, reject) =>
    Object.assign(one, { onsuccess: () => resolve(one.result), onerror: reject }));
  const names = (await indexedDB.databases()).map(({ name }) => name);
  const name = names.find((one) => one.endsWith("/"));
  const open = (which) => {
    const opening = indexedDB.open(which, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("blocks");
    return wait(opening);
  };
  const [now, before] = [await open(name), await open("scorekeeper program")];
  const table = now.transaction("blocks").objectStore("blocks");
  const [keys, values] = [await wait(table.getAllKeys()), await wait(table.getAll())];
  const into = before.transaction("blocks", "readwrite").objectStore("blocks");
  for (const [at, key] of keys.entries()) await wait(into.put(values[at], key));
  await wait(now.transaction("blocks", "readwrite").objectStore("blocks").clear());
  for (const one of [now, before]) one.close();
  const cache = (await caches.keys()).find((key) => key.startsWith("program "));
  const [, root] = cache.split(" ");
  await (await caches.open("program earlier")).put(`${root}static/app.js`, new Response());
}"""
"""Gives the data the name that they had when one site at a host was known."""
STORES = """() => new Promise((resolve) => {
  const opening = indexedDB.open("test", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("test");
  opening.onerror = () => resolve(false);
  opening.onsuccess = () => {
    const writing = opening.result.transaction("test", "readwrite");
    writing.objectStore("test").put("x".repeat(1000), 1);
    writing.oncomplete = () => resolve(true);
    writing.onabort = () => resolve(false);
  };
})"""
"""Whether the browser still has room for data."""
HANDS = size(2, 500)
KILLS = 0.05 if WHOLE else 0.3
"""How often worker or tab is ended after a tap. The worker starts again in seconds."""
PLACE = """({ name, value }) => name && `:is(#panel, #foot) [name=${name}][value="${value}"]`"""
TAPS = """() => {
  window.tapped = (asked) => {
    const key = document.querySelector(asked);
    const { x: clientX, y: clientY } = (key.closest(".key") ?? key).getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, clientX, clientY };
    for (const name of ["pointerdown", "pointerup"]) key.dispatchEvent(new PointerEvent(name, at));
    key.dispatchEvent(new MouseEvent("click", at));
  };
  window.pair = new BroadcastChannel("taps");
  pair.onmessage = ({ data }) => tapped(data);
}"""
"""Taps a key as soon as another tab does so."""
EVERYBODY = ("Ann", "Ben", "Cem", "Dora", "Eva", "Fred", "Gesa", "Hal", "Ida", "Jan")
PEOPLE = """() => [...new Set([...document.querySelectorAll("main a")]
  .map(({ href }) => /people\\/\\d+$/.exec(href)?.[0]).filter(Boolean))]"""
DAYS = "[...document.querySelectorAll('time')].every((one) => one.innerText.trim())"
GOT = "(address) => fetch(address).then((answer) => answer.text())"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a plain host with a site that carries the program."""
    folder = tmp_path_factory.mktemp("host")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorekeeper.site.alone", lambda: [WIZARD, BLOB])
        write_site(folder / SUBFOLDER, ("en",), MODULES)
    return folder


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """The address of the site, below the root of its host."""
    with hosted(folder) as host:
        yield f"{host}/{SUBFOLDER}/"


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], address: str) -> Iterator[Phone]:
    """A phone that opens the address."""
    yield from opened(new_context, address)


def handed_over(phone: Phone) -> Evening:
    """A game whose first hand was played on the pad, once the program has taken it."""
    begin(phone, *THREE)
    evening = Evening(phone, game=game())
    evening.play(1)
    phone.page.wait_for_url(lambda url: "?~" not in url, timeout=STARTS)
    phone.until(f"{WAITING} == 0")
    return evening


def kill_workers(phone: Phone) -> None:
    """End the service worker at once, as the browser does when it needs memory."""
    session = phone.context.new_cdp_session(phone.page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()


def load(phone: Phone) -> None:
    """Load the program from the first page."""
    phone.page.get_by_role("button", name="Load the whole program").tap()
    phone.page.get_by_role("link", name="Import games").wait_for(timeout=STARTS)


def send_games(phone: Phone, site: str, server: Server) -> None:
    """Send the games of a site to a server, and tap *Import* there."""
    phone.open(site)
    phone.follow("Send my games to a server")
    phone.page.get_by_label("Address of the server").fill(server.address.partition("//")[2])
    phone.press("Send")
    phone.page.wait_for_url(f"{server.address}/**")
    expect(phone.page.locator("#file-name")).to_have_text("games.json")
    phone.press("Import")


def evenings_of_years(games: int) -> Iterator[Incoming]:
    """Whole games of four people, each time others."""
    chance = random.Random(games)
    begun = datetime(2024, 1, 1, 19, tzinfo=UTC)
    for number in range(games):
        played = evenings.evening(chance, 15, tuple(chance.sample(EVERYBODY, 4)))
        start = begun + timedelta(hours=80 * number)
        yield Incoming(f"{number:032x}", played.game, start, start + timedelta(hours=2))


@pytest.mark.journey
def test_the_program_takes_the_hands_of_the_pad_and_answers_as_a_server(
    phone: Phone, app: Flask
) -> None:
    evening = handed_over(phone)
    evening.expect_totals()
    expect(phone.page.locator("#unsaved")).to_contain_text("All saved")
    evening.play(1)
    key = phone.page.url.partition("#")[0]
    json, csv = (phone.page.evaluate(GOT, f"{key}.{kind}") for kind in ("json", "csv"))
    with app.app_context(), in_english():
        games = games_to_save(games_in(json), datetime.now(UTC), keep_theirs=True)
        importing.import_games("x" * 43, games, deleted_too=False)
        assert "".join(json_chunks(exported(lists.all_games()))) == json
        # The browser leaves out the mark of its letters.
        assert "".join(csv_lines(lists.all_games())).removeprefix("\ufeff") == csv
    phone.page.get_by_role("link", name="All games").tap()
    phone.follow("People and stats")
    for name in THREE:
        expect(phone.page.get_by_text(name, exact=True).first).to_be_visible()


def test_without_the_host_a_hand_is_corrected_and_another_gets_extra_points(
    new_context: Callable[..., BrowserContext], folder: Path
) -> None:
    phone = Phone(new_context(**SCREEN), cast(Table, None))
    with hosted(folder) as host:
        phone.open(f"{host}/{SUBFOLDER}/")
        evening = handed_over(phone)
    address = phone.page.url
    (hand,) = evening.game.scored
    phone.view("Sheet")
    phone.tap(phone.page.locator("#rows th").first.get_by_role("link"))
    won = hand.tricks.index(1)
    taker = (won + 1) % len(THREE)
    phone.tap(phone.chip(f"Tricks of {THREE[won]}", 0))
    phone.tap(phone.chip(f"Tricks of {THREE[taker]}", 1))
    phone.press("Save correction")
    phone.page.wait_for_url(f"{address}*")
    tricks = tuple(int(seat == taker) for seat in range(len(THREE)))
    right = Correction(hand.dealer, hand.turned, None, hand.bids, tricks, None)
    evening.game = correct_hand(evening.game, 1, right)
    evening.expect_totals()
    phone.view("Hand")
    evening.turn()
    phone.view("More")
    phone.follow("Extra points in this hand")
    phone.page.get_by_label("Extra points of Ben", exact=True).fill("-10")
    phone.tap(phone.page.locator("#step-bids"))
    extras = Extras(bonuses=(Bonus(1, POINTS, -10),))
    evening.game = enter_extras(evening.game, 2, extras)
    evening.bid()
    evening.take()
    evening.score()
    evening.play(1)
    phone.until(f"{WAITING} == 0")
    (kept,) = games_in(phone.page.evaluate(GOT, f"{address}.json"))
    assert kept.game == evening.game


@pytest.mark.journey
def test_a_killed_worker_or_tab_loses_no_tap(phone: Phone) -> None:
    # A request whose worker is killed fails; the tap is sent again.
    phone.forgiven.append("ERR_FAILED")
    evening = handed_over(phone)
    site = f"{phone.page.url.partition('/g/')[0]}/"
    chance = random.Random(51)

    def kill() -> None:
        if chance.random() < KILLS:
            kill_workers(phone)
        if chance.random() < KILLS:
            phone.page.reload()

    played = []
    for number in range(HANDS):
        if open_hand(evening.game) is None:
            played.append(again(evening))
        evening.tapped = kill
        evening.play(1)
        evening.tapped = lambda: None
        print(f"{number + 1} hands, {phone.taps} taps", flush=True)
    phone.until(f"{WAITING} == 0")
    phone.open_again()
    evening.expect_totals()
    kept = games_in(phone.page.evaluate(GOT, f"{site}history.json"))
    assert Counter(one.game for one in kept) == Counter((*played, evening.game))


def test_games_sent_to_a_server_arrive_once_however_often_they_are_sent(
    phone: Phone, server: Server
) -> None:
    phone.context.route(HTMX_URL, bring)
    handed_over(phone)
    site = f"{phone.page.url.partition('/g/')[0]}/"
    theirs = phone.page.evaluate(GOT, f"{site}history.json")
    for says in ("1 game added.", "1 game was already there."):
        send_games(phone, site, server)
        expect(phone.page.locator("#status")).to_have_text(says)
        assert phone.page.evaluate(GOT, f"{server.address}/history.json") == theirs


def test_games_whose_answer_was_lost_are_imported_once_when_they_are_sent_again(
    phone: Phone, server: Server
) -> None:
    phone.forgiven += ["ERR_FAILED", "^htmx:"]
    phone.context.route(HTMX_URL, bring)
    handed_over(phone)
    site = f"{phone.page.url.partition('/g/')[0]}/"
    theirs = phone.page.evaluate(GOT, f"{site}history.json")

    lost = list[int]()

    def lose(route: Route) -> None:
        if lost or route.request.method != "POST":
            route.fallback()
        else:
            lost.append(route.fetch(max_redirects=0).status)
            route.abort()

    phone.context.route("**/book/bring", lose)
    send_games(phone, site, server)
    while not lost:
        phone.page.wait_for_timeout(100)
    phone.page = phone.context.new_page()
    send_games(phone, site, server)
    assert lost == [303]
    expect(phone.page.locator("#status")).to_have_text("1 game was already there.")
    assert phone.page.evaluate(GOT, f"{server.address}/history.json") == theirs


def test_people_figures_and_files_of_200_imported_games_are_those_of_a_server(
    phone: Phone, server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "games.json"
    file.write_text("".join(json_chunks(evenings_of_years(200))), "utf-8")
    phone.context.route(HTMX_URL, bring)
    load(phone)
    site = phone.page.url
    shown = []
    for root in (site, f"{server.address}/"):
        phone.open(f"{root}book/bring")
        phone.page.locator("[type=file]").set_input_files(file)
        phone.press("Import")
        expect(phone.page.locator("#status")).to_have_text("200 games added.")
        files = [phone.page.evaluate(GOT, f"{root}history.{kind}") for kind in ("json", "csv")]
        phone.open(f"{root}people")
        links = phone.page.evaluate(PEOPLE)
        assert len(links) == len(EVERYBODY)
        pages = []
        for path in ("people", *links, "people/hands", "people/season", "history"):
            phone.open(f"{root}{path}")
            # A server leaves the days of a phone whose zone it does not know to the page, whose
            # browser shortens September in its own way.
            phone.until(DAYS)
            pages.append(phone.page.locator("main").inner_text().replace("Sept ", "Sep "))
        shown.append([files, links, pages])
    for here, there in zip(*shown, strict=True):
        assert [one for one in zip(here, there, strict=True) if one[0] != one[1]] == []
    phone.open(f"{site}new")
    phone.names = THREE
    for seat, name in enumerate(THREE, 1):
        phone.page.get_by_label(f"Name at seat {seat}", exact=True).fill(name)
    phone.group("Names").get_by_role("radio").nth(0).tap()
    phone.begin()
    evening = Evening(phone, game=game())
    evening.play(1)
    evening.expect_totals()


def test_the_worker_starts_again_from_its_snapshot_also_without_a_line(phone: Phone) -> None:
    evening = handed_over(phone)
    phone.context.set_offline(True)
    kill_workers(phone)
    begun = time.monotonic()
    phone.page.reload()
    evening.expect_totals()
    print(f"started again in {time.monotonic() - begun:.1f} s")
    evening.play(1)
    phone.page.get_by_role("link", name="All games").tap()
    expect(phone.page.get_by_role("link", name="Continue: Ann, Ben, Cem")).to_be_visible()
    phone.context.set_offline(False)


def test_two_sites_at_one_host_share_no_game_even_in_each_others_folder(
    new_context: Callable[..., BrowserContext], folder: Path, tmp_path: Path
) -> None:
    for site in ("", "cards"):
        shutil.copytree(folder / SUBFOLDER, tmp_path / site, dirs_exist_ok=True)
    with hosted(tmp_path) as host:
        for phone in opened(new_context, f"{host}/"):
            evening = handed_over(phone)
            game_above = phone.page.url
            phone.open(f"{host}/cards/")
            expect(phone.page.get_by_role("button", name="Load the whole program")).to_be_visible()
            begin(phone, "Eva", "Fred", "Gesa")
            phone.open(f"{host}/")
            # The game that waits on the other pad is not taken either.
            expect(phone.page.get_by_role("link", name="Continue:")).to_have_count(1)
            phone.open(f"{host}/cards/")
            expect(phone.page.locator(LINES)).to_have_count(1)
            load(phone)
            phone.until(f"{WAITING} == 0")
            phone.open(f"{host}/cards/")
            expect(phone.page.get_by_role("link", name="Continue: Eva, Fred, Gesa")).to_be_visible()
            expect(phone.page.get_by_role("link", name="Continue:")).to_have_count(1)
            phone.open(game_above)
            evening.expect_totals()
            evening.play(1)


def test_the_data_of_a_version_that_knew_one_site_at_a_host_are_taken_over_once(
    phone: Phone,
) -> None:
    evening = handed_over(phone)
    for _ in range(2):
        phone.page.evaluate(AS_BEFORE)
        kill_workers(phone)
        phone.page.reload()
        evening.expect_totals()
        assert phone.page.evaluate(DATABASES) == [
            "scorekeeper",
            f"scorekeeper program /{SUBFOLDER}/",
        ]
        evening.play(1)


def test_a_new_version_of_the_program_takes_the_game_along_while_it_is_played(
    new_context: Callable[..., BrowserContext], folder: Path, tmp_path: Path
) -> None:
    site = tmp_path / SUBFOLDER
    shutil.copytree(folder / SUBFOLDER, site)
    (old,) = [one.name for one in (site / "program").iterdir() if one.name != PYODIDE]
    new = old[::-1]
    stored = "caches.keys().then((all) => all.filter((one) => one.startsWith('program ')))"
    with hosted(tmp_path) as host:
        for phone in opened(new_context, f"{host}/{SUBFOLDER}/"):
            evening = handed_over(phone)
            # Until nobody needs the old version, the host has both.
            shutil.copytree(site / "program" / old, site / "program" / new)
            worker = (site / "sw.js").read_text("utf-8")
            (site / "sw.js").write_text(worker.replace(old, new), "utf-8")
            phone.page.reload()
            evening.play(1)
            phone.until(f"{stored}.then((all) => all.join() === 'program /{SUBFOLDER}/ {new}')")
            kill_workers(phone)
            phone.page.reload()
            evening.expect_totals()
            evening.play(1)


def test_a_full_phone_loses_no_tap_and_says_so(phone: Phone) -> None:
    phone.forgiven.append("507")
    evening = handed_over(phone)
    session = phone.context.new_cdp_session(phone.page)
    origin = phone.page.evaluate("location.origin")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    # The browser notices within half a minute.
    while phone.page.evaluate(STORES):
        phone.page.wait_for_timeout(1000)
    evening.play(1)
    bar = phone.page.locator("#unsaved")
    expect(bar.get_by_text("This phone’s storage is full.").first).to_be_visible()
    kill_workers(phone)
    # A page that finds no room is followed by pages that find none either.
    for _ in range(3):
        phone.page.reload()
        evening.expect_totals()
    assert phone.page.evaluate(WAITING) > 0
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    phone.notice()
    phone.until(f"{WAITING} == 0")
    phone.open_again()
    evening.expect_totals()
    evening.play(1)


def test_a_second_tab_shows_what_the_first_one_entered(phone: Phone) -> None:
    evening = handed_over(phone)
    evening.turn()
    other = phone.context.new_page()
    other.goto(phone.page.url)
    for page in (other, phone.page):
        expect(page.get_by_text("bids next").first).to_be_visible()
    other.close()
    evening.bid()
    evening.take()
    evening.score()


def test_two_tabs_that_are_tapped_at_the_same_time_count_each_tap_once(phone: Phone) -> None:
    evening = handed_over(phone)
    address = phone.page.url
    other = phone.tab(address)
    for page in (phone.page, other.page):
        page.evaluate(TAPS)
    tap = phone.tap

    def both(thing: Locator) -> None:
        thing.wait_for()
        asked = thing.evaluate(PLACE)
        if not asked:
            tap(thing)
            return
        for one in (phone, other):
            one.page.locator(asked).wait_for(state="attached")
            one.until(ARMED)
        phone.page.evaluate("(asked) => { pair.postMessage(asked); tapped(asked); }", asked)

    phone.tap = both  # type: ignore[method-assign]
    evening.play(3)
    phone.until(f"{WAITING} == 0")
    for one in (phone, other):
        one.open(address)
        Evening(one, game=evening.game).expect_totals()
    (kept,) = games_in(phone.page.evaluate(GOT, f"{address}.json"))
    assert kept.game == evening.game


def test_if_the_program_does_not_start_the_pad_plays_on(
    new_context: Callable[..., BrowserContext], folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / SUBFOLDER / "program" / PYODIDE / "stdlib.zip.packed").write_bytes(b"")
    with hosted(tmp_path) as host:
        for phone in opened(new_context, f"{host}/{SUBFOLDER}/"):
            phone.forgiven.append("")
            begin(phone, *THREE)
            evening = Evening(phone, game=game())
            evening.play(1)
            said = phone.page.get_by_text("Only the pad runs on this phone")
            expect(said).to_be_visible(timeout=STARTS)
            evening.play(1)
            phone.page.reload()
            phone.until(AHEAD)
            evening.expect_totals()
            home(phone)
            expect(phone.page.locator(LINES)).to_have_count(1)


def test_a_line_that_breaks_while_the_program_loads_delays_it_to_the_next_hand(
    new_context: Callable[..., BrowserContext], folder: Path
) -> None:
    with hosted(folder) as host:
        phone = Phone(new_context(**SCREEN), cast(Table, None))
        phone.open(f"{host}/{SUBFOLDER}/")
        begin(phone, *THREE)
        evening = Evening(phone, game=game())
    evening.play(1)
    said = phone.page.get_by_text("Only the pad runs on this phone")
    expect(said).to_be_visible(timeout=STARTS)
    with hosted(folder, host.rpartition(":")[2]):
        evening.play(1)
        phone.page.wait_for_url(lambda url: "?~" not in url, timeout=STARTS)
        phone.until(f"{WAITING} == 0")
        evening.expect_totals()


def test_the_loader_still_needs_each_patch() -> None:
    for name, patches in PATCHES.items():
        text = (MODULES / name).read_text("utf-8")
        assert [old for old, _ in patches if text.count(old) != 1] == []
    assert HASHES.keys() > PATCHES.keys()


def test_a_tap_on_the_first_page_loads_the_program(phone: Phone) -> None:
    load(phone)
    games = phone.page.get_by_role("link", name="Import games")
    expect(games).to_be_visible()
    games.tap()
    expect(phone.page.get_by_role("heading", name="Import games")).to_be_visible()
