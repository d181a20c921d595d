"""Taps that are fast, without a connection, or made just before the phone is put away."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LEASE, LOST, SAVED, Phone
from tests.browser.server import Server
from tests.turns import daily

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cem", "Dora")
WATCH = """() => {
  window.lost = [];
  const chosen = new Set();
  const look = () => {
    for (const input of document.querySelectorAll("#panel .key input")) {
      const key = `${input.name} ${input.value}`;
      if (input.checked) chosen.add(key);
      else if (chosen.has(key)) window.lost.push(key);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
SAID = "getComputedStyle(document.querySelector('.pads'), '::after').content.split(' / ')[0]"
"""Elements on the pads."""


@pytest.mark.journey
def test_fast_taps_are_all_saved_and_none_flickers(phone: Phone, server: Server) -> None:
    phone.at_the_bids(*NAMES)
    phone.page.evaluate(WATCH)
    taps = {"Ann": 1, "Ben": 0, "Cem": 1}
    with server.busy():
        for name, number in taps.items():
            phone.chip(f"Bid of {name}", number).tap()
        for name, number in taps.items():
            phone.expect_chosen(f"Bid of {name}", number)
    expect(phone.page.locator("#panel")).to_contain_text("Dora bids next")
    assert phone.page.evaluate("window.lost") == []
    phone.page.reload()
    for name, number in taps.items():
        phone.expect_chosen(f"Bid of {name}", number)
    expect(phone.checked("Bid of Dora")).to_have_count(0)


@pytest.mark.journey
def test_a_tap_on_the_player_who_missed_scores_the_hand(phone: Phone) -> None:
    phone.at_the_bids(*NAMES)
    phone.table.bid(1, 1, 0, 0)
    phone.page.reload()
    phone.press("Ben took 0")
    expect(phone.page.locator("#panel")).to_contain_text("Hand 1 scored")
    assert phone.table.totals() == [30, -10, 20, 20]


def box_of(phone: Phone, group: str, name: object) -> tuple[float, float]:
    """The middle of a key, wherever it is shown."""
    box = phone.key(group, name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.journey
def test_the_pad_says_only_for_a_moment_that_a_bounce_counted_once(phone: Phone) -> None:
    phone.at_the_bids(*NAMES)
    phone.page.locator("html.live").wait_for()
    phone.touch([(0, 70), (120, 130)], *box_of(phone, "Bid of Ann", 1))
    assert phone.page.evaluate(SAID) == '"Counted once"'
    phone.later(2)
    assert phone.page.evaluate(SAID) == "none"


def test_a_tap_counts_for_the_player_whose_pad_it_came_down_on(
    phone: Phone, server: Server
) -> None:
    phone.at_the_bids(*NAMES)
    phone.page.locator("html.live").wait_for()
    key = phone.key("Bid of Ann", 1)
    box = key.bounding_box()
    assert box is not None
    phone.page.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.page.mouse.down()
    phone.page.evaluate("document.querySelector('#at-1').click()")
    phone.page.mouse.up()
    expect(phone.checked("Bid of Ann")).to_have_count(1)
    phone.settle()
    assert server.entered() == ["bids.0=1"]


@pytest.mark.parametrize("button", ["Score hand", "Undo"])
def test_a_button_tapped_while_a_tap_is_being_saved_follows_it(
    phone: Phone, server: Server, button: str
) -> None:
    phone.at_the_bids()
    phone.table.bid(0, 0, 0)
    phone.table.take(1, None, None)
    phone.notice()
    phone.expect_chosen("Tricks of Ann", 1)
    with server.busy():
        phone.chip("Tricks of Ben", 0).tap()
        phone.button(button).tap()
    if button == "Undo":
        expect(phone.page.locator("#status")).to_contain_text("Undone: hand 1, Ben took")
        expect(phone.checked("Tricks of Ben")).to_have_count(0)
    else:
        expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")


@pytest.mark.journey
@daily("away", ["kept open", "restarted"], "restarted")
def test_a_tap_on_a_server_that_is_down_is_saved_when_it_is_back(
    phone: Phone, open_phone: OpenPhone, server: Server, away: str
) -> None:
    phone.forgiven += LOST
    phone.at_the_bids()
    server.stop()
    phone.chip("Bid of Ann", 1).tap()
    phone.waits()
    phone.chip("Bid of Ben", 0).tap()
    phone.expect_chosen("Bid of Ann", 1)
    kept = phone.context.storage_state()
    if away != "kept open":
        phone.page.close(run_before_unload=False)
    server.start()
    again = open_phone(storage_state=kept) if away == "restarted" else phone
    if away == "kept open":
        phone.button("Try now").tap()
    else:
        again.page = again.context.new_page()
        again.open(phone.table.path)
        # The killed page may have had the turn to send.
        again.later(LEASE)
    expect(again.bar).to_have_text(SAVED)
    again.later(5)
    expect(again.page.locator("#unsaved")).to_be_hidden()
    for name, number in (("Ann", 1), ("Ben", 0)):
        again.expect_chosen(f"Bid of {name}", number)
    assert server.entered() == ["bids.0=1", "bids.1=0"]


def test_a_number_that_was_entered_is_marked_on_its_pad_when_no_trick_is_left(
    phone: Phone,
) -> None:
    phone.at_the_bids("Ann", "Ben", "Cem")
    phone.table.bid(1, 0, 0)
    phone.table.take(1, 0, 0)
    phone.page.reload()
    key = phone.chip("Tricks of Ann", 1).locator("+ span")
    other = phone.chip("Tricks of Ann", 0).locator("+ span")
    colour = "key => getComputedStyle(key).backgroundColor"
    assert key.evaluate(colour) != other.evaluate(colour)
    zero = phone.chip("Tricks of Ben", 0).locator("+ span")
    assert zero.evaluate(colour) == key.evaluate(colour)


STALE = """() => new MutationObserver(() => {
  const waits = Object.keys(localStorage).some((key) => key.startsWith("scorekeeper tap "));
  if (waits && document.querySelector("#panel [name=made]")) window.isStale = true;
}).observe(document, { childList: true, subtree: true })"""
"""Notes whether an offer is on the page while a tap waits that it does not include."""
DRAWN = "() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))"


def at_the_tricks(phone: Phone) -> None:
    """Open a hand of two cards in which everybody has bid, and count its tricks."""
    phone.seat(*NAMES, sizes="2")
    phone.table.turn("hearts")
    phone.table.bid(2, 1, 0, 0)
    phone.look()
    phone.count()


@pytest.mark.journey
def test_a_button_that_an_answer_replaces_under_the_finger_is_pressed(
    phone: Phone, server: Server
) -> None:
    at_the_tricks(phone)
    phone.take([0, 1], all_but=2)
    mouse = phone.page.mouse
    answered = phone.page.expect_response(lambda answer: "tricks" in answer.url)
    with answered as caught, server.busy():
        phone.chip("Tricks of Cem", 1).tap()
        box = phone.box(phone.button("Score hand"))
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        mouse.down()
    caught.value.finished()
    phone.page.evaluate(DRAWN)
    mouse.up()
    expect(phone.page.locator("#over")).to_be_visible()


@pytest.mark.journey
def test_an_offer_without_the_last_tap_does_not_come_back_with_an_earlier_answer(
    phone: Phone, server: Server
) -> None:
    at_the_tricks(phone)
    phone.page.evaluate(STALE)
    with server.busy():
        phone.chip("Tricks of Ann", 0).tap()
        phone.chip("Tricks of Ben", 1).tap()
        phone.chip("Tricks of Cem", 1).tap()
    phone.settle()
    assert phone.page.evaluate("window.isStale") is None
    with server.busy():
        phone.chip("Tricks of Ann", 1).tap()
        phone.chip("Tricks of Ben", 0).tap()
    phone.settle()
    assert phone.page.evaluate("window.isStale") is None
