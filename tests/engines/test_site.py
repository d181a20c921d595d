"""A site of plain files, in every engine."""

from __future__ import annotations

import pytest

from tests.browser.phone import THREE
from tests.browser.test_site import address, folder, game
from tests.engines.conftest import Browsers
from tests.engines.hand import Played, named
from tests.engines.test_away import AHEAD
from tests.engines.window import Window

pytestmark = [pytest.mark.engines, pytest.mark.xdist_group("site")]
__all__ = ["address", "folder"]


def test_a_hand_is_played_on_plain_files_and_outlives_a_reload(
    engine: str,
    browsers: Browsers,
    address: str,
) -> None:
    browser = browsers.lent(engine)
    window = Window(browser, address.rstrip("/"))
    named(window, *THREE)
    window.press("Start game")
    window.until(lambda: "/g/?~" in window.url and browser.run(AHEAD), "no game begins")
    table = Played(window, game())
    table.play(1)
    window.reload()
    window.until(lambda: bool(browser.run(AHEAD)), "the game does not open again")
    table.expect_totals()
    table.play(1)
    browser.forget()
    browsers.idle.append(browser)
