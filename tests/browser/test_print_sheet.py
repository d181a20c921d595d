"""The sheet from a printer."""

import re

import pytest

from tests.browser.phone import Phone
from tests.browser.test_geometry import VIEWS

pytestmark = pytest.mark.browser

PRINTED = """() => [...document.querySelectorAll("main > *, #board > *")]
  .filter((one) => one.id !== "board" && one.getClientRects().length && one.innerText?.trim())
  .map((one) => one.id)"""
"""What of a game's page is on paper."""
NAMES = ("Ann", "Ben", "Cem", "Dora", "Grandpa Joe", "Bartholomew", "Gil", "Hanna")
FILLED = """() => {
  const [sheet, last] = [...document.querySelectorAll(".print-sheet, .legend")].map((one) =>
    one.getBoundingClientRect());
  return (last.bottom - sheet.top) / sheet.height;
}"""
"""The part of the page down to the line below the table."""

PARTED = """() => {
  const legend = document.querySelector(".legend");
  return Array.from({ length: 110 }, (_, more) => 80 + 5 * more).flatMap((width) => {
    legend.style.width = `${width}px`;
    return [...legend.querySelectorAll(":scope > *")].filter((mark) => {
      const word = document.createRange();
      word.setStart(mark.nextSibling, 1);
      word.setEnd(mark.nextSibling, 2);
      return mark.getBoundingClientRect().bottom <= word.getBoundingClientRect().top;
    }).map((mark) => `${mark.className} ${width}`);
  });
}"""
"""The marks below the sheet that stand above their words, at all widths."""


@pytest.mark.parametrize(
    ("players", "hands", "over"),
    [
        *((6, 30, False), (3, 60, False), (3, 20, True), (3, 6, True), (6, 8, False)),
        *((3, 10, True), (6, 12, False), (8, 6, False), (8, 12, False)),
    ],
)
def test_a_game_with_signatures_is_one_page_and_fills_most_of_it(
    phone: Phone, players: int, hands: int, over: bool
) -> None:
    variant = "oh-hell" if players > 6 else "wizard"
    phone.seat(*NAMES[:players], variant=variant, length="list", sizes="1 " * hands)
    for _ in range(hands * over):
        phone.table.play("hearts", (1, 0, 0), (1, 0, 0))
    phone.open(f"{phone.table.path}/paper")
    assert phone.page.evaluate(FILLED) > 0.6
    phone.page.get_by_label("Lines for signatures").tap()
    for paper in ("A4", "Letter"):
        pages = re.findall(rb"/Type\s*/Page\b", phone.page.pdf(format=paper))
        assert len(pages) == 1, paper


@pytest.mark.parametrize("width", [390, 1280])
def test_a_game_in_play_is_its_sheet_on_paper_whichever_view_is_open(
    phone: Phone, width: int
) -> None:
    phone.seat(*NAMES[:6])
    phone.played(2)
    phone.page.set_viewport_size({"width": width, "height": 800})
    for view in VIEWS:
        phone.open(f"{phone.table.path}{view}")
        phone.page.emulate_media(media="print")
        assert phone.page.evaluate(PRINTED) == ["sheet"], view
        # A page without letters has 1,200 bytes.
        assert len(phone.page.pdf()) > 5000, view
        phone.page.emulate_media(media="screen")


def test_its_button_prints_the_sheet(phone: Phone) -> None:
    phone.seat(*NAMES[:3])
    phone.open(f"{phone.table.path}/paper")
    phone.page.evaluate("window.print = () => { window.printed = true }")
    phone.page.get_by_role("button", name="Print").tap()
    assert phone.page.evaluate("window.printed")


def test_no_line_ends_between_a_mark_and_its_word(phone: Phone) -> None:
    phone.seat(*NAMES[:3])
    phone.open(f"{phone.table.path}/paper")
    assert phone.page.evaluate(PARTED) == []
