"""A bad connection to the server: no tap is lost or counts twice, and all stay in order."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.evening import unsent_bid
from tests.browser.line import Fate, Line
from tests.browser.phone import LEASE, SAVED, SOON, THREE, Phone
from tests.browser.server import Server
from tests.figures import Figures
from tests.torture import size

pytestmark = [pytest.mark.browser, pytest.mark.torture, pytest.mark.usefixtures("line")]

NAMES = (*THREE, "Dora", "Eve")
TRUMPS = ("Spades", "Hearts", "Diamonds", "Clubs", "No trump", "Wizard Clubs")


@dataclass(frozen=True, slots=True)
class Deal:
    """The taps of a hand; all bids of a seat except the last are mistakes."""

    turned: str
    bids: list[list[int]]
    tricks: list[int]

    @classmethod
    def by(cls, chance: random.Random, players: int, cards: int) -> Deal:
        """A random hand of this many cards."""
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
    """Tap a hand as people do, until the page moves on."""
    for card in deal.turned.replace("No trump", "Jester").split():
        phone.tap(phone.chip("Trump", card))
        phone.settle()
    taps = [(f"Bid of {phone.names[seat]}", deal.bids[seat]) for seat in phone.order]
    # The page moves on after the last bid, and no longer shows it.
    last = taps[-1] = (taps[-1][0], taps[-1][1][-1:])
    taps += [(f"Tricks of {phone.names[seat]}", [deal.tricks[seat]]) for seat in phone.order[:-1]]
    for group, numbers in taps:
        for number in numbers:
            phone.tap(phone.chip(group, number))
            phone.settle() if group == last[0] else phone.expect_chosen(group, number)
    phone.press("Score hand")
    phone.settle()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text(then)
    phone.dealer = (phone.dealer + 1) % len(deal.bids)


def expect_each_once(server: Server, deals: list[Deal]) -> None:
    """Check that each tap changed its number once, in order; a mistake may have been overtaken."""
    saved: dict[tuple[int, str], list[object]] = {}
    for hand, new in server.changes():
        for name, value in new.items():
            saved.setdefault((hand, name), []).append(value)
    for hand, deal in enumerate(deals, 1):
        assert saved[hand, "scored"] == [False, True]
        for seat, bids in enumerate(deal.bids):
            assert saved[hand, f"bids.{seat}"] in (bids, bids[-1:])
            assert saved[hand, f"tricks.{seat}"] == [deal.tricks[seat]]


@pytest.mark.journey
@pytest.mark.parametrize("seed", range(size(1, 3)))
def test_a_game_on_a_bad_line_is_the_game_that_was_tapped(
    phone: Phone, line: Line, server: Server, figures: Figures, seed: int
) -> None:
    chance, names = random.Random(seed), NAMES[: 3 + seed]
    sizes = range(1, size(3, 60 // len(names)) + 1)
    deals = [Deal.by(chance, len(names), cards) for cards in sizes]
    phone.start(*names, sizes=", ".join(map(str, sizes)))
    line.turn_bad(chance)
    for number, deal in enumerate(deals, 2):
        play(phone, deal, f"Hand {number} " if number <= len(deals) else "Game over")
    line.turn_good()
    phone.settle()
    totals, sheet = [0] * len(names), []
    for cards, deal in zip(sizes, deals, strict=True):
        sheet.append(deal.line(cards, totals))
        totals = [before + more for before, more in zip(totals, deal.points, strict=True)]
    assert phone.sheet() == sheet
    phone.page.reload()
    assert phone.sheet() == sheet
    expect_each_once(server, deals)
    bad = ", ".join(f"{number} {fate}" for fate, number in sorted(line.fates.items()))
    figures(f"{len(deals)} hands of {len(names)} by touch, {line.arrived} saves arrived: {bad}")


def test_a_tap_on_a_panel_that_was_drawn_this_moment_is_saved(phone: Phone, server: Server) -> None:
    phone.at_the_bids()
    # As on a slow phone: drawn elements exist long before htmx handles them.
    phone.page.evaluate("htmx.config.defaultSettleDelay = 60000")
    for name, following in (("Ann", "Ben bids next"), ("Ben", "Cem bids next"), ("Cem", "trick")):
        phone.chip(f"Bid of {name}", 0).tap()
        expect(phone.page.locator("#panel")).to_contain_text(following)
    expect(phone.group("Tricks of Ann")).to_be_visible()
    phone.button("Undo").tap()
    expect(phone.page.locator("#status")).to_have_text("Undone: hand 1, Cem bid 0")
    assert server.entered() == ["bids.0=0", "bids.1=0", "bids.2=0", "bids.2=None"]


def test_a_tap_that_waits_is_sent_when_the_phone_wakes(
    phone: Phone, line: Line, server: Server
) -> None:
    with unsent_bid(phone, line):
        # In a sleeping page, no time passes.
        phone.hide()
    assert server.entered() == []
    phone.hide(False)
    expect(phone.bar).to_have_text(SAVED)
    assert server.entered() == ["bids.0=1"]


@pytest.mark.parametrize(
    ("fate", "reloaded"), [(Fate.AFTER, True), (Fate.BEFORE, False)][: size(1, 2)]
)
def test_undo_tapped_while_a_tap_waits_takes_back_that_tap(
    phone: Phone, line: Line, server: Server, fate: Fate, reloaded: bool
) -> None:
    phone.at_the_bids(bid=1)
    undo, words = phone.page.locator("button.undo small"), phone.page.locator("p#sum, .act .next")
    expect(undo).to_have_text("Ann bid 1")
    expect(words.first).to_be_visible()
    with line.all(fate):
        phone.chip("Bid of Ben", 0).tap()
        phone.waits()
        # It names the change that it will undo, without an outdated number.
        expect(undo).to_have_text("Ben bid 0")
        for counted in words.all():
            expect(counted).to_be_hidden()
        phone.button("Undo").tap()
        if reloaded:
            phone.open_again()
            phone.expect_chosen("Bid of Ben", 0)
            phone.later(LEASE)
        phone.waits()
        expect(phone.page.locator("button.undo small")).to_have_text("Ben bid 0")
        expect(phone.button("Undo")).to_be_disabled()
        # Later taps depend on the change that it undoes.
        expect(phone.page.locator("#panel")).to_have_attribute("inert", "")
    phone.expect_saved()
    expect(phone.page.locator("#status")).to_have_text("Undone: hand 1, Ben bid 0")
    expect(phone.page.locator("button.undo small")).to_have_text("Ann bid 1")
    expect(phone.page.locator("p#sum")).to_be_visible()
    expect(phone.checked("Bid of Ben")).to_have_count(0)
    phone.expect_chosen("Bid of Ann", 1)
    with phone.saved():
        phone.chip("Bid of Ben", 1).tap()
    assert server.entered() == ["bids.0=1", "bids.1=0", "bids.1=None", "bids.1=1"]


def test_other_requests_of_the_page_do_not_end_the_retries(phone: Phone, line: Line) -> None:
    phone.at_the_bids()
    with line.all(Fate.BEFORE):
        line.polls = lambda: Fate.SWALLOWED
        phone.chip("Bid of Ann", 1).tap()
        phone.waits()
        with phone.page.expect_request(lambda request: request.method == "GET"):
            phone.later(3)
    # Without a tap or an event of the network, the page itself tries again.
    phone.later(3)
    expect(phone.bar).to_have_text(SAVED)
    phone.expect_chosen("Bid of Ann", 1)


def test_following_continues_after_a_part_that_never_arrived(
    phone: Phone, line: Line, server: Server
) -> None:
    phone.at_the_bids()
    other = phone.share(server.table())
    step = phone.page.get_by_role("link", name="Next", exact=True)
    phone.follow("Trump: Hearts")
    phone.group("Trump").wait_for()
    line.polls = lambda: Fate.SWALLOWED
    # htmx uses the browser's timeout.
    phone.page.evaluate("htmx.config.timeout = 1000")
    with phone.page.expect_event("requestfailed"):
        step.tap()
        # The link is redrawn while its part is being loaded.
        phone.chip("Trump", "Clubs").tap()
        phone.group("Bid of Ann").wait_for()
    line.polls = lambda: Fate.PASSED
    other.bid(None, 0, None)
    phone.later(SOON)
    phone.expect_chosen("Bid of Ben", 0)
