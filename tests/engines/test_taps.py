"""Counts taps in each engine: at the server, without it, and while it is killed and started."""

from random import Random

import pytest

from scorekeeper.rules.sheet import open_hand
from tests.browser.evening import FOUR
from tests.engines.conftest import HTMX, Program
from tests.engines.hand import begun, expect_stored
from tests.engines.window import Meanwhile, Window
from tests.figures import Figures
from tests.torture import size

pytestmark = [pytest.mark.engines, pytest.mark.torture]

TAPS = size(100, 10_000)
EVERY = 12
"""The server is killed or started about once in so many taps."""


def killing(program: Program, chance: Random) -> Meanwhile:
    """Kill the server amid taps, whatever is on its way, and start it amid later ones."""
    at = chance.randrange(EVERY)

    def kill_or_start(taken: int) -> None:
        nonlocal at
        if taken < at:
            return
        at = taken + 1 + chance.randrange(EVERY)
        if program.runs:
            program.kill()
        else:
            program.start()

    return kill_or_start


@pytest.fixture
def script() -> str:
    """Taps are saved in the same way with or without htmx."""
    return HTMX


def test_no_tap_of_whole_games_is_lost_or_counts_twice_at_the_server_away_and_in_between(
    window: Window, program: Program, figures: Figures
) -> None:
    at_server = away = between = games = 0
    taps = ""
    while at_server + away + between < TAPS:
        games += 1
        table = begun(window, program, *FOUR, seed=games)
        at_server += table.fast(5)
        window.keep()
        program.kill()
        away += table.fast(5)
        window.reload()
        table.expect_totals()
        program.start()
        expect_stored(window, program, table.game)
        between += table.fast(4, killing(program, Random(games)))
        if not program.runs:
            program.start()
        expect_stored(window, program, table.game)
        at_server += table.fast()
        assert open_hand(table.game) is None
        expect_stored(window, program, table.game)
        taps = f"{at_server} taps at the server, {away} away, {between} while it comes and goes"
        # Shown when a later game fails.
        print(f"{games} games: {taps}", flush=True)
    figures(f"{window.engine.name}, {games} games: {taps}, none lost")
