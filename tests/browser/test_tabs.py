"""Several pages of one phone: each tap is saved once, even if pages are closed or killed."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, expect

from tests.browser.conftest import OpenPhone
from tests.browser.forms import FILLS, a_new_game
from tests.browser.line import Fate, Line
from tests.browser.phone import SOON, THREE, Phone
from tests.browser.server import Server
from tests.figures import Figures
from tests.torture import size

pytestmark = [pytest.mark.browser, pytest.mark.torture, pytest.mark.usefixtures("line")]

REFUSED = re.compile("^Not saved: Bid of Ann: 1")


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


def test_a_refused_tap_is_reported_on_every_page_and_shown_on_its_own(
    phone: Phone, line: Line, server: Server
) -> None:
    phone.at_the_bids()
    other = phone.share(server.table())
    with line.all(Fate.BEFORE):
        phone.chip("Bid of Ann", 1).tap()
        phone.waits()
        phone.view("More")
        phone.follow("Let others follow")
        phone.waits()
        other.bid(0)
    phone.notice()
    expect(phone.page.locator("#unsaved")).to_have_text(REFUSED, use_inner_text=True)
    first = phone.tab("/")
    expect(first.page.locator("#unsaved")).to_have_text(REFUSED, use_inner_text=True)
    first.follow("Open")
    expect_clash(first)
    expect(first.page.locator("#unsaved")).to_be_hidden()
    # It asks until somebody has decided, even if the page is lost.
    first.page.reload()
    expect_clash(first)
    expect(phone.page.locator("#unsaved")).to_have_text(REFUSED, use_inner_text=True)
    with first.saved():
        first.press("Use mine")
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    assert server.entered() == ["bids.0=0", "bids.0=1"]


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


@pytest.mark.parametrize("name", ["a correction", "a new game", "house rules"][: size(1, 3)])
@pytest.mark.parametrize("answer", ["Save now", "Discard"][: size(1, 2)])
def test_an_entry_older_than_an_hour_asks_before_it_is_saved(
    phone: Phone, line: Line, open_phone: OpenPhone, name: str, answer: str
) -> None:
    filled = FILLS[name](phone, open_phone)
    title = phone.page.locator("h1").inner_text().split("\n")[0]
    with line.all(Fate.BEFORE):
        filled.phone.tap(filled.tap)
        phone.waits()
        phone.sleep(2 * 3600)
        expect(phone.bar.first).to_have_text("Not saved yet:")
    arrived = line.arrived
    for page in phone, phone.tab("/"):
        page.notice()
        expect(page.page.locator("#unsaved .what")).to_contain_text(title)
        expect(page.button("Save now")).to_be_visible()
        box = page.page.locator("#unsaved").bounding_box()
        assert box is not None
        assert box["height"] < 150, "its text has room beside or above its buttons"
    assert line.arrived == arrived
    page.button(answer).tap()
    page.settle()
    expect(page.button(answer)).to_be_hidden()
    expect(phone.button(answer)).to_be_hidden()
    assert line.arrived == arrived + (answer == "Save now")


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


class Player:
    """A page of one of the phones, with its own seat to bid for."""

    def __init__(self, phone: Phone, name: str) -> None:
        self.phone, self.name = phone, name
        self.tapped: list[object] = []

    def act(self, chance: random.Random, line: Line) -> None:
        """Do something random, mostly bid."""
        what = chance.choice((*["bid"] * 6, "reload", "kill", "offline", "swallow"))
        if what == "bid":
            number = chance.choice([n for n in (0, 1) if [n] != self.tapped[-1:]])
            self.tapped.append(number)
            self.phone.chip(f"Bid of {self.name}", number).tap()
        elif what == "reload":
            self.phone.page.reload()
        elif what == "kill":
            self.phone.open_again()
        elif what == "offline":
            self.phone.context.set_offline(not chance.randrange(3))
        else:
            line.next(Fate.SWALLOWED)
        self.phone.later(chance.choice((0, 0, 1, 3)))


@pytest.mark.parametrize("seed", range(size(1, 6)))
def test_whatever_two_phones_with_two_pages_each_do_each_last_tap_is_the_bid(
    phone: Phone, line: Line, server: Server, open_phone: OpenPhone, figures: Figures, seed: int
) -> None:
    chance = random.Random(seed)
    phone.at_the_bids(*THREE, "Dora", "Eve")
    other = open_phone()
    other.table = phone.share(other.table)
    other.look()
    pages = (phone, phone.tab(phone.table.path), other, other.tab(phone.table.path))
    players = [Player(page, name) for page, name in zip(pages, (*THREE, "Dora"), strict=True)]
    for _ in range(size(15, 80)):
        player = chance.choice(players)
        # Without a connection no page can be opened.
        offline = player.phone.page.evaluate("!navigator.onLine")
        player.phone.context.set_offline(False) if offline else None
        player.act(chance, line)
    line.turn_good()
    # Twice, because the last pages' taps are news for the first.
    for player in (*players, *players):
        player.phone.context.set_offline(False)
        player.phone.notice()
        player.phone.settle()
    saved: dict[str, list[object]] = {}
    for _, new in server.changes()[1:]:
        for name, value in new.items():
            saved.setdefault(name, []).append(value)
    for seat, player in enumerate(players):
        bids = saved.get(f"bids.{seat}", [])
        assert bids[-1:] == player.tapped[-1:], (player.name, bids, player.tapped)
        left = iter(player.tapped)
        assert all(bid in left for bid in bids), (player.name, bids, player.tapped)
        for page in pages if bids else ():
            page.expect_chosen(f"Bid of {player.name}", bids[-1])
    tapped = sum(len(player.tapped) for player in players)
    figures(f"{tapped} bids on four pages, {line.arrived} posts arrived")
