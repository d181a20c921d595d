"""The sheet on a phone: all hands, each number in its column, the hand in play in sight."""

from typing import Any

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.variants.variants import CUSTOM
from tests.browser.phone import Phone
from tests.browser.test_geometry import LARGE, UPRIGHT
from tests.turns import daily

pytestmark = pytest.mark.browser

TEN = (
    *("Friederike", "Maximiliane", "Jean-Baptiste", "Tom", "Christoph"),
    *("Wilhelmine", "Bartholomäus", "Zoë", "Hildegard", "Maximilian"),
)
DEAR: dict[str, Any] = {
    "deck": "80",
    "trump": "none",
    "own_bonus": "20",
    "own_trick": "200",
    "own_miss": "110",
}
SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800))
OUTSIDE = """() => [...document.querySelectorAll(".ruled :is(.total, .cell > *, .nm)")]
  .filter((one) => getComputedStyle(one).position !== "absolute")
  .filter((one) => {
    const texts = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    const lines = texts.flatMap((text) => {
      const range = document.createRange();
      range.selectNode(text);
      return [...range.getClientRects()];
    });
    if (one.matches(".nm")) lines.splice(0, lines.length, one.getBoundingClientRect());
    const column = one.closest("th, td").getBoundingClientRect();
    const isIn = ({left, right}) => left >= column.left - 0.5 && right <= column.right + 0.5;
    const rows = new Set(lines.map(({top}) => Math.round(top)));
    return rows.size !== 1 || !lines.every(isIn);
  }).map((one) => one.outerHTML)"""
"""Numbers that break, and numbers and names that are not all in their column."""
ENDS = """() => {
  const edge = (total) => {
    const text = document.createRange();
    text.selectNodeContents(total);
    return Math.round(text.getBoundingClientRect().right);
  };
  const columns = [...document.querySelectorAll("#sheet-head th")].slice(1);
  return columns.map((_, seat) => [...document.querySelectorAll(`#rows td:nth-child(${seat + 2})`)]
    .map((td) => td.querySelector(".cell > b")).filter(Boolean).map(edge))
    .filter((edges) => Math.max(...edges) - Math.min(...edges) > 1);
}"""
"""The right edges of the totals, of each column where they differ."""
HEADS = """() => [...document.querySelectorAll(".hd")].map((head) => {
  const name = head.querySelector(".nm");
  const shown = [...name.childNodes].filter((one) => !one.getBoundingClientRect
    || one.getBoundingClientRect().width > 1);
  const fits = shown.every((one) => !one.scrollWidth || one.scrollWidth <= one.clientWidth + 1)
    && name.scrollWidth <= name.clientWidth + 1;
  return [shown.map((one) => one.textContent).join(), head.offsetHeight, fits];
})"""
"""Of each head: the name that is seen, its height, and whether the name is all there."""
ROOM = """() => {
  const head = document.querySelector("#sheet-head").getBoundingClientRect().bottom;
  const tabs = document.querySelector(".tabs").getBoundingClientRect();
  const isBeside = tabs.width < innerWidth / 2;
  const box = document.querySelector("#rows tr:last-child").getBoundingClientRect();
  const ends = isBeside ? innerHeight : tabs.top;
  return {hands: ends - head, below: box.bottom - ends};
}"""
"""Pixels between the head of the sheet and the lower edge, and of the last row below that."""


WAVED = """() => [...document.querySelectorAll("#rows .missed > .cell")].map((cell) => {
  const [points, entry] = [".points", ".entry"].map((one) => cell.querySelector(one));
  const isBeside = points.getBoundingClientRect().left >= entry.getBoundingClientRect().right;
  return isBeside ? 9 : entry.getBoundingClientRect().top - points.getBoundingClientRect().bottom;
})"""
"""Pixels below the points of missed bids: the wave needs two of them."""


@pytest.mark.parametrize("size", ["100%", "150%"])
def test_the_wave_below_missed_points_does_not_run_through_bid_and_tricks(
    phone: Phone, size: str
) -> None:
    for players in (3, 4, 8):
        phone.seat(*TEN[:players], variant=CUSTOM.key, sizes="2, 1", **DEAR)
        phone.table.bid(2, *[0] * (players - 1))
        phone.table.score(0, 2, *[0] * (players - 2))
        phone.look()
        phone.view("Sheet")
        phone.page.evaluate(LARGE, size)
        for width, height in ((360, 640), UPRIGHT):
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.drawn()
            assert min(phone.page.evaluate(WAVED)) >= 2, (players, width)


def test_ten_hands_of_any_number_of_players_have_every_number_and_name_in_its_column(
    phone: Phone,
) -> None:
    for players in (2, 4, 5, 6, 8, 10):
        phone.seat(*TEN[:players], variant=CUSTOM.key, sizes="2, 1, 1", **DEAR)
        phone.table.bid(2, *[0] * (players - 1))
        phone.table.score(2, 0, *[0] * (players - 2))
        phone.table.bid(1, 1, *[0] * (players - 2))
        phone.table.score(0, 1, *[0] * (players - 2))
        phone.look()
        phone.view("Sheet")
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(OUTSIDE) == [], (players, width)
            assert phone.page.evaluate(ENDS) == [], (players, width)
            heads = phone.page.evaluate(HEADS)
            assert all(fits for *_, fits in heads), (heads, width)
            assert len({name for name, *_ in heads}) == players, (heads, width)
            assert {tall for _, tall, _ in heads} == {44 if height < 500 else 60}, width


def test_a_name_is_whole_where_its_column_has_room_and_always_for_screen_readers(
    phone: Phone,
) -> None:
    phone.seat(*TEN[:4])
    phone.look()
    phone.view("Sheet")
    for width, shown in (
        (390, ["Friederike", "Maximiliane", "Jean-Bapti.", "Tom"]),
        (844, TEN[:4]),
    ):
        phone.page.set_viewport_size({"width": width, "height": 390 if width > 800 else 844})
        assert [name for name, *_ in phone.page.evaluate(HEADS)] == list(shown)
        expect(phone.page.get_by_role("columnheader", name="Jean-Baptiste")).to_be_visible()


@daily("players, hands, size", [(4, 15, (390, 844)), (6, 10, (360, 640))], (6, 10, (360, 640)))
def test_all_hands_are_on_one_page(
    phone: Phone, players: int, hands: int, size: tuple[int, int]
) -> None:
    phone.seat(*TEN[:players])
    phone.played(hands - 1)
    phone.look()
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.view("Sheet")
    assert phone.page.evaluate(ROOM)["below"] <= 0
    phone.played(1)
    phone.page.reload()
    assert phone.page.evaluate(ROOM)["below"] <= 0


def test_the_hand_in_play_is_in_sight_whenever_the_tab_is_tapped(phone: Phone) -> None:
    phone.seat(*TEN[:4])
    phone.played(12)
    phone.look()
    row = phone.page.locator(".in-play")
    for width, height in ((360, 640), (844, 390), (1280, 500)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for _ in range(2):
            phone.view("Sheet")
            expect(row).to_be_in_viewport(ratio=1)
            phone.page.evaluate("scrollTo(0, 0)")
        phone.page.reload()
        expect(row).to_be_in_viewport(ratio=1)
        phone.view("Hand")


def test_on_its_side_at_least_half_of_the_screen_is_hands(phone: Phone) -> None:
    phone.seat(*TEN[:6])
    phone.played(2)
    phone.look()
    phone.view("Sheet")
    for height in (390, 330):
        phone.page.set_viewport_size({"width": 844, "height": height})
        assert phone.page.evaluate(ROOM)["hands"] >= height / 2


GAPS = """() => [...document.querySelectorAll("#rows th:has(.turned-up)")].map((th) => {
  const [size, card] = [".size", ".turned-up"].map((which) =>
    th.querySelector(which).getBoundingClientRect());
  const column = th.getBoundingClientRect();
  const isBeside = Math.abs(size.top + size.bottom - card.top - card.bottom) < 24;
  const isIn = size.left >= column.left && card.right <= column.right;
  return [isBeside, card.left - size.right >= 4, isIn];
})"""


def test_a_card_keeps_its_distance_from_a_hand_and_its_number_of_cards(phone: Phone) -> None:
    phone.seat("Ann", "Ben", "Cem", sizes=", ".join(["12", "3"] * 6))
    for cards in (12, 3) * 6:
        phone.table.play("hearts", (0, 0, 0), (cards, 0, 0))
    phone.look()
    for width in (320, 360, 390, 1280):
        phone.page.set_viewport_size({"width": width, "height": 800})
        phone.open(f"{phone.table.path}#sheet")
        phone.page.locator("#row-12").wait_for()
        found = phone.page.evaluate(GAPS)
        assert found == [[True] * 3] * 12, width


TOUCHING = """() => {
  const boxOf = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  };
  const cells = [...document.querySelectorAll(".cell")].flatMap((cell) => {
    const parts = [".points", ".entry"].map((one) => cell.querySelector(one));
    const [points, entry] = parts.map((one) => boxOf(one.lastChild));
    const { left, right } = cell.closest("td").getBoundingClientRect();
    const room = Math.min(points.left - left, entry.left - points.right, right - entry.right);
    return room < 2 ? [`${cell.textContent}: ${room}`] : [];
  });
  const sizes = [...document.querySelectorAll("th small")].flatMap((small) => {
    const room = boxOf(small.firstChild).left - boxOf(small.previousSibling).right;
    return room < 1 ? [`${small.parentNode.textContent}: ${room}`] : [];
  });
  return [...cells, ...sizes];
}"""
"""Points, bids and tricks that touch each other or the edge of their column, and numbers of cards
that touch the number of their hand."""


def test_four_signs_of_points_beside_bid_and_tricks_touch_nothing(phone: Phone) -> None:
    phone.seat(*TEN[:5], sizes="10, 10, 9")
    phone.table.play("hearts", (10, 0, 0, 0, 0), (0, 10, 0, 0, 0))
    phone.take_cookie()
    phone.open(f"{phone.table.path}#sheet")
    phone.drawn()
    for width in (360, 390):
        phone.page.set_viewport_size({"width": width, "height": 640})
        assert phone.page.evaluate(TOUCHING) == [], width
