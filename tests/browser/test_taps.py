"""Taps that come fast, come without a connection, or come before the phone was put away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.server import Server

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cem", "Dora")
FAILED = ("^htmx:afterRequest,", "^htmx:sendError,")
WATCH = """() => {
  window.lost = [];
  const chosen = new Set();
  const look = () => {
    for (const input of document.querySelectorAll("#panel input[type=radio]")) {
      if (input.checked) chosen.add(input.id);
      else if (chosen.has(input.id)) window.lost.push(input.id);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def at_the_bids(phone: Phone) -> None:
    """A game of four whose first trump is turned up."""
    phone.start(*NAMES)
    phone.turn("Hearts")
    phone.group("Bid of Ann").wait_for()


def test_fast_taps_are_all_saved_and_none_flickers(phone: Phone, server: Server) -> None:
    at_the_bids(phone)
    phone.page.evaluate(WATCH)
    server.delay = 0.4
    taps = {"Ann": 1, "Ben": 0, "Cem": 1}
    for name, number in taps.items():
        phone.chip(f"Bid of {name}", number).tap()
    for name, number in taps.items():
        phone.expect_chosen(f"Bid of {name}", number)
    expect(phone.page.locator("#panel")).to_contain_text("Dora bids next")
    assert phone.page.evaluate("window.lost") == []
    server.delay = 0
    phone.page.reload()
    for name, number in taps.items():
        phone.expect_chosen(f"Bid of {name}", number)
    expect(phone.checked("Bid of Dora")).to_have_count(0)


def test_a_tap_that_changes_its_mind_while_saving_wins(phone: Phone, server: Server) -> None:
    at_the_bids(phone)
    server.delay = 0.4
    for number in (0, 1, 0, 1):
        phone.chip("Bid of Ann", number).tap()
    expect(phone.page.locator("#panel")).to_contain_text("Ben bids next")
    expect(phone.page.locator(".htmx-request")).to_have_count(0)
    server.delay = 0
    phone.expect_chosen("Bid of Ann", 1)
    phone.page.reload()
    phone.expect_chosen("Bid of Ann", 1)


def test_a_tap_without_connection_is_kept_and_saved_later(phone: Phone) -> None:
    phone.forgiven += ["ERR_INTERNET_DISCONNECTED", *FAILED]
    at_the_bids(phone)
    bar = phone.page.get_by_role("alert").filter(has_text="Not saved, trying again")
    phone.context.set_offline(True)
    phone.chip("Bid of Ann", 1).tap()
    expect(bar).to_be_visible()
    phone.expect_chosen("Bid of Ann", 1)
    phone.chip("Bid of Ben", 0).tap()
    phone.expect_chosen("Bid of Ben", 0)
    expect(bar).to_be_visible()

    with phone.saved():
        phone.context.set_offline(False)
    expect(bar).to_be_hidden()
    phone.expect_chosen("Bid of Ann", 1)
    phone.page.reload()
    phone.expect_chosen("Bid of Ann", 1)
    phone.expect_chosen("Bid of Ben", 0)
    expect(phone.checked("Bid of Cem")).to_have_count(0)


def test_a_server_that_is_down_is_tried_again(phone: Phone, server: Server) -> None:
    phone.forgiven += ["ERR_CONNECTION_REFUSED", *FAILED]
    at_the_bids(phone)
    bar = phone.page.get_by_role("alert").filter(has_text="Not saved, trying again")
    server.stop()
    phone.chip("Bid of Ann", 0).tap()
    expect(bar).to_be_visible()
    server.start()
    phone.button("Try now").tap()
    expect(bar).to_be_hidden()
    phone.page.reload()
    phone.expect_chosen("Bid of Ann", 0)


def test_a_game_goes_on_at_the_very_tap_after_all_was_closed(
    phone: Phone, open_phone: OpenPhone, server: Server
) -> None:
    at_the_bids(phone)
    for name, number in (("Ann", 1), ("Ben", 0)):
        with phone.saved():
            phone.chip(f"Bid of {name}", number).tap()
    kept = phone.context.storage_state()
    phone.context.close()
    server.stop()
    server.start()

    again = open_phone(storage_state=kept)
    again.open()
    again.follow("Ann, Ben, Cem, Dora")
    again.expect_chosen("Bid of Ann", 1)
    again.expect_chosen("Bid of Ben", 0)
    expect(again.checked("Bid of Cem")).to_have_count(0)
    expect(again.page.locator("#panel")).to_contain_text("Cem bids next")
    again.tap(again.chip("Bid of Cem", 0))
    expect(again.page.locator("#panel")).to_contain_text("Dora bids next")


def test_a_stranger_sees_the_game_but_no_controls(phone: Phone, open_phone: OpenPhone) -> None:
    at_the_bids(phone)
    with phone.saved():
        phone.chip("Bid of Ann", 1).tap()
    stranger = open_phone()
    stranger.open(phone.page.url)
    expect(stranger.page.get_by_text("bid 1")).to_be_visible()
    expect(stranger.page.locator("#board :is(input, button, form)")).to_have_count(0)
    phone.bid([1, 0, 0, 1])
    phone.take([1, 0, 0, 0])
    phone.score()
    stranger.page.reload()
    stranger.names = NAMES
    assert stranger.sheet() == ["1 Hearts | 1/1 +30 30 | 0/0 +20 20 | 0/0 +20 20 | 1/0 −10 −10"]
    expect(stranger.page.locator("#board :is(input, button, form)")).to_have_count(0)
    expect(stranger.page.locator("#sheet").get_by_role("link")).to_have_count(0)


def test_score_tapped_while_a_tap_is_being_saved_scores(phone: Phone, server: Server) -> None:
    at_the_bids(phone)
    phone.bid((0, 0, 0, 0))
    phone.take((1, 0, 0, 0), all_but=2)
    server.delay = 0.5
    phone.chip("Tricks of Cem", 0).tap()
    phone.button("Score hand").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")


def test_undo_tapped_while_a_tap_is_being_saved_takes_that_tap_back(
    phone: Phone, server: Server
) -> None:
    at_the_bids(phone)
    server.delay = 0.5
    phone.chip("Bid of Ann", 1).tap()
    phone.button("Undo").tap()
    expect(phone.page.locator("#status")).to_contain_text("Undone: Bid of Ann")
    expect(phone.checked("Bid of Ann")).to_have_count(0)


def test_a_save_that_can_never_succeed_is_not_tried_for_ever(
    phone: Phone, open_phone: OpenPhone
) -> None:
    at_the_bids(phone)
    other = open_phone(storage_state=phone.page.context.storage_state())
    other.page.goto(f"{phone.page.url}/delete")
    other.button("Delete for good").tap()
    other.page.wait_for_url("**/")
    phone.forgiven += ["404", "htmx:"]
    phone.chip("Bid of Ann", 0).tap()
    bar = phone.page.locator("#unsaved")
    why = re.compile("^Not saved: Bid of Ann: 0 .* This page does not exist")
    expect(bar).to_have_text(why, use_inner_text=True)
    phone.page.goto("/")
    expect(bar).to_have_text(why, use_inner_text=True)
    phone.button("OK").tap()
    expect(bar).to_be_hidden()
    phone.page.reload()
    expect(bar).to_be_hidden()


@pytest.mark.parametrize("away", ["reloaded", "closed"])
def test_a_tap_that_was_not_saved_survives_a_page_that_goes_away(
    phone: Phone, open_phone: OpenPhone, server: Server, away: str
) -> None:
    phone.forgiven += ["net::ERR_", *FAILED]
    at_the_bids(phone)
    game = phone.page.url
    server.stop()
    phone.chip("Bid of Ann", 1).tap()
    phone.chip("Bid of Ben", 0).tap()
    expect(phone.page.get_by_text("Not saved, trying again")).to_be_visible()
    kept = phone.context.storage_state()
    phone.page.close(run_before_unload=False)
    server.start()
    again = phone if away == "reloaded" else open_phone(storage_state=kept)
    if away == "reloaded":
        again.page = phone.context.new_page()
    again.open(game)
    expect(again.page.get_by_role("alert").filter(has_text="Saved ")).to_be_visible()
    again.expect_chosen("Bid of Ann", 1)
    again.expect_chosen("Bid of Ben", 0)
    again.page.reload()
    again.expect_chosen("Bid of Ann", 1)
    expect(again.page.locator("#panel")).to_contain_text("Cem bids next")
    expect(again.page.locator("#unsaved")).to_be_hidden()


def test_a_score_that_was_not_saved_is_sent_after_a_reload_and_once(
    phone: Phone, server: Server
) -> None:
    phone.forgiven += ["net::ERR_", *FAILED]
    at_the_bids(phone)
    phone.bid((0, 0, 0, 0))
    phone.take((1, 0, 0, 0))
    game = phone.page.url
    server.stop()
    phone.button("Score hand").tap()
    expect(phone.page.get_by_text("Not saved, trying again")).to_be_visible()
    phone.page.close(run_before_unload=False)
    server.start()
    phone.page = phone.context.new_page()
    phone.open(game)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    phone.page.reload()
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
