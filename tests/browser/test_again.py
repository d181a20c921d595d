"""Games that begin on a phone while the server cannot be reached."""

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from scorekeeper.rules.attendance import rematch
from scorekeeper.rules.game import Game
from scorekeeper.store.games import reading
from scorekeeper.store.models import GAME, run
from tests.browser.conftest import OpenPhone
from tests.browser.evening import AHEAD, KEPT, Evening, prepared
from tests.browser.line import Line
from tests.browser.phone import THREE, Phone

pytestmark = pytest.mark.browser
KEPT_HERE = "No connection. To be saved later: 2 hands and 1 entry."


def again(evening: Evening) -> Game:
    """The table plays again on the same phone; returns the game before."""
    before = evening.game
    evening.phone.press("Rematch")
    evening.game = rematch(before)
    return before


def saved_games(phone: Phone) -> list[Game]:
    """All games once nothing waits any more; the page is that of the last."""
    phone.notice()
    phone.settle()
    phone.take_along()
    with phone.table.client.application.app_context():
        keys = list(run(select(GAME.c.key).order_by(GAME.c.id)).scalars())
        assert keys[-1] == phone.table.key
        return [reading.read(key).game for key in keys]


@pytest.mark.journey
@pytest.mark.usefixtures("line")
def test_a_rematch_of_a_saved_game_continues_after_a_night(phone: Phone) -> None:
    evening = prepared(phone, *THREE, sizes="1")
    evening.play()
    phone.settle()
    began = phone.table.stored().changed_at
    with phone.away():
        played = again(evening)
        phone.later(2)
        phone.until(AHEAD)
        evening.play()
        phone.sleep(9 * 3600)
        evening.expect_totals()
    assert saved_games(phone) == [played, evening.game]
    stored = phone.table.stored()
    assert (stored.started_at - began).total_seconds() < 120
    assert (stored.changed_at - began).total_seconds() < 120


@pytest.mark.usefixtures("line")
def test_undo_goes_back_into_the_game_before_a_rematch(phone: Phone) -> None:
    evening = prepared(phone, *THREE, sizes="1")
    with phone.away():
        evening.play()
        totals = phone.page.locator("#over").inner_text()
        phone.press("Rematch")
        expect(phone.button("Undo")).to_contain_text("Rematch")
        phone.press("Undo")
        expect(phone.page.locator("#over")).to_have_text(totals, use_inner_text=True)
        played = again(evening)
        evening.turn()
        phone.press("Undo")
        evening.game = rematch(played)
        evening.play()
    assert saved_games(phone) == [played, evening.game]


def test_a_rematch_opens_again_without_the_server(open_phone: OpenPhone, line: Line) -> None:
    phone = open_phone(service_workers="allow")
    evening = prepared(phone, *THREE, sizes="1")
    phone.until(KEPT)
    with phone.away():
        evening.play()
        played = again(evening)
        evening.turn()
        evening.bid()
        phone.page.reload()
        phone.until(AHEAD)
        evening.take()
        evening.score()
        # The first page leads to it, although the server does not know it.
        phone.page.goto("/")
        expect(phone.bar.first).to_have_text(KEPT_HERE)
        phone.page.locator("#begun").get_by_text("Continue").tap()
        phone.until(AHEAD)
        evening.expect_totals()
    assert line.server
    assert saved_games(phone) == [played, evening.game]
