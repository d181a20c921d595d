"""Every page in light and dark, read by the rules of WCAG 2.2 AA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MODULES, OpenPhone
from tests.browser.phone import THREE, Phone

pytestmark = pytest.mark.browser

AXE = (MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
LEVELS = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")
RULES: dict[Literal["light", "dark"], dict[str, object]] = {
    "light": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
    },
    # Nothing but colours changes.
    "dark": {"type": "rule", "values": ["color-contrast"]},
}
RUN = """async (runOnly) => {
  const {violations} = await axe.run(document, {runOnly, resultTypes: ["violations"]});
  return violations.flatMap((rule) => rule.nodes.map(
    (node) => `${rule.id}: ${node.target.join(" ")} ${node.any.map((one) => one.message)[0] || ""}`
  ));
}"""


def new_game(phone: Phone) -> Iterator[tuple[str, Phone]]:
    """The page of a new game, before and after a first one."""
    phone.open("/new")
    yield "new", phone
    phone.page.get_by_text("House rules: hook").tap()
    # What the foot covers only until one scrolls is not too small.
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    yield "new with house rules", phone
    phone.start(*THREE)
    phone.open("/new")
    yield "new with known groups", phone


def pages(phone: Phone, viewer: Phone) -> Iterator[tuple[str, Phone]]:
    """Each other page and each state of the game's page, as a game goes on."""
    phone.open()
    yield "home without games", phone
    phone.start(*THREE, hook="y")
    table = phone.table
    yield "trump", phone
    table.turn("wizard")
    yield from _new("naming trump", phone)
    table.turn("wizard", named="clubs")
    table.bid(1, 0)
    yield from _new("bids", phone)
    table.bid(1, 0, 1)
    table.take(1, 0)
    yield from _new("tricks", phone)
    table.score(1, 0, 0)
    table.play("hearts", (2, 2, 1), (1, 1, 0))
    yield from _new("trump after hands", phone)
    viewer.open(table.path)
    yield "viewer", viewer
    for path in ("/hands/1", "/hands/3/dealer", "/rules", "/log", "/delete"):
        phone.open(f"{table.path}{path}")
        yield path, phone
    table.post(f"{table.path}/end", hands=2, revision=table.revision)
    phone.open(table.path)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Game over")
    yield "result", phone
    viewer.open(table.path)
    yield "viewer of the result", viewer
    phone.open()
    yield "home with games", phone
    phone.forgiven.append("404")
    phone.open("/nothing-here")
    yield "error", phone
    phone.seat("Ann", "Ben", variant="two-player")
    table.turn("jester")
    table.bid(3, 4)
    phone.look()
    phone.group("Spade 8 taken by").wait_for()
    yield "tricks of two", phone


def _new(name: str, phone: Phone) -> Iterator[tuple[str, Phone]]:
    phone.page.reload()
    yield name, phone


def sharing(phone: Phone, other: Phone) -> Iterator[tuple[str, Phone]]:
    """The pages that let other phones in, as the two of them go on."""
    phone.start(*THREE)
    table = phone.table
    phone.page.get_by_text("Keep your recovery link").tap()
    yield "recovery link", phone
    phone.open(f"{table.path}/share")
    yield "share", phone
    other.open("/join")
    yield "join", other
    other.page.get_by_label("The code").fill("AAAAAA")
    other.forgiven += ["404", "409", "422"]
    other.button("Follow the game").tap()
    other.page.get_by_text("No game that is being played").wait_for()
    yield "join refused", other
    other.open(f"{table.path}?me=0")
    other.page.get_by_text("You are Ann").tap()
    yield "follower", other
    phone.open(f"{table.path}/phones")
    phone.button("Share: both keep score").tap()
    link = phone.page.get_by_label("Link that passes the pencil").input_value()
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


def hindrances(states: Iterator[tuple[str, Phone]]) -> dict[str, list[str]]:
    """What breaks a rule, by page and colours; pages without are left out."""
    found: dict[str, list[str]] = {}
    for name, phone in states:
        phone.page.evaluate(AXE)
        for scheme, rules in RULES.items():
            phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            if violations := phone.page.evaluate(RUN, rules):
                found[f"{name}, {scheme}"] = violations
    return found


def test_no_page_of_a_game_hinders_anybody(open_phone: OpenPhone) -> None:
    assert hindrances(pages(open_phone(), open_phone())) == {}


def test_no_page_that_lets_other_phones_in_hinders_anybody(open_phone: OpenPhone) -> None:
    assert hindrances(sharing(open_phone(), open_phone())) == {}


def test_the_page_of_a_new_game_hinders_nobody(phone: Phone) -> None:
    assert hindrances(new_game(phone)) == {}
