"""The sheet on a phone: each number in one line, inside its own column."""

from typing import Any

import pytest

from scorekeeper.rules.variants.variants import CUSTOM
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

EIGHT = ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay", "Gustav", "Hans")
DEAR: dict[str, Any] = {
    "deck": "80",
    "trump": "none",
    "own_bonus": "20",
    "own_trick": "10",
    "own_miss": "300",
}
OUTSIDE = """() => [...document.querySelectorAll(".ruled :is(.total, td > b, .hd .spark)")]
  .filter((number) => {
    const text = document.createRange();
    text.selectNodeContents(number.lastChild);
    const lines = number.matches(".spark") ? [number.getBoundingClientRect()]
      : [...text.getClientRects()];
    const column = number.closest("th, td").getBoundingClientRect();
    const isIn = ({left, right}) => left >= column.left - 1 && right <= column.right + 1;
    return new Set(lines.map(({top}) => Math.round(top))).size > 1 || !lines.every(isIn);
  }).map((number) => number.outerHTML)"""
"""Totals that break, and totals and leaders' stars in the wrong column."""


@pytest.mark.parametrize("players", [4, 6, 8])
def test_every_total_is_in_one_line_and_every_star_in_its_own_column(
    phone: Phone, players: int
) -> None:
    phone.seat(*EIGHT[:players], variant=CUSTOM.key, sizes="1, 1, 1", **DEAR)
    for _ in range(2):
        phone.table.bid(1, 1, *[0] * (players - 2))
        phone.table.score(1, 0, *[0] * (players - 2))
    phone.look()
    phone.view("Sheet")
    for width, height in ((360, 640), (390, 844), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(OUTSIDE) == [], width
