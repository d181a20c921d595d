"""A new event on a phone: three taps, a setting changed in its line, and both without scripts."""

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.settings import Final, Measure
from scorekeeper.store.events import events
from tests.browser.conftest import OpenPhone
from tests.browser.phone import LOST, THREE, Phone
from tests.turns import daily

pytestmark = pytest.mark.browser

STARTED = """performance.getEntriesByType("resource")
  .some(({ name, responseEnd }) => name.endsWith("ahead/start.js") && responseEnd)"""


def event(phone: Phone) -> Event:
    """The event whose desk the phone shows."""
    phone.page.wait_for_url("**/desk/players")
    with phone.table.client.application.app_context():
        return events.read(phone.page.url.split("/e/")[1].split("/")[0]).event


@pytest.mark.journey
def test_a_championship_is_three_taps_away(phone: Phone) -> None:
    phone.open("/events")
    phone.follow("New event")
    phone.tap(phone.page.locator("#kind-championship"))
    expect(phone.page.locator("#says-final")).to_contain_text("Final of the best 16")
    phone.press("Create event")
    settings = event(phone).settings
    assert settings.final == Final(16)
    assert settings.name.startswith("Wizard championship, ")


def test_after_a_reload_the_kind_that_is_marked_is_sent(phone: Phone) -> None:
    phone.open("/events/new")
    phone.tap(phone.page.locator("#kind-own"))
    expect(phone.page.locator("#kind-own")).to_have_attribute("aria-current", "true")
    phone.open("/events/new")
    sent = phone.page.locator("[name=kind]").input_value()
    expect(phone.page.locator(f"#kind-{sent}")).to_have_attribute("aria-current", "true")


def test_a_phone_that_keeps_pages_opens_new_event_without_an_error(open_phone: OpenPhone) -> None:
    phone = open_phone(service_workers="allow")
    phone.forgiven += LOST
    phone.start(*THREE)
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    phone.open("/events/new")
    phone.until(STARTED)
    phone.tap(phone.page.locator("#kind-championship"))
    assert phone.complaints == []


def test_the_line_of_a_setting_follows_what_is_tapped_in_it(phone: Phone) -> None:
    phone.open("/events/new")
    line = phone.page.locator("#says-tables")
    phone.tap(line)
    for group, size in (("Players at a table", "5"), ("Remaining players sit at tables of", "4")):
        phone.tap(phone.page.get_by_role("group", name=group).locator(".chip", has_text=size))
    expect(line).to_have_text("Tables of 5 the rest at tables of 4")
    expect(phone.page.locator("#example")).to_have_text("19 players: 3 tables of 5, 1 table of 4")
    expect(phone.page.get_by_role("group", name="Players at a table")).to_be_visible()
    phone.tap(phone.page.locator("#kind-championship"))
    expect(phone.page.locator("#says-final")).to_contain_text("Final of the best 16")
    expect(phone.page.get_by_role("group", name="Players at a table")).to_be_visible()


def test_the_order_of_the_standings_is_rearranged_by_taps(phone: Phone) -> None:
    phone.open("/events/new")
    phone.tap(phone.page.locator("#says-counts"))
    up = phone.page.get_by_role("button", name="Move tables won up")
    box = phone.box(up)
    assert min(box["width"], box["height"]) >= 44
    phone.tap(up)
    expect(phone.page.locator(".in-order li").nth(1)).to_contain_text("tables won")
    phone.tap(up)
    expect(up).to_be_disabled()
    expect(phone.page.locator(".in-order li").first).to_contain_text("tables won")
    phone.press("Create event")
    assert event(phone).settings.order[0] is Measure.WON


def test_a_setting_that_is_wrong_is_shown_where_it_is_mended(phone: Phone) -> None:
    phone.open("/events/new")
    phone.forgiven.append("422")
    rounds = phone.page.locator("[name=rounds]")
    phone.tap(phone.page.locator("#says-rounds"))
    rounds.fill("21")
    phone.tap(phone.page.locator("#says-rounds"))
    phone.press("Create event")
    expect(phone.page.get_by_text("Rounds: type a number from 1 to 20.")).to_be_in_viewport()
    expect(rounds).to_be_focused()
    rounds.fill("4")
    phone.press("Create event")
    assert event(phone).settings.rounds == 4


@daily("size", [(360, 640), (844, 390)], (360, 640))
def test_nothing_reaches_beyond_the_page(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    phone = open_phone(viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    phone.open("/events/new")
    for fold in phone.page.locator(".settings details").all():
        fold.evaluate("fold => fold.open = true")
    phone.page.locator("[name=final][value='64']").check(force=True)
    expect(phone.page.locator(".if-final")).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize(("size", "rows"), [((390, 844), 3), ((844, 390), 1)])
def test_the_kinds_stand_side_by_side_on_a_phone_that_lies(
    open_phone: OpenPhone, size: tuple[int, int], rows: int
) -> None:
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    phone.open("/events/new")
    kinds = phone.page.get_by_role("group", name="Kind").get_by_role("button").all()
    assert len({round(phone.box(kind)["y"]) for kind in kinds}) == rows
