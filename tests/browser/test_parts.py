"""After each answer, a page looks exactly like one that was just opened."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, UNANCHORED, Phone
from tests.browser.server import Server
from tests.turns import daily

pytestmark = pytest.mark.browser

POLL = re.compile(r"[?&]seen=")
STEPS = (
    "Trump Wizard, Trump Clubs, #step-trump, Trump Hearts, Bid of Ann 1, Bid of Ann 0, "
    "Bid of Ben 0, Bid of Cem 0, Tricks of Ben 1, #step-bids, Bid of Ben 1, Tricks of Ann 0, "
    "!Score hand, Trump Jester, !End the game now, !Play on, Bid of Ann 0, Bid of Ben 2, "
    "Bid of Cem 0, Tricks of Ann 1, Tricks of Ben 1, !End after hand 2, !Score hand, !Undo"
)
BOTH = """async () => {
  const lines = (at) => {
    if (at.nodeType === Node.TEXT_NODE) return at.data.split(/\\s+/).join(" ").trim() || [];
    if (at.nodeType !== Node.ELEMENT_NODE) return [];
    // A page that counts the tricks goes on with them after an Undo; a new page shows the pause.
    const data = ["data-minutes", "data-now", "data-pencils", "data-plays"];
    const passing = ["checked", "class", "open", ...data];
    const lasts = (name) => !passing.includes(name);
    const isTab = (name) => ["aria-current", "href"].includes(name) && at.matches(".tabs > a");
    const given = at.getAttributeNames().filter((name) => lasts(name) && !isTab(name)).sort()
      .map((name) => `${name}=${at.name === "csrf_token" || at.getAttribute(name)}`);
    const classes = [...at.classList].filter((name) => !/^(fresh$|fits$|htmx-)/.test(name));
    const isChosen = at.checked && !at.matches(".tricks [name=pad]");
    given.push(...classes, isChosen, at.name !== "csrf_token" && at.value);
    return [[at.localName, ...given].join(" "), ...[...at.childNodes].flatMap(lines)];
  };
  const board = document.querySelector("#board");
  const anew = document.createElement("template");
  anew.innerHTML = await (await fetch(board.dataset.poll)).text();
  return [board, anew.content.querySelector("#board")].map(lines);
}"""


def expect_as_opened_now(phone: Phone) -> None:
    """Check that the page's contents, selections and fields equal those of a new page."""
    phone.settle()
    shown, opened = phone.page.evaluate(BOTH)
    assert shown == opened


@contextmanager
def answered_late(phone: Phone) -> Iterator[None]:
    """A context in which the page has polled; the answer arrives and is handled at its end."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        route.fallback() if held else held.append(route)

    phone.page.route(POLL, hold)
    with phone.page.expect_request(POLL):
        phone.notice()
    yield
    (late,) = held
    with phone.page.expect_response(lambda answer: answer.request != late.request):
        late.continue_()


def game(phone: Phone) -> Iterator[None]:
    """A short game with mistakes; each step has its answer."""
    phone.start(*THREE, sizes="1, 2, 3")
    yield
    for step in STEPS.split(", "):
        if step[0] == "#":
            phone.tap(phone.page.locator(step))
            expect(phone.page.locator(f"{step}[aria-current]")).to_have_count(1)
        else:
            phone.view("More" if step.startswith(("!End", "!Play on")) else "Hand")
            thing = phone.button(step[1:]) if step[0] == "!" else phone.chip(*step.rsplit(" ", 1))
            with phone.saved():
                phone.tap(thing)
        yield


@pytest.mark.journey
@daily("at_once", [1, 3], 1)
def test_after_each_tap_the_pages_of_all_are_as_if_opened_now(
    phone: Phone, open_phone: OpenPhone, at_once: int
) -> None:
    """Every day those who follow ask by turns, and so miss some taps."""
    followers = [("", open_phone()), ("?me=", open_phone(cdn=False)), ("?me=1", open_phone())]
    for step, _ in enumerate(game(phone)):
        expect_as_opened_now(phone)
        revision = phone.page.locator("#board").get_attribute("data-revision") or ""
        followers = followers[1:] + followers[:1]
        for me, follower in followers[:at_once] if step else followers:
            follower.notice() if step else follower.open(phone.page.url + me)
            expect(follower.page.locator("#board")).to_have_attribute("data-revision", revision)
            expect_as_opened_now(follower)


def test_after_taps_faster_than_answers_the_page_is_as_if_opened_now(
    phone: Phone, server: Server
) -> None:
    phone.at_the_bids()
    with server.busy():
        for name, number in (("Ann", 1), ("Ben", 1), ("Ben", 0), ("Cem", 0)):
            phone.chip(f"Bid of {name}", number).tap()
    phone.group("Tricks of Ann").wait_for()
    with server.busy():
        phone.take((1, 0, 0))
        phone.press("Score hand")
    expect(phone.page.locator("h1")).to_contain_text("Hand 2")
    expect_as_opened_now(phone)


def test_after_an_undo_of_what_was_not_answered_yet_the_page_is_as_if_opened_now(
    phone: Phone, server: Server
) -> None:
    phone.at_the_bids(bid=1)
    with server.busy():
        phone.chip("Bid of Ben", 0).tap()
        phone.button("Undo").tap()
    for taken_back in ("Ben bid 0", "Ann bid 1"):
        expect(phone.page.locator("#status")).to_have_text(f"Undone: hand 1, {taken_back}")
        expect_as_opened_now(phone)
        phone.press("Undo")


def test_after_a_tap_the_focus_is_on_the_open_pad(phone: Phone) -> None:
    phone.seat(*THREE, sizes="2")
    phone.table.turn("hearts")
    phone.table.bid(1, 0, 0)
    phone.look()
    for name, number in (("Ann", 0), ("Ben", 0)):
        with phone.saved():
            phone.tap(phone.chip(f"Tricks of {name}", number))
    # The rest is Cem's.
    expect(phone.key("Tricks of Cem", 2)).to_be_focused()
    with phone.saved():
        phone.tap(phone.chip("Tricks of Ann", 1))
    expect(phone.key("Tricks of Cem", 1)).to_be_focused()


def test_the_sheet_stays_under_the_eyes_while_the_panel_above_it_changes(
    phone: Phone, open_phone: OpenPhone
) -> None:
    phone.seat(*THREE)
    phone.played()
    follower = open_phone(viewport={"width": 844, "height": 390})
    follower.open(f"{phone.table.path}?me=")
    follower.page.evaluate(UNANCHORED)
    follower.page.evaluate("scrollTo(0, 60)")
    before = (sheet := follower.page.locator("#sheet")).bounding_box()
    phone.table.turn("hearts")
    follower.notice()
    expect(follower.page.locator("#foot")).to_contain_text("bids next")
    assert sheet.bounding_box() == before


def test_a_scored_hand_is_a_row_more_and_its_undo_takes_it_away(phone: Phone) -> None:
    phone.seat(*THREE)
    phone.played()
    phone.look()
    phone.page.evaluate("document.querySelector('#row-1').seen = true")
    phone.play("Hearts", (1, 0, 0), (2, 0, 0))
    assert phone.page.evaluate("document.querySelector('#row-1').seen"), "only the new row came"
    expect(phone.page.locator("#rows tr:has(.entry)")).to_have_count(2)
    expect_as_opened_now(phone)
    phone.press("Undo")
    expect(phone.page.locator("#rows tr:has(.entry)")).to_have_count(1)
    expect_as_opened_now(phone)


def test_the_pad_of_the_trump_is_kept_from_hand_to_hand(phone: Phone) -> None:
    phone.seat(*THREE)
    phone.look()
    phone.page.evaluate("document.querySelector('#trumps').seen = true")
    phone.play("Hearts", (1, 0, 0), (1, 0, 0))
    assert phone.page.evaluate("document.querySelector('#trumps').seen"), "it was not sent again"
    expect_as_opened_now(phone)
    phone.play("Clubs", (1, 0, 0), (2, 0, 0))
    expect_as_opened_now(phone)


def test_an_answer_to_an_older_question_is_not_drawn_over_a_page_that_went_on(
    phone: Phone, server: Server
) -> None:
    phone.at_the_bids()
    other = phone.share(server.table())
    with answered_late(phone):
        other.bid(None, 0, None)
        phone.follow("Hearts")
        phone.group("Trump").wait_for()
    expect_as_opened_now(phone)
    phone.follow("Next")
    phone.group("Bid of Ann").wait_for()
    phone.settle()
    with answered_late(phone):
        with phone.saved():
            phone.chip("Bid of Cem", 1).tap()
        other.undo()
    expect(phone.checked("Bid of Cem")).to_have_count(0)
    expect_as_opened_now(phone)


@pytest.mark.journey
def test_an_answer_to_a_tap_is_not_drawn_over_another_panel(phone: Phone) -> None:
    phone.at_the_bids()
    held: list[Route] = []

    def hold(route: Route) -> None:
        route.fallback() if held else held.append(route)

    phone.page.route("**/hands/1/bids", hold)
    with phone.page.expect_request("**/hands/1/bids"):
        phone.tap(phone.chip("Bid of Ann", 1))
    phone.follow("Hearts")
    phone.group("Trump").wait_for()
    (late,) = held
    revision = phone.page.locator("#board").get_attribute("data-revision")
    late.continue_()
    # The answer is not drawn; the page asks for the news instead.
    expect(phone.page.locator("#board")).not_to_have_attribute("data-revision", revision or "")
    expect_as_opened_now(phone)
    phone.expect_chosen("Trump", "Hearts")


def test_a_number_tapped_without_htmx_while_news_comes_stays_chosen(
    open_phone: OpenPhone,
) -> None:
    plain = open_phone(cdn=False)
    plain.at_the_bids()
    with answered_late(plain):
        plain.table.bid(1)
        plain.chip("Bid of Ben", 1).tap()
    plain.expect_chosen("Bid of Ann", 1)
    plain.expect_chosen("Bid of Ben", 1)
