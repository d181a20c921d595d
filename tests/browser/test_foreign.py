"""A hotel or a proxy answers instead of us: that never counts as an answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.forms import FILLS, Filled
from tests.browser.line import HOTEL, SIGN_IN, Answer, Fate, Line
from tests.browser.phone import THREE, Phone
from tests.figures import Figures
from tests.torture import WHOLE, size
from tests.turns import daily

pytestmark = [pytest.mark.browser, pytest.mark.torture, pytest.mark.usefixtures("line")]

HTML = [("Content-Type", "text/html")]
THEIRS = "Log in first"
BOARD = (
    b"<div id=board data-revision=99 data-panel=trump data-poll=/hotel data-seen=99.9 data-over"
    b" data-chosen='' data-role=keeps data-news='Log in first' data-turn=''>Log in first</div>"
)
LEADS = ("HX-Redirect", HOTEL), ("HX-Trigger", '{"said": {"text": "Log in first"}}')
BEFORE = """() => {
  document.querySelector("main").here = true;
  document.querySelector("#status").textContent = "";
}"""
SHORT = (
    SIGN_IN,
    Answer(302, [("Location", HOTEL)], b""),
    Answer(404, HTML, SIGN_IN.body),
    Answer(204, [], b""),
    Answer(200, [*HTML, *LEADS], BOARD),
)
ODD = (
    Answer(200, HTML, b""),
    Answer(200, [("Content-Type", "application/json")], b'{"saved": true, "by": "Log in first"}'),
    Answer(200, HTML, BOARD),
    Answer(503, [*HTML, ("Retry-After", "3600")], SIGN_IN.body),
    Answer(302, [("Location", "http://127.0.0.1:9/hotel")], b""),
)
NUMBERS = (
    *range(200, 209),
    226,
    *range(300, 309),
    *range(400, 419),
    *range(421, 432),
    451,
    499,
    *range(500, 512),
    *range(520, 531),
    599,
    999,
)
STRANGERS = (
    (*SHORT, *ODD, *(Answer(status, HTML, SIGN_IN.body) for status in NUMBERS)) if WHOLE else SHORT
)


EXPECTED_COMPLAINTS = (
    "^Failed to load resource",
    "^Response Status Error Code",
    # htmx uses XMLHttpRequest, which always follows a redirect; our policy stops it.
    "^Connecting to '.*/hotel' violates .* \"connect-src 'self'\"",
)


@contextmanager
def told_nothing(phone: Phone) -> Iterator[None]:
    """A context in which the page must not navigate, redraw, or show anything of a stranger."""
    phone.forgiven += EXPECTED_COMPLAINTS
    phone.page.evaluate(BEFORE)
    before = phone.page.url, phone.page.title()
    yield
    assert phone.page.evaluate("document.querySelector('main').here"), "drawn anew"
    assert (phone.page.url, phone.page.title()) == before
    assert THEIRS not in phone.page.content()


def answered(phone: Phone, line: Line, ask: Callable[[], None], *, polls: bool = False) -> None:
    """Poll, and wait until a stranger has answered once more and the page has handled it."""
    fate = (line.polls if polls else line.saves)()
    before = (line.polled if polls else line.fates)[fate]
    ask()
    line.until(fate, before + 1, polls=polls)
    expect(phone.page.locator("main[aria-busy=true], .htmx-request")).to_have_count(0)


def try_all(filled: Filled, line: Line) -> None:
    """Send the filled form to a stranger."""
    phone = filled.phone
    send = partial(phone.tap, filled.tap)
    line.saves = lambda: Fate.FOREIGN
    for line.stranger in STRANGERS:
        answered(phone, line, send)
        phone.waits()
        filled.shown()
        assert THEIRS not in phone.page.content(), line.stranger
        expect(phone.page.locator("#status")).to_have_text("")
        send = partial(phone.press, "Try now")
    line.saves = lambda: Fate.PASSED


@pytest.mark.journey
@daily("name", FILLS, "a bid")
def test_entries_stay_until_the_server_answers_and_are_saved_once(
    phone: Phone, line: Line, open_phone: OpenPhone, figures: Figures, name: str
) -> None:
    filled = FILLS[name](phone, open_phone)
    arrived = line.arrived
    with told_nothing(filled.phone):
        try_all(filled, line)
        assert line.arrived == arrived
    passed = line.fates[Fate.PASSED]
    filled.phone.notice()
    # A link's entry is not in the storage, where the test could see it.
    line.until(Fate.PASSED, passed + 1)
    filled.phone.settle()
    assert line.arrived == arrived + 1
    figures(f"{line.fates[Fate.FOREIGN]} answers of strangers to {name}")


@pytest.mark.parametrize("opened", ["{}", "{}/phones", "{}/table"][: size(1, 3)])
def test_following_continues_after_strangers_answered(
    phone: Phone, line: Line, opened: str
) -> None:
    phone.start(*THREE)
    phone.open(opened.format(phone.table.path))
    # A script that has not loaded notices nothing.
    phone.page.wait_for_selector("html.live")
    if opened == "{}":
        phone.view("More")
    state = phone.page.locator("#follow .state > span:visible")
    with told_nothing(phone):
        line.polls = lambda: Fate.FOREIGN
        for line.stranger in STRANGERS:
            answered(phone, line, phone.notice, polls=True)
            expect(state).to_contain_text("No connection")
        line.polls = lambda: Fate.UNMARKED
        answered(phone, line, phone.notice, polls=True)
        expect(state).to_contain_text("No connection")
        line.polls = lambda: Fate.PASSED
        phone.notice()
        expect(state).to_contain_text("Live")


def test_steps_of_a_hand_are_never_those_of_a_stranger(phone: Phone, line: Line) -> None:
    phone.at_the_bids()
    # Otherwise the stranger would also answer the page's own requests.
    phone.view("More")
    phone.button("Pause updates").tap()
    phone.view("Hand")
    step = phone.page.get_by_role("link", name="Trump: Hearts")
    with told_nothing(phone):
        line.polls = lambda: Fate.FOREIGN
        for line.stranger in STRANGERS:
            answered(phone, line, partial(phone.tap, step), polls=True)
            expect(phone.group("Bid of Ann")).to_be_visible()
        line.polls = lambda: Fate.PASSED
        phone.follow("Trump: Hearts")
        phone.expect_chosen("Trump", "Hearts")


def test_a_draw_for_the_first_dealer_is_never_a_strangers(phone: Phone, line: Line) -> None:
    phone.open("/new")
    named = phone.page.get_by_label("Name at seat 1", exact=True)
    named.fill("Ann")
    draw = phone.button("Who deals?")
    with told_nothing(phone):
        line.saves = lambda: Fate.FOREIGN
        for line.stranger in STRANGERS:
            answered(phone, line, draw.tap)
            expect(named).to_have_value("Ann")
            expect(phone.page.locator("#status")).to_have_text("")
        line.saves = lambda: Fate.PASSED
        draw.tap()
        expect(phone.page.get_by_text("was picked to deal first")).to_be_visible()
