"""What is done on a page before its scripts run counts as soon as they do."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phone import THREE, Phone
from tests.desk import Desk

pytestmark = pytest.mark.browser


@pytest.fixture
def held(phone: Phone) -> list[Route]:
    """The requests for the script that loads all others, answered by :func:`run`."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    phone.context.route("**/app.js", keep)
    return held


def open_early(phone: Phone, address: str) -> None:
    phone.page.goto(address, wait_until="commit")


def run(phone: Phone, held: list[Route]) -> None:
    """Let the scripts of the page run."""
    assert phone.page.locator("html.live").count() == 0
    held[0].continue_()
    phone.page.locator("html.live").wait_for(state="attached")


@pytest.mark.journey
def test_a_name_typed_early_filters_the_list_of_an_event(phone: Phone, held: list[Route]) -> None:
    desk = Desk(phone.table.client)
    desk.create("Ann", "Ben", "Cem", "Dora")
    open_early(phone, desk.path)
    shown = phone.page.locator(".names li").filter(visible=True)
    phone.page.get_by_label("Name or number").fill("ben")
    expect(shown).to_have_count(4)
    run(phone, held)
    expect(shown).to_have_count(1)
    phone.page.get_by_label("Name or number").fill("")
    expect(shown).to_have_count(4)


@pytest.mark.journey
def test_points_typed_early_are_saved(phone: Phone, held: list[Route]) -> None:
    phone.seat(*THREE)
    phone.take_cookie()
    open_early(phone, f"{phone.table.path}?panel=extras")
    points = phone.page.get_by_label("Extra points of Ann")
    points.fill("5")
    phone.page.locator(".player-line", has_text="Ben").tap()
    with phone.saved():
        run(phone, held)
    expect(phone.page.locator(".player-line", has_text="Ann")).to_contain_text("−5")
    expect(phone.page.locator("#at-1")).to_be_checked()


def test_points_still_being_typed_are_saved_when_they_are_left(
    phone: Phone, held: list[Route]
) -> None:
    phone.seat(*THREE)
    phone.take_cookie()
    open_early(phone, f"{phone.table.path}?panel=extras")
    phone.page.get_by_label("Extra points of Ann").fill("1")
    run(phone, held)
    phone.page.keyboard.type("5")
    with phone.saved():
        phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".player-line", has_text="Ann")).to_contain_text("−15")


def test_a_game_chosen_early_suggests_its_deck_and_an_own_one_shows_its_example(
    phone: Phone, held: list[Route]
) -> None:
    phone.speak("de")
    open_early(phone, "/new")
    phone.page.locator(".more-kinds summary").tap()
    phone.page.locator(".kind:has([data-deck=suits])").first.tap()
    expect(phone.page.locator("[name=cards][value=suits]")).not_to_be_checked()
    phone.page.locator("[name=own_square]").evaluate("field => field.value = 2")
    run(phone, held)
    expect(phone.page.locator("[data-example]")).to_contain_text("68")
    expect(phone.page.locator("[name=cards][value=suits]")).to_be_checked()
