"""Short animations: totals after a hand, and the curve and the winner's card at the end."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone

pytestmark = pytest.mark.browser

STYLING = "UpdateLayoutTree"
FALLS = "document.querySelector('.wincard').getAnimations().length > 0"


def before_the_last_score(phone: Phone, hands: int = 3) -> None:
    """All tricks of the last hand are entered, and only the score is missing."""
    phone.seat(*THREE, sizes=", ".join(map(str, range(1, hands + 1))))
    phone.played(hands - 1)
    phone.table.turn("hearts")
    phone.table.bid(1, 0, 0)
    phone.table.take(1, hands - 1, 0)
    phone.look()


def test_after_a_hand_the_new_totals_roll_on_and_the_page_has_them_at_once(phone: Phone) -> None:
    phone.at_the_bids()
    phone.bid((0, 0, 1))
    phone.take((0, 0))
    with phone.page.expect_event("console", lambda said: said.text == "rolls"):
        phone.page.evaluate("""() => new MutationObserver((_, all) => {
          if (document.querySelector(".counting")) console.log("rolls"), all.disconnect();
        }).observe(document.body, {childList: true})""")
        phone.score()
    assert phone.page.locator("#line-2 .total").text_content() == "30"
    expect(phone.page.locator(".counting")).to_have_count(0)


def test_at_the_end_the_curve_draws_itself_until_a_touch_and_then_the_card_falls(
    phone: Phone,
) -> None:
    before_the_last_score(phone)
    phone.score()
    expect(phone.page.locator(".drawing .chart")).to_be_visible()
    transparent = "rgba(0, 0, 0, 0)"
    expect(phone.page.locator(".curtain")).not_to_have_css("background-color", transparent)
    expect(phone.button("Rematch")).to_be_visible()
    phone.page.locator("#head").tap()
    expect(phone.page.locator(".drawing")).to_have_count(0)
    phone.until(f"() => {FALLS}")
    assert phone.page.locator("#over .chart").count() == 1


def test_a_tap_on_a_button_works_while_the_curve_draws_itself(phone: Phone) -> None:
    before_the_last_score(phone)
    phone.score()
    expect(phone.page.locator(".drawing")).to_be_visible()
    phone.press("Undo")
    expect(phone.button("Score hand")).to_be_visible()
    expect(phone.page.locator(".drawing")).to_have_count(0)


def test_a_change_beside_the_board_restyles_only_a_part_of_it(phone: Phone, tmp_path: Path) -> None:
    before_the_last_score(phone)
    trace, browser = tmp_path / "trace.json", phone.context.browser
    assert browser
    expect(phone.page.locator("html.live")).to_be_attached()
    browser.start_tracing(page=phone.page, path=trace, categories=["devtools.timeline"])
    phone.page.evaluate("""() => {
      document.body.append(document.createElement("div"));
      return new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    }""")
    browser.stop_tracing()
    events = json.loads(trace.read_bytes())["traceEvents"]
    styled = [event["args"].get("elementCount", 0) for event in events if event["name"] == STYLING]
    elements = phone.page.evaluate("document.querySelectorAll('body *').length")
    assert styled, "the page was drawn"
    assert max(styled) < elements / 3


@pytest.mark.parametrize("why", ["opened", "calm", "short"])
def test_an_old_end_a_calm_phone_and_a_short_game_have_no_drawing(
    open_phone: OpenPhone, why: str
) -> None:
    phone = open_phone(reduced_motion="reduce" if why == "calm" else "no-preference")
    before_the_last_score(phone, hands=2 if why == "short" else 3)
    phone.score()
    if why == "opened":
        phone.open_again()
    expect(phone.button("Rematch")).to_be_visible()
    assert phone.page.locator(".drawing").count() == 0
    if why != "short":
        assert not phone.page.evaluate(FALLS)
