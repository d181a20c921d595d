"""A hand in each engine: on the page, in the store, and while the server is away."""

import pytest

from scorekeeper.rules.hand import bidding_order
from tests.browser.evening import FOUR
from tests.engines.adapters import SIZE
from tests.engines.conftest import Program
from tests.engines.hand import begun, expect_stored
from tests.engines.window import Window

pytestmark = pytest.mark.engines


@pytest.mark.journey
def test_a_hand_is_stored_as_tapped_its_totals_are_shown_and_a_wide_window_has_it_beside_more(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *FOUR)
    table.play(1)
    table.turn()
    expect_stored(window, program, table.game)
    window.reload()
    table.expect_totals()
    window.view("More")
    pad = window.group(f"Bid of {FOUR[bidding_order(table.game, table.hand)[0]]}")
    window.engine.resize(1280, 800)
    pad.wait_for()
    window.engine.resize(*SIZE)


def test_a_kept_page_opens_without_the_server_and_goes_on_amid_the_hand(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *FOUR)
    table.turn()
    table.bid()
    window.expect_saved()
    window.keep()
    program.kill()
    window.reload()
    table.take()
    table.score()
    table.turn()
    program.start()
    expect_stored(window, program, table.game)
