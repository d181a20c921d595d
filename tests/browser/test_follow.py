"""Following on other phones: live within three seconds, true about itself, and never jumping."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.server import Server

pytestmark = pytest.mark.browser

SOON = 3000
"""Milliseconds within which everybody sees what the keeper entered."""
SHEET = """() => [...document.querySelectorAll("#sheet tbody tr")].map(
  (row) => [...row.querySelectorAll("td")].map((cell) => cell.innerText.replace(/\\s+/g, " ")))"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def shown(phone: Phone) -> list[list[str]]:
    rows: list[list[str]] = phone.page.evaluate(SHEET)
    return rows


def expect_same(keeper: Phone, *followers: Phone) -> None:
    """Every follower's sheet equals the keeper's in time."""
    end = time.monotonic() + SOON / 1000
    wanted = shown(keeper)
    assert wanted
    for follower in followers:
        while shown(follower) != wanted:
            assert time.monotonic() < end, (shown(follower), wanted)
            follower.page.wait_for_timeout(50)


def state(phone: Phone, text: str | re.Pattern[str]) -> None:
    expect(phone.page.locator("#follow .state > span:visible")).to_have_text(text)


def asked(phone: Phone) -> list[Request]:
    """A list that grows with each poll."""
    polls: list[Request] = []
    phone.context.on(
        "request", lambda request: polls.append(request) if "seen=" in request.url else None
    )
    return polls


@pytest.fixture
def follow(open_phone: OpenPhone, phone: Phone) -> Callable[..., Phone]:
    """Makes a phone that follows the keeper's game."""

    def opened(me: str = "", **options: bool) -> Phone:
        follower = open_phone(**options)
        follower.names = phone.names
        follower.open(phone.page.url)
        if me:
            follower.page.get_by_role("link", name=me, exact=True).tap()
            follower.page.wait_for_url("**?me=*")
        return follower

    return opened


def test_two_followers_see_three_hands_as_they_are_entered(
    phone: Phone, follow: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    first, second = follow("Ben"), follow()
    hands = [
        ("Hearts", [1, 0, 0], [1, 0, 0]),
        ("Wizard Clubs", [0, 2, 1], [1, 1, 0]),
        ("No trump", [1, 1, 1], [1, 1, 1]),
    ]
    for turned, bids, tricks in hands:
        phone.turn(turned)
        phone.bid(bids)
        for follower in (first, second):
            seen = follower.page.locator(".player-line", has_text="Ben")
            expect(seen).to_contain_text(f"bid {bids[1]}", timeout=SOON)
        phone.take(tricks)
        phone.score()
        expect_same(phone, first, second)
    expect(first.page.locator("#status")).to_have_text(re.compile(r"Hand 3 scored\. \w+ lead"))
    assert first.page.locator("[aria-live]").count() == 0


def test_a_follower_is_told_when_it_is_their_turn(
    phone: Phone, follow: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem", dealer=2)
    ben = follow("Ben")
    phone.turn("Hearts")
    expect(ben.page.locator(".next")).to_have_text("Ann bids next", timeout=SOON)
    phone.tap(phone.chip("Bid of Ann", 0))
    expect(ben.page.locator(".next")).to_have_text("Your turn to bid", timeout=SOON)
    expect(ben.page.locator("#status")).to_have_text("Your turn to bid")
    expect(ben.page.locator(".player-line.me")).to_contain_text("Ben")
    phone.tap(phone.chip("Bid of Ben", 1))
    expect(ben.page.locator(".next")).to_have_text("Cem bids next", timeout=SOON)


def test_following_needs_no_cookie_and_no_script_from_elsewhere(
    phone: Phone, follow: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    bare = follow(cdn=False)
    phone.play("Hearts", [1, 0, 0], [1, 0, 0])
    expect_same(phone, bare)
    assert bare.context.cookies() == []


def test_without_scripts_a_link_reloads(phone: Phone, follow: Callable[..., Phone]) -> None:
    phone.start("Ann", "Ben", "Cem")
    still = follow(java_script_enabled=False)
    expect(still.button("Pause updates")).to_be_hidden()
    phone.turn("Hearts")
    phone.group("Bid of Ann").wait_for()
    still.follow("Reload to see the latest")
    expect(still.page.locator(".steps")).to_contain_text("Hearts")


def test_a_server_that_was_away_for_20_seconds_is_missed_and_found_again(
    phone: Phone, server: Server, follow: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    follower = follow()
    for one in (phone, follower):
        one.forgiven.append("net::ERR_")
    state(follower, "Live")
    server.stop()
    state(follower, re.compile(r"^No connection. This is the game as of \d\d:\d\d$"))
    follower.page.wait_for_timeout(20_000)
    server.start()
    state(follower, "Live")
    phone.play("Hearts", [1, 0, 0], [1, 0, 0])
    expect_same(phone, follower)


def test_a_phone_that_sleeps_asks_nothing_and_is_up_to_date_when_it_wakes(
    phone: Phone, follow: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    follower = follow()
    polls = asked(follower)
    follower.page.evaluate(HIDE, True)
    phone.play("Hearts", [1, 0, 0], [1, 0, 0])
    follower.page.wait_for_timeout(SOON)
    assert polls == []
    assert shown(follower) == []
    follower.page.evaluate(HIDE, False)
    follower.page.wait_for_timeout(500)
    assert shown(follower) == shown(phone) != []


def test_a_paused_page_stays_as_it_is_until_one_goes_on(
    phone: Phone, follow: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    follower = follow()
    follower.press("Pause updates")
    state(follower, "Paused")
    polls = asked(follower)
    phone.play("Hearts", [1, 0, 0], [1, 0, 0])
    follower.page.wait_for_timeout(SOON)
    assert polls == []
    follower.press("Resume")
    state(follower, "Live")
    expect_same(phone, follower)


def test_a_game_that_is_over_is_not_asked_for_again(
    phone: Phone, follow: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem", sizes="1")
    follower = follow()
    phone.play("Hearts", [1, 0, 0], [1, 0, 0])
    state(follower, "The game is over")
    expect(follower.page.locator(".result")).to_contain_text("win")
    polls = asked(follower)
    follower.page.wait_for_timeout(SOON)
    assert polls == []


def test_what_one_reads_does_not_move_and_what_is_open_stays_open(
    phone: Phone, follow: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    for _ in range(2):
        phone.play("Hearts", [1, 0, 0], [1, 0, 0])
    follower = follow("Ben")
    page = follower.page
    page.get_by_text("You are Ben").tap()
    row = page.locator("#row-2")
    page.evaluate("document.querySelector('#row-1').scrollIntoView()")
    before = row.bounding_box()
    assert before is not None
    assert page.evaluate("scrollY") > 0
    phone.play("Hearts", [1, 0, 0], [1, 0, 0])
    expect_same(phone, follower)
    after = row.bounding_box()
    assert after is not None
    assert abs(after["y"] - before["y"]) <= 1
    expect(page.get_by_role("link", name="None of these")).to_be_visible()


def test_the_page_says_whether_the_screen_stays_on(
    phone: Phone, server: Server, follow: Callable[..., Phone], open_phone: OpenPhone
) -> None:
    phone.start("Ann", "Ben", "Cem")
    expect(follow().page.locator(".awake .on")).to_be_visible()
    plain = open_phone(base_url=f"http://table.test:{server.port}")
    plain.open(phone.page.url.replace("127.0.0.1", "table.test"))
    expect(plain.page.locator(".awake .http")).to_be_visible()
    expect(plain.page.locator(".awake .http")).to_contain_text("needs https")


def test_the_screen_is_kept_on_again_after_the_phone_was_away(
    phone: Phone, follow: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    follower = follow()
    follower.page.add_init_script(
        "window.asked = 0; navigator.wakeLock.request = async () => "
        "{ window.asked += 1; window.lock = new EventTarget(); return window.lock; }"
    )
    follower.page.reload()
    expect(follower.page.locator(".awake .on")).to_be_visible()
    follower.page.evaluate("lock.dispatchEvent(new Event('release'))")
    expect(follower.page.locator(".awake .off")).to_be_visible()
    follower.page.evaluate(HIDE, False)
    expect(follower.page.locator(".awake .on")).to_be_visible()
    assert follower.page.evaluate("asked") == 2
