"""Sharing the picture of a result: through the phone's share sheet, or as a link."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser
SHEET = """(can) => {
  navigator.canShare = () => can;
  navigator.share = async ({files: [file]}) => { window.shared = [file.name, file.type]; };
}"""


def at_the_end(phone: Phone) -> None:
    phone.seat("Ann", "Ben", "Cem", sizes="1")
    phone.played()
    phone.look()


def test_the_button_gives_the_file_to_the_share_sheet(open_phone: OpenPhone) -> None:
    phone = open_phone()
    at_the_end(phone)
    phone.page.evaluate(SHEET, True)
    phone.follow("Share the picture")
    phone.page.wait_for_function("() => window.shared")
    name, kind = phone.page.evaluate("window.shared")
    assert (name.startswith("scorekeeper-"), name.endswith("-tall.png")) == (True, True)
    assert kind == "image/png"


@pytest.mark.parametrize("scripts", [True, False])
def test_without_a_share_sheet_its_page_opens_and_leads_back(
    open_phone: OpenPhone, scripts: bool
) -> None:
    phone = open_phone(java_script_enabled=scripts)
    at_the_end(phone)
    if scripts:
        phone.page.evaluate(SHEET, False)
    phone.follow("Share the picture")
    phone.page.wait_for_url("**/picture")
    picture = phone.page.locator(".picture img").first
    expect(picture).to_have_js_property("naturalWidth", 1080)
    phone.follow("Back to the game")
    phone.page.wait_for_url(f"**{phone.table.path}")
