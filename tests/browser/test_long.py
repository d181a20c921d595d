"""Names, words and numbers as long as they get, where they have least room: all stand as
test_geometry.py asks of every page."""

from collections.abc import Callable, Iterator

import pytest

from tests.browser.phone import Phone
from tests.browser.test_geometry import faults
from tests.desk import Desk

pytestmark = pytest.mark.browser

LONG = ("Friederike", "Maximiliane", "Jean-Baptiste", "Bartholomäus")
ELEVEN = ("Grandpa Joe", "Bartholomew", "Ann", "Ben")
FULL = (
    *("Bartholomäus Federstein", "Zoë Müller-Lüdenscheidt", "Jean-Baptiste", "Łukasz Weiß"),
    *("Friederike Hofmann", "Maximiliane v. Hohenstei"),
)
"""Names of an event."""
SIZES = ((360, 640), (390, 844), (844, 390), (320, 568))
HOLES = """() => [...document.querySelectorAll(".figures")].filter((cards) => {
  const ends = [...cards.children].map((card) => card.getBoundingClientRect().right);
  return ends.at(-1) < Math.max(...ends) - 1;
}).length"""
"""Groups of cards whose last row is not full."""
LETTERS = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
Places = Callable[[Phone], Iterator[str]]
"""Opens pages one after another; each is looked at."""


def keys_of_the_eight(phone: Phone) -> Iterator[str]:
    """Two players who are asked who took the 8 of spades."""
    phone.seat("Maximiliane", "Jean-Baptiste", variant="two-player", dealer=1)
    phone.table.turn("clubs")
    phone.table.bid(3, 2)
    phone.table.take(4, 3)
    phone.look()
    assert phone.page.locator(".eights b").count() == 4
    yield "tricks"


def names_of_eleven_letters(phone: Phone) -> Iterator[str]:
    """A game between two hands, its sheet, and the pause of a hand."""
    phone.seat(*ELEVEN)
    phone.played(3)
    phone.look()
    yield "hand"
    phone.view("Sheet")
    yield "sheet"
    phone.table.turn("hearts")
    phone.table.bid(1, 1, 1, 1)
    phone.look()
    yield "play"


def people_and_their_figures(phone: Phone) -> Iterator[str]:
    """The people of three games, their season, and one of them."""
    for _ in range(3):
        phone.seat(*LONG, sizes="1, 2")
        for bids, tricks in (((1, 0, 0, 0), (1, 0, 0, 0)), ((0, 1, 0, 0), (1, 1, 0, 0))):
            phone.table.play("hearts", bids, tricks)
    phone.look()
    for path in ("/people/season", "/people"):
        phone.open(path)
        yield path
    phone.page.locator("a.line").first.tap()
    phone.page.get_by_role("heading", name="This person").wait_for()
    yield "person"


def numbers_of_a_game_of_ones_own(phone: Phone) -> Iterator[str]:
    """All thirty fields."""
    for locale in ("de-DE", "es-ES"):
        phone.speak(locale)
        phone.open("/new")
        phone.page.locator(".more-kinds").evaluate("fold => fold.open = true")
        phone.page.locator(".kind.is-custom").click()
        phone.page.locator(".custom-game details").evaluate("fold => fold.open = true")
        phone.page.locator("[name=trump][value=turns]").check()
        assert phone.page.locator(".custom-game .field:visible").count() == 30
        yield locale


def tables_of_an_event(phone: Phone) -> Iterator[str]:
    """Tables of five and six at the desk, on a phone of a player, and on a slip."""
    for size in (5, 6):
        desk = Desk(phone.table.client)
        desk.create(*FULL[:size], event=f"Vereinsabend zu {size}", table_size=str(size))
        desk.did("draw", "publish", "start")
        desk.finish(phone.table.client)
        desk.did("close", "draw", "publish")
        phone.take_cookie()
        for address in (f"{desk.path}/desk/round", f"{desk.path}?me=1", desk.slip(1)):
            phone.page.set_viewport_size({"width": 360, "height": 640})
            phone.open(address)
            assert min(phone.page.locator(".ring .name").evaluate_all(LETTERS), default=15) >= 15
            yield f"{size} at {address}"


PLACES: list[Places] = [
    keys_of_the_eight,
    names_of_eleven_letters,
    people_and_their_figures,
    numbers_of_a_game_of_ones_own,
    tables_of_an_event,
]


@pytest.mark.parametrize("places", PLACES, ids=lambda one: one.__name__)
def test_what_is_long_stands_whole_where_it_has_least_room(phone: Phone, places: Places) -> None:
    found = []
    for where in places(phone):
        phone.drawn()
        # The tables of an event have least room on a phone that stands.
        sizes = [one for one in SIZES if one[0] < one[1] or places is not tables_of_an_event]
        found += [f"{where}, {one}" for one in faults(phone, sizes, [*LONG, *ELEVEN, *FULL])]
        assert not phone.page.evaluate(HOLES), where
    assert not found, "\n".join(found)
