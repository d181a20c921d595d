"""The pages about people: names stay whole, and cards fill their rows."""

import pytest

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

LONG = ("Friederike", "Maximiliane", "Jean-Baptiste", "Bartholomäus")
WRONG = """() => {
  const found = [];
  const {scrollWidth, clientWidth} = document.documentElement;
  if (scrollWidth > clientWidth) found.push(["is too wide", scrollWidth]);
  for (const name of document.querySelectorAll(".name")) {
    const {fontSize, lineHeight} = getComputedStyle(name);
    if (parseFloat(fontSize) < 12) found.push([name.textContent, "is too small"]);
    if (name.offsetHeight > 1.5 * parseFloat(lineHeight)) found.push([name.textContent, "breaks"]);
    const isCut = name.scrollWidth > name.clientWidth;
    if (isCut && innerWidth > 320) found.push([name.textContent, "is cut"]);
  }
  for (const cards of document.querySelectorAll(".figures")) {
    const boxes = [...cards.children].map((card) => card.getBoundingClientRect());
    if (boxes.at(-1).right < Math.max(...boxes.map(({right}) => right)) - 1) found.push("a hole");
    for (const value of cards.querySelectorAll("b"))
      if (value.scrollWidth > value.clientWidth) found.push([value.textContent, "at the rim"]);
  }
  return found;
}"""


def test_names_stay_whole_and_cards_fill_their_rows(phone: Phone) -> None:
    def expect_whole() -> None:
        for width in (320, 360, 390, 844):
            phone.page.set_viewport_size({"width": width, "height": 640})
            assert phone.page.evaluate(WRONG) == [], (width, phone.page.url)

    for _ in range(3):
        phone.seat(*LONG, sizes="1, 2, 3")
        for bids, tricks in (((1, 0, 0, 0), (1, 0, 0, 0)), ((0, 1, 0, 0), (1, 1, 0, 0))):
            phone.table.play("hearts", bids, tricks)
        phone.table.play("clubs", (2, 0, 1, 1), (1, 2, 0, 0))
    phone.look()
    for path in ("/people", "/people/season"):
        phone.open(path)
        expect_whole()
    phone.open("/people")
    phone.page.locator("a.line").first.tap()
    phone.page.get_by_role("heading", name="This person").wait_for()
    phone.drawn()
    expect_whole()
