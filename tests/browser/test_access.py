"""Every page in light and dark mode, on wide and narrow screens, against WCAG 2.2 AA."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.addresses import PAGES
from tests.browser.conftest import MODULES, OpenPhone
from tests.browser.evening import KEPT, WAITING
from tests.browser.phone import LONGEST, LOST, THREE, Phone
from tests.browser.server import Server
from tests.turns import daily

pytestmark = pytest.mark.browser

AXE = (MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RULES: dict[Literal["light", "dark"], dict[str, object]] = {
    "light": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
    },
    # Only colours change.
    "dark": {"type": "rule", "values": ["color-contrast"]},
}
EACH = 4
"""One page of so many is looked at in dark mode every day."""
COLOURS: tuple[dict[str, Any], ...] = (
    {"color_scheme": "light", "forced_colors": "none"},
    {"color_scheme": "dark", "forced_colors": "none"},
    {"color_scheme": "light", "forced_colors": "active"},
)
LOOKS = """(thing) => {
  const look = getComputedStyle(thing);
  return ["backgroundColor", "color", "borderTopColor", "borderTopStyle", "borderTopWidth",
    "outlineStyle", "textDecorationLine"].map((name) => look[name]);
}"""
"""Media settings for forced colours."""
FAINT = """() => {
  const colours = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => {
    const [red, green, blue] = rgb.map((part) => (part / 255) ** 2.2);
    return 0.05 + 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (thing) => {
    const colour = colours(getComputedStyle(thing).backgroundColor);
    return colour[3] === 0 ? behind(thing.parentElement) : colour;
  };
  return [...document.querySelectorAll("#board :is(.player-line, .pad, .hd) .crest")]
    .filter((crest) => crest.checkVisibility())
    .map(({parentElement}, at, crests) => [
      parentElement.className, getComputedStyle(crests[at]).fill, behind(parentElement),
    ])
    .filter(([_, fill, below]) => {
      const ratio = light(colours(fill)) / light(below);
      return Math.max(ratio, 1 / ratio) < 3;
    });
}"""
"""Crests of lines, pads and the heads of the sheet with a contrast below 3 to 1."""
STANDALONE = """(is) => Object.defineProperty(Navigator.prototype, "standalone", {value: is})"""
LARGE = {(390, 844): "200%", (320, 256): "100%"}
"""Text of twice the size, and a page of 1280x1024 that is enlarged four times."""
CUT = """() => {
  const found = [];
  const {scrollWidth, clientWidth} = document.documentElement;
  if (scrollWidth > clientWidth) found.push(["too wide", scrollWidth, clientWidth]);
  for (const thing of document.querySelectorAll("main :is(a, b, span, small, p, h1, h2, label)")) {
    const {overflowX, display} = getComputedStyle(thing);
    if (!thing.checkVisibility() || thing.matches(".vh, .vh *") || display === "inline") continue;
    const {right, left} = thing.getBoundingClientRect();
    const isCut = overflowX === "hidden" && thing.scrollHeight > thing.clientHeight + 3;
    if (isCut || right > innerWidth + 1 || left < -1)
      found.push([thing.className || thing.localName, thing.textContent.trim().slice(0, 30)]);
  }
  return found;
}"""
BEYOND = "() => Math.max(0, document.documentElement.scrollWidth - innerWidth)"
RUN = """async (runOnly) => {
  const {violations} = await axe.run(document, {runOnly, resultTypes: ["violations"]});
  return violations.flatMap((rule) => rule.nodes.map(
    (node) => `${rule.id}: ${node.target.join(" ")} ${node.any.map((one) => one.message)[0] || ""}`
  ));
}"""


def pages(phone: Phone, viewer: Phone) -> Iterator[tuple[str, Phone]]:
    """Each page that needs one phone, and each state of the game's page, during a game."""
    phone.open()
    yield "home without games", phone
    phone.open("/new")
    yield "new", phone
    phone.page.locator("summary", has_text="House rules").tap()
    yield "new with house rules", _at_its_end(phone)
    phone.page.get_by_text("More games").tap()
    phone.page.get_by_text("your own deck, trump and points").tap()
    # A tall screen, because on others a sticky bar covers half of some field.
    phone.page.set_viewport_size({"width": 390, "height": 2600})
    yield "new with a game of one's own", phone
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.start(*LONGEST, hook="y")
    table = phone.table
    yield "trump", phone
    table.turn("wizard")
    yield from _new("naming trump", phone)
    table.turn("wizard", named="clubs")
    table.bid(1, 0, 0, 0, 0)
    yield from _new("bids", phone)
    expect(phone.page.locator("#panel")).to_contain_text("may not bid 0")
    table.bid(1, 0, 0, 0, 0, 1)
    table.take(1, 0)
    yield from _new("tricks", phone)
    table.score(1, 0, 0, 0, 0, 0)
    table.play("hearts", (0, 2, 0, 0, 0, 1), (0, 2, 0, 0, 0, 0))
    yield from _new("trump after hands", phone)
    for answer, name in (("", "viewer who is asked"), ("?me=", "viewer"), ("?me=1", "player")):
        viewer.open(f"{table.path}{answer}")
        yield name, viewer
    for path in PAGES:
        phone.open(f"{table.path}{path.replace('/hands/2/', '/hands/3/')}")
        yield path, phone
    table.post(f"{table.path}/end", hands=2, revision=table.revision)
    for one, name in ((phone, "result"), (viewer, "viewer of the result")):
        one.open(table.path)
        expect(one.page.get_by_role("heading", level=1)).to_contain_text("Game over")
        yield name, one
    phone.open("/new")
    phone.page.get_by_role("button", name=LONGEST[2]).first.tap()
    expect(phone.page.get_by_label("Name at seat 3", exact=True)).to_have_value(LONGEST[2])
    yield "new with a known group", _at_its_end(phone)
    yield from of_the_book(phone)
    phone.forgiven.append("404")
    phone.open("/nothing-here")
    yield "error", phone
    phone.seat("Ann", "Ben", variant="two-player")
    table.turn("jester")
    table.bid(3, 4)
    phone.look()
    phone.group("Spade 8 taken by").wait_for()
    yield "tricks of two", phone


def of_the_book(phone: Phone) -> Iterator[tuple[str, Phone]]:
    """The pages about games played, once there is one."""
    people = ("/season", "/hands", "")
    for path in ("/", "/history", "/history?text=nobody", *(f"/people{page}" for page in people)):
        phone.open(path)
        yield path, phone
    phone.page.locator(".everyone a").first.tap()
    expect(phone.page.get_by_role("heading", name="This person")).to_be_visible()
    yield "a person", phone


def _new(name: str, phone: Phone) -> Iterator[tuple[str, Phone]]:
    phone.page.reload()
    yield name, phone


def sharing(phone: Phone, other: Phone) -> Iterator[tuple[str, Phone]]:
    """The pages that admit other phones, while two of them use them."""
    phone.seat(*THREE)
    phone.played()
    phone.look()
    table = phone.table
    phone.page.get_by_role("link", name="More", exact=True).tap()
    phone.page.get_by_text("If you ever lose this phone").tap()
    yield "recovery link", _at_its_end(phone)
    phone.open(f"{table.path}/howto")
    yield "how to play", phone
    phone.open(f"{table.path}/share")
    yield "share", phone
    other.open("/join")
    yield "join", other
    other.page.get_by_label("Code of the game").fill("AAAAAA")
    other.forgiven += ["404", "409", "422"]
    other.button("Follow the game").tap()
    other.page.get_by_text("No game in progress").wait_for()
    yield "join refused", other
    other.open(f"{table.path}?me=0")
    yield "follower", other
    other.page.get_by_role("link", name="I am somebody else").tap()
    other.page.get_by_role("heading", name="Who are you?").wait_for()
    yield "follower who is somebody else", other
    phone.open(f"{table.path}/phones")
    phone.button("Share: both keep score").tap()
    link = phone.page.get_by_label("Link for the other phone").input_value()
    yield "phones with a link", phone
    other.open(link)
    yield "link", other
    other.button("Keep score on this phone").tap()
    other.page.wait_for_url("**/g/*")
    table.turn("hearts")
    with other.saved():
        other.chip("Trump", "Clubs").tap()
    other.button("Use mine").wait_for()
    yield "clash", other
    other.open(f"{table.path[:-1]}_/share")
    yield "not found", other
    phone.open("/book")
    phone.button("Make a link for another phone").tap()
    phone.page.get_by_label("Link to this book").wait_for()
    yield "book with a link", phone


def secret(phone: Phone, other: Phone) -> Iterator[tuple[str, Phone]]:
    """A hand with hidden bids, two of them already entered."""
    phone.seat(*LONGEST, hidden="y", sizes="10")
    table = phone.table
    phone.look()
    yield "bids that could be hidden", phone
    table.post(f"{table.path}/sealed", on="y")
    table.post(f"{table.path}/hands/1/sealed", bid_0=1, bid_3=0)
    yield from _new("hidden bids", phone)
    phone.page.locator("#line-1").tap()
    yield "a bid for a player without a phone", phone
    phone.open(f"{table.path}/sealed")
    yield "bids on the phones", phone
    other.open(table.path)
    yield "follower who is asked who they are", other
    other.open(f"{table.path}?me=")
    yield "follower who is nobody", other
    other.open(f"{table.path}?me=5")
    yield "follower who bids", other
    other.open(f"{table.path}/table")
    yield "the table", other


def _at_its_end(phone: Phone) -> Phone:
    """A long page, so that its foot covers nothing before scrolling."""
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    return phone


def hindrances(states: Iterator[tuple[str, Phone]], dark: int = 1) -> dict[str, object]:
    """The violations by page and colours or width, without pages that have none.

    Each of so many pages is looked at in dark mode too.
    """
    found: dict[str, object] = {}
    for number, (name, phone) in enumerate(states):
        phone.page.evaluate(AXE)
        for scheme, rules in list(RULES.items())[: 2 - bool(number % dark)]:
            phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found[f"{name}, {scheme}"] = phone.page.evaluate(RUN, rules)
        for width in 320, 390:
            phone.page.set_viewport_size({"width": width, "height": 844})
            found[f"{name}, {width} px"] = phone.page.evaluate(BEYOND)
    return {where: what for where, what in found.items() if what}


TABS = ("Hand", "Sheet", "Standings", "More")


def tabs(phone: Phone) -> Iterator[str]:
    """The views of a game, each opened by its tab; the tab says that it is open."""
    for name in TABS:
        phone.page.evaluate("scrollTo(0, 0)")
        phone.view(name)
        expect(phone.page.locator(".tabs [aria-current=page]")).to_have_text(name)
        yield name


def at_the_tricks(phone: Phone, *names: str) -> None:
    """Open the third hand of a game, with one pile entered."""
    phone.seat(*names)
    phone.played(2)
    phone.table.turn("hearts")
    phone.table.bid(*[0] * len(names))
    phone.table.take(2, *[None] * (len(names) - 1))
    phone.look()
    phone.page.locator("html.live").wait_for()


def test_no_view_of_a_game_has_an_accessibility_fault_in_any_colours(phone: Phone) -> None:
    at_the_tricks(phone, *THREE)
    phone.page.evaluate(AXE)
    found: dict[str, object] = {}
    for name in tabs(phone):
        _at_its_end(phone)
        for media in COLOURS:
            phone.page.emulate_media(reduced_motion="reduce", **media)
            found[f"{name}, {media}"] = phone.page.evaluate(RUN, RULES["light"])
    assert {where: what for where, what in found.items() if what} == {}


def test_forced_colours_show_what_is_chosen_offered_and_forbidden(open_phone: OpenPhone) -> None:
    phone = open_phone(forced_colors="active")

    def differ(one: str, other: str) -> None:
        looks = [phone.page.locator(which).first.evaluate(LOOKS) for which in (one, other)]
        assert looks[0] != looks[1], one

    phone.open("/new")
    differ(".kind:has(:checked)", ".kind:not(:has(:checked))")
    phone.page.locator("summary", has_text="House rules").tap()
    phone.page.get_by_label("Against the clock").check()
    stamp = phone.page.locator("[name=timed] + i")
    expect(stamp).to_have_text("on", use_inner_text=True)
    differ(".len:has(:checked)", ".len:not(:has(:checked))")
    phone.seat(*THREE, hook="y", sizes="3")
    phone.look()
    with phone.saved():
        phone.chip("Trump", "Wizard").tap()
    with phone.saved():
        phone.chip("Trump", "Clubs").tap()
    phone.group("Bid of Ann").wait_for()
    phone.page.locator("#step-trump").tap()
    phone.group("Trump").wait_for()
    differ("#trumps :checked + span", "#trumps :not(:checked) + span")
    phone.table.bid(1, 1)
    phone.open(phone.table.path)
    differ("#pad-0 :checked + span", "#pad-0 :not(:checked) + span")
    differ("#pad-2 .forbidden span", "#pad-2 .key:not(.forbidden) span")
    differ(".player-line:has(> :checked)", ".player-line:not(:has(> :checked))")
    phone.table.bid(1, 1, 0)
    phone.table.take(1, 1)
    phone.open(phone.table.path)
    differ("#pad-0 :checked + span", "#pad-0 :not(:checked) + span")
    differ("#pad-2 .offered span", "#pad-2 .key:not(.offered) span")
    for scheme in RULES:
        phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert phone.page.evaluate(FAINT) == [], scheme
    for name in tabs(phone):
        differ(f".tabs a:text-is('{name}')", f".tabs a:not(:text-is('{name}'))")


def test_large_text_is_neither_cut_nor_wider_than_the_screen(phone: Phone) -> None:
    at_the_tricks(phone, *THREE)
    found: dict[str, object] = {}

    def look(page: str) -> None:
        for (width, height), size in LARGE.items():
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.page.evaluate("(size) => document.documentElement.style.fontSize = size", size)
            found[f"{page}, {size} on {width}x{height}"] = phone.page.evaluate(CUT)

    for name in tabs(phone):
        look(name)
    for path in ("/", "/new"):
        phone.open(path)
        look(path)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.journey
@daily("dark", [1, EACH], EACH)
@daily("states", [pages, sharing, secret], sharing)
def test_no_page_has_an_accessibility_fault_or_scrolls_sideways(
    open_phone: OpenPhone, states: Callable[[Phone, Phone], Iterator[tuple[str, Phone]]], dark: int
) -> None:
    assert hindrances(states(open_phone(), open_phone()), dark) == {}


def test_nothing_that_installs_the_app_has_an_accessibility_fault(open_phone: OpenPhone) -> None:
    def states() -> Iterator[tuple[str, Phone]]:
        for is_installed, shown in (("false", "New game"), ("true", "Bring my games")):
            phone = open_phone()
            phone.page.add_init_script(f"({STANDALONE})({is_installed})")
            phone.open("/")
            phone.page.get_by_text(shown).last.wait_for()
            phone.drawn()
            yield f"home, installed: {is_installed}", _at_its_end(phone)
            phone.start(*THREE)
            phone.view("More")
            yield f"More, installed: {is_installed}", phone

    assert hindrances(states()) == {}


def test_no_kept_page_has_an_accessibility_fault(open_phone: OpenPhone) -> None:
    phone = open_phone(service_workers="allow")
    phone.forgiven += LOST
    phone.open("/new")
    phone.start(*THREE)
    phone.until(KEPT)

    def states() -> Iterator[tuple[str, Phone]]:
        phone.page.reload()
        expect(phone.page.locator("#follow")).to_have_attribute("data-state", "lost")
        yield from _new("kept trump", phone)
        phone.turn("Hearts")
        phone.until(f"{WAITING} > 0")
        for name in ("Hand", "Sheet", "More"):
            phone.view(name)
            yield f"kept {name}", phone
        for path in ("/", "/new"):
            phone.open(path)
            yield f"kept {path}", _at_its_end(phone)

    with phone.away():
        assert hindrances(states()) == {}
    phone.open(phone.table.path)
    phone.expect_saved()


def test_the_page_with_the_certificate_has_no_accessibility_fault(
    phone: Phone, server: Server
) -> None:
    server.stop()
    server.start(AUTHORITY=b"a certificate")
    phone.open("/trust")
    expect(phone.page.get_by_role("link", name="Download the certificate")).to_be_visible()
    assert hindrances(iter([("trust", phone)])) == {}
