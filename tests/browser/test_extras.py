"""The page of extras on a phone: each tap is saved at once, and the page stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.line import Fate, Line
from tests.browser.phone import THREE, Phone

pytestmark = pytest.mark.browser
TOP = "(one) => one.getBoundingClientRect().top + scrollY"


@pytest.fixture
def extras(phone: Phone) -> Phone:
    """A phone with the extras of a hand of Skull King, all seats open."""
    phone.seat(*THREE, variant="skull-king")
    phone.table.bid(1, 0, 0)
    phone.look()
    return opened(phone)


def opened(phone: Phone) -> Phone:
    """The page of extras on it."""
    phone.open(f"{phone.table.path}/extras")
    phone.page.locator(".held:not([open]) summary").first.wait_for()
    phone.page.evaluate("document.querySelectorAll('.held').forEach((one) => { one.open = true })")
    return phone


def box(phone: Phone, value: str) -> Locator:
    """A chip of an extra."""
    return phone.page.locator(f'.chip [value="{value}"]')


def points(phone: Phone, name: str = "Ann") -> Locator:
    """Where extra points are typed."""
    return phone.page.get_by_label(f"Extra points of {name}")


def test_each_tap_and_each_field_left_is_saved_and_moves_nothing(extras: Phone) -> None:
    page = extras.page
    at = points(extras).evaluate(TOP)
    with extras.saved():
        box(extras, "king.1.1").tap()
    with extras.saved():
        points(extras).fill("-10")
        page.get_by_label("Reason for Ann").focus()
    with extras.saved():
        page.keyboard.type("late")
        page.keyboard.press("Enter")
    assert points(extras).evaluate(TOP) == at
    expect(page.get_by_role("button", name="Save extras")).to_be_hidden()
    page.reload()
    expect(box(extras, "king.1.1")).to_be_checked()
    expect(points(extras)).to_have_value("−10")
    extras.open(extras.table.path)
    expect(extras.button("Undo")).to_contain_text("Ann: −10 late")


def test_players_stand_in_the_order_of_the_hand(phone: Phone) -> None:
    phone.start(*THREE, dealer=0)
    lines = phone.page.locator(".player-line .name").all_inner_texts()
    opened(phone)
    names = phone.page.locator(".held")
    tops = {one.locator(".name").inner_text(): one.evaluate(TOP) for one in names.all()}
    assert sorted(tops, key=tops.__getitem__) == lines == ["Ben", "Cem", "Ann"]


def test_a_reason_waits_for_its_points_and_goes_with_them(extras: Phone) -> None:
    page = extras.page
    page.get_by_label("Reason for Ann").fill("late")
    page.get_by_label("Reason for Ann").blur()
    with extras.saved():
        points(extras).fill("5")
        points(extras).blur()
    with extras.saved():
        points(extras).fill("")
        points(extras).blur()
    expect(page.get_by_label("Reason for Ann")).to_have_value("")
    page.reload()
    expect(points(extras)).to_have_value("")
    expect(page.locator(".problems p")).to_have_count(0)


def test_what_was_tapped_without_a_line_is_there_again_and_is_saved_from_any_page(
    extras: Phone, line: Line
) -> None:
    with line.all(Fate.BEFORE):
        box(extras, "king.1.1").tap()
        points(extras).fill("7")
        extras.page.reload()
        expect(box(extras, "king.1.1")).to_be_checked()
        expect(points(extras)).to_have_value("7")
        extras.open(extras.table.path)
    extras.notice()
    extras.settle()
    opened(extras)
    expect(box(extras, "king.1.1")).to_be_checked()
    expect(points(extras)).to_have_value("7")


def test_two_phones_on_different_places_stand_both_and_on_one_place_ask(
    extras: Phone, open_phone: OpenPhone
) -> None:
    other = open_phone()
    extras.forgiven.append("409")
    other.table = extras.share(other.table)
    other.look()
    opened(other)
    with extras.saved():
        box(extras, "king.1.1").tap()
    with other.saved():
        box(other, "pirate.2.1").tap()
    expect(box(other, "king.1.1")).to_be_checked()
    expect(box(other, "pirate.2.1")).to_be_checked()
    with extras.saved():
        box(extras, "pirate.2.2").tap()
    expect(extras.page.locator(".clash")).to_contain_text("entered Ben: Skull King taken")
    expect(box(extras, "pirate.2.2")).not_to_be_checked()
    extras.press("Use mine")
    extras.page.wait_for_url(f"**{extras.table.path}")
    opened(extras)
    expect(box(extras, "pirate.2.2")).to_be_checked()
    expect(box(extras, "king.1.1")).to_be_checked()


def test_without_scripts_the_form_has_its_button(open_phone: OpenPhone) -> None:
    phone = open_phone(java_script_enabled=False)
    phone.start(*THREE)
    phone.open(f"{phone.table.path}/extras")
    phone.page.locator(".held summary").first.tap()
    points(phone).fill("5")
    expect(phone.page.locator("a.done")).to_be_hidden()
    phone.button("Save extras").tap()
    expect(phone.button("Undo")).to_contain_text("Ann: +5")
