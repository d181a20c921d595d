"""Names of forty letters: no page becomes wider than its screen."""

import pytest

from scorekeeper.rules.attendance import LONGEST_NAME
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.desk import Desk
from tests.turns import daily

pytestmark = pytest.mark.browser

SIX = (
    "Maximiliane-Theodora von Hohenau-Oakfiel",
    "Wolfgang Amadeus Konstantinopolitanski X",
    "Bartholomew Oakfield of Nether Wallop Cc",
    "Annegret Sonnenstuhl-Vergissmeinnicht AB",
    "Donaudampfschifffahrtsgesellschaftskapit",
    "W" * LONGEST_NAME,
)
GAME = ("", "#sheet", "#standings", "/players", "/rules", "/hands/1", "/table", "/paper", "/log")
BOOK = ("/", "/new", "/history", "/people")
DRAWN = ("players", "round", "players/1", "penalties")
RUNNING = ("desk/round", "desk/round/1/table/1", "desk/standings", "standings")
PRINTS = ("print/by-name", "print/by-table", "print/slips", "print/sheets")
TOO_WIDE = """() => {
  const {scrollWidth, clientWidth} = document.documentElement;
  return scrollWidth > clientWidth ? [location.pathname, scrollWidth, clientWidth] : null;
}"""


def too_wide(phone: Phone, *addresses: str) -> list[object]:
    """The pages that are wider than the screen."""
    found = []
    for address in addresses:
        phone.open(address)
        found.append(phone.page.evaluate(TOO_WIDE))
    return [one for one in found if one]


@daily("size", [(360, 640), (844, 390)], (360, 640))
def test_no_page_is_wider_than_its_screen(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    assert {len(name) for name in SIX} == {LONGEST_NAME}
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    phone.seat(*SIX, sizes="1, 2, 3")
    phone.take_cookie()
    game = phone.table.path
    found = too_wide(phone, game)
    phone.table.turn("hearts")
    found += too_wide(phone, game)
    phone.played(1)
    found += too_wide(phone, *(game + page for page in GAME), *BOOK)
    desk = Desk(phone.table.client)
    desk.create(*SIX, "Ann", "Ben", table_size="4")
    desk.did("draw")
    found += too_wide(phone, *(f"{desk.path}/desk/{page}" for page in DRAWN))
    desk.did("publish", "start")
    found += too_wide(phone, desk.path, desk.slip(), desk.game())
    found += too_wide(phone, *(f"{desk.path}/{page}" for page in (*RUNNING, *PRINTS)))
    assert found == []
