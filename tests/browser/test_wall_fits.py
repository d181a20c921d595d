"""Every state of the wall, in each language, on each screen and for halls of each size: its clock,
numbers and names are in sight, and whole."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import OpenPhone
from tests.browser.server import Server
from tests.languages import LANGUAGES
from tests.staged_wall import html, staged
from tests.turns import daily

pytestmark = pytest.mark.browser

FAULTS = (Path(__file__).parent / "wall.js").read_text(encoding="utf-8").strip()
SCREENS = ((1280, 720), (1920, 1080), (3840, 2160), (1366, 620))
"""Projectors, and the window of a laptop."""
PEOPLE = (8, 13, 23, 32, 45, 229)
NOW = [("de", PEOPLE[0], SCREENS[:1]), ("de", PEOPLE[-1], SCREENS[-1:])]
CASES = [*NOW, *product(LANGUAGES, PEOPLE, [SCREENS])]
"""A small hall and a large one every day; every night all, in each language on all screens."""


@pytest.mark.journey
@daily("language, people, screens", CASES, *NOW, ids=str)
def test_every_state_of_the_wall_fits_every_screen(
    open_phone: OpenPhone,
    server: Server,
    language: str,
    people: int,
    screens: Sequence[tuple[int, int]],
) -> None:
    app = server.table().client.application
    pages = {
        name: (html(app, state, language), state.is_lost) for name, state in staged(people).items()
    }
    # Each state takes the place of the one before; nothing polls for another.
    first = pages["drawn"][0].replace('data-script="event"', "")

    def bring(route: Route) -> None:
        route.fulfill(body=first, content_type="text/html")

    wall = open_phone(is_mobile=False, has_touch=False, reduced_motion="reduce").page
    wall.route("**/e/ABCDEFGH/wall", bring)
    wall.goto("/e/ABCDEFGH/wall")
    found = []
    for width, height in screens:
        wall.set_viewport_size({"width": width, "height": height})
        for state, (page, is_lost) in pages.items():
            shown = {"html": page, "language": language, "isLost": is_lost}
            found += [(state, width, height, fault) for fault in wall.evaluate(FAULTS, shown)]
    assert found == []
