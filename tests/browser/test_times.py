"""Times of day: the phone's own from the first look, and the server's with its zone without
scripts."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

TEMPLATES = Path(__file__).parents[2] / "templates"
SEEN = "one => getComputedStyle(one).visibility"
NOW_SHOWN = """one => {
  for (const running of document.getAnimations()) running.finish();
  return [getComputedStyle(one).visibility, one.innerText];
}"""


def test_a_time_is_not_seen_in_the_zone_of_the_server(phone: Phone) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.seat("Ann", "Ben", "Cem")
    phone.table.turn("hearts")
    phone.take_cookie()
    phone.page.route("**/app.js", hold)
    phone.page.goto(f"{phone.table.path}/log", wait_until="commit")
    time = phone.page.locator("time").first
    time.wait_for(state="attached")
    assert time.evaluate(SEEN) == "hidden"
    while not held:
        phone.page.wait_for_timeout(10)
    held[0].continue_()
    expect(time).to_be_visible()
    expect(time).to_have_text(re.compile(r", \d\d:\d\d$"))


def test_a_time_is_seen_with_its_zone_when_no_script_arrives(phone: Phone) -> None:
    phone.forgiven.append("ERR_FAILED")
    phone.seat("Ann", "Ben", "Cem")
    phone.table.turn("hearts")
    phone.take_cookie()
    phone.page.route("**/app.js", lambda route: route.abort())
    phone.open(f"{phone.table.path}/log")
    visibility, text = phone.page.locator("time").first.evaluate(NOW_SHOWN)
    assert visibility == "visible"
    assert re.fullmatch(r"\d\d:\d\d UTC", text)


def test_a_time_is_seen_with_its_zone_without_scripts(open_phone: OpenPhone) -> None:
    plain = open_phone(java_script_enabled=False)
    plain.seat("Ann", "Ben", "Cem")
    plain.table.turn("hearts")
    plain.take_cookie()
    plain.open(f"{plain.table.path}/log")
    time = plain.page.locator("time").first
    expect(time).to_be_visible()
    expect(time).to_have_text(re.compile(r"^\d\d:\d\d UTC$"))
    assert plain.page.locator(".utc").first.evaluate("one => one.clientWidth || one.offsetWidth")


def test_every_time_in_a_template_marks_its_zone() -> None:
    bare = [
        (page.name, line.strip())
        for page in TEMPLATES.rglob("*.html")
        for line in page.read_text(encoding="utf-8").splitlines()
        if "UTC" in line and '<span class="utc"> UTC</span></time>' not in line
    ]
    assert bare == []
