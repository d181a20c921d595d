"""The pages of the desk on a phone: messages, the act that Undo takes back, and the clock."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.desk import Desk
from tests.languages import in_turn
from tests.turns import daily

pytestmark = pytest.mark.browser

NAMES = ("Bartholomew Feather", *(f"Ann {n}" for n in range(11)))
WHOLE = """(box) => {
  const { left, top, bottom } = box.getBoundingClientRect();
  const { outlineWidth, outlineOffset } = getComputedStyle(box);
  const around = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const rim = box.matches(":focus-visible") ? around : 0;
  const bars = [...document.querySelectorAll(".bar, .act, .tabs, .foot, #unsaved")]
    .filter((one) => one.checkVisibility() && !one.contains(box))
    .map((one) => one.getBoundingClientRect());
  return top >= rim && bottom + rim <= innerHeight
    && bars.every((bar) => bar.right <= left || bar.bottom <= top - rim + 0.5
      || bar.top >= bottom + rim - 0.5);
}"""
"""Whether the box is whole, with its rim, between the bars."""
HEAD = ("#head", "#head .of-event", "#head .by")
"""Its lines: the hand, the table, who deals."""
CUT = """() => [...document.querySelectorAll(".act .undo small, .others .undo small")]
  .filter((one) => {
    const key = one.closest("button").getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(one);
    const { left, right, top, bottom } = words.getBoundingClientRect();
    return one.scrollWidth > one.clientWidth || getComputedStyle(one).overflow !== "visible"
      || left < key.left || right > key.right || top < key.top || bottom > key.bottom;
  }).map((one) => one.textContent)"""


def acts(desk: Desk) -> Iterator[str]:
    """The pages of the desk after each act that Undo names there."""
    for step in ("draw", "publish", "start", "pause", "resume"):
        desk.did(step)
        yield "round"
    desk.did("round/1/table/1/more-time", minutes="5")
    yield "round"
    totals = [str(10 * seat) for seat in range(len(desk.round.tables[0].seats))]
    desk.did("round/1/table/1/by-hand", totals=totals, made=[""] * len(totals))
    yield "round"


@in_turn(2)
def test_undo_at_the_desk_says_the_whole_act(open_phone: OpenPhone, locale: str) -> None:
    phone = open_phone(locale=locale)
    desk = Desk(phone.table.client)
    desk.create(*NAMES[1:], seating="free")
    desk.did("players/add", names=NAMES[0])
    phone.take_cookie()
    for page in acts(desk):
        phone.open(f"{desk.path}/desk/{page}")
        expect(phone.page.locator(".undo small").first).to_be_attached()
        for width in (320, 360, 390):
            phone.page.set_viewport_size({"width": width, "height": 640})
            assert phone.page.evaluate(CUT) == [], (page, width)
            assert phone.page.evaluate("document.documentElement.scrollWidth") == width, page


@in_turn(2)
def test_the_head_of_a_tables_game_is_whole_in_every_view(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale)
    desk = Desk(phone.table.client)
    desk.create(*NAMES[:4])
    for step in ("draw", "publish", "start"):
        desk.did(step)
    phone.take_cookie()
    table = desk.at(phone.table.client, 1)
    for view in ("", "#sheet", "#evening", "#more"):
        phone.open(table.path + view)
        phone.drawn()
        for width in (360, 390, 844):
            phone.page.set_viewport_size({"width": width, "height": 640})
            assert phone.page.evaluate("document.documentElement.scrollWidth") == width, view
            bar, *parts = (phone.box(phone.page.locator(one)) for one in (".bar", *HEAD))
            assert all(one["y"] >= bar["y"] + 2 for one in parts), (view, width)
            assert parts[-1]["y"] + parts[-1]["height"] <= bar["y"] + bar["height"], (view, width)
            dealer = phone.box(phone.page.locator("#head .by > a"))
            assert dealer["x"] + dealer["width"] <= width - 2, (view, width)


def test_the_head_has_room_for_a_long_name_of_an_event(open_phone: OpenPhone) -> None:
    phone = open_phone(viewport={"width": 360, "height": 640})
    desk = Desk(phone.table.client)
    desk.create(*NAMES, event="Vereinsabend der Kartenfreunde Oberammergau")
    phone.take_cookie()
    for page in ("", "/standings", "/desk/players", "/desk/more"):
        phone.open(desk.path + page)
        bar, title = (phone.box(phone.page.locator(part)) for part in (".bar", ".bar h1"))
        assert bar["y"] <= title["y"], page
        assert title["y"] + title["height"] <= bar["y"] + bar["height"], page


@in_turn(3)
def test_the_clock_leaves_a_small_screen_to_the_tables(open_phone: OpenPhone, locale: str) -> None:
    phone = open_phone(locale=locale, viewport={"width": 320, "height": 568})
    desk = Desk(phone.table.client)
    desk.begin(*NAMES)
    phone.take_cookie()
    for page in ("/desk/round", "?me=1"):
        phone.open(desk.path + page)
        clock = phone.box(phone.page.locator(".round-clock"))
        assert clock["height"] < 568 / 5, page
        assert phone.page.locator(".round-clock").evaluate(
            "(one) => one.scrollWidth <= one.clientWidth"
        )


@daily("size", [(390, 844), (320, 568), (844, 390)], (320, 568))
def test_the_messages_of_a_refused_form_are_whole_between_the_bars(
    open_phone: OpenPhone, size: tuple[int, int]
) -> None:
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    phone.forgiven += ("status of 422",)
    desk = Desk(phone.table.client)
    desk.create(*NAMES)
    phone.take_cookie()
    phone.open(f"{desk.path}/desk/players/add")
    phone.page.get_by_label("One name per line").fill("\n".join((NAMES[0], "Ann", "Ann") * 9))
    phone.page.locator("#enter-them").click()
    box = phone.page.locator(".problems[role]")
    expect(box).to_be_focused()
    phone.drawn()
    assert box.evaluate(WHOLE)
    phone.open("/join")
    phone.page.locator("[name=code]").fill("??????")
    phone.page.locator(".main").click()
    expect(box).to_be_attached()
    assert box.evaluate(WHOLE)
