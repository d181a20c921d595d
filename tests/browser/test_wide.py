"""Screens that are wide or lie on their side: the hand beside a view, heads and titles in sight."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.fits import FOUR, TOP, WRONG
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

VIEWS = {"Hand": "#hand", "Sheet": "#sheet", "Standings": "#evening", "More": "#more"}
"""The views of a game by their tabs."""
HEAD = """() => {
  scrollTo(0, document.body.scrollHeight);
  const box = (which) => document.querySelector(which).getBoundingClientRect();
  return [box("#sheet-head th").top, box(".hand > .bar").bottom, scrollY];
}"""


def test_on_a_wide_screen_the_hand_is_beside_the_open_view(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played(6)
    phone.table.turn("hearts")
    phone.look()
    for width, height in ((1024, 768), (1024, 1366), (1366, 768)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for name, view in VIEWS.items():
            phone.view(name)
            # The unfolded section scrolled into view.
            phone.page.evaluate("scrollTo(0, 0)")
            hand, beside, keys = (
                phone.page.locator(which).bounding_box()
                for which in (
                    "#board > .hand",
                    "#sheet" if name == "Hand" else view,
                    "#pad-0 .keys",
                )
            )
            assert hand
            assert beside
            assert keys
            assert hand["x"] + hand["width"] <= beside["x"] + 1, (width, name)
            assert (hand["y"], beside["y"]) == (0, 0), (width, name)
            assert beside["x"] + beside["width"] >= min(width, 1280), (width, name)
            assert keys["y"] + keys["height"] <= height, (width, name)
        phone.view("Hand")
        assert phone.page.evaluate(WRONG) == [], width


def test_on_an_upright_tablet_each_view_is_in_the_middle(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played(6)
    phone.table.turn("hearts")
    phone.look()
    for width, height in ((640, 900), (768, 1024), (834, 1194)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for name, view in VIEWS.items():
            phone.view(name)
            box = phone.box(phone.page.locator(view))
            assert round(box["width"]) == 620, (width, name)
            assert round(box["x"] * 2) + 620 == width, (width, name)
        phone.view("Hand")
        assert phone.page.evaluate(WRONG) == [], width


TITLE = """() => {
  const bar = document.querySelector(".hand > .bar").getBoundingClientRect();
  const texts = document.createTreeWalker(document.querySelector("#head"), NodeFilter.SHOW_TEXT);
  const boxes = [];
  for (const words = document.createRange(); texts.nextNode();) {
    words.selectNodeContents(texts.currentNode);
    boxes.push(...words.getClientRects());
  }
  return boxes.flatMap(({top, bottom}) => [top - bar.top, bar.bottom - bottom]);
}"""
"""Pixels above and below the words of a game's title in its bar."""


def test_the_title_is_all_in_its_bar_also_at_the_end(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played(2)
    phone.look()
    for _ in range(2):
        for width, height in ((360, 640), (390, 844), (844, 390), (1280, 800)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert min(phone.page.evaluate(TITLE)) >= 1, (width, height)
        phone.table.post(f"{phone.table.path}/end", hands=2, revision=phone.table.revision)
        phone.page.reload()


def test_the_head_of_the_sheet_stays_in_sight_below_the_bar(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played(10)
    phone.look()
    phone.view("Sheet")
    for width, height in ((390, 700), (360, 440), (320, 480), (844, 330), (1024, 520)):
        phone.page.set_viewport_size({"width": width, "height": height})
        top, bar, scrolled = phone.page.evaluate(HEAD)
        assert scrolled > 60, (width, height)
        assert abs(top - (0 if width > 1000 else bar)) < 2, (width, height)


def test_a_phone_in_landscape_shows_the_game_to_continue_and_the_first_seats(
    open_phone: OpenPhone,
) -> None:
    phone = open_phone(viewport={"width": 844, "height": 390})
    phone.seat(*FOUR)
    phone.played()
    phone.look()
    phone.open("/")
    expect(phone.page.locator(".continue .main")).to_be_in_viewport(ratio=0.9)
    foot = phone.page.locator(".foot").evaluate(TOP)
    box = phone.box(phone.page.locator(".continue .main"))
    assert box["y"] + box["height"] <= foot
    phone.open("/new")
    expect(phone.page.locator("#name-0")).to_be_in_viewport()
    kinds = [one.bounding_box() for one in phone.page.locator(".kind:visible").all()]
    assert len({one["y"] for one in kinds if one}) == 1
