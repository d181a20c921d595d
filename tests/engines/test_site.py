"""A site of plain files, in every engine."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.phone import THREE
from tests.browser.test_site import SUBFOLDER, address, folder, game, hosted
from tests.browser.test_site_program import folder as whole
from tests.engines.adapters import KEPT, Engine
from tests.engines.conftest import Browsers
from tests.engines.hand import Played, named
from tests.engines.test_away import AHEAD
from tests.engines.window import Window

pytestmark = [pytest.mark.engines, pytest.mark.xdist_group("site")]
__all__ = ["address", "folder", "whole"]

STARTS = 180
"""The most seconds that the first start of the program takes on a busy machine."""


def begun(browser: Engine, address: str) -> Played:
    """A game whose first hand was played on the pad."""
    window = Window(browser, address.rstrip("/"))
    named(window, *THREE)
    window.press("Start game")
    window.until(lambda: "/g/?~" in window.url and browser.run(AHEAD), "no game begins")
    table = Played(window, game())
    table.play(1)
    return table


def go_on(table: Played) -> None:
    """Load the pad again, and play another hand."""
    window = table.window
    window.reload()
    window.until(lambda: bool(window.engine.run(AHEAD)), "the game does not open again")
    table.expect_totals()
    table.play(1)


def test_a_hand_is_played_on_plain_files_and_outlives_a_reload(
    engine: str,
    browsers: Browsers,
    address: str,
) -> None:
    browser = browsers.lent(engine)
    go_on(begun(browser, address))
    browser.forget()
    browsers.idle.append(browser)


@pytest.mark.parametrize("name", KEPT)
def test_the_program_takes_the_pad_over_and_opens_again_without_the_host(
    name: str, whole: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kept = tmp_path_factory.mktemp(name)
    with ExitStack() as stack:
        host = stack.enter_context(hosted(whole))
        table = begun(KEPT[name](stack, kept), f"{host}/{SUBFOLDER}/")
        window = table.window
        window.until(lambda: re.search("/g/[^?]", window.url), "no program starts", STARTS)
        window.expect_saved()
        table.play(1)
        window.reload()
        table.expect_totals()
        game_here = window.url
    with ExitStack() as stack:
        again = Window(KEPT[name](stack, kept), window.address)
        again.open(game_here)
        table = Played(again, table.game)
        table.expect_totals()
        table.play(1)
        again.expect_saved()
        table.expect_csv()
        again.open(f"{window.address}/people")
        for each in THREE:
            again.says(each)


def test_the_pad_plays_on_in_a_browser_that_cannot_start_the_program(
    browsers: Browsers, whole: Path
) -> None:
    browser = browsers.lent("wpe")
    with hosted(whole) as host:
        table = begun(browser, f"{host}/{SUBFOLDER}/")
        table.window.says("Only the pad runs on this phone")
        go_on(table)
    browser.forget()
    browsers.idle.append(browser)
