"""The number of pages that each print of an event needs."""

import re

import pytest

from tests.browser.phone import Phone
from tests.desk import Desk

pytestmark = pytest.mark.browser

SURNAMES = ("Federstein-Weiß", "Lindqvist", "Li", "O’Sullivan")
PRINTS = ("by-name", "by-table", "slips", "sheets", "standings")
SAY = """() => {
  document.getElementById("status").textContent = "Saved";
  document.getElementById("status").className = "toast";
  for (const bar of document.querySelectorAll("#unsaved, #lost")) bar.hidden = false;
  document.getElementById("unsaved").className = "asks open-there";
}"""
SAID = """() => [...document.querySelectorAll(
  "#status, #unsaved, #lost, .bar, .tabs, .foot, .act, .choices",
)].filter((one) => one.checkVisibility()).map((one) => one.id || one.className)"""
LONG = "An event with the longest name that the form of New event"


def names(count: int) -> list[str]:
    """This many names, some of the greatest length, with clubs."""
    return [f"Mara {n} {SURNAMES[n % 4]}, Spielekreis Bremen-Vegesack" for n in range(count)]


def pages(phone: Phone, address: str, paper: str) -> int:
    """The number of pages on this paper."""
    phone.open(address)
    return len(re.findall(rb"/Type\s*/Page\b", phone.page.pdf(format=paper)))


@pytest.mark.parametrize(
    ("players", "size", "expected"),
    [
        (18, 4, {"by-name": 1, "by-table": 1, "slips": 1, "sheets": 4, "standings": 1}),
        (64, 4, {"by-name": 1, "by-table": 1, "slips": 4, "sheets": 16, "standings": 1}),
        (36, 6, {"by-name": 1, "by-table": 1, "slips": 2, "sheets": 6, "standings": 1}),
    ],
)
def test_a_print_fills_as_many_pages_of_a4_as_of_letter(
    phone: Phone, players: int, size: int, expected: dict[str, int]
) -> None:
    desk = Desk(phone.table.client)
    whole = {"hands": "whole", "table_size": str(size), "remainder": "5"}
    desk.create(*names(players), event=LONG, seating="free", **whole)
    desk.did("draw", "publish")
    phone.take_cookie()
    for paper in ("A4", "Letter"):
        found = {what: pages(phone, f"{desk.path}/print/{what}", paper) for what in expected}
        assert found == expected, paper


ROOMS = """() => [...document.querySelectorAll(".leaf .name")].map((one) => {
  const room = one.clientWidth;
  one.style.textIndent = "var(--room)";
  return parseFloat(getComputedStyle(one).textIndent) - room;
})"""
"""By how much the room that a style sheet gives each name is larger than it is."""


@pytest.mark.parametrize("players", [18, 229])
def test_a_name_has_the_room_on_paper_that_its_style_sheet_says(phone: Phone, players: int) -> None:
    # Names of a container's size, which need no such number, end in an ellipsis in Firefox.
    desk = Desk(phone.table.client)
    desk.create(*names(players), seating="free")
    desk.did("draw", "publish")
    phone.take_cookie()
    for what in ("by-name", "by-table", "slips"):
        phone.open(f"{desk.path}/print/{what}")
        found = phone.page.evaluate(ROOMS)
        assert -20 < min(found) <= max(found) <= 0, what


def test_a_hall_of_229_needs_a_page_for_64_names(phone: Phone) -> None:
    desk = Desk(phone.table.client)
    desk.create(*names(229), seating="free")
    desk.did("draw")
    phone.take_cookie()
    found = [pages(phone, f"{desk.path}/print/{what}", "A4") for what in ("by-name", "by-table")]
    assert found == [4, 4]


CUT = """() => [...document.querySelectorAll(".stands tbody th")]
  .filter((one) => one.scrollWidth > one.clientWidth).length"""


@pytest.mark.parametrize("rounds", [3, 12])
def test_long_names_are_whole_in_standings_whose_leaves_are_pages_with_a_head(
    phone: Phone, rounds: int
) -> None:
    desk = Desk(phone.table.client)
    longest = [f"Maximiliane {n} von Federstein-Lindqvist" for n in range(10, 55)]
    desk.create(*longest, seating="free", rounds=f"{rounds}")
    for _ in range(rounds - 1):
        desk.did("draw", "publish", "start")
        for table in desk.round.tables:
            where = f"round/{desk.round.number}/table/{table.number}/by-hand"
            seats = len(table.seats)
            totals = ["-100", "200", "0", "1000", "50"][:seats]
            desk.did(where, totals=totals, made=[""] * seats, anyway="y")
        desk.did("close")
    phone.take_cookie()
    for paper in ("A4", "Letter"):
        found = pages(phone, f"{desk.path}/print/standings", paper)
        assert found == phone.page.locator(".leaf").count() == phone.page.locator("thead").count()
        assert found == (2 if rounds == 3 else 3)
        assert phone.page.evaluate(CUT) == 0


def test_standings_of_twelve_rounds_are_a_page_in_landscape(phone: Phone) -> None:
    desk = Desk(phone.table.client)
    desk.create(*names(8), seating="free", rounds="12")
    for _ in range(11):
        desk.did("draw", "publish", "start")
        for table in desk.round.tables:
            where = f"round/{desk.round.number}/table/{table.number}/by-hand"
            desk.did(where, totals=["-100", "200", "0", "1000"], made=[""] * 4, anyway="y")
        desk.did("close")
    phone.take_cookie()
    for paper in ("A4", "Letter"):
        assert pages(phone, f"{desk.path}/print/standings", paper) == 1
    # All columns lie on the leaf.
    stands = phone.box(phone.page.locator(".stands"))
    leaf = phone.box(phone.page.locator(".leaf"))
    assert stands["x"] + stands["width"] <= leaf["x"] + leaf["width"]


def test_its_button_prints_a_slip(phone: Phone) -> None:
    desk = Desk(phone.table.client)
    desk.create(*names(8), seating="free")
    desk.did("draw", "publish")
    phone.take_cookie()
    phone.open(f"{desk.path}/print")
    phone.follow("Slips for the tables")
    phone.page.wait_for_selector(".slip")
    phone.page.evaluate("window.print = () => { window.printed = true }")
    phone.press("Print")
    assert phone.page.evaluate("window.printed")


def test_paper_shows_no_bar_and_no_message_of_its_page(phone: Phone) -> None:
    desk = Desk(phone.table.client)
    desk.create(*names(8), seating="free")
    desk.did("draw", "publish", "start")
    phone.seat("Ann", "Ben", "Cem")
    phone.take_cookie()
    event = [f"{desk.path}/print/{what}" for what in PRINTS]
    for address in (
        *event,
        f"{desk.path}/desk/standings",
        f"{desk.path}/wall",
        f"{desk.path}?me=1",
        f"{phone.table.path}/paper",
        phone.table.path,
    ):
        phone.open(address)
        phone.page.emulate_media(media="screen")
        phone.page.evaluate(SAY)
        assert phone.page.evaluate(SAID) != [], address
        phone.page.emulate_media(media="print")
        assert phone.page.evaluate(SAID) == [], address
