"""Counts taps: whole games, some hands at the server and some while it is away, in each engine."""

import pytest

from scorekeeper.rules.sheet import open_hand
from tests.browser.evening import FOUR
from tests.engines.conftest import Program
from tests.engines.hand import begun, expect_stored
from tests.engines.window import Window
from tests.figures import Figures
from tests.torture import size

pytestmark = [pytest.mark.engines, pytest.mark.torture]

GAMES = size(1, 20)
"""Each has 150 taps; the four engines count more than 10,000 together."""


def test_no_tap_of_whole_games_is_lost_at_the_server_or_away(
    window: Window, program: Program, figures: Figures
) -> None:
    at_server = away = 0
    for seed in range(GAMES):
        table = begun(window, program, *FOUR, seed=seed)
        at_server += table.fast(6)
        window.expect_saved()
        window.keep()
        program.kill()
        away += table.fast(8)
        program.start()
        expect_stored(window, program, table.game)
        at_server += table.fast()
        assert open_hand(table.game) is None
        expect_stored(window, program, table.game)
    figures(f"{window.engine.name}: {at_server} taps at the server, {away} away, none lost")
