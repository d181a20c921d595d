"""Long names: no word breaks, touches an edge or another text; totals stand in a column."""

from collections.abc import Iterator, Sequence
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.variants.variants import CUSTOM, WIZARD
from tests.addresses import PAGES
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.languages import AT_ONCE, LANGUAGES, LOCALES
from tests.turns import daily

pytestmark = pytest.mark.browser

NAMES = (
    *("Maximiliane", "Jean-Baptiste", "Bartholomäus", "Friederike", "Wilhelmine", "Christoph"),
    *("Tom", "Konstantin", "Annegret", "Zoë"),
)
"""Six long names of real people; the others sit with them at larger tables."""
SIZES = ((320, 568), (360, 640), (390, 844), (844, 390), (1280, 800))
TABLES = (6, 8, 10)
POINTS: dict[str, Any] = {
    "own_bonus": "20",
    "own_trick": "10",
    "own_miss": "10",
    "deck": "80",
    "trump": "wizard",
}
FAULTS = (Path(__file__).parent / "words.js").read_text(encoding="utf-8").strip()
VIEWS = ("", "#sheet", "?view=evening#evening", "#more")
ALL = [(players, locale) for players in TABLES for locale in LOCALES]
Place = tuple[str, Phone]


def seat(phone: Phone, players: int) -> None:
    """A game with three hands played, with totals of two to four signs."""
    names = NAMES[:players]
    if players <= WIZARD.max_players:
        phone.seat(*names, specials="y")
    else:
        phone.seat(*names, variant=CUSTOM.key, **POINTS)
    rest = (0,) * (players - 2)
    for cards, card, tricks in (
        (1, "hearts", (0, 1)),
        (2, "jester", (2, 0)),
        (3, "spades", (1, 2)),
    ):
        bids = tuple(seat % (cards + 1) for seat in range(players))
        phone.table.play(card, bids, (*tricks, *rest))


def states(phone: Phone, viewer: Phone, players: int) -> Iterator[Place]:
    """The page of a game in each state, and its table view."""
    table = phone.table
    each = tuple(seat % 2 for seat in range(players))

    def shown(state: str) -> Iterator[Place]:
        for who, one in (("keeper", phone), ("follower", viewer)):
            one.open(table.path)
            yield f"{state}, {who}", one
        viewer.open(f"{table.path}/table")
        yield f"{state}, table view", viewer

    yield from shown("trump")
    table.turn("hearts")
    yield from shown("first bid")
    table.bid(None, *each[1:])
    yield from shown("last bid")
    table.bid(*each)
    yield from shown("play")
    table.take(*each[:4])
    yield from shown("tricks")
    phone.open(f"{table.path}?panel=extras")
    yield "extras", phone
    for view in VIEWS:
        phone.open(f"{table.path}{view}")
        yield f"view {view}", phone
    viewer.open(f"{table.path}?me=1")
    yield "follower who is a player", viewer


def beside(phone: Phone, which: slice = slice(None)) -> Iterator[Place]:
    """The other pages of a game, of the book and of a new game, or some of them."""
    for path in list(PAGES)[which]:
        phone.open(f"{phone.table.path}{path.replace('hands/2', 'hands/4')}")
        yield path, phone
    phone.table.post(f"{phone.table.path}/end", hands=3, revision=phone.table.revision)
    for path in ("", "/table", "/picture", "#evening", "#sheet")[which]:
        phone.open(f"{phone.table.path}{path}")
        yield f"end {path}", phone
    people = ("/people", "/people/hands", "/people/season")
    others = ("/book", "/book/bring", "/join")
    for path in ("/", "/language", "/new", "/history", *people, *others)[which]:
        phone.open(path)
        yield path, phone
    phone.open("/people")
    phone.page.goto(phone.page.locator(".everyone a").first.evaluate("link => link.href"))
    yield "a person", phone


def faults(place: Place, sizes: Sequence[tuple[int, int]]) -> list[str]:
    """Everything that is wrong on the page, with page and size."""
    where, phone = place
    if not phone.plain:
        # Until the scripts have run, there are buttons to save with.
        phone.page.locator("html.live").wait_for()
    found = []
    for width, height in sizes:
        phone.page.set_viewport_size({"width": width, "height": height})
        wrong = phone.page.evaluate(FAULTS, NAMES)
        found += [f"{where}, {width}x{height}, {one}" for one in wrong]
    return found


def seated(open_phone: OpenPhone, players: int, locale: str = LOCALES[0]) -> tuple[Phone, Phone]:
    """The phone that keeps score of a table of so many, and one that follows."""
    phone, viewer = open_phone(locale=locale), open_phone(locale=locale)
    seat(phone, players)
    phone.look()
    return phone, viewer


def spoken(
    places: Iterator[Place], phones: Sequence[Phone], languages: Iterator[str]
) -> Iterator[tuple[str, Place]]:
    """Each place, opened in the next language."""
    for language in languages:
        for phone in phones:
            phone.speak(language)
        place = next(places, None)
        if place is None:
            return
        yield language, place


@pytest.mark.journey
@daily("turn, players", [(0, 6), (1, 10)], (0, 6))
def test_words_of_a_hand_stand_whole_and_free(
    open_phone: OpenPhone, turn: int, players: int
) -> None:
    """Each page is in the next language; what does not show the table, at one of the two."""
    phone, viewer = seated(open_phone, players)
    languages = islice(cycle(LANGUAGES), turn * AT_ONCE, None)
    sizes = cycle(SIZES)
    found: list[str] = []
    places = chain(states(phone, viewer, players), beside(phone, slice(turn, None, 2)))
    for language, place in spoken(places, (phone, viewer), languages):
        found += [f"{language}, {fault}" for fault in faults(place, [next(sizes), next(sizes)])]
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("players", "locale"), ALL)
def test_words_stand_whole_and_free_on_every_page(
    open_phone: OpenPhone, players: int, locale: str
) -> None:
    phone, viewer = seated(open_phone, players, locale)
    found: list[str] = []
    for place in chain(states(phone, viewer, players), beside(phone)):
        found += faults(place, SIZES)
    assert not found, "\n".join(found)


@daily("players", [4, 6], 6)
def test_a_phone_enlarged_twice_has_no_text_on_another_in_the_pause_and_no_name_broken(
    phone: Phone, players: int
) -> None:
    seat(phone, players)
    phone.table.turn("hearts")
    phone.table.bid(*(seat % 2 for seat in range(players)))
    phone.look()
    found = faults(("pause", phone), [(195, 422)])
    assert not [fault for fault in found if " on " in fault], found
    phone.open()
    found = faults(("home", phone), [(195, 422)])
    assert not [fault for fault in found if any(name in fault for name in NAMES)], found


def test_the_name_of_who_bids_next_is_whole_beside_undo_and_save(open_phone: OpenPhone) -> None:
    """Save is there without scripts, and on each phone until they have run."""
    phone = open_phone(java_script_enabled=False)
    seat(phone, 6)
    phone.table.turn("hearts")
    found = []
    for at, language in enumerate(LANGUAGES):
        phone.speak(language)
        phone.table.bid(None, *[at % 2] * 5)
        phone.look()
        wrong = faults((language, phone), SIZES)
        found += [fault for fault in wrong if "p.next" in fault]
    assert not found, "\n".join(found)
