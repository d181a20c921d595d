"""A language chosen by a tap: the page uses it from then on, even when it saves."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE
from tests.turns import daily

pytestmark = pytest.mark.browser


@pytest.mark.journey
@daily("cdn", [True, False], True)
def test_a_chosen_language_is_that_of_the_page_and_of_what_a_save_says(
    open_phone: OpenPhone, *, cdn: bool
) -> None:
    phone = open_phone(cdn=cdn)
    phone.start(*THREE)
    address = phone.page.url
    phone.view("More")
    phone.tap(phone.page.get_by_role("link", name="Language: English"))
    phone.tap(phone.button("Deutsch"))
    expect(phone.page.locator("html")).to_have_attribute("lang", "de")
    assert phone.page.url == address
    phone.tap(phone.chip("Trumpf", "Herz"))
    expect(phone.page.locator("#status")).to_have_text(re.compile(r"Gespeichert \d\d:\d\d"))
    expect(phone.page.locator("#foot")).to_contain_text("Ann ist dran")
