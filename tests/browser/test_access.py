"""States of a page that no evening has, in light and dark mode, in forced colours and with large
text, against WCAG 2.2 AA (``test_geometry.py`` looks at all pages)."""

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MODULES, OpenPhone
from tests.browser.evening import KEPT, WAITING
from tests.browser.phone import LOST, THREE, Phone
from tests.browser.server import Server

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


def _new(name: str, phone: Phone) -> Iterator[tuple[str, Phone]]:
    phone.page.reload()
    yield name, phone


def _at_its_end(phone: Phone) -> Phone:
    """A long page, so that its foot covers nothing before scrolling."""
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    return phone


def hindrances(states: Iterator[tuple[str, Phone]]) -> dict[str, object]:
    """The violations by page and colours or width, without pages that have none."""
    found: dict[str, object] = {}
    for name, phone in states:
        phone.page.evaluate(AXE)
        for scheme, rules in RULES.items():
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


def test_nothing_that_installs_the_app_has_an_accessibility_fault(open_phone: OpenPhone) -> None:
    def states() -> Iterator[tuple[str, Phone]]:
        for is_installed, shown in (("false", "New game"), ("true", "Get my games")):
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
