"""Browsers that are older than those promised (docs/browsers.md)."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import THREE, Phone

pytestmark = pytest.mark.browser


def test_a_browser_that_is_too_old_has_the_pages_as_without_scripts(phone: Phone) -> None:
    phone.plain = True
    phone.forgiven.append("This browser is too old")
    phone.context.add_init_script("CSS.supports = () => false")
    phone.start(*THREE)
    phone.play("Hearts", (1, 0, 0), (1, 0, 0))
    expect(phone.page.locator("html.live")).to_have_count(0)
    assert len(phone.table.stored().game.scored) == 1
