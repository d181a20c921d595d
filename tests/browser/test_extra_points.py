"""Extra points typed on a phone are saved when the field loses the focus, and nothing moves."""

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.line import Fate, Line
from tests.browser.phone import ARMED, LONGEST, THREE, Phone

pytestmark = pytest.mark.browser

WITHOUT_PARTS = "document.querySelectorAll('[data-hash]').forEach((one) => one.dataset.hash = '')"
"""As after hands that the phone drew itself: the next answer is drawn as a whole."""
AS_FIREFOX = "'focusout', window.hush ??= (event) => event.stopImmediatePropagation(), true"
"""It tells no script that what has the focus is removed; Chromium says that it loses it."""


@pytest.fixture
def skull_king(phone: Phone) -> Phone:
    """A phone with the extras of a hand of Skull King, and Ann's points to be typed."""
    phone.seat(*THREE, variant="skull-king", sizes="3")
    phone.table.bid(1, 0, 0)
    phone.look("extras")
    return unfolded(phone)


def unfolded(phone: Phone) -> Phone:
    """The fields in place of the keys of the first pad."""
    phone.page.locator("#pad-0 summary").tap()
    points(phone).wait_for()
    return phone


def points(phone: Phone, name: str = "Ann") -> Locator:
    """The field for extra points."""
    return phone.page.get_by_role("textbox", name=f"Extra points of {name}")


def reason(phone: Phone, name: str = "Ann") -> Locator:
    """The field for their reason."""
    return phone.page.get_by_role("textbox", name=f"Reason for {name}")


def chosen(phone: Phone, sign: str) -> Locator:
    """The choice beside the points of the first pad."""
    signs = phone.group("Penalty or bonus").locator("visible=true").first
    return signs.get_by_role("radio", name=sign)


def line_of(phone: Phone, name: str) -> Locator:
    """The line of a player."""
    return phone.page.locator(".player-line", has_text=name)


def test_a_long_reason_moves_no_pad_while_somebody_is_to_bid(phone: Phone) -> None:
    phone.seat(*LONGEST[:4])
    phone.table.turn("hearts")
    phone.look("extras")
    before = phone.box(phone.page.locator("#pad-0"))
    points(phone, LONGEST[0]).fill("-10")
    reason(phone, LONGEST[0]).fill("came half an hour late")
    with phone.saved():
        phone.page.evaluate("document.activeElement.blur()")
    expect(phone.button("Undo")).to_contain_text("came half")
    assert phone.box(phone.page.locator("#pad-0")) == before


def test_points_are_saved_when_both_fields_are_left_and_nothing_moves(skull_king: Phone) -> None:
    page = skull_king.page
    before = points(skull_king).bounding_box()
    points(skull_king).fill("-10")
    reason(skull_king).focus()
    with skull_king.saved():
        page.keyboard.type("late")
        page.keyboard.press("Enter")
    assert points(skull_king).bounding_box() == before
    expect(skull_king.button("Undo")).to_contain_text("Ann: −10 late")
    expect(line_of(skull_king, "Ann")).to_contain_text("−10 late")
    expect(page.get_by_role("button", name="Save extras")).to_be_hidden()
    # Sooner, it counted as one tap with the one that opened the fields.
    page.wait_for_timeout(320)
    page.locator("#pad-0 summary").tap()
    expect(page.locator("#pad-0 summary")).to_contain_text("−10")
    expect(page.locator("#pad-0 .face").first).to_be_visible()
    page.reload()
    unfolded(skull_king)
    expect(points(skull_king)).to_have_value("−10")
    expect(reason(skull_king)).to_have_value("late")


def test_a_number_without_a_sign_is_a_penalty_until_bonus_is_chosen(phone: Phone) -> None:
    phone.seat(*THREE)
    phone.look("extras")
    with phone.saved():
        points(phone).fill("30")
        line_of(phone, "Ben").tap()
    expect(line_of(phone, "Ann")).to_contain_text("−30")
    line_of(phone, "Ann").tap()
    expect(points(phone)).to_have_value("−30")
    with phone.saved():
        chosen(phone, "Bonus").locator("..").tap()
    expect(line_of(phone, "Ann")).to_contain_text("+30")
    expect(points(phone)).to_have_value("+30")
    with phone.saved():
        phone.page.get_by_role("button", name="10 points less for Ann").tap()
    expect(line_of(phone, "Ann")).to_contain_text("+20")
    points(phone).fill("-5")
    expect(chosen(phone, "Penalty")).to_be_checked()
    with phone.saved():
        points(phone).blur()
    expect(phone.button("Undo")).to_contain_text("Ann: −5")


def test_text_typed_in_the_next_field_stays_when_the_answer_arrives(phone: Phone) -> None:
    phone.seat(*THREE)
    phone.look("extras")
    points(phone).fill("+5")
    with phone.saved():
        line_of(phone, "Ben").tap()
        points(phone, "Ben").fill("-1")
        line_of(phone, "Ann").tap()
        reason(phone).focus()
        phone.page.keyboard.type("ki")
    phone.page.keyboard.type("nd")
    expect(reason(phone)).to_have_value("kind")
    with phone.saved():
        phone.page.keyboard.press("Enter")
    expect(line_of(phone, "Ann")).to_contain_text("+5 kind")
    expect(line_of(phone, "Ben")).to_contain_text("−1")


def test_a_tap_on_the_next_step_saves_what_was_typed_and_goes_there(phone: Phone) -> None:
    phone.seat(*THREE)
    phone.table.turn("hearts")
    phone.table.bid(1, 0, 0)
    phone.look()
    phone.view("More")
    phone.page.get_by_role("link", name="Extra points in this hand").tap()
    expect(phone.page.locator("#step-bids")).to_be_hidden()
    # A page that is still loading its scripts saves nothing by itself.
    phone.until(ARMED)
    points(phone).fill("+5")
    phone.page.locator("#step-tricks").tap()
    phone.settle()
    phone.group("Tricks of Ann").wait_for()
    expect(phone.button("Undo")).to_contain_text("Ann: +5")


def test_tab_goes_from_field_to_field_and_opens_the_pad_of_each(phone: Phone) -> None:
    phone.seat(*THREE, dealer=2)
    phone.look("extras")
    points(phone).fill("+5")
    # Ten more, the reason, Ben's choice and ten less.
    for _ in range(5):
        phone.page.keyboard.press("Tab")
    expect(points(phone, "Ben")).to_be_focused()
    expect(phone.page.locator("#at-1")).to_be_checked()
    phone.settle()
    expect(points(phone, "Ben")).to_be_focused()
    expect(line_of(phone, "Ann")).to_contain_text("+5")


def test_a_reason_waits_for_its_points_and_goes_with_them(skull_king: Phone) -> None:
    reason(skull_king).fill("late")
    reason(skull_king).blur()
    with skull_king.saved():
        points(skull_king).fill("5")
        points(skull_king).blur()
    with skull_king.saved():
        points(skull_king).fill("")
        points(skull_king).blur()
    expect(reason(skull_king)).to_have_value("")
    skull_king.page.reload()
    unfolded(skull_king)
    expect(points(skull_king)).to_have_value("")
    expect(skull_king.page.locator(".problems p")).to_have_count(0)


def test_text_typed_without_a_connection_returns_and_is_saved_from_any_page(
    skull_king: Phone, line: Line
) -> None:
    page = skull_king.page
    with line.all(Fate.BEFORE):
        chosen(skull_king, "Bonus").locator("..").tap()
        points(skull_king).fill("7")
        reason(skull_king).fill("kind")
        page.reload()
        unfolded(skull_king)
        expect(points(skull_king)).to_have_value("+7")
        expect(chosen(skull_king, "Bonus")).to_be_checked()
        expect(reason(skull_king)).to_have_value("kind")
        expect(skull_king.button("Undo")).to_contain_text("Ann +7")
        skull_king.open("/people")
    skull_king.notice()
    skull_king.settle()
    skull_king.look("extras")
    expect(line_of(skull_king, "Ann")).to_contain_text("+7 kind")


@pytest.mark.parametrize("where", ["10 points more for Ben", "Reason for Ben"])
def test_points_stay_and_are_saved_when_an_answer_arrives_before_their_other_fields_are_left(
    phone: Phone, where: str
) -> None:
    phone.seat(*THREE, dealer=2)
    phone.look("extras")
    phone.page.evaluate(WITHOUT_PARTS)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/extras", hold, times=1)
    points(phone).fill("+5")
    line_of(phone, "Ben").tap()
    points(phone, "Ben").press_sequentially("-1")
    phone.page.get_by_label(where).focus()
    phone.until("() => document.querySelector('main[aria-busy=true]')")
    phone.page.evaluate(f"addEventListener({AS_FIREFOX})")
    held[0].continue_()
    phone.settle()
    phone.page.evaluate(f"removeEventListener({AS_FIREFOX})")
    expect(points(phone, "Ben")).to_have_value("-1")
    expect(phone.page.get_by_label(where)).to_be_focused()
    with phone.saved():
        line_of(phone, "Ann").tap()
    expect(line_of(phone, "Ben")).to_contain_text("−1")
