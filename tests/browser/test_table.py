"""The table view on real screens: readable from one metre, and completely visible."""

import cmath
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from math import pi
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LONGEST, SOON, Phone
from tests.browser.server import Server
from tests.browser.test_geometry import FAULTS
from tests.table import Table
from tests.turns import daily

pytestmark = pytest.mark.browser

Size = tuple[int, int]
SMALLEST: Size = (320, 568)
"""Screens on which seven or more players scroll."""
SIZES: tuple[Size, ...] = (
    (1366, 768),
    (390, 844),
    (844, 390),
    SMALLEST,
    (768, 1024),
    (1024, 768),
    (1280, 800),
)
LONGER = tuple(f"{name} {name[:3]}" for name in LONGEST)
TEN = (*LONGEST, "Grandpa Joe", "Bartholomew", "Christabel", "Ferdinand Z")
CUSTOM = {"variant": "own", "deck": "120", "own_bonus": "20", "own_trick": "10", "own_miss": "10"}
"""A game for ten players."""
FONTS = """(parts) => Math.min(...[...document.querySelectorAll(parts)]
  .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""
BEYOND = """() => {
  const {scrollWidth, scrollHeight} = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""


@pytest.fixture
def keeper(server: Server) -> Table:
    """The keeper at a table, who enters values without a browser."""
    return server.table()


@pytest.fixture
def view(open_phone: OpenPhone) -> Callable[..., Phone]:
    """Opens the table view of the keeper's game."""

    def opened(keeper: Table, **options: Any) -> Phone:
        phone = open_phone(**options)
        phone.open(f"{keeper.path}/table")
        return phone

    return opened


def start(keeper: Table, *names: str, **more: Any) -> None:
    """Totals of 240 and -200, of the first player and the last; a hand of ten waits for trump."""
    if len(names) == 2:
        keeper.start(*names, variant="two-player", **more)
        keeper.turn("hearts")
        keeper.bid(2, 10)
        keeper.score(2, 0, negated=-1)
        return
    keeper.start(*names, length="list", sizes="10, 10, 9", **more)
    nobody = (0,) * (len(names) - 2)
    for _ in range(2):
        keeper.play("" if len(names) == 6 else "hearts", (10, *nobody, 10), (10, *nobody, 0))
    assert keeper.totals()[0] == 240
    assert keeper.totals()[-1] == -200


def phases(keeper: Table, names: tuple[str, ...], **more: Any) -> Iterator[str]:
    """One hand on the table view, to the end of the game; bids and tricks have two digits."""
    start(keeper, *names, **more)
    yield "trump"
    keeper.turn("wizard")
    yield "naming trump"
    keeper.turn("wizard", named="diamonds")
    yield "no bids"
    size = 11 if len(names) == 2 else 9
    rest = (0,) * (len(names) - 2)
    keeper.bid(*rest, None, None)
    yield "bids"
    keeper.bid(*rest, size, size)
    yield "tricks"
    keeper.take(*rest, size, None)
    yield "took"
    hands = len(keeper.csv()) // len(names)
    keeper.post(f"{keeper.path}/end", hands=hands, revision=keeper.revision)
    yield "over"
    keeper.post(f"{keeper.path}/rematch")
    yield "next game"


def resize(phone: Phone, size: Size) -> None:
    """Another screen, or the same one rotated."""
    width, height = size
    phone.page.set_viewport_size({"width": width, "height": height})


def smallest(phone: Phone, parts: str) -> float:
    """The smallest type size of these parts, in px; infinite if there are none."""
    size: float | None = phone.page.evaluate(FONTS, parts)
    return size or float("inf")


def faults(phone: Phone, names: Sequence[str]) -> list[str]:
    """What does not stand well, is out of sight, or too small to read from one metre."""
    wrong = phone.page.evaluate(FAULTS, names)
    # One of the longest names is a word too long for a line.
    found = [one for one in wrong if not one.startswith("broken")]
    if (beyond := phone.page.evaluate(BEYOND)) != [0, 0]:
        found.append(f"scrolls by {beyond}")
    least = {".sum b, .wincard strong": 48, ".bid b": 36, ".took b, .gain b": 24}
    return found + [f"{part} too small" for part in least if smallest(phone, part) < least[part]]


@pytest.mark.parametrize(
    ("names", "game"),
    [
        (LONGER, {}),
        (TEN, CUSTOM),
        *(pytest.param(TEN[:n], CUSTOM, marks=pytest.mark.slow) for n in (7, 8, 9)),
        pytest.param(LONGEST, {}, marks=pytest.mark.slow),
    ],
    ids=["twenty-four", "ten", "seven", "eight", "nine", "twenty"],
)
def test_six_long_names_or_more_fit_every_screen_in_every_phase_and_the_winner_is_largest(
    keeper: Table, view: Callable[..., Phone], names: tuple[str, ...], game: dict[str, str]
) -> None:
    phone, found = None, {}
    for phase in phases(keeper, names, timed="y", clock="60", **game):
        phone = phone or view(keeper)
        phone.open(f"{keeper.path}/table")
        for size in SIZES:
            if len(names) > 6 and size == SMALLEST:
                continue
            resize(phone, size)
            found[phase, size] = faults(phone, names)
            if phase in ("over", "next game"):
                assert smallest(phone, ".wincard strong") > smallest(phone, ".step b")
    assert {where: what for where, what in found.items() if what} == {}


def test_fewer_players_are_shown_larger_and_fit(keeper: Table, view: Callable[..., Phone]) -> None:
    found: dict[int, dict[Size, float]] = {}
    for count in 6, 4, 3, 2:
        list(takewhile(lambda phase: phase != "bids", phases(keeper, LONGEST[:count])))
        phone = view(keeper)
        found[count] = {}
        for size in SIZES:
            resize(phone, size)
            assert faults(phone, LONGEST) == [], (count, size)
            found[count][size] = smallest(phone, ".sum b")
    for count, least in ((4, 1), (3, 1), (2, 1.2)):
        assert all(found[count][size] >= least * found[6][size] for size in SIZES), found


def test_no_place_moves_while_a_hand_is_bid_and_played(
    keeper: Table, view: Callable[..., Phone]
) -> None:
    phone, boxes = None, []
    for _ in takewhile(lambda phase: phase != "over", phases(keeper, LONGEST[:4])):
        phone = phone or view(keeper)
        phone.open(f"{keeper.path}/table")
        slots = phone.page.locator(".spot").all()
        boxes.append([slot.bounding_box() for slot in slots])
    assert boxes == [boxes[0]] * 6


LINES = """(part) => [...document.querySelectorAll(part)].map((one) => {
  const box = one.getBoundingClientRect(), card = one.closest(".spot").getBoundingClientRect();
  return [Math.round(parseFloat(getComputedStyle(one).fontSize)), Math.round(box.top - card.top)];
})"""


@daily("players", [4, 8], 4)
def test_a_bid_stays_as_large_and_where_it_is_while_tricks_come_in(
    keeper: Table, view: Callable[..., Phone], players: int
) -> None:
    keeper.start(*TEN[:players], dealer=0, **CUSTOM, length="list", sizes="3, 2")
    keeper.turn("hearts")
    keeper.bid(*(0,) * players)
    phone = view(keeper, viewport={"width": 1024, "height": 768})
    expect(phone.page.locator(".spot", has_text=LONGEST[1])).to_contain_text("plays first")
    before = phone.page.evaluate(LINES, ".bid b")
    assert min(size for size, _ in before) >= 110
    keeper.take(1, 0)
    phone.later(SOON)
    expect(phone.page.locator(".stamp")).to_have_text(["−10", "+20"])
    assert phone.page.evaluate(LINES, ".bid b") == before


BASES = """() => [...document.querySelectorAll(".spot")].map((spot) =>
  [...spot.querySelectorAll(":is(.bid, .took, .sum) b")].map((figure) => {
    const text = document.createRange();
    text.selectNodeContents(figure);
    // The font keeps 0.27 of its size below the base line.
    const under = 0.27 * parseFloat(getComputedStyle(figure).fontSize);
    return text.getBoundingClientRect().bottom - under;
  }))"""


@daily("players", [2, 4, 6], 6)
def test_bid_tricks_and_total_stand_on_one_line(
    keeper: Table, view: Callable[..., Phone], players: int
) -> None:
    start(keeper, *TEN[:players])
    keeper.turn("hearts")
    keeper.bid(*(2,) * players)
    keeper.take(1)
    phone = view(keeper)
    for width, height in ((1280, 800), (844, 390) if players < 6 else (1366, 768)):
        phone.page.set_viewport_size({"width": width, "height": height})
        bases = phone.page.evaluate(BASES)
        assert [len(figures) for figures in bases] == [3] + [2] * (players - 1)
        assert all(max(figures) - min(figures) < 2 for figures in bases), (width, bases)


@daily("players", [4, 5, 6], 5)
def test_places_stand_clockwise_as_the_players_sit(
    keeper: Table, view: Callable[..., Phone], players: int
) -> None:
    start(keeper, *LONGEST[:players])
    phone = view(keeper, viewport={"width": 1024, "height": 768})
    boxes = [slot.bounding_box() for slot in phone.page.locator(".spot").all()]
    centres = [
        complex(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box
    ]
    assert len(centres) == players
    middle = sum(centres) / players
    turns = [(at - middle) / (centres[0] - middle) for at in centres]
    angles = [round(cmath.phase(turn), 3) % round(2 * pi, 3) for turn in turns]
    assert angles == sorted(angles)


def test_the_way_back_is_large_enough_for_a_finger(
    keeper: Table, view: Callable[..., Phone]
) -> None:
    start(keeper, *LONGEST)
    phone = view(keeper)
    box = phone.box(phone.page.get_by_role("link", name="Back to the game"))
    assert min(box["width"], box["height"]) >= 44
    phone.follow("Back to the game")
    phone.page.wait_for_url(f"**{keeper.path}")


def test_the_table_view_works_without_javascript(keeper: Table, view: Callable[..., Phone]) -> None:
    start(keeper, *LONGEST)
    phone = view(keeper, java_script_enabled=False)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 3 of 3")
    keeper.turn("hearts")
    phone.follow("Reload to see the latest")
    expect(phone.page.locator("#table")).to_contain_text(f"{LONGEST[3]} bids next")
    expect(phone.page.locator("#follow").get_by_role("button")).to_have_count(0)


def test_a_dot_says_that_it_follows_and_words_that_the_connection_is_lost(
    keeper: Table, view: Callable[..., Phone]
) -> None:
    start(keeper, *LONGEST[:4])
    phone = view(keeper)
    box = phone.box(phone.page.locator(".now .dot"))
    assert max(box["width"], box["height"]) <= 10
    # Beside the cards of the hand, and in no corner.
    words = phone.box(phone.page.locator(".now h1"))
    assert words["y"] < box["y"] < words["y"] + words["height"]
    assert words["x"] < box["x"] < words["x"] + words["width"]
    lost = phone.page.locator("#follow").get_by_text("No connection. This page is from")
    with phone.away():
        phone.forgiven.append("net::ERR_INTERNET_DISCONNECTED")
        phone.later(SOON)
        expect(lost).to_be_visible()
    phone.later(SOON)
    expect(lost).to_be_hidden()


@pytest.mark.journey
def test_the_table_view_follows_the_game_to_its_end(
    keeper: Table, view: Callable[..., Phone]
) -> None:
    keeper.start("Ann", "Ben", "Cem", dealer=2)
    phone = view(keeper)
    table = phone.page.locator("#table")
    keeper.turn("hearts")
    keeper.bid(1, None, None)
    phone.later(SOON)
    expect(table).to_contain_text("Ben bids next")
    expect(table.locator(".bid b")).to_have_text(["1"])
    keeper.bid(1, 0, 0)
    keeper.score(1, 0, 0)
    keeper.post(f"{keeper.path}/end", hands=1, revision=keeper.revision)
    phone.later(SOON)
    expect(table.get_by_role("heading", level=1)).to_contain_text("Ann wins")
    expect(phone.page.locator("#status")).to_have_text("Hand 1 scored. Ann wins with 30.")
    assert phone.page.evaluate(BEYOND) == [0, 0]


def test_a_miss_has_the_wavy_line_of_the_sheet_and_a_made_bid_has_none(
    keeper: Table, view: Callable[..., Phone]
) -> None:
    keeper.start("Ann", "Ben", "Cem", dealer=2)
    keeper.play("hearts", (1, 0, 0), (0, 1, 0))
    phone = view(keeper)
    line = "all => all.map((one) => getComputedStyle(one).textDecorationStyle)"
    for address, points in (("/table", ".gain b"), ("#sheet", ".cell .points")):
        phone.open(keeper.path + address)
        found = phone.page.locator(points).evaluate_all(line)
        assert sorted(found) == ["solid", "wavy", "wavy"], address


def test_upright_seven_sit_on_two_sides_of_one_width(phone: Phone) -> None:
    phone.seat("Ann", "Ben", "Cem", "Dora", "Eva", "Fred", "Gus", variant="blob")
    phone.page.set_viewport_size({"width": 768, "height": 1024})
    phone.open(f"{phone.table.path}/table")
    boxes = [one.bounding_box() for one in phone.page.locator(".spot").all()]
    assert len({round(box["width"]) for box in boxes if box}) == 1
    lefts = [box["x"] for box in boxes if box]
    assert [left > min(lefts) for left in lefts] == [True] * 4 + [False] * 3
