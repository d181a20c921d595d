"""Forms sent over a bad line: what was typed stays, and is saved once."""

# Fixtures are used by their names.
# ruff: noqa: F811

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.line import Fate, Line
from tests.browser.lined import (
    LOST,
    THREE,
    away,
    games,
    line,  # noqa: F401
    notice,
    open_again,
    phone,  # noqa: F401
    server,  # noqa: F401
    share,
    waits,
)
from tests.browser.phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.torture]

GAME = re.compile(r"/g/[^/]+$")
CLOSED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(
  window, name, {get() { throw new DOMException("closed", "SecurityError"); }})"""


def test_a_rematch_tapped_without_connection_is_started_once(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    phone.start(*THREE, sizes="1")
    phone.play("Hearts", [1, 0, 0], [1, 0, 0])
    before = phone.page.url
    with line.all(Fate.AFTER):
        phone.button("Rematch").tap()
        waits(phone)
        phone.button("Rematch").tap()
        open_again(phone)
        waits(phone)
    notice(phone)
    phone.page.wait_for_url(lambda address: "/g/" in address and address != before)
    assert games(tmp_path) == 2


def test_a_right_claimed_without_connection_is_there_when_it_is_back(
    phone: Phone, line: Line, open_phone: OpenPhone
) -> None:
    phone.start(*THREE)
    game = phone.page.url
    phone.open("/book")
    phone.button("Make a link for another phone").tap()
    other = open_phone()
    other.forgiven += LOST
    other.open(phone.page.get_by_label("Link to this book").input_value())
    other.button("Use this book").tap()
    other.follow("Ann, Ben, Cem")
    with line.all(Fate.BEFORE):
        other.press("Keep score on this phone")
        waits(other)
    notice(other)
    expect(other.page.locator("form#panel")).to_be_visible()
    assert other.page.url == game


def test_a_link_whose_answer_is_lost_is_redeemed_by_the_phone_that_tapped(
    phone: Phone, line: Line, open_phone: OpenPhone
) -> None:
    phone.start(*THREE)
    phone.open(f"{phone.page.url}/phones")
    phone.button("Share: both keep score").tap()
    other = open_phone()
    other.forgiven += LOST
    other.open(phone.page.get_by_label("Link for the other phone").input_value())
    other.page.get_by_label("Name of this phone").fill("Ben")
    with line.all(Fate.AFTER):
        other.button("Keep score on this phone").tap()
        waits(other)
        expect(other.page.get_by_label("Name of this phone")).to_have_value("Ben")
    notice(other)
    expect(other.page.locator("form#panel")).to_be_visible()


def fill_in(phone: Phone) -> None:
    """Type three names, and who deals."""
    phone.open("/new")
    for seat, name in enumerate(THREE, 1):
        phone.page.get_by_label(f"Name at seat {seat}", exact=True).fill(name)
    phone.group("Names").get_by_role("radio").nth(2).tap()


def test_a_game_started_without_connection_is_started_once_with_the_names_typed(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    fill_in(phone)
    with line.all(Fate.AFTER):
        phone.button("Start game").tap()
        waits(phone)
        open_again(phone)
        waits(phone)
        expect(phone.page.get_by_label("Name at seat 3")).to_have_value("Cem")
        phone.button("Start game").tap()
        waits(phone)
    notice(phone)
    phone.page.wait_for_url("**/g/*")
    expect(phone.page.locator(".player-lines .name")).to_have_text(THREE)
    assert games(tmp_path) == 1


def test_names_mended_while_the_start_waits_are_those_of_the_game(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    fill_in(phone)
    with line.all(Fate.BEFORE):
        phone.button("Start game").tap()
        waits(phone)
        phone.page.get_by_label("Name at seat 1").fill("Anna")
    # No sign from the network: the page itself tries again.
    phone.page.wait_for_url("**/g/*")
    expect(phone.page.locator(".player-lines .name")).to_have_text(["Anna", "Ben", "Cem"])
    assert games(tmp_path) == 1


def test_house_rules_and_a_name_that_are_sent_without_connection_stay_typed_and_are_saved(
    phone: Phone, line: Line
) -> None:
    phone.start(*THREE)
    game = phone.page.url
    phone.open(f"{game}/phones")
    named = phone.page.get_by_label("Name of this phone")
    named.fill("Ann’s phone")
    with line.all(Fate.AFTER):
        phone.button("Save name").tap()
        waits(phone)
        expect(named).to_have_value("Ann’s phone")
    notice(phone)
    expect(phone.page.locator("#status")).to_have_text("Saved")
    expect(named).to_have_value("Ann’s phone")
    phone.open(f"{game}/rules")
    rule = phone.page.get_by_label("Bids may not add up")
    rule.tap()
    with line.all(Fate.AFTER):
        phone.button("Save house rules").tap()
        waits(phone)
        expect(rule).to_be_checked()
    notice(phone)
    phone.page.wait_for_url(game)
    expect(phone.page.locator("#status")).to_have_text("House rules saved")


def test_a_correction_sent_without_connection_stays_typed_and_is_refused_or_saved(
    phone: Phone, line: Line
) -> None:
    phone.start(*THREE)
    phone.play("Hearts", [1, 0, 0], [1, 0, 0])
    phone.page.locator("#sheet tbody th").get_by_role("link").tap()
    with line.all(Fate.AFTER):
        phone.chip("Tricks of Ann", 0).tap()
        phone.button("Save correction").tap()
        waits(phone)
        phone.expect_chosen("Tricks of Ann", 0)
    notice(phone)
    problem = phone.page.get_by_text("Tricks add up to 0, this hand has 1")
    expect(problem).to_be_visible()
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    phone.chip("Tricks of Cem", 1).tap()
    with line.all(Fate.BEFORE):
        phone.button("Save correction").tap()
        waits(phone)
    notice(phone)
    phone.page.wait_for_url(GAME)
    assert phone.sheet() == ["1 Hearts | 1/0 −10 −10 | 0/0 +20 20 | 0/1 −10 −10"]


def test_mine_of_a_hand_that_was_scored_elsewhere_is_shown_with_what_is_wrong_and_then_saved(
    phone: Phone, line: Line, open_phone: OpenPhone
) -> None:
    phone.start(*THREE)
    other = share(phone, open_phone)
    phone.turn("Hearts")
    phone.bid([1, 0, 0])
    phone.group("Tricks of Ann").wait_for()
    expect(other.group("Tricks of Ann")).to_be_visible()
    with away(phone):
        phone.chip("Tricks of Ann", 0).tap()
        waits(phone)
        other.names, other.dealer = phone.names, phone.dealer
        other.take([1, 0])
        other.score()
    phone.button("Use mine").tap()
    expect(phone.page.get_by_text("Tricks add up to 0, this hand has 1")).to_be_visible()
    phone.chip("Tricks of Cem", 1).tap()
    with line.all(Fate.BEFORE):
        phone.button("Save correction").tap()
        waits(phone)
    notice(phone)
    expect(phone.page.locator("#status")).to_have_text("Hand 1 corrected")
    assert phone.sheet() == ["1 Hearts | 1/0 −10 −10 | 0/0 +20 20 | 0/1 −10 −10"]


def test_start_tapped_while_the_seats_are_drawn_starts_what_the_page_shows(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    fill_in(phone)
    with line.all(Fate.DELAYED):
        phone.button("Pick the first dealer at random").tap()
        phone.button("Start game").tap()
        phone.page.wait_for_url("**/g/*")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("dealer Cem")
    assert games(tmp_path) == 1


def test_a_phone_whose_storage_is_closed_follows_all_the_same(
    phone: Phone, open_phone: OpenPhone
) -> None:
    phone.start(*THREE)
    other = open_phone()
    other.page.add_init_script(CLOSED)
    other.open(phone.page.url)
    phone.turn("Hearts")
    expect(other.page.locator(".steps")).to_contain_text("Hearts")
