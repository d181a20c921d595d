"""Several pages of one phone: each tap is saved once, even if pages are closed or killed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Error, expect

from tests.browser.conftest import OpenPhone
from tests.browser.forms import a_new_game
from tests.browser.line import Fate, Line
from tests.browser.phone import SOON, THREE, Phone
from tests.browser.server import Server
from tests.torture import size

pytestmark = [pytest.mark.browser, pytest.mark.torture, pytest.mark.usefixtures("line")]


def crash(phone: Phone) -> None:
    with pytest.raises(Error):
        phone.page.goto("chrome://crash")
    # A crashed page runs no script, for which closing would wait.
    phone.page.close(run_before_unload=False)


def another_game(phone: Phone) -> Phone:
    other = phone.tab("/new")
    other.write("Dora", "Eve", "Fay", dealer=0)
    other.begin()
    return other


def expect_clash(phone: Phone) -> None:
    clash = phone.page.get_by_role("alert").filter(has_text="this game was changed elsewhere first")
    expect(clash).to_contain_text("Bid of Ann: Ben entered 0, you entered 1.")


OTHERS: dict[str, Callable[[Phone], Phone]] = {
    "the game": lambda phone: phone.tab(phone.table.path),
    "the first page": lambda phone: phone.tab("/"),
    "its share page": lambda phone: phone.tab(f"{phone.table.path}/share"),
    "another game": another_game,
}
WAYS: dict[str, Callable[[Phone], object]] = {
    "closed": lambda phone: phone.page.close(run_before_unload=False),
    "crashed": crash,
    "gone on": lambda phone: phone.open("/join"),
    "reloaded": lambda phone: phone.page.reload(),
}
PAIRS = [(list(OTHERS)[n % 4], list(WAYS)[(n + n // 4) % 4]) for n in range(size(1, 16))]


@pytest.mark.journey
@pytest.mark.parametrize(("opened", "left"), PAIRS)
def test_a_tap_whose_page_went_away_while_it_was_sent_is_saved_by_another_page(
    phone: Phone, line: Line, opened: str, left: str
) -> None:
    phone.at_the_bids()
    other = OTHERS[opened](phone)
    line.next(Fate.SWALLOWED)
    phone.chip("Bid of Ann", 1).tap()
    phone.chip("Bid of Ben", 0).tap()
    line.until(Fate.SWALLOWED)
    WAYS[left](phone)
    other.settle()
    assert line.server.entered() == ["bids.0=1", "bids.1=0"]


def test_a_game_that_another_page_started_is_one_tap_away(
    phone: Phone, line: Line, open_phone: OpenPhone
) -> None:
    filled = a_new_game(phone, open_phone)
    with line.all(Fate.BEFORE):
        filled.phone.tap(filled.tap)
        phone.waits()
        phone.open("/")
        phone.waits()
    phone.expect_saved()
    phone.follow("Open")
    phone.group("Trump").wait_for()


def test_a_refused_tap_is_not_shown_on_a_page_that_nobody_sees(
    phone: Phone, line: Line, server: Server
) -> None:
    phone.at_the_bids()
    other = phone.share(server.table())
    behind = phone.tab(phone.table.path)
    behind.hide()
    other.bid(0)
    with line.all(Fate.BEFORE):
        phone.chip("Bid of Ann", 1).tap()
        phone.waits()
        phone.later(1)
        behind.waits()
    behind.notice()
    for _ in range(10):
        phone.page.wait_for_timeout(100)
        phone.later(1)
    expect_clash(phone)
    expect(behind.page.locator(".clash")).to_have_count(0)


def test_a_page_opened_while_a_tap_waits_brings_back_no_older_number_of_others(
    phone: Phone, line: Line, server: Server
) -> None:
    phone.at_the_bids(*THREE)
    phone.chip("Bid of Ben", 0).tap()
    phone.settle()
    with line.all(Fate.BEFORE):
        phone.chip("Bid of Ann", 1).tap()
        phone.waits()
        phone.table.bid(None, 1, None)
        phone.page.reload()
        phone.expect_chosen("Bid of Ann", 1)
        phone.expect_chosen("Bid of Ben", 1)
        phone.chip("Bid of Cem", 0).tap()
    phone.notice()
    phone.settle()
    assert server.entered() == ["bids.1=0", "bids.1=1", "bids.0=1", "bids.2=0"]


def test_a_number_that_is_refused_is_chosen_on_no_other_page(
    phone: Phone, line: Line, server: Server
) -> None:
    phone.at_the_bids()
    other = phone.share(server.table())
    behind = phone.tab(phone.table.path)
    with line.all(Fate.BEFORE):
        phone.chip("Bid of Ann", 1).tap()
        phone.waits()
        behind.expect_chosen("Bid of Ann", 1)
        other.bid(0)
        behind.hide()
    phone.notice()
    expect_clash(phone)
    phone.page.get_by_role("link", name="Keep theirs").tap()
    expect(phone.page.locator(".clash")).to_have_count(0)
    behind.hide(False)
    behind.later(SOON)
    behind.expect_chosen("Bid of Ann", 0)
    expect(behind.page.locator(".clash, #unsaved:not([hidden])")).to_have_count(0)
    assert server.entered() == ["bids.0=0"]
