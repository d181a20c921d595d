"""Every form that saves, filled in by touch on the page where it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.lined import LOST, THREE, at_the_bids, away, share
from tests.browser.phone import Phone


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that is filled in but for the tap that sends it, and what was entered in it."""

    phone: Phone
    tap: Locator
    shown: Callable[[], None]
    """Expects the page to show what was entered, before and while it is not saved."""


Fill = Callable[[Phone, OpenPhone], Filled]


def a_bid(phone: Phone, _: OpenPhone) -> Filled:
    at_the_bids(phone)
    return _chip(phone, "Bid of Ann", 1)


def a_correction(phone: Phone, _: OpenPhone) -> Filled:
    _scored(phone)
    phone.page.locator("#sheet tbody th").get_by_role("link").tap()
    phone.chip("Tricks of Ann", 0).tap()
    phone.chip("Tricks of Cem", 1).tap()
    button = phone.button("Save correction")
    return Filled(phone, button, lambda: phone.expect_chosen("Tricks of Cem", 1))


def a_new_game(phone: Phone, _: OpenPhone) -> Filled:
    phone.open("/new")
    for seat, name in enumerate(THREE, 1):
        phone.page.get_by_label(f"Name at seat {seat}", exact=True).fill(name)
    phone.group("Names").get_by_role("radio").nth(2).tap()
    typed = phone.page.get_by_label("Name at seat 3")
    return Filled(phone, phone.button("Start game"), lambda: expect(typed).to_have_value("Cem"))


def a_link(phone: Phone, open_phone: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.open(f"{phone.page.url}/phones")
    phone.button("Share: both keep score").tap()
    address = phone.page.get_by_label("Link for the other phone").input_value()
    other = _other(open_phone)
    other.open(address)
    typed = other.page.get_by_label("Name of this phone")
    typed.fill("Ben")
    button = other.button("Keep score on this phone")
    return Filled(other, button, lambda: expect(typed).to_have_value("Ben"))


def a_trump(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    return _chip(phone, "Trump", "Hearts")


def some_tricks(phone: Phone, _: OpenPhone) -> Filled:
    at_the_bids(phone)
    phone.bid((1, 0, 0))
    phone.group("Tricks of Ann").wait_for()
    return _chip(phone, "Tricks of Ann", 1)


def a_score(phone: Phone, _: OpenPhone) -> Filled:
    at_the_bids(phone)
    phone.bid((1, 0, 0))
    phone.take((1,), all_but=2)
    with phone.saved():
        phone.tap(phone.chip("Tricks of Ben", 0))
    return Filled(
        phone, phone.button("Score hand"), lambda: phone.expect_chosen("Tricks of Ann", 1)
    )


def an_undo(phone: Phone, _: OpenPhone) -> Filled:
    at_the_bids(phone, bid=1)
    return Filled(phone, phone.button("Undo"), lambda: phone.expect_chosen("Bid of Ann", 1))


def an_end(phone: Phone, _: OpenPhone) -> Filled:
    _scored(phone)
    return _button(phone, "End the game now")


def a_play_on(phone: Phone, _: OpenPhone) -> Filled:
    _scored(phone)
    with phone.saved():
        phone.press("End the game now")
    return _button(phone, "Play on")


def a_dealer(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.page.get_by_role("link", name="dealer Cem").tap()
    phone.chip("Dealer", "Ben").tap()
    button = phone.button("Save dealer")
    return Filled(phone, button, lambda: phone.expect_chosen("Dealer", "Ben"))


def house_rules(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.open(f"{phone.page.url}/rules")
    rule = phone.page.get_by_label("Bids may not add up")
    rule.tap()
    return Filled(phone, phone.button("Save house rules"), lambda: expect(rule).to_be_checked())


def a_rematch(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE, sizes="1")
    phone.play("Hearts", (1, 0, 0), (1, 0, 0))
    return _button(phone, "Rematch")


def a_deletion(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.open(f"{phone.page.url}/delete")
    return _button(phone, "Delete for good")


def a_claim(phone: Phone, open_phone: OpenPhone) -> Filled:
    other = _shares_the_book(phone, open_phone)
    other.follow("Ann, Ben, Cem")
    return _button(other, "Keep score on this phone")


def a_pencil(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.open(f"{phone.page.url}/phones")
    return _button(phone, "Share: both keep score")


def a_phone_that_stops(phone: Phone, open_phone: OpenPhone) -> Filled:
    at_the_bids(phone)
    other = share(phone, open_phone)
    other.open(f"{phone.page.url}/phones")
    return _button(other, "Stop keeping score on this phone")


def a_phone_that_is_stopped(phone: Phone, open_phone: OpenPhone) -> Filled:
    at_the_bids(phone)
    share(phone, open_phone)
    phone.open(f"{phone.page.url}/phones")
    return _button(phone, "Remove")


def a_name(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.open("/book")
    named = phone.page.get_by_label("Name of this phone")
    named.fill("Ann’s phone")
    button = phone.button("Save name")
    return Filled(phone, button, lambda: expect(named).to_have_value("Ann’s phone"))


def a_book(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.open("/book")
    return _button(phone, "Make a link for another phone")


def a_book_link(phone: Phone, open_phone: OpenPhone) -> Filled:
    phone.start(*THREE)
    other = _offered_the_book(phone, open_phone)
    typed = other.page.get_by_label("Name of this phone")
    typed.fill("Ben")
    button = other.button("Use this book")
    return Filled(other, button, lambda: expect(typed).to_have_value("Ben"))


def a_phone_of_the_book(phone: Phone, open_phone: OpenPhone) -> Filled:
    _shares_the_book(phone, open_phone)
    phone.open("/book")
    return _button(phone, "Remove")


def a_recovery_link(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.open("/book")
    button = phone.page.get_by_role("button", name="recovery link", exact=False).last
    return Filled(phone, button, lambda: expect(button).to_be_visible())


def mine(phone: Phone, open_phone: OpenPhone) -> Filled:
    at_the_bids(phone)
    other = share(phone, open_phone)
    with away(phone):
        phone.chip("Bid of Ann", 1).tap()
        with other.saved():
            other.chip("Bid of Ann", 0).tap()
    return _button(phone, "Use mine")


FILLS: tuple[Fill, ...] = (
    a_bid,
    a_new_game,
    a_correction,
    a_link,
    an_undo,
    a_trump,
    some_tricks,
    a_score,
    an_end,
    a_play_on,
    a_dealer,
    house_rules,
    a_rematch,
    a_deletion,
    a_claim,
    a_pencil,
    a_phone_that_stops,
    a_phone_that_is_stopped,
    a_name,
    a_book,
    a_book_link,
    a_phone_of_the_book,
    a_recovery_link,
    mine,
)
"""Those of the short form first."""


def _chip(phone: Phone, group: str, name: object) -> Filled:
    chip = phone.chip(group, name)
    chip.wait_for()
    return Filled(phone, chip, lambda: phone.expect_chosen(group, name))


def _button(phone: Phone, name: str) -> Filled:
    button = phone.button(name)
    button.wait_for()
    return Filled(phone, button, lambda: expect(button).to_be_visible())


def _scored(phone: Phone) -> None:
    phone.start(*THREE)
    phone.play("Hearts", (1, 0, 0), (1, 0, 0))


def _other(open_phone: OpenPhone) -> Phone:
    other = open_phone()
    other.forgiven += LOST
    return other


def _offered_the_book(phone: Phone, open_phone: OpenPhone) -> Phone:
    phone.open("/book")
    phone.button("Make a link for another phone").tap()
    address = phone.page.get_by_label("Link to this book").input_value()
    other = _other(open_phone)
    other.open(address)
    return other


def _shares_the_book(phone: Phone, open_phone: OpenPhone) -> Phone:
    phone.start(*THREE)
    other = _offered_the_book(phone, open_phone)
    other.button("Use this book").tap()
    other.page.get_by_role("link", name="Ann, Ben, Cem").wait_for()
    return other
