"""A bad line to the server: nothing tapped is lost, nothing counts twice, all is in order."""

# Fixtures are used by their names.
# ruff: noqa: F811

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import text

from tests.browser.conftest import OpenPhone
from tests.browser.line import Fate, Line
from tests.browser.lined import (
    SAVED,
    THREE,
    at_the_bids,
    away,
    changes,
    database,
    entered,
    expect_saved,
    is_swallowed,
    line,  # noqa: F401
    open_again,
    phone,  # noqa: F401
    said,
    server,  # noqa: F401
    share,
    waits,
)
from tests.browser.phone import Phone
from tests.browser.test_follow import HIDE
from tests.figures import Figures
from tests.torture import size

pytestmark = [pytest.mark.browser, pytest.mark.torture]

NAMES = (*THREE, "Dora", "Eve")
LONG = 120_000
TRUMPS = ("Spades", "Hearts", "Diamonds", "Clubs", "No trump", "Wizard Clubs")
BARS = """() => {
  window.bars = [];
  const bar = document.querySelector("#unsaved");
  new MutationObserver(() => bars.push(bar.className)).observe(bar, {attributes: true});
}"""
FULL = "CREATE TRIGGER full BEFORE INSERT ON change BEGIN SELECT RAISE(ABORT, 'full'); END"


@dataclass(frozen=True, slots=True)
class Deal:
    """What happens in a hand; of a seat's bids all but the last are slips of the finger."""

    turned: str
    bids: list[list[int]]
    tricks: list[int]

    @classmethod
    def by(cls, chance: random.Random, players: int, cards: int) -> Deal:
        """Any hand of so many cards."""
        turned = "" if cards * players == 60 else chance.choice(TRUMPS)
        bids = [
            chance.sample(range(cards + 1), chance.choice((1, 1, 1, 2))) for _ in range(players)
        ]
        cuts = sorted(chance.randint(0, cards) for _ in range(players - 1))
        tricks = [high - low for low, high in zip([0, *cuts], [*cuts, cards], strict=True)]
        return cls(turned, bids, tricks)

    @property
    def points(self) -> list[int]:
        """By seat."""
        pairs = [(bids[-1], won) for bids, won in zip(self.bids, self.tricks, strict=True)]
        return [20 + 10 * bid if bid == won else -10 * abs(bid - won) for bid, won in pairs]

    def line(self, cards: int, totals: list[int]) -> str:
        """The line of the sheet with these totals before it."""
        cells = zip(self.bids, self.tricks, self.points, totals, strict=True)
        texts = [
            f"{bids[-1]}/{won} {more:+} {total + more}".replace("-", "−")
            for bids, won, more, total in cells
        ]
        return " | ".join([f"{cards} {self.turned or 'No trump'}", *texts])


def play(phone: Phone, deal: Deal, then: str) -> None:
    """Tap a hand as people do, until the page goes on."""
    if deal.turned:
        phone.turn(deal.turned)
    taps = [(f"Bid of {phone.names[seat]}", deal.bids[seat]) for seat in phone.order]
    # The page goes on with the last bid.
    taps[-1] = (taps[-1][0], taps[-1][1][-1:])
    taps += [(f"Tricks of {phone.names[seat]}", [deal.tricks[seat]]) for seat in phone.order[:-1]]
    for group, numbers in taps:
        for number in numbers:
            phone.tap(phone.chip(group, number))
            phone.expect_chosen(group, number)
    phone.press("Score hand")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text(then, timeout=LONG)
    phone.dealer = (phone.dealer + 1) % len(deal.bids)


def expect_each_once(folder: Path, deals: list[Deal]) -> None:
    """Each tap changed its number once, in order; a slip may have been overtaken."""
    saved: dict[tuple[int, str], list[object]] = {}
    for hand, new in changes(folder):
        for name, value in new.items():
            saved.setdefault((hand, name), []).append(value)
    for hand, deal in enumerate(deals, 1):
        assert saved[hand, "scored"] == [False, True]
        for seat, bids in enumerate(deal.bids):
            assert saved[hand, f"bids.{seat}"] in (bids, bids[-1:])
            assert saved[hand, f"tricks.{seat}"] == [deal.tricks[seat]]


@pytest.mark.parametrize("seed", range(size(1, 3)))
def test_a_game_on_a_bad_line_is_the_game_that_was_tapped(
    phone: Phone, line: Line, tmp_path: Path, figures: Figures, seed: int
) -> None:
    chance, names = random.Random(seed), NAMES[: 3 + seed]
    sizes = range(1, size(3, 60 // len(names)) + 1)
    deals = [Deal.by(chance, len(names), cards) for cards in sizes]
    phone.context.set_default_timeout(LONG)
    phone.start(*names, sizes=", ".join(map(str, sizes)))
    phone.wait_at_most(1500)
    line.turn_bad(chance)
    for number, deal in enumerate(deals, 2):
        play(phone, deal, f"Hand {number} " if number <= len(deals) else "Game over")
    line.turn_good()
    expect(phone.page.locator("#unsaved.again:visible")).to_have_count(0, timeout=LONG)
    totals, sheet = [0] * len(names), []
    for cards, deal in zip(sizes, deals, strict=True):
        sheet.append(deal.line(cards, totals))
        totals = [before + more for before, more in zip(totals, deal.points, strict=True)]
    assert phone.sheet() == sheet
    phone.page.reload()
    assert phone.sheet() == sheet
    expect_each_once(tmp_path, deals)
    bad = ", ".join(f"{number} {fate}" for fate, number in sorted(line.fates.items()))
    figures(f"{len(deals)} hands of {len(names)} by touch, {line.arrived} saves arrived: {bad}")


def test_a_tap_that_is_not_answered_in_ten_seconds_stays_chosen_and_is_saved_once(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    at_the_bids(phone)
    assert phone.page.evaluate("htmx.config.timeout") == 10_000
    phone.wait_at_most(600)
    with line.all(Fate.SWALLOWED):
        phone.chip("Bid of Ann", 1).tap()
        waits(phone)
        phone.expect_chosen("Bid of Ann", 1)
        phone.button("Try now").tap()
        is_swallowed(phone, line, 2)
        phone.page.wait_for_timeout(1000)
        waits(phone)
        phone.expect_chosen("Bid of Ann", 1)
    expect_saved(phone)
    phone.expect_chosen("Bid of Ann", 1)
    # The next tap does not keep the bar.
    phone.chip("Bid of Ben", 0).tap()
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    assert entered(tmp_path) == ["bids.0=1", "bids.1=0"]


def test_a_tap_on_a_panel_that_was_drawn_this_moment_is_saved(phone: Phone, tmp_path: Path) -> None:
    at_the_bids(phone)
    # As on a slow phone: what is drawn is there long before htmx listens to it.
    phone.page.evaluate("htmx.config.defaultSettleDelay = 60000")
    for name, following in (("Ann", "Ben bids next"), ("Ben", "Cem bids next"), ("Cem", "trick")):
        phone.chip(f"Bid of {name}", 0).tap()
        expect(phone.page.locator("#panel")).to_contain_text(following)
    expect(phone.group("Tricks of Ann")).to_be_visible()
    phone.button("Undo").tap()
    expect(phone.page.locator("#status")).to_have_text("Undone: Bid of Cem")
    assert entered(tmp_path) == ["bids.0=0", "bids.1=0", "bids.2=0", "bids.2=None"]


def test_a_page_of_a_public_network_is_not_taken_for_an_answer(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    at_the_bids(phone)
    with line.all(Fate.FOREIGN):
        phone.chip("Bid of Ann", 1).tap()
        waits(phone)
        phone.expect_chosen("Bid of Ann", 1)
    expect_saved(phone)
    assert entered(tmp_path) == ["bids.0=1"]


def test_all_taps_on_a_page_that_was_closed_before_any_was_answered_are_saved(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    at_the_bids(phone)
    with line.all(Fate.SWALLOWED):
        for group, number in (("Bid of Ann", 1), ("Bid of Ben", 0), ("Bid of Ben", 1)):
            phone.chip(group, number).tap()
        is_swallowed(phone, line)
        open_again(phone)
        phone.expect_chosen("Bid of Ann", 1)
        phone.expect_chosen("Bid of Ben", 1)
        waits(phone)
        open_again(phone)
    expect_saved(phone)
    assert entered(tmp_path) == ["bids.0=1", "bids.1=1"]


def test_a_tap_that_waits_is_sent_when_the_phone_wakes(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    at_the_bids(phone)
    phone.page.clock.install()
    with line.all(Fate.BEFORE):
        phone.chip("Bid of Ann", 1).tap()
        waits(phone)
        phone.page.evaluate(HIDE, True)
        # In a page that sleeps no time passes.
        phone.page.clock.pause_at(time.time() + 1)
    arrived = line.arrived
    phone.page.wait_for_timeout(3500)
    assert line.arrived == arrived
    waits(phone)
    phone.page.evaluate(HIDE, False)
    expect(said(phone)).to_have_text(SAVED)
    phone.page.clock.resume()
    assert entered(tmp_path) == ["bids.0=1"]


@pytest.mark.parametrize(
    ("fate", "reloaded"), [(Fate.AFTER, True), (Fate.BEFORE, False)][: size(1, 2)]
)
def test_undo_tapped_while_a_tap_waits_takes_back_that_tap(
    phone: Phone, line: Line, tmp_path: Path, fate: Fate, reloaded: bool
) -> None:
    at_the_bids(phone, bid=1)
    with line.all(fate):
        phone.chip("Bid of Ben", 0).tap()
        waits(phone)
        phone.button("Undo").tap()
        if reloaded:
            open_again(phone)
            phone.expect_chosen("Bid of Ben", 0)
        waits(phone)
        # What comes after it rests on what it takes back.
        expect(phone.page.locator("#panel")).to_have_attribute("inert", "")
    expect_saved(phone)
    expect(phone.page.locator("#status")).to_have_text("Undone: Bid of Ben")
    expect(phone.checked("Bid of Ben")).to_have_count(0)
    phone.expect_chosen("Bid of Ann", 1)
    with phone.saved():
        phone.chip("Bid of Ben", 1).tap()
    assert entered(tmp_path) == ["bids.0=1", "bids.1=0", "bids.1=None", "bids.1=1"]


def test_an_undo_whose_answer_is_lost_takes_back_one_save(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    at_the_bids(phone, bid=1)
    with phone.saved():
        phone.chip("Bid of Ben", 1).tap()
    with line.all(Fate.AFTER):
        phone.button("Undo").tap()
        waits(phone)
        open_again(phone)
        waits(phone)
    expect_saved(phone)
    phone.expect_chosen("Bid of Ann", 1)
    assert entered(tmp_path) == ["bids.0=1", "bids.1=1", "bids.1=None"]


def test_an_undo_that_waits_never_takes_back_what_another_phone_saved(
    phone: Phone, line: Line, tmp_path: Path, open_phone: OpenPhone
) -> None:
    at_the_bids(phone)
    other = share(phone, open_phone)
    with line.all(Fate.AFTER):
        phone.chip("Bid of Ann", 1).tap()
        waits(phone)
    with away(phone):
        phone.button("Undo").tap()
        with other.saved():
            other.chip("Bid of Ben", 0).tap()
    expect(phone.page.locator(".clash")).to_contain_text("changed elsewhere first")
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    assert entered(tmp_path) == ["bids.0=1", "bids.1=0"]


def test_tricks_score_and_end_tapped_without_connection_are_saved_in_order(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    at_the_bids(phone)
    phone.bid([1, 0, 0])
    phone.group("Tricks of Ann").wait_for()
    with line.all(Fate.BEFORE):
        phone.take([1, 0])
        waits(phone)
        phone.button("Score hand").tap()
        phone.button("End after hand 1").tap()
        waits(phone)
    expect_saved(phone)
    expect(phone.page.get_by_role("heading", name="Ann wins with 30")).to_be_visible()
    saved = " ".join(entered(tmp_path)[3:])
    assert saved == "tricks.0=1 tricks.1=0 tricks.2=0 scored=True ends_after=1"


def test_taps_in_two_panels_are_saved_in_order_when_the_storage_is_back(
    phone: Phone, tmp_path: Path
) -> None:
    at_the_bids(phone)
    with database(tmp_path) as engine, engine.begin() as connection:
        connection.execute(text(FULL))
    phone.chip("Bid of Ann", 1).tap()
    waits(phone)
    phone.page.get_by_role("link", name="Hearts").tap()
    phone.chip("Trump", "Clubs").tap()
    phone.page.get_by_role("link", name="No bids yet").tap()
    phone.expect_chosen("Bid of Ann", 1)
    waits(phone)
    with database(tmp_path) as engine, engine.begin() as connection:
        connection.execute(text("DROP TRIGGER full"))
    expect_saved(phone)
    expect(phone.page.locator(".steps")).to_contain_text("Clubs")
    assert entered(tmp_path) == ["bids.0=1", "turned=clubs trump=clubs"]


def test_what_else_the_page_asks_for_does_not_end_the_trying(phone: Phone, line: Line) -> None:
    at_the_bids(phone)
    phone.wait_at_most(3500)
    with line.all(Fate.BEFORE):
        line.polls = lambda: Fate.SWALLOWED
        phone.chip("Bid of Ann", 1).tap()
        waits(phone)
        with phone.page.expect_request("**?panel=trump"):
            phone.page.get_by_role("link", name="Hearts").tap()
    # No tap, no sign from the network: the page itself tries again.
    expect(said(phone)).to_have_text(SAVED, timeout=15_000)
    phone.expect_chosen("Bid of Ann", 1)


def test_what_is_refused_after_it_waited_is_never_called_saved(
    phone: Phone, open_phone: OpenPhone
) -> None:
    at_the_bids(phone)
    other = share(phone, open_phone)
    phone.page.evaluate(BARS)
    with away(phone):
        phone.chip("Bid of Ann", 1).tap()
        waits(phone)
        with other.saved():
            other.chip("Bid of Ann", 0).tap()
    expect(phone.page.locator(".clash")).to_contain_text("changed elsewhere first")
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    assert "again" in (bars := phone.page.evaluate("bars"))
    assert "saved" not in bars


def test_following_goes_on_after_a_part_that_never_came(
    phone: Phone, line: Line, open_phone: OpenPhone
) -> None:
    at_the_bids(phone)
    other = share(phone, open_phone)
    phone.page.evaluate("htmx.config.timeout = 1500")
    step = phone.page.locator("#step-bids")
    phone.follow("Hearts")
    phone.group("Trump").wait_for()
    line.polls = lambda: Fate.SWALLOWED
    with phone.page.expect_event("requestfailed"):
        step.tap()
        # The link is drawn anew while its part is on its way.
        phone.chip("Trump", "Clubs").tap()
        phone.group("Bid of Ann").wait_for()
    line.polls = lambda: Fate.PASSED
    with other.saved():
        other.chip("Bid of Ben", 0).tap()
    phone.expect_chosen("Bid of Ben", 0)


@pytest.mark.parametrize("reloaded", [True, False][: size(1, 2)])
def test_a_tap_that_waited_while_another_phone_entered_otherwise_is_shown_beside_it(
    phone: Phone, line: Line, tmp_path: Path, open_phone: OpenPhone, reloaded: bool
) -> None:
    at_the_bids(phone)
    other = share(phone, open_phone)
    with away(phone):
        phone.chip("Bid of Ann", 1).tap()
        waits(phone)
        with other.saved():
            other.chip("Bid of Ann", 0).tap()
        address = phone.page.url
        phone.page.close(run_before_unload=False) if reloaded else None
    if reloaded:
        with line.all(Fate.BEFORE):
            phone.page = phone.context.new_page()
            phone.open(address)
            waits(phone)
            phone.expect_chosen("Bid of Ann", 1)
            phone.chip("Bid of Cem", 1).tap()
    clash = phone.page.get_by_role("alert").filter(has_text="changed elsewhere first")
    expect(clash).to_contain_text("Bid of Ann: Ben entered 0, you entered 1.")
    phone.expect_chosen("Bid of Ann", 0)
    assert entered(tmp_path) == ["bids.0=0"]
    phone.button("Use mine").tap()
    phone.expect_chosen("Bid of Ann", 1)
    assert entered(tmp_path) == ["bids.0=0", "bids.0=1 bids.2=1" if reloaded else "bids.0=1"]
