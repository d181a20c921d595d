"""Following on other phones: live within three seconds, honest about its state, and never
jumping."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import CLOSED, LOST, SOON, THREE, UNANCHORED, Phone
from tests.browser.server import Server
from tests.desk import Desk
from tests.table import Table, numbers
from tests.turns import daily

pytestmark = pytest.mark.browser

HALF_AN_HOUR = 30 * 60
HAND = ("hearts", (1, 0, 0), (1, 0, 0))
SHEET = [
    "1 Hearts | 1/1 +30 30 | 0/0 +20 20 | 0/0 +20 20",
    "2 Wizard Clubs | 0/1 −10 20 | 2/1 −10 10 | 1/0 −10 10",
]

HIDDEN = """() => [...document.querySelectorAll(
  ".player-line, #sum, #foot .next, #foot .button, .tabs a, #head .dot",
)].filter((thing) => {
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  const at = (x, y) => thing.contains(document.elementFromPoint(x, y));
  const middle = (left + right) / 2;
  return ![top + 2, bottom - 2].every((y) => at(middle, y) || at(left + 20, y));
}).map((thing) => thing.id || thing.textContent || thing.className)"""
"""Elements that a follower cannot see or tap without scrolling."""
HIDDEN_SCROLLED = f"""() => {{
  const names = [];
  for (let y = 0; y < document.documentElement.scrollHeight; y += 20) {{
    scrollTo(0, y);
    names.push(...({HIDDEN})());
  }}
  scrollTo(0, 0);
  return names;
}}"""
"""The same, wherever the page is scrolled to."""


@pytest.fixture
def keeper(server: Server) -> Table:
    """The keeper's phone, which needs no browser; Cem deals."""
    table = server.table()
    table.start(*THREE, dealer=2)
    return table


@pytest.fixture
def follow(open_phone: OpenPhone, keeper: Table) -> Callable[..., Phone]:
    """Makes a phone that follows the keeper's game."""

    def opened(me: str = "", **options: Any) -> Phone:
        follower = open_phone(**options)
        follower.names = THREE
        follower.open(keeper.path)
        answer = re.compile(rf"^{me} total") if me else "I only watch"
        follower.page.get_by_role("link", name=answer).tap()
        follower.page.wait_for_url("**?me=*")
        return follower

    return opened


def state(phone: Phone, text: str | re.Pattern[str]) -> None:
    shown = phone.page.locator("#follow .state > span:visible")
    expect(shown).to_have_text(text, use_inner_text=True)


def live(phone: Phone) -> None:
    """Expect the page to follow, shown only by the dot in its head."""
    expect(phone.page.locator("#head .dot")).to_be_visible()
    expect(phone.page.locator("#follow")).to_have_attribute("data-state", "live")
    expect(phone.page.locator("#follow")).to_be_hidden()


def remembers(phone: Phone, seat: str) -> None:
    """Wait until the script has stored the answer, which follows the drawing."""
    phone.until(f"localStorage[`me ${{location.pathname}}`] === '\"{seat}\"'")


@contextmanager
def asks_nothing(phone: Phone) -> Iterator[None]:
    """Expect no polls meanwhile, however long it takes."""
    polls: list[Request] = []
    phone.context.on(
        "request", lambda request: polls.append(request) if "seen=" in request.url else None
    )
    yield
    phone.later(2 * SOON)
    assert polls == []


@pytest.mark.journey
def test_followers_see_what_is_entered_within_three_seconds_and_whose_turn_it_is(
    keeper: Table, follow: Callable[..., Phone]
) -> None:
    ben, other = followers = follow("Ben"), follow()
    for turned, named, bids, tricks in (
        ("hearts", "", (1, 0, 0), (1, 0, 0)),
        ("wizard", "clubs", (0, 2, 1), (1, 1, 0)),
    ):
        keeper.turn(turned, named=named)
        keeper.bid(*bids)
        for phone in followers:
            phone.later(SOON)
            seen = phone.page.locator(".player-line, #mine", has_text="Ben")
            expect(seen).to_contain_text(f"bid {bids[1]}")
        keeper.score(*tricks)
    for phone in followers:
        phone.later(SOON)
        expect(phone.page.locator("#row-2:has(.entry)")).to_be_attached()
        assert phone.sheet() == SHEET
    expect(ben.page.locator("#status")).to_have_text("You deal")
    expect(other.page.locator("#status")).to_have_text("Hand 2 scored. Ann leads with 20.")
    assert other.page.locator("[aria-live]").count() == 0
    keeper.turn("hearts")
    keeper.bid(0, None, 0)
    ben.later(SOON)
    expect(ben.page.locator("#status")).to_have_text("Your turn to bid")
    expect(ben.page.locator("#mine")).to_contain_text("Ben, say your bid")
    keeper.bid(0, 1, 0)
    ben.later(SOON)
    expect(ben.page.locator("#mine")).not_to_contain_text("say your bid")


def test_a_correction_is_told_once_on_every_phone_that_shows_the_game(
    open_phone: OpenPhone, keeper: Table, follow: Callable[..., Phone]
) -> None:
    second = open_phone()
    second.table = keeper.share(second.table.client)
    keeper.play("hearts", (1, 0, 0), (1, 0, 0))
    second.look()
    phones = follow("Ben"), second
    hand: dict[str, Any] = {"dealer": 2, "turned": "hearts", **numbers("tricks", (1, 0, 0))}
    hand |= {"revision": keeper.revision, **numbers("bid", (0, 0, 0))}
    corrected = keeper.post(f"{keeper.path}/hands/1", **hand)
    assert corrected.status_code == 303, corrected.text
    for phone in phones:
        phone.later(SOON)
        said = phone.page.locator("#status.toast")
        expect(said).to_have_text("Hand 1 corrected: Ann bid 0 (was 1)")
        phone.later(4)
        expect(phone.page.locator("#status")).to_be_empty()
    keeper.turn("hearts")
    for phone in phones:
        phone.later(SOON)
        expect(phone.page.locator("#status.toast")).to_have_count(0)


def test_a_keeper_sees_beside_the_dot_how_many_phones_follow(
    open_phone: OpenPhone, keeper: Table, follow: Callable[..., Phone]
) -> None:
    mine = open_phone()
    mine.table = keeper
    mine.look()
    number = "getComputedStyle(document.querySelector('#head .dot + i'), '::before').content"
    mine.later(SOON)
    assert mine.page.evaluate(number) in ('""', "none")
    followers = follow(), follow("Ben")
    for phone in followers:
        phone.later(SOON)
    # Reloaded, a page counts once.
    followers[0].page.reload()
    followers[0].later(SOON)
    keeper.turn("hearts")
    mine.later(SOON)
    expect(mine.page.locator("#head .dot + i")).to_be_visible()
    assert mine.page.evaluate(number) == '"2"'
    mine.view("More")
    expect(mine.page.locator("#follow .followers")).to_have_text("Phones that follow: 2")


def test_hand_question_dot_and_tabs_are_in_view_at_once(
    keeper: Table, follow: Callable[..., Phone]
) -> None:
    keeper.play(*HAND)
    phone = follow()
    for is_begun in (False, True):
        if is_begun:
            keeper.turn("hearts")
        for width, height in ((390, 784), (360, 580), (844, 330)):
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.page.reload()
            live(phone)
            assert phone.page.evaluate(HIDDEN) == [], (is_begun, width)
            phone.view("More")
            assert "Hand" not in "".join(phone.page.evaluate(HIDDEN_SCROLLED)), width
            phone.press("Pause updates")
            phone.follow("Hand")
            state(phone, "Paused")
            assert phone.page.evaluate(HIDDEN) == ["dot"], (is_begun, width)


def test_on_its_side_a_phone_that_follows_has_the_sheet_beside_the_hand(
    keeper: Table, follow: Callable[..., Phone]
) -> None:
    keeper.play(*HAND)
    phone = follow(viewport={"width": 844, "height": 390})
    row = phone.page.locator("#row-1:has(.entry)")
    expect(row).to_be_in_viewport(ratio=1)
    sheet, foot = phone.box(phone.page.locator("#sheet")), phone.box(phone.page.locator("#foot"))
    assert 0 <= foot["y"] - sheet["y"] - sheet["height"] <= 4
    # It gives way to the cards while the hand is played, and is back while tricks are counted.
    keeper.turn("hearts")
    keeper.bid(0, 1, 0)
    phone.page.reload()
    expect(row).to_be_hidden()
    keeper.take(None, 1, None)
    phone.page.reload()
    expect(row).to_be_in_viewport(ratio=1)
    phone.follow("More")
    expect(row).to_be_hidden()
    phone.follow("Hand")
    phone.page.set_viewport_size({"width": 390, "height": 844})
    expect(row).to_be_hidden()


def test_a_phone_answers_who_it_is_once_and_a_tap_on_a_line_changes_the_answer(
    keeper: Table, follow: Callable[..., Phone]
) -> None:
    phone = follow("Ben")
    page, own = phone.page, phone.page.locator("#mine h2")
    expect(own).to_have_text("Ben")
    remembers(phone, "1")
    phone.open(f"{keeper.path}#sheet")
    page.wait_for_url("**?me=1#sheet")
    phone.view("Hand")
    page.get_by_role("link", name="I am Ann").tap()
    expect(own).to_have_text("Ann")
    page.get_by_role("link", name="I am somebody else").tap()
    page.get_by_role("link", name="I only watch").tap()
    expect(page.locator(".player-line")).to_have_count(3)
    remembers(phone, "")
    phone.open(keeper.path)
    page.wait_for_url("**?me=")
    expect(page.locator("#whom")).to_be_hidden()
    page.get_by_role("link", name="I am Ben").tap()
    expect(own).to_have_text("Ben")
    remembers(phone, "1")
    phone.open(keeper.start(*reversed(THREE)))
    first = page.locator("#whom li").first
    expect(first).to_contain_text("Ben")
    expect(first.get_by_text("you, last time")).to_be_visible()


def test_the_phone_buzzes_once_when_its_turn_comes_but_not_with_reduced_motion(
    keeper: Table, follow: Callable[..., Phone]
) -> None:
    keeper.turn("hearts")
    phones = [follow("Ben", reduced_motion=motion) for motion in ("no-preference", "reduce")]
    for phone in phones:
        phone.page.evaluate(
            "() => { navigator.vibrate = (time) => (window.buzzes ??= []).push(time); }"
        )
    for bids in ((0, None, None), (1, None, None), (1, 1, None)):
        keeper.bid(*bids)
        for phone in phones:
            phone.later(SOON)
            expect(phone.page.locator("#board")).to_have_attribute(
                "data-revision", f"{keeper.revision}"
            )
    assert [one.page.evaluate("window.buzzes ?? []") for one in phones] == [[80], []]


@pytest.mark.journey
def test_a_server_that_was_away_for_20_seconds_is_missed_and_found_again(
    keeper: Table, server: Server, follow: Callable[..., Phone]
) -> None:
    follower = follow()
    follower.forgiven.append("net::ERR_")
    live(follower)
    server.stop()
    follower.later(SOON)
    state(follower, re.compile(r"^No connection. This page is from \d\d:\d\d$"))
    follower.later(20)
    server.start()
    keeper.play(*HAND)
    follower.later(SOON)
    live(follower)
    expect(follower.page.locator("#row-1:has(.entry)")).to_be_attached()


def test_the_warning_of_a_phone_on_its_side_covers_nothing_of_the_own_card(
    keeper: Table, server: Server, follow: Callable[..., Phone]
) -> None:
    keeper.turn("hearts")
    follower = follow("Ben", viewport={"width": 844, "height": 390})
    follower.forgiven.append("net::ERR_")
    server.stop()
    follower.later(SOON)
    state(follower, re.compile("^No connection"))
    card, warning = (follower.box(follower.page.locator(which)) for which in ("#mine", "#follow"))
    assert card["y"] + card["height"] <= warning["y"]


@pytest.mark.journey
def test_a_follower_is_told_of_an_error_of_the_server(follow: Callable[..., Phone]) -> None:
    follower = follow()
    follower.forgiven += LOST
    polls = re.compile("[?&]seen=")
    follower.context.route(
        polls, lambda route: route.fulfill(status=500, headers={"X-Scorekeeper": "1"})
    )
    follower.later(SOON)
    expect(follower.page.locator("#follow")).to_have_attribute("data-state", "lost")
    follower.context.unroute(polls)
    follower.later(SOON)
    live(follower)


def test_a_follower_reads_when_somebody_last_entered_something(
    keeper: Table, follow: Callable[..., Phone]
) -> None:
    follower = follow()
    live(follower)
    follower.view("More")
    state(follower, "Live")
    keeper.turn("hearts")
    follower.later(SOON)
    state(
        follower,
        re.compile(r"^Live\s+last entry (?:.*, )?\d\d:\d\d\s+Phones that follow:\s1$"),
    )


@pytest.mark.journey
def test_a_phone_that_sleeps_asks_nothing_and_is_up_to_date_when_it_wakes(
    keeper: Table, follow: Callable[..., Phone]
) -> None:
    follower = follow()
    follower.hide()
    with asks_nothing(follower):
        keeper.play(*HAND)
    assert follower.sheet() == []
    follower.hide(False)
    expect(follower.page.locator("#row-1:has(.entry)")).to_be_attached()


def test_a_paused_page_stays_as_it_is_until_updates_resume(
    keeper: Table, follow: Callable[..., Phone]
) -> None:
    follower = follow()
    follower.view("More")
    state(follower, "Live")
    follower.press("Pause updates")
    follower.view("Hand")
    state(follower, "Paused")
    with asks_nothing(follower):
        keeper.play(*HAND)
    follower.press("Resume")
    live(follower)
    expect(follower.page.locator("#row-1:has(.entry)")).to_be_attached()


@daily("view", ["", "/table"], "")
def test_followers_reach_the_rematch_within_three_seconds(
    keeper: Table, open_phone: OpenPhone, view: str
) -> None:
    follower = open_phone()
    strip = follower.page.locator("#follow")
    follower.open(keeper.path + view)
    keeper.play(*HAND)
    keeper.post(f"{keeper.path}/end", hands=1, revision=keeper.revision)
    follower.later(SOON)
    expect(strip).to_have_attribute("data-state", "over")
    rematch = keeper.post(f"{keeper.path}/rematch").location
    follower.later(SOON)
    follower.page.wait_for_url(f"**{rematch}{view}")
    follower.open(keeper.path + view)
    with asks_nothing(follower):
        expect(strip).to_have_attribute("data-state", "over")
    if not view:
        follower.view("Standings")
        expect(follower.page.locator("#figures")).to_contain_text("1 hand")
        assert keeper.path in follower.page.url, "an old game that somebody opened stays"


def test_a_game_that_is_over_is_not_asked_for_again(
    keeper: Table, follow: Callable[..., Phone]
) -> None:
    follower = follow()
    keeper.play(*HAND)
    keeper.post(f"{keeper.path}/end", hands=1, revision=keeper.revision)
    follower.later(SOON)
    expect(follower.page.locator("#follow")).to_have_attribute("data-state", "over")
    expect(follower.page.locator(".result")).to_contain_text("win")
    follower.sleep(HALF_AN_HOUR)
    with asks_nothing(follower):
        pass


def test_text_that_is_being_read_does_not_move(keeper: Table, follow: Callable[..., Phone]) -> None:
    for cards in (1, 2):
        keeper.play("hearts", (1, 0, 0), (cards, 0, 0))
    follower = follow("Ben")
    page = follower.page
    follower.view("Sheet")
    page.set_viewport_size({"width": 390, "height": 300})
    page.evaluate(UNANCHORED)
    page.evaluate("document.querySelector('#row-1').scrollIntoView()")
    before = page.locator("#row-2").bounding_box()
    assert before is not None
    assert page.evaluate("scrollY") > 0
    keeper.play("hearts", (1, 0, 0), (3, 0, 0))
    follower.later(SOON)
    expect(page.locator("#row-3:has(.entry)")).to_be_attached()
    after = page.locator("#row-2").bounding_box()
    assert after is not None
    assert abs(after["y"] - before["y"]) <= 1


def test_the_page_says_whether_the_screen_stays_on(
    keeper: Table, server: Server, follow: Callable[..., Phone], open_phone: OpenPhone
) -> None:
    follower = follow(permissions=["screen-wake-lock"])
    follower.view("More")
    expect(follower.page.locator(".awake .on")).to_be_visible()
    plain = open_phone(base_url=f"http://table.test:{server.port}")
    plain.open(f"{keeper.path}#more")
    expect(plain.page.locator(".awake .http")).to_contain_text("needs https")
    expect(plain.page.locator(".awake .http")).to_be_visible()


def test_the_screen_is_kept_on_again_after_the_phone_was_away(follow: Callable[..., Phone]) -> None:
    follower = follow()
    follower.page.add_init_script(
        "window.asked = 0; navigator.wakeLock.request = async () => "
        "{ window.asked += 1; window.lock = new EventTarget(); return window.lock; }"
    )
    follower.page.reload()
    follower.view("More")
    expect(follower.page.locator(".awake .on")).to_be_visible()
    follower.page.evaluate("lock.dispatchEvent(new Event('release'))")
    expect(follower.page.locator(".awake .off")).to_be_visible()
    follower.hide(False)
    expect(follower.page.locator(".awake .on")).to_be_visible()
    assert follower.page.evaluate("asked") == 2


def test_a_phone_whose_storage_is_closed_follows_all_the_same(
    keeper: Table, open_phone: OpenPhone
) -> None:
    other = open_phone()
    other.page.add_init_script(CLOSED)
    other.open(keeper.path)
    keeper.turn("hearts")
    other.later(SOON)
    expect(other.page.locator(".steps")).to_contain_text("Hearts")


def test_the_first_page_lists_what_a_phone_without_cookies_followed(
    follow: Callable[..., Phone],
) -> None:
    phone = follow()
    phone.page.wait_for_function("localStorage.watched")
    for _ in range(2):
        phone.context.clear_cookies()
        phone.open("/")
        expect(phone.page.locator("#watching .evening")).to_contain_text("Ann, Ben, Cem")
    phone.page.get_by_role("button", name="Forget Ann").click()
    expect(phone.page.locator("#watching")).to_have_count(0)
    assert phone.page.evaluate("localStorage.watched") == "[]"


@pytest.mark.parametrize("page", ["?me=1", "/wall"])
def test_without_cookies_it_lists_events_too(
    open_phone: OpenPhone, server: Server, page: str
) -> None:
    desk = Desk(server.table().client)
    desk.create("Ann", "Ben", "Cem")
    phone = open_phone()
    phone.open(f"{desk.path}{page}")
    expect(phone.page.locator("html.live")).to_be_attached()
    phone.context.clear_cookies()
    phone.open("/")
    expect(phone.page.locator("#watching .evening")).to_contain_text("Rally")


def test_a_kept_page_tells_nobody_that_it_is_their_turn_and_warns_once(
    keeper: Table, follow: Callable[..., Phone]
) -> None:
    keeper.turn("hearts")
    phone = follow("Ann")
    expect(phone.page.locator(".mine .turn")).to_be_visible()
    phone.forgiven.append("net::ERR_")
    phone.context.route("**seen=*", lambda route: route.abort())
    phone.page.set_extra_http_headers({"X-Keep": "1"})
    phone.page.reload()
    expect(phone.page.locator("#follow .lost")).to_be_visible()
    expect(phone.page.locator(".mine")).to_contain_text("total")
    expect(phone.page.locator(".mine.called, .mine .turn, [data-turn]")).to_have_count(0)
    expect(phone.page.locator("#status")).not_to_have_class("toast")
