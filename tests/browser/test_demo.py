"""The demo: its guide points at one thing to tap after another, up to the podium."""

from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.languages import LOCALES
from tests.turns import daily

pytestmark = pytest.mark.browser

SIZES = ((390, 784), (360, 580), (844, 330))
MOST_TAPS = 12
RING = """() => {
  const ring = getComputedStyle(document.getElementById("guide"), "::before");
  const [x, y, w, h] = ["left", "top", "width", "height"].map((one) => parseFloat(ring[one]));
  return [x + w / 2, y + h / 2];
}"""
"""The middle of the ring."""
OUTSIDE = """() => {
  const { left, top, right, bottom } = document.querySelector("#guide p").getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}"""
COVERED = """() => {
  const bubble = document.querySelector("#guide p").getBoundingClientRect();
  const found = [...document.querySelectorAll(".padhead, #foot .undo")].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const isBeside = right <= bubble.left || left >= bubble.right;
    const isApart = isBeside || bottom <= bubble.top || top >= bubble.bottom;
    return !isApart && one.checkVisibility({ opacityProperty: true }) && bottom - top > 1;
  });
  return found.map((one) => one.innerText);
}"""
"""The head of the open pad and Undo, where the bubble lies over them."""


def try_out(phone: Phone) -> Locator:
    """Start the demo; returns the guide's bubble."""
    phone.open()
    phone.page.locator(".try").tap()
    phone.page.wait_for_url("**/g/*")
    phone.names, phone.dealer = ("Anna", "Ben", "Clara", "David"), 0
    return phone.page.locator("#guide p")


def tap_ring(phone: Phone, bubble: Locator) -> str:
    """Tap what the ring is around; returns the next sentence of the guide."""
    # Only its script knows where the ring is.
    expect(bubble).to_be_visible()
    line = bubble.locator("span:not([hidden])")
    before = line.inner_text()
    phone.page.touchscreen.tap(*phone.page.evaluate(RING))
    expect(line).not_to_have_text(before)
    phone.settle()
    expect(bubble).to_be_visible()
    return line.inner_text()


@pytest.mark.journey
@daily("size, locale", product(SIZES, LOCALES), (SIZES[0], LOCALES[0]), ids=str)
def test_following_the_guide_leads_to_the_podium(
    open_phone: OpenPhone, size: tuple[int, int], locale: str
) -> None:
    phone = open_phone(viewport={"width": size[0], "height": size[1]}, locale=locale)
    bubble, over = try_out(phone), phone.page.locator("#over")
    expect(bubble).to_be_visible()
    for _ in range(MOST_TAPS):
        # The guide moves with the page, a frame later.
        phone.until(f"!({OUTSIDE})() && !({COVERED})().length")
        tap_ring(phone, bubble)
        if over.count():
            break
    expect(over).to_contain_text("40")
    phone.page.touchscreen.tap(*phone.page.evaluate(RING))
    phone.page.wait_for_url("**/new")


def test_the_guide_continues_after_another_tap_and_waits_in_other_views(phone: Phone) -> None:
    bubble = try_out(phone)
    tap_ring(phone, bubble)
    expect(bubble).to_contain_text("Ben says 2")
    phone.tap(phone.chip("Bid of Ben", 4))
    expect(bubble).to_contain_text("Clara says 1")
    phone.page.get_by_role("link", name="Sheet", exact=True).tap()
    expect(bubble).to_be_hidden()
    phone.page.get_by_role("link", name="Hand", exact=True).tap()
    expect(bubble).to_be_visible()
    phone.press("Undo")
    expect(bubble).to_contain_text("Ben says 2")


def test_a_skipped_guide_stays_away(phone: Phone) -> None:
    bubble = try_out(phone)
    bubble.get_by_role("button", name="Skip").tap()
    expect(bubble).to_be_hidden()
    phone.page.reload()
    phone.group("Trump").get_by_role("radio", name="Hearts").tap()
    phone.group("Bid of Ben").wait_for()
    expect(bubble).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_the_demo_is_played_to_its_end_and_the_next_game_is_a_real_one(
    open_phone: OpenPhone, scripts: bool
) -> None:
    phone = open_phone(java_script_enabled=scripts)
    bubble = try_out(phone)
    expect(bubble).to_contain_text("The dealer turns up one card.")
    expect(bubble.get_by_role("button")).to_be_visible(visible=scripts)
    if scripts:
        bubble.get_by_role("button").tap()
    phone.play("Hearts", (2, 2, 1, 0), (2, 1, 1, 0))
    expect(phone.page.get_by_role("heading", name="Anna wins with 40")).to_be_visible()
    end = phone.page.locator("#over")
    expect(end).to_contain_text("Practice: nothing is saved.")
    expect(phone.button("Rematch")).to_have_count(0)
    # A touch would first end what moves on the page.
    phone.tap(end.get_by_role("link", name="New game"))
    phone.page.wait_for_url("**/new")
    phone.open()
    expect(phone.page.get_by_role("button", name="Try a hand")).to_be_visible()
