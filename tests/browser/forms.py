"""Every form that saves, filled in by touch on its page."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone
from tests.table import link_on


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled form before the tap that sends it, and its values."""

    phone: Phone
    tap: Locator
    shown: Callable[[], None]
    """Expects the page to show the input, before and while it is not saved."""


Fill = Callable[[Phone, OpenPhone], Filled]


def chip(phone: Phone, group: str, name: object) -> Filled:
    """A tap on a chip."""
    found = phone.chip(group, name)
    found.wait_for()
    return Filled(phone, found, lambda: phone.expect_chosen(group, name))


def a_rematch(phone: Phone, _: OpenPhone) -> Filled:
    """Once the rematch exists, a link to it takes the button's place."""
    phone.seat(*THREE, sizes="1")
    phone.played()
    phone.look()
    phone.button("Rematch").wait_for()
    main = phone.page.locator("#over .main")
    return Filled(phone, main, lambda: expect(main).to_be_visible())


def pressed(
    button: str, path: str = "", *, view: str = "", hands: int = 0, sizes: str = "1, 2"
) -> Fill:
    """A tap on a button of the game's page, in a view of it, or of another page."""

    def fill(phone: Phone, _: OpenPhone) -> Filled:
        phone.seat(*THREE, sizes=sizes)
        phone.played(hands)
        phone.look()
        if path:
            phone.open(path.format(phone.table.path))
        if view:
            phone.view(view)
        return _button(phone, button)

    return fill


def a_bid(phone: Phone, _: OpenPhone) -> Filled:
    phone.at_the_bids()
    return chip(phone, "Bid of Ann", 1)


def a_trump(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    return chip(phone, "Trump", "Hearts")


def some_tricks(phone: Phone, _: OpenPhone) -> Filled:
    _bid(phone)
    phone.look()
    return chip(phone, "Tricks of Ann", 1)


def a_score(phone: Phone, _: OpenPhone) -> Filled:
    _bid(phone)
    phone.table.take(1, 0, 0)
    phone.look()
    button = phone.button("Score hand")
    return Filled(phone, button, lambda: phone.expect_chosen("Tricks of Ann", 1))


def an_undo(phone: Phone, _: OpenPhone) -> Filled:
    phone.at_the_bids(bid=1)
    return Filled(phone, phone.button("Undo"), lambda: phone.expect_chosen("Bid of Ann", 1))


def a_correction(phone: Phone, _: OpenPhone) -> Filled:
    phone.seat(*THREE)
    phone.played()
    phone.look()
    phone.view("Sheet")
    phone.page.locator("#rows th").get_by_role("link").tap()
    phone.chip("Tricks of Ann", 0).tap()
    phone.chip("Tricks of Cem", 1).tap()
    button = phone.button("Save correction")
    return Filled(phone, button, lambda: phone.expect_chosen("Tricks of Cem", 1))


def a_new_game(phone: Phone, _: OpenPhone) -> Filled:
    phone.write(*THREE, dealer=2)
    typed = phone.page.get_by_label("Name at seat 3")
    return Filled(phone, phone.button("Start game"), lambda: expect(typed).to_have_value("Cem"))


def a_dealer(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.page.get_by_role("link", name="Cem deals").tap()
    phone.chip("Dealer", "Ben").tap()
    button = phone.button("Save")
    return Filled(phone, button, lambda: phone.expect_chosen("Dealer", "Ben"))


def some_extras(phone: Phone, _: OpenPhone) -> Filled:
    phone.seat(*THREE)
    phone.look("extras")
    points = phone.page.get_by_label("Extra points of Ann")
    points.fill("-10")
    line = phone.page.locator(".player-line", has_text="Cem")
    return Filled(phone, line, lambda: expect(points).to_have_value("-10"))


def a_bonus_card(phone: Phone, _: OpenPhone) -> Filled:
    phone.seat(*THREE, variant="skull-king")
    phone.table.bid(1, 0, 0)
    phone.look()
    phone.page.get_by_role("link", name="Extras").tap()
    return chip(phone, "Black 14, Ann", 1)


def house_rules(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.open(f"{phone.table.path}/rules")
    rule = phone.page.get_by_label("The dealer’s bid")
    rule.tap()
    return Filled(phone, phone.button("Done"), lambda: expect(rule).to_be_checked())


def a_play_on(phone: Phone, _: OpenPhone) -> Filled:
    phone.seat(*THREE)
    phone.played()
    phone.table.post(f"{phone.table.path}/end", hands=1, revision=phone.table.revision)
    phone.look()
    phone.view("More")
    return _button(phone, "Play on")


def a_name(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.open("/book")
    button = phone.button("Save name")
    return _typed(phone, "Name of this phone", "Ann’s phone", button)


def a_link(phone: Phone, open_phone: OpenPhone) -> Filled:
    phone.seat(*THREE)
    other = _opened(phone, open_phone, f"{phone.table.path}/pass", f"{phone.table.path}/phones")
    return _typed(other, "Name of this phone", "Ben", other.button("Keep score on this phone"))


def a_book_link(phone: Phone, open_phone: OpenPhone) -> Filled:
    phone.start(*THREE)
    other = _opened(phone, open_phone, "/book/link", "/book")
    return _typed(other, "Name of this phone", "Ben", other.button("Use this book"))


def a_newcomer(phone: Phone, _: OpenPhone) -> Filled:
    phone.seat(*THREE)
    phone.look()
    phone.open(f"{phone.table.path}/players/new")
    return _typed(phone, "Name", "Dora", phone.button("Join from hand 1 on"))


def a_title(phone: Phone, _: OpenPhone) -> Filled:
    phone.seat(*THREE)
    phone.look()
    phone.open(f"{phone.table.path}/about")
    return _typed(phone, "Title", "Cup", phone.button("Save"))


def a_claim(phone: Phone, open_phone: OpenPhone) -> Filled:
    other = _shares_the_book(phone, open_phone)
    other.follow("Ann, Ben, Cem")
    other.page.locator("#claim summary").tap()
    return _button(other, "Keep score here too")


def a_phone_of_the_book(phone: Phone, open_phone: OpenPhone) -> Filled:
    _shares_the_book(phone, open_phone)
    phone.open("/book")
    return _button(phone, "Remove")


def a_phone_that_stops(phone: Phone, open_phone: OpenPhone) -> Filled:
    phone.at_the_bids()
    other = open_phone()
    other.table = phone.share(other.table)
    other.look()
    other.open(f"{phone.table.path}/phones")
    return _button(other, "Stop keeping score on this phone")


def a_phone_that_is_stopped(phone: Phone, open_phone: OpenPhone) -> Filled:
    a_phone_that_stops(phone, open_phone)
    phone.open(f"{phone.table.path}/phones")
    return _button(phone, "Remove")


def a_recovery_link(phone: Phone, _: OpenPhone) -> Filled:
    phone.start(*THREE)
    phone.open("/book")
    button = phone.page.get_by_role("region", name="Recovery link").locator("form button")
    return Filled(phone, button, lambda: expect(button).to_be_visible())


def mine(phone: Phone, open_phone: OpenPhone) -> Filled:
    phone.at_the_bids()
    other = phone.share(open_phone().table)
    with phone.away():
        phone.chip("Bid of Ann", 1).tap()
        other.bid(0)
    phone.notice()
    return _button(phone, "Use mine")


a_pencil = pressed("Share: both keep score", "{}/phones")
a_book = pressed("Make a link", "/book")
FILLS: dict[str, Fill] = {
    "a bid": a_bid,
    "a new game": a_new_game,
    "a correction": a_correction,
    "a link": a_link,
    "an undo": an_undo,
    "a trump": a_trump,
    "some tricks": some_tricks,
    "a score": a_score,
    "an end": pressed("End the game now", view="More", hands=1),
    "a play on": a_play_on,
    "a dealer": a_dealer,
    "some extras": some_extras,
    "a bonus card": a_bonus_card,
    "house rules": house_rules,
    "a title": a_title,
    "a newcomer": a_newcomer,
    "a rematch": a_rematch,
    "a deletion": pressed("Delete for good", "{}/delete"),
    "a claim": a_claim,
    "a pencil": a_pencil,
    "a phone that stops": a_phone_that_stops,
    "a phone that is stopped": a_phone_that_is_stopped,
    "a name": a_name,
    "a book": a_book,
    "a book link": a_book_link,
    "a phone of the book": a_phone_of_the_book,
    "a recovery link": a_recovery_link,
    "mine": mine,
}
"""The fields of the short form first."""


def _button(phone: Phone, name: str) -> Filled:
    button = phone.button(name)
    button.wait_for()
    return Filled(phone, button, lambda: expect(button).to_be_visible())


def _typed(phone: Phone, label: str, text: str, button: Locator) -> Filled:
    field = phone.page.get_by_label(label)
    field.fill(text)
    return Filled(phone, button, lambda: expect(field).to_have_value(text))


def _bid(phone: Phone) -> None:
    phone.seat(*THREE)
    phone.table.turn("hearts")
    phone.table.bid(1, 0, 0)


def _opened(phone: Phone, open_phone: OpenPhone, makes: str, shows: str) -> Phone:
    phone.table.post(makes)
    other = open_phone()
    other.open(link_on(phone.table.client.get(shows).text))
    return other


def _shares_the_book(phone: Phone, open_phone: OpenPhone) -> Phone:
    other = a_book_link(phone, open_phone).phone
    other.press("Use this book")
    other.page.get_by_role("link", name="Ann, Ben, Cem").wait_for()
    return other
