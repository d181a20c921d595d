"""A game of one's own on New game, whose example counts along."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


def test_the_example_of_a_game_of_ones_own_counts_along_while_one_types(phone: Phone) -> None:
    phone.open("/new")
    phone.page.get_by_text("More games").click()
    phone.page.get_by_text("your own deck, trump and points").click()
    example = phone.page.locator("[data-example]")
    expect(example).to_have_text("bid 3, took 3: 50; bid 3, took 1: −20; bid 0, took 0: 20")
    phone.page.get_by_label("Lost per trick off").fill("7")
    phone.page.locator("[name=own_bonus]").fill("1")
    expect(example).to_have_text("bid 3, took 3: 31; bid 3, took 1: −14; bid 0, took 0: 20")
    phone.page.get_by_label("Each of its tricks").fill("")
    expect(example).to_have_text("bid 3, took 3: 1; bid 3, took 1: −14; bid 0, took 0: 20")
    wrong = phone.page.locator(".field", has_text="Each of its tricks").locator("small")
    expect(phone.page.locator(".field small:visible")).to_have_count(0)
    phone.page.get_by_label("Each of its tricks").fill("1001")
    expect(wrong).to_have_text("A whole number from 0 to 1000")
    expect(phone.page.locator(".field small:visible")).to_have_count(1)
    expect(example).to_have_text("bid 3, took 3: …; bid 3, took 1: …; bid 0, took 0: …")


def test_more_points_count_along_too_with_the_minus_of_any_keyboard(phone: Phone) -> None:
    phone.open("/new")
    phone.page.get_by_text("More games").click()
    phone.page.get_by_text("your own deck, trump and points").click()
    expect(phone.page.locator("[name=own_flat]")).to_be_hidden()
    phone.page.get_by_text("More points").click()
    example = phone.page.locator("[data-example]")
    for typed in ("-10", "−10"):
        phone.page.locator("[name=own_flat]").fill(typed)
        expect(example).to_have_text("bid 3, took 3: 50; bid 3, took 1: −30; bid 0, took 0: 20")
    phone.page.locator("[name=own_square]").fill("2")
    expect(example).to_have_text("bid 3, took 3: 68; bid 3, took 1: −30; bid 0, took 0: 20")
    phone.page.locator("[name=own_square]").fill("two")
    expect(phone.page.locator(".field small:visible")).to_have_text(
        "A whole number from −1000 to 1000"
    )
    expect(example).to_have_text("bid 3, took 3: …; bid 3, took 1: …; bid 0, took 0: …")
