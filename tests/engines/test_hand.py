"""A hand in each engine: on the page, in the store, and while the server is away."""

import pytest

from tests.browser.evening import FOUR
from tests.engines.conftest import Program
from tests.engines.hand import begun, expect_stored
from tests.engines.window import Window

pytestmark = pytest.mark.engines


@pytest.mark.journey
def test_a_hand_is_stored_as_it_was_tapped_and_its_totals_are_shown(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *FOUR)
    table.play(1)
    table.turn()
    expect_stored(window, program, table.game)
    window.reload()
    table.expect_totals()


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
