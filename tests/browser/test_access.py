"""Every page in light and dark, read by the rules of WCAG 2.2 AA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MODULES, OpenPhone
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AXE = (MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async (rules) => {
  const {violations} = await axe.run(document, {runOnly: rules, resultTypes: ["violations"]});
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
    phone.start("Ann", "Ben", "Cem")
    phone.open("/new")
    yield "new with known groups", phone


def pages(phone: Phone, viewer: Phone) -> Iterator[tuple[str, Phone]]:
    """Each other page and each state of the game's page, as a game goes on."""
    phone.open()
    yield "home without games", phone
    phone.start("Ann", "Ben", "Cem", dealer=2, hook=True)
    yield "trump", phone
    phone.tap(phone.chip("Trump", "Wizard"))
    phone.page.get_by_text("names trump").wait_for()
    yield "naming trump", phone
    phone.tap(phone.chip("Trump", "Clubs"))
    phone.tap(phone.chip("Bid of Ann", 1))
    phone.tap(phone.chip("Bid of Ben", 0))
    expect(phone.page.locator("#panel")).to_contain_text("Cem may not bid 0")
    yield "bids", phone
    phone.tap(phone.chip("Bid of Cem", 1))
    phone.tap(phone.chip("Tricks of Ann", 1))
    phone.tap(phone.chip("Tricks of Ben", 0))
    yield "tricks", phone
    phone.score()
    phone.play("Hearts", [2, 2, 1], [1, 1, 0])
    yield "trump after hands", phone
    game = phone.page.url
    viewer.open(game)
    yield "viewer", viewer
    for path in ("/hands/1", "/hands/3/dealer", "/rules", "/log", "/delete"):
        phone.open(f"{game}{path}")
        yield path, phone
    phone.open(game)
    phone.press("End the game now")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Game over")
    yield "result", phone
    viewer.open(game)
    yield "viewer of the result", viewer
    phone.open()
    yield "home with games", phone
    phone.forgiven.append("404")
    phone.open("/nothing-here")
    yield "error", phone
    phone.start("Ann", "Ben", variant="Two-Player Wizard")
    phone.turn("No trump")
    phone.bid([3, 4])
    phone.group("Spade 8 taken by").wait_for()
    yield "tricks of two", phone


def sharing(phone: Phone, other: Phone) -> Iterator[tuple[str, Phone]]:
    """The pages that let other phones in, as the two of them go on."""
    phone.start("Ann", "Ben", "Cem", dealer=2)
    game = phone.page.url
    phone.page.get_by_text("Keep your recovery link").tap()
    yield "recovery link", phone
    phone.open(f"{game}/share")
    yield "share", phone
    other.open("/join")
    yield "join", other
    other.page.get_by_label("The code").fill("AAAAAA")
    other.forgiven.append("422")
    other.button("Follow the game").tap()
    other.page.get_by_text("No game that is being played").wait_for()
    yield "join refused", other
    other.open(f"{game}?me=0")
    other.page.get_by_text("You are Ann").tap()
    yield "follower", other
    phone.open(f"{game}/phones")
    phone.button("Share: both keep score").tap()
    link = phone.page.get_by_label("Link for the other phone").input_value()
    yield "phones with a link", phone
    other.open(link)
    yield "link", other
    other.button("Keep score on this phone").tap()
    other.page.wait_for_url("**/g/*")
    phone.forgiven.append("410")
    other.forgiven += ["404", "409"]
    other.open(f"{game[:-1]}_/share")
    yield "not found", other
    phone.open("/book")
    phone.button("Make a link for another phone").tap()
    phone.page.get_by_label("Link to this book").wait_for()
    yield "book with a link", phone
    other.open(game)
    other.page.evaluate("document.querySelector('.pause').click()")
    phone.open(game)
    phone.tap(phone.chip("Trump", "Hearts"))
    phone.group("Bid of Ann").wait_for()
    with other.saved():
        other.chip("Trump", "Clubs").tap()
    other.button("Use mine").wait_for()
    yield "clash", other


def hindrances(states: Iterator[tuple[str, Phone]]) -> dict[str, list[str]]:
    """What breaks a rule, by page and colours; pages without are left out."""
    found: dict[str, list[str]] = {}
    for name, phone in states:
        phone.page.evaluate(AXE)
        for scheme in SCHEMES:
            phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            if violations := phone.page.evaluate(RUN, RULES):
                found[f"{name}, {scheme}"] = violations
    return found


def test_no_page_of_a_game_hinders_anybody(open_phone: OpenPhone) -> None:
    assert hindrances(pages(open_phone(), open_phone())) == {}


def test_no_page_that_lets_other_phones_in_hinders_anybody(open_phone: OpenPhone) -> None:
    assert hindrances(sharing(open_phone(), open_phone())) == {}


def test_the_page_of_a_new_game_hinders_nobody(phone: Phone) -> None:
    assert hindrances(new_game(phone)) == {}
