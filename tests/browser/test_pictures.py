"""Sharing a result: its picture and its text, through the phone's share sheet or without one."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser
SHEET = """(takes) => {
  navigator.canShare = (what) => takes.includes(Object.keys(what)[0]);
  navigator.share = async ({files, text}) => {
    window.shared = files ? [files[0].name, files[0].type] : [text];
  };
}"""
"""A share sheet that takes files, texts, or nothing."""


def at_the_end(phone: Phone) -> None:
    phone.seat("Ann", "Ben", "Cem", sizes="1")
    phone.played()
    phone.look()
    phone.press("Share")


def test_the_menu_gives_the_file_to_the_share_sheet_or_else_the_text(
    open_phone: OpenPhone,
) -> None:
    phone = open_phone()
    at_the_end(phone)
    phone.page.evaluate(SHEET, ["text"])
    phone.follow("Share the picture")
    phone.until("() => window.shared")
    assert "Ann 30" in phone.page.evaluate("window.shared")[0]
    phone.page.evaluate("delete window.shared")
    phone.page.evaluate(SHEET, ["files"])
    phone.follow("Share the picture")
    phone.until("() => window.shared")
    name, kind = phone.page.evaluate("window.shared")
    assert (name.startswith("scorekeeper-"), name.endswith("-tall.png")) == (True, True)
    assert kind == "image/png"


def test_the_menu_says_meanwhile_that_the_picture_is_being_drawn_and_nothing_moves(
    phone: Phone,
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    at_the_end(phone)
    phone.page.evaluate(SHEET, ["files"])
    phone.page.route("**/picture-tall", hold)
    link, below = phone.page.locator("#send [data-picture]"), phone.page.locator("#send .address")
    before = link.text_content(), link.bounding_box(), below.bounding_box()
    phone.follow("Share the picture")
    expect(link).to_contain_text("The picture is being drawn.")
    while not held:
        phone.page.wait_for_timeout(10)
    expect(phone.page.locator("#status")).to_have_text("The picture is being drawn.")
    assert (link.bounding_box(), below.bounding_box()) == before[1:]
    held[0].continue_()
    phone.until("() => window.shared")
    expect(phone.page.locator("#status")).to_be_empty()
    assert (link.text_content(), link.bounding_box(), below.bounding_box()) == before


@pytest.mark.parametrize("scripts", [True, False])
def test_without_a_share_sheet_its_page_opens_and_leads_back(
    open_phone: OpenPhone, scripts: bool
) -> None:
    phone = open_phone(java_script_enabled=scripts)
    at_the_end(phone)
    if scripts:
        phone.page.evaluate(SHEET, [])
    phone.follow("Share the picture")
    phone.page.wait_for_url("**/picture")
    picture = phone.page.locator(".picture img").first
    expect(picture).to_have_js_property("naturalWidth", 1080)
    phone.follow("Back to the game")
    phone.page.wait_for_url(f"**{phone.table.path}")


def test_the_text_is_copied_and_the_menu_makes_room_for_the_message(open_phone: OpenPhone) -> None:
    phone = open_phone(permissions=["clipboard-read", "clipboard-write"])
    at_the_end(phone)
    phone.press("Copy as text")
    expect(phone.page.locator("#status.toast")).to_have_text("Copied")
    expect(phone.page.locator("#send")).to_be_hidden()
    copied = phone.page.evaluate("navigator.clipboard.readText()")
    assert copied == phone.page.locator("#result-text").input_value()
    assert "Ann 30\N{NO-BREAK SPACE}· Ben 20" in copied


@pytest.mark.parametrize("page", ["/picture", "/share", "/book"])
def test_a_page_says_that_it_copied_and_moves_nothing(open_phone: OpenPhone, page: str) -> None:
    phone = open_phone(permissions=["clipboard-read", "clipboard-write"])
    at_the_end(phone)
    phone.open(page if page == "/book" else phone.table.path + page)
    button = phone.page.locator("[data-copy]:visible").first
    before = phone.box(button)
    button.hover()
    before = phone.box(button)
    button.click()
    said = phone.page.locator("#status.toast")
    expect(said).to_have_text("Copied")
    expect(said).to_be_in_viewport(ratio=1)
    assert phone.box(button) == before


@pytest.mark.parametrize("shape", ["tall", "wide"])
def test_room_is_kept_for_the_picture_and_a_sentence_stands_there_meanwhile(
    phone: Phone, shape: str
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.seat("Ann", "Ben", "Cem", sizes="1")
    phone.played()
    phone.take_cookie()
    phone.page.route(f"**/picture-{shape}", hold)
    phone.page.goto(f"{phone.table.path}/picture?shape={shape}", wait_until="domcontentloaded")
    image, below = phone.page.locator(".picture img"), phone.page.locator(".picture + .wrap")
    expect(phone.page.get_by_text("The picture is being drawn.")).to_be_visible()
    before = image.bounding_box(), below.bounding_box()
    while not held:
        phone.page.wait_for_timeout(10)
    held[0].continue_()
    expect(image).not_to_have_js_property("naturalWidth", 0)
    assert (image.bounding_box(), below.bounding_box()) == before
