"""What a browser gets that is too old for the scripts: everything can be read and saved."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.rules.events.event import RoundState
from scorekeeper.rules.sheet import score_sheet
from tests.browser.phone import THREE
from tests.engines.conftest import Program, served
from tests.engines.hand import named
from tests.engines.test_desk import EIGHT, draw, drawn
from tests.engines.window import AIM_AT_ONCE, Window

pytestmark = pytest.mark.engines


@pytest.fixture
def program(tmp_path: Path, empty_database: Path) -> Iterator[Program]:
    """A program without scripts."""
    with served(Program(tmp_path, lacks="/app.js"), empty_database) as program:
        yield program


def test_without_scripts_a_hand_is_saved_and_an_event_is_read(
    window: Window, program: Program
) -> None:
    window.aim = AIM_AT_ONCE
    named(window, *THREE)
    window.press("Start game")
    window.says("Which card is turned up?")
    window.tap(window.key("Trump", "Hearts"))
    window.press("Save trump")
    for name, bid in zip(THREE, (1, 0, 0), strict=True):
        window.tap(window.key(f"Bid of {name}", bid))
    window.press("Save bids")
    window.count()
    for name, tricks in zip(THREE, (1, 0, 0), strict=True):
        window.tap(window.key(f"Tricks of {name}", tricks))
    window.press("Score hand")
    game = program.until(window.key_of_game, lambda game: bool(score_sheet(game).rows))
    assert score_sheet(game).totals == (30, 20, 20)
    assert not window.engine.run("return document.documentElement.matches('.live')")
    draw(window)
    window.press("Publish seats")
    window.until(
        lambda: drawn(program, window).state == RoundState.PUBLISHED, "the seats are not published"
    )
    window.open(window.url.split("/desk")[0])
    for name in EIGHT:
        window.says(name)
