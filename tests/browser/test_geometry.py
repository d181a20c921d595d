"""Every page of the evenings and of crowded tables, as phones draw it: no word breaks, touches an
edge or another text; totals stand in a column; nothing is off the screen or too small for a finger;
no accessibility fault."""

import re
from collections.abc import Iterable, Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route

from scorekeeper.rules.variants.variants import CUSTOM, WIZARD
from tests.addresses import PAGES
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.test_access import AXE, RULES, RUN
from tests.evenings.evening import Evening, Script
from tests.evenings.recorded import recorded
from tests.evenings.test_evenings import EVENINGS
from tests.languages import LANGUAGES
from tests.turns import daily

pytestmark = pytest.mark.browser

NAMES = (
    *("Maximiliane", "Jean-Baptiste", "Bartholomäus", "Friederike", "Wilhelmine", "Christoph"),
    *("Tom", "Konstantin", "Annegret", "Zoë"),
)
"""Six long names of real people; the others sit with them at larger tables."""
LONG = {"Ann": "Alexandrine", "Ben": "Bartholomäus", "Cem": "Christophorus", "Dora": "Dorothea"}
LONG |= {"Eli": "Emmanuelle", "Lea": "Leopoldine", "Zoe": "Zacharias", "Annika": "Annegret"}
"""Longer names for the players of the evenings."""
Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((360, 640), (844, 390), (390, 844))
MORE: tuple[Size, ...] = ((320, 568), (1280, 800), *SIZES)
VIEWS = ("#hand", "#sheet", "#evening", "#more")
POINTS: dict[str, Any] = {
    "own_bonus": "20",
    "own_trick": "10",
    "own_miss": "10",
    "deck": "80",
    "trump": "wizard",
}
FAULTS = (Path(__file__).parent / "geometry.js").read_text(encoding="utf-8").strip()
UNFOLD = "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
LIVE = "document.documentElement.classList.contains('live')"
LOOSE = """for (const one of document.querySelectorAll("body *"))
  if (getComputedStyle(one).position === "sticky") one.style.position = "static";"""
LARGE = "document.documentElement.style.fontSize = '200%'"
ON = "on another"
SHOWS_THROUGH = "one => getComputedStyle(one).backgroundColor.endsWith(', 0)')"
STEP = 8
"""Every day one page of so many of each evening is looked at."""


def crowd(evening: Evening, players: int) -> None:
    """A table of so many, with totals of two to four signs: its pages in each state."""
    keeper, names = evening.keeper, NAMES[:players]
    if players <= WIZARD.max_players:
        keeper.start(*names, specials="y")
    else:
        keeper.start(*names, variant=CUSTOM.key, **POINTS)
    rest, each = (0,) * (players - 2), tuple(seat % 2 for seat in range(players))
    for cards, card, tricks in (
        (1, "hearts", (0, 1)),
        (2, "jester", (2, 0)),
        (3, "spades", (1, 2)),
    ):
        bids = tuple(seat % (cards + 1) for seat in range(players))
        keeper.play(card, bids, (*tricks, *rest))
    evening.who = "Kft"
    pages = [path[1:].replace("hands/2", "hands/4") for path in PAGES if path]
    evening.look("trump", *pages)
    keeper.turn("hearts")
    evening.look("first bid")
    keeper.bid(None, *each[1:])
    evening.look("last bid")
    keeper.bid(*each)
    evening.look("play")
    keeper.take(*each[:4])
    evening.look("tricks", "?panel=extras", "?me=1")
    keeper.post(f"{keeper.path}/end", hands=3, revision=keeper.revision)
    evening.look("end", "picture", "/", "/new", "/history", "/people", "/people/1", "/people/hands")


def six(evening: Evening) -> None:
    """Six at a table, whose bids are then hidden."""
    crowd(evening, 6)
    keeper = evening.keeper
    keeper.start(*NAMES[:6], hidden="y", length="list", sizes="10")
    keeper.turn("hearts")
    keeper.post(f"{keeper.path}/sealed", on="y")
    keeper.post(f"{keeper.path}/hands/1/sealed", bid_0=1, bid_3=0)
    evening.look("hidden bids", "sealed", "?me=5")


def eight(evening: Evening) -> None:
    """Eight at a table."""
    crowd(evening, 8)


def ten(evening: Evening) -> None:
    """Ten at a table."""
    crowd(evening, 10)


SCRIPTS: dict[str, Script] = EVENINGS | {one.__name__: one for one in (six, eight, ten)}
TURNS = list(zip(SCRIPTS, cycle(LANGUAGES), cycle([True, False]), strict=False))
NOW = [(name, language, is_long, STEP) for name, language, is_long in TURNS if name != "eight"]
"""Each evening every day in the next language, each second one with long names."""
NIGHTLY = [
    (name, language, is_long, 1)
    for name, language, is_long in product(SCRIPTS, LANGUAGES, [False, True])
    if (is_long and name not in EVENINGS) or (name, language, is_long) in TURNS
]


def faults(phone: Phone, sizes: Iterable[Size], names: list[str]) -> Iterator[str]:
    """What is wrong on the page, with the size of the screen."""
    for width, height in sizes:
        phone.page.set_viewport_size({"width": width, "height": height})
        wrong = phone.page.evaluate(FAULTS, names)
        yield from (f"{width}x{height}, {one}" for one in wrong)


def hindered(phone: Phone, *, is_dark: bool) -> Iterator[str]:
    """The accessibility faults of the page, from its end, where its foot covers nothing, and
    without bars that cover what can be scrolled."""
    phone.page.evaluate(AXE)
    phone.page.evaluate(LOOSE)
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    for scheme, rules in list(RULES.items())[: 1 + is_dark]:
        phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        yield from (f"{scheme}, {one}" for one in phone.page.evaluate(RUN, rules))
    phone.page.emulate_media(color_scheme="light")


@daily("evening, language, is_long, step", [*NOW, *NIGHTLY], *NOW)
def test_every_page_stands_whole_and_free_on_every_screen(
    open_phone: OpenPhone, server: Server, evening: str, language: str, is_long: bool, step: int
) -> None:
    names = LONG if is_long else {}
    app = server.table().client.application
    pages = [page for page in recorded(app, SCRIPTS[evening], language, names) if page.is_whole]
    phone, shown = open_phone(), dict[str, str]()
    phone.forgiven += ["status of 4"]

    def bring(route: Route) -> None:
        is_page = route.request.resource_type == "document"
        route.fulfill(body=shown["html"] if is_page else "", content_type="text/html")

    phone.page.route(re.compile(f"^{server.address}/(?!static/)"), bring)
    found = []
    for turn, page in enumerate(pages[list(SCRIPTS).index(evening) % step :: step]):
        shown["html"] = page.html
        view = VIEWS[turn % 4] if 'id="board"' in page.html else ""
        phone.open(page.address + ("" if "#" in page.address else view))
        phone.drawn()
        phone.until(LIVE)
        if not view:
            phone.page.evaluate(UNFOLD)
        wrong = [*faults(phone, SIZES if step > 1 else MORE, [*NAMES, *LONG.values()])]
        wrong += hindered(phone, is_dark=turn % 4 == 0)
        found += [f"{page.address}{view}, {one}" for one in wrong]
    assert not found, "\n".join(found)


def test_no_word_of_the_first_screens_is_broken_in_any_language(open_phone: OpenPhone) -> None:
    """An evening is drawn in one language; what everybody sees first is drawn in all of them."""
    phone, found = open_phone(), list[str]()
    for language in LANGUAGES:
        phone.speak(language)
        for address in ("/", "/new", "/join", "/events/new"):
            phone.open(address)
            phone.drawn()
            wrong = faults(phone, SIZES, list(NAMES))
            found += [f"{language}, {address}, {fault}" for fault in wrong if "broken" in fault]
    assert not found, "\n".join(found)


def test_the_name_of_who_bids_next_is_whole_beside_undo_and_save(open_phone: OpenPhone) -> None:
    """Save is there without scripts, and on each phone until they have run."""
    phone, found = open_phone(java_script_enabled=False), list[str]()
    phone.seat(*NAMES[:6])
    phone.table.turn("hearts")
    for at, language in enumerate(LANGUAGES):
        phone.speak(language)
        phone.table.bid(None, *[at % 2] * 5)
        phone.look()
        wrong = faults(phone, MORE, list(NAMES))
        found += [f"{language}, {fault}" for fault in wrong if "p.next" in fault]
    assert not found, "\n".join(found)


def test_letters_of_twice_the_size_lie_on_no_others(phone: Phone) -> None:
    """With six at the table the page then scrolls below the sum of the bids."""
    phone.seat(*NAMES[:6])
    phone.table.play("hearts", (0, 1, 0, 1, 0, 0), (1, 0, 0, 0, 0, 0))
    phone.table.turn("hearts")
    found = []
    for step in ("bids", "play", "tricks"):
        if step == "play":
            phone.table.bid(0, 1, 0, 1, 0, 1)
        elif step == "tricks":
            phone.table.take(1, 0, 1)
        phone.look()
        phone.page.evaluate(LARGE)
        phone.drawn()
        found += [f"{step}, {one}" for one in faults(phone, SIZES[2:], [*NAMES]) if ON in one]
        if step != "play" and phone.page.locator(".sum").evaluate(SHOWS_THROUGH):
            found.append(f"{step}, lines show through the sum")
    assert not found, "\n".join(found)
