"""The layout: elements are large enough for a finger, all on the screen, and never move."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import FloatRect, expect

from scorekeeper.rules.variants.model import LARGEST_HAND
from scorekeeper.rules.variants.variants import CUSTOM, MOST_CARDS, MOST_PLAYERS
from tests.browser.conftest import OpenPhone
from tests.browser.phone import LONGEST, Phone
from tests.languages import LOCALES, in_turn

pytestmark = pytest.mark.browser

FOUR = ("Ann", "Ben", "Cem", "Dora")
VIEWS = {"Hand": "#hand", "Sheet": "#sheet", "Standings": "#evening", "More": "#more"}
"""The views of a game by their tabs."""
SIZES = ((390, 784), (360, 580), (844, 330))
"""Screens of 390x844, 360x640 and 844x390 without 60 pixels for the bar of the browser."""
SMALL = 568
"""The height of the smallest phone, 320 pixels wide."""
NAMES = ("Christoph", "Magdalena", "Wilhelmine", "Maximilian", "Annegret", "Jo")
TEN = (*NAMES, "Bartholomew", "Grandpa Joe", "Christabel", "Ferdinand")
POINTS = {"own_bonus": "20", "own_trick": "10", "own_miss": "10"}
DECK = 80
"""More cards than any deck has: so ten players have up to eight."""
NUMBERS: dict[str, Any] = {"deck": str(DECK), "trump": "wizard", **POINTS}
"""A custom game, which allows the most players."""
WRONG = """() => {
  const found = [];
  const shown = (thing) => thing.checkVisibility({opacityProperty: true});
  const boxes = (which) => [...document.querySelectorAll(which)].filter(shown)
    .map((thing) => [thing.id || thing.textContent.trim(), thing.getBoundingClientRect()]);
  const keys = boxes(".keys .key");
  for (const [name, {width, height}] of [...keys, ...boxes("#panel button")]) {
    if (Math.round(width) < 48 || Math.round(height) < 48) found.push([name, width, height]);
  }
  const last = Math.max(...keys.map(([, {bottom}]) => bottom));
  const lowest = keys.filter(([, {bottom}]) => last - bottom < 1);
  const wide = lowest.reduce((sum, [, {width}]) => sum + width, 0);
  const [[, grid] = [null, {width: wide}]] = boxes(".keys");
  if (Math.abs(wide - grid.width) > 2) found.push(["the last row is not full", wide, grid.width]);
  for (const [name, {left, right}] of keys) {
    const ends = (edge, at) => lowest.some(([, box]) => Math.abs(box[edge] - at) < 1);
    if (!ends("left", left) || !ends("right", right)) found.push([name, "is out of line"]);
  }
  const {scrollHeight, clientHeight, scrollWidth, clientWidth} = document.documentElement;
  if (scrollHeight > clientHeight) found.push(["scrolls", scrollHeight, clientHeight]);
  if (scrollWidth > clientWidth) found.push(["is too wide", scrollWidth, clientWidth]);
  const dock = document.querySelector(".sum").getBoundingClientRect();
  for (const [name, box] of [...boxes(".player-line"), ...boxes(".keys")]) {
    const isLine = name.startsWith("line-");
    if (isLine && dock.left < box.right && box.bottom > dock.top + 1) found.push([name, "covered"]);
    if (box.bottom > innerHeight) found.push([name, "below the screen"]);
  }
  return found;
}"""
"""Elements that are too small for a finger, misaligned with the last row, or partly off the
screen."""
MEETING = """() => {
  const ink = (thing) => {
    const words = document.createRange();
    words.selectNodeContents(thing);
    return [thing.className || thing.parentNode.className, words.getBoundingClientRect()];
  };
  const meet = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const middle = document.querySelector(".middle");
  return [...document.querySelectorAll(".player-line:not(.dummy)")].flatMap((line) => {
    const card = line.getBoundingClientRect();
    const texts = [...line.querySelectorAll(".name, .role, .total, .bid b")]
      .filter((thing) => thing.checkVisibility()).map(ink);
    // A figure is not as high as its line.
    const [, bid] = texts.find(([name]) => name.includes("bid"));
    const spare = bid.height * 0.16;
    const figure = new DOMRect(bid.left, bid.top + spare, bid.width, bid.height - 2 * spare);
    const others = texts.filter(([name]) => !name.includes("bid"));
    const cut = others.filter(([, box]) => box.left < card.left + 4 || box.right > card.right - 4
      || box.top < card.top + 2 || box.bottom > card.bottom - 2);
    const over = others.filter(([, box]) => meet(box, figure));
    const under = middle?.checkVisibility() && meet(middle.getBoundingClientRect(), figure);
    const on = middle?.checkVisibility() ? others.filter(([, box]) =>
      meet(box, middle.getBoundingClientRect())) : [];
    return [...cut, ...over, ...on].map(([name]) => [line.id, name])
      .concat(under ? [[line.id, "under the card"]] : []);
  });
}"""
"""Texts on the cards of players that touch an edge, the bid, or the card turned up."""
UNSEEN = """() => [...document.querySelectorAll(".pad, .player-line:has(:checked)")]
  .filter((thing) => thing.checkVisibility({opacityProperty: true}))
  .map((thing) => [thing.id, thing.getBoundingClientRect()])
  .filter(([, {top, bottom, left, right}]) => top < 0 || left < 0 || right > 320
    || document.elementFromPoint(160, top + 2) === null || bottom > innerHeight)
  .map(([id, {top, bottom}]) => [id, top, bottom])"""
"""The open pad and its player's line, if they are partly off the smallest screen."""

HEAD = """() => {
  scrollTo(0, document.body.scrollHeight);
  const box = (which) => document.querySelector(which).getBoundingClientRect();
  return [box("#sheet-head th").top, box(".hand > .bar").bottom, scrollY];
}"""
FREE = """() => {
  const line = document.querySelector("#head .deal > :is(a, span)");
  const isCut = line.scrollWidth > line.clientWidth;
  const next = [...document.querySelectorAll(".steps a")].filter((link) => link.checkVisibility());
  const ends = Math.min(...next.map((link) => link.getBoundingClientRect().left));
  return isCut ? ends - line.nextElementSibling.getBoundingClientRect().right : 0;
}"""
"""Pixels left beside the dealer's name and the dot, if it is cut."""
OVER = """() => [...document.querySelectorAll(".player-line")].flatMap((line) => {
  const ends = line.querySelector(".totals").getBoundingClientRect().left;
  return [...line.querySelectorAll(".tags > *")].filter((tag) =>
    tag.getBoundingClientRect().right > ends).map((tag) => tag.textContent);
})"""
"""The marks of players that overlap the totals."""

TIGHT = """() => [...document.querySelectorAll(
  ".player-line .pts, .cell > b, .cell > .points",
)].flatMap((one) => {
  const holder = one.closest(".player-line, td").getBoundingClientRect();
  const ends = one.closest(".player-line")?.querySelector(".slot").getBoundingClientRect().left;
  const range = document.createRange();
  range.selectNodeContents(one);
  const {left, right, top, bottom} = range.getBoundingClientRect();
  const isFree = !one.checkVisibility() || (right < (ends ?? holder.right) && left > holder.left
    && (!ends || (top > holder.top + 1 && bottom < holder.bottom - 1)));
  return isFree ? [] : [one.textContent];
})"""
"""Points and totals that touch the edge of their line, or reach into the next column."""
TOUCHING = """() => [...document.querySelectorAll(".trumps b")].filter((word) => {
  const range = document.createRange();
  range.selectNodeContents(word);
  const lines = [...range.getClientRects()];
  const key = word.closest("span").getBoundingClientRect();
  return lines.length > 1 || lines[0].left < key.left + 1.5 || lines[0].right > key.right - 1.5;
}).map((word) => word.textContent)"""
TOAST = """(said) => Object.assign(document.getElementById("status"), {
  textContent: said,
  className: "toast",
})"""
UNDO_LINES = """() => {
  const range = document.createRange();
  range.selectNode(document.querySelector(".undo span").firstChild);
  return range.getClientRects().length;
}"""
"""Lines of the word on Undo."""
CUT = """() => [...document.querySelectorAll(".player-line .name, .hd .nm")]
  .filter((name) => name.checkVisibility() && (name.scrollWidth > name.clientWidth + 1
    || name.scrollHeight > name.clientHeight + 4)).map((name) => name.textContent)"""
INK = "getComputedStyle(document.body).color"
TOP = "thing => Math.round(thing.getBoundingClientRect().top)"
TOUCHED = "([x, y]) => document.elementFromPoint(x, y).id"
UNCOVERED = """(thing) => {
  const {left, top, bottom} = thing.getBoundingClientRect();
  return [top + 3, bottom - 3].every((y) => thing.contains(document.elementFromPoint(left + 9, y)));
}"""


SHIFTS = """window.shifts = [];
new PerformanceObserver((seen) => {
  for (const { sources } of seen.getEntries())
    shifts.push(...sources.map(({ node }) => node?.id || node?.className));
}).observe({ type: "layout-shift", buffered: true });"""
"""Elements that move while nobody touches the page."""


def tables() -> Iterator[tuple[int, int]]:
    """Each size of a hand, and so each grid of keys, with as many players as its deck allows."""
    for cards in range(1, MOST_CARDS + 1):
        yield min(MOST_PLAYERS, DECK // cards), cards


def steps(phone: Phone, players: int, cards: int) -> Iterator[str]:
    """The steps of a hand, each opened; on the last one a pile is entered."""
    phone.seat(*TEN[:players], variant=CUSTOM.key, sizes=str(cards), **NUMBERS)
    each = cards // players
    if players * cards < DECK:
        phone.table.turn("wizard", named="clubs")
    phone.look()
    yield "bids"
    phone.table.bid(*[each] * players)
    if cards == min(LARGEST_HAND, DECK // players):
        phone.page.reload()
        yield "play"
    phone.table.take(each, *[None] * (players - 1))
    phone.page.reload()
    yield "tricks"


def test_a_hand_of_any_size_is_all_on_the_screen_and_large_enough(phone: Phone) -> None:
    found: dict[str, object] = {}
    for players, cards in tables():
        for step in steps(phone, players, cards):
            for width, height in SIZES:
                phone.page.set_viewport_size({"width": width, "height": height})
                place = f"{players} players, {cards} cards, {step}, {width}x{height}"
                found[place] = phone.page.evaluate(WRONG)
                if step == "play":
                    found[f"the cards of {place}"] = phone.page.evaluate(MEETING)
            phone.page.set_viewport_size({"width": 320, "height": SMALL})
            found[f"{place[:-8]} on the smallest phone"] = phone.page.evaluate(UNSEEN)
    assert {place: what for place, what in found.items() if what} == {}


def test_each_of_ten_players_bids_on_a_pad_in_sight(phone: Phone) -> None:
    phone.seat(*TEN, variant=CUSTOM.key, sizes="2", **NUMBERS)
    phone.table.turn("hearts")
    phone.look()
    phone.bid([0] * len(TEN))
    expect(phone.page.locator("#sum")).to_contain_text("0 of 2 bid: 2 under")


def test_the_werewolf_is_all_on_the_screen_and_names_trump_in_two_taps(phone: Phone) -> None:
    phone.seat(*TEN[:6], specials="y")
    phone.look()
    for key, beside, left in (
        (".swap", ".swap", "Werewolf"),
        (".keys .key", ".skip", "No trump this hand"),
    ):
        expect(phone.page.locator(beside)).to_have_text(left)
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(WRONG) == [], (left, width)
        with phone.saved():
            phone.page.locator(key).first.tap()
    phone.group("Bid of Christoph").or_(phone.group("Bid of Magdalena")).first.wait_for()


EXTRAS = """() => [...document.querySelectorAll(".face > *")].filter((face) => {
  const words = document.createRange();
  words.selectNodeContents(face.querySelector("span") ?? face);
  const key = face.closest(".count").getBoundingClientRect();
  const isCut = getComputedStyle(face.querySelector("span") ?? face).textOverflow === "ellipsis";
  return face.checkVisibility({opacityProperty: true}) && !isCut && [...words.getClientRects()]
    .some(({left, right, top, bottom}) =>
      left < key.left || right > key.right || top < key.top || bottom > key.bottom);
}).map((face) => face.textContent)"""
"""Labels that overflow their keys."""
OFF_CENTRE = """[...document.querySelectorAll(".card-counts .face > b")].filter((label) => {
  const [one, key] = [label, label.parentElement].map((each) => each.getBoundingClientRect());
  return Math.abs(one.left + one.right - key.left - key.right) > 3;
}).map((label) => label.textContent)"""
"""Labels that are not in the middle of their keys."""


@in_turn(2)
def test_a_key_for_each_bonus_card_is_all_on_the_screen(open_phone: OpenPhone, locale: str) -> None:
    phone = open_phone(locale=locale)
    found: dict[str, object] = {}
    for variant, players in (
        *(("skull-king", n) for n in (2, 4, 6, 8)),
        ("rascal", 8),
        ("rage", 6),
    ):
        phone.seat(*TEN[:players], variant=variant, sizes="8")
        phone.table.bid(*[1] * players)
        phone.look("extras")
        for width, height in (*SIZES, *([(320, SMALL)] if locale == LOCALES[0] else [])):
            phone.page.set_viewport_size({"width": width, "height": height})
            for pad in ("at-1", "at-table"):
                phone.page.evaluate("id => document.getElementById(id)?.click()", pad)
                wrong = phone.page.evaluate(WRONG) + phone.page.evaluate(EXTRAS)
                found[f"{variant}, {players} players, {pad}, {width}x{height}"] = wrong
    assert {place: what for place, what in found.items() if what} == {}


def test_a_bomb_and_a_cloud_are_all_on_the_screen(phone: Phone) -> None:
    for players in (3, 4, 5, 6):
        phone.seat(*TEN[:players], specials="y", sizes="9")
        phone.table.turn("hearts")
        phone.table.bid(*[1] * players)
        phone.look("extras")
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(WRONG) == [], (players, width)
            assert phone.page.evaluate(EXTRAS) == [], (players, width)
            assert phone.page.evaluate(OFF_CENTRE) == [], (players, width)


def test_nothing_moves_while_a_page_is_loaded(phone: Phone, open_phone: OpenPhone) -> None:
    phone.seat(*FOUR)
    phone.played(6)
    game = phone.table.path
    views = (game, f"{game}#sheet", f"{game}#evening", f"{game}#more")
    for one, paths in ((phone, ("/", "/new", *views)), (open_phone(), views)):
        one.context.add_init_script(SHIFTS)
        for path in paths:
            one.page.goto("about:blank")
            one.open(path)
            one.page.evaluate("document.fonts.ready")
            one.until("document.documentElement.classList.contains('live')")
            assert one.page.evaluate("shifts") == [], path


def test_a_hand_of_two_with_its_spade_8_is_all_on_the_screen(phone: Phone) -> None:
    phone.seat("Ann", "Ben", variant="two-player")
    phone.table.turn("hearts")
    phone.table.bid(4, 3)
    phone.table.take(5, 4)
    phone.look()
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(WRONG) == [], (width, height)
    phone.tap(phone.chip("Spade 8 taken by", "Ben"))
    expect(phone.page.locator("#line-1 .took")).to_contain_text("as 3")


@pytest.mark.parametrize("size", [(390, 844), (360, 580), (844, 330)])
def test_what_is_missing_is_said_where_the_hand_stands_and_covers_nothing(
    phone: Phone, size: tuple[int, int]
) -> None:
    phone.forgiven.append("status of 422")
    phone.seat("Ann", "Ben", variant="two-player")
    phone.table.turn("hearts")
    phone.table.bid(4, 3)
    phone.look()
    phone.count()
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    for numbers, said in (
        ((), "The tricks of Ann and Ben are missing."),
        ((5, 4), "Who won the 8 of spades? Tap a name, or Not dealt."),
    ):
        if numbers:
            phone.take(numbers, all_but=0)
        with phone.saved():
            phone.press("Score hand")
        message = phone.page.get_by_role("alert").filter(has_text=said)
        expect(message).to_be_in_viewport()
        assert message.evaluate(UNCOVERED)
        assert phone.page.evaluate(WRONG) == []


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes have a point in common."""
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    down = one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]
    return across and down


@pytest.mark.parametrize("size", [(390, 784), (360, 580), (844, 330)])
def test_what_a_save_did_moves_nothing_takes_no_tap_and_goes_by_itself(
    phone: Phone, size: tuple[int, int]
) -> None:
    phone.seat(*FOUR)
    phone.played()
    phone.look()
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.open(f"{phone.table.path}/hands/2/dealer")
    phone.tap(phone.chip("Dealer", "Ben"))
    phone.press("Save dealer")
    said = phone.page.locator("#status")
    expect(said).to_have_text("Saved")
    expect(said).to_be_in_viewport()
    phone.until("document.documentElement.classList.contains('live')")
    box, keys = said.bounding_box(), phone.boxes()
    assert box
    assert phone.page.evaluate(TOUCHED, [box["x"] + 9, box["y"] + 9]) != "status"
    over = [phone.page.locator(which).bounding_box() for which in ("#head", "#foot")]
    assert not [other for other in over if other and overlap(box, other)]
    assert phone.page.evaluate(WRONG) == []
    phone.later(7)
    expect(said).to_have_text("")
    assert phone.boxes() == keys
    assert phone.page.locator(".hand > .bar").evaluate(TOP) == 0
    assert phone.page.evaluate(WRONG) == []


def test_what_the_hand_shows_of_a_save_is_only_read_aloud(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played()
    phone.look()
    with phone.saved():
        phone.press("Undo")
    expect(phone.page.locator("#status")).to_have_text("Undone: hand 1 scored")
    assert phone.page.locator("#status").evaluate("one => getComputedStyle(one).clipPath") != "none"
    expect(phone.page.locator("#foot .undone")).to_contain_text("Undone: hand 1 scored")


def test_what_comes_with_a_page_is_said_over_the_sum_and_covers_no_line(phone: Phone) -> None:
    phone.at_the_bids(*FOUR)
    phone.page.locator("html.live").wait_for()
    for said in ("Undone: hand 3, Ben took 2", "Hand 1 corrected: Ann took 1 (was 3), Dora 2"):
        phone.page.evaluate(TOAST, said)
        for width, height in ((320, 568), (360, 580), (360, 640), (390, 844)):
            phone.page.set_viewport_size({"width": width, "height": height})
            toast = phone.page.locator("#status").bounding_box()
            line = phone.page.locator(".player-line").last.bounding_box()
            keys = phone.page.locator(".keys").first.bounding_box()
            assert toast
            assert line
            assert keys
            assert line["y"] + line["height"] <= toast["y"], (width, said)
            assert toast["y"] + toast["height"] <= keys["y"], (width, said)


@in_turn(3)
def test_undo_beside_redo_keeps_its_word_whole_and_says_what_it_undoes(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale)
    phone.seat(*FOUR)
    phone.table.turn("hearts")
    for bids in ((None, 1), (None, 1, 0)):
        phone.table.bid(*bids)
    phone.table.undo()
    phone.look()
    expect(phone.page.locator("#foot .undone")).to_be_visible()
    for width in (320, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 640})
        assert phone.page.evaluate(UNDO_LINES) == 1, width
        assert phone.page.locator(".undo small").is_visible() == (width > 320)


@pytest.mark.parametrize("players", [6, 9, 10])
def test_points_and_totals_of_four_signs_keep_off_the_edges_and_the_next_column(
    phone: Phone, players: int
) -> None:
    phone.seat(*TEN[:players], variant=CUSTOM.key, sizes="5, 5, 5", **NUMBERS | {"own_miss": "50"})
    rest = (0,) * (players - 1)
    phone.table.play("hearts", (5, *rest), (*rest, 5))
    phone.table.turn("clubs")
    phone.table.bid(5, *rest)
    phone.table.take(0, *rest[1:], 5)
    phone.look()
    for width, height in (*SIZES, (360, 640), (390, 844)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for view in ("#hand", "#sheet"):
            phone.page.evaluate("(view) => { location.hash = view }", view)
            assert phone.page.evaluate(TIGHT) == [], (width, view)


def test_what_is_new_has_the_same_dot_on_its_tab_and_where_it_leads(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played()
    phone.look()
    look = "([one, where]) => getComputedStyle(document.querySelector(one), where).width"
    dots = [['.tabs [href="#more"]', "::before"], ["#keep > summary", "::after"]]
    assert [phone.page.evaluate(look, dot) for dot in dots] == ["10px", "10px"]
    # A tap on More opens it without scrolling.
    phone.follow("More")
    phone.page.get_by_text("a link that brings your games back").tap()
    assert [phone.page.evaluate(look, dot) for dot in dots] == ["auto", "auto"]


def test_no_key_moves_when_a_bid_or_tricks_are_answered(phone: Phone) -> None:
    phone.seat(*FOUR, hook="y", sizes="7")
    phone.table.turn("hearts")
    phone.look()
    for what, numbers in (("Bid of", [2, 1, 3]), ("Tricks of", [2, 1, 3])):
        phone.group(f"{what} Ann").wait_for()
        if what == "Tricks of":
            phone.count()
        before = phone.boxes()
        for name, number in zip(FOUR, numbers, strict=False):
            with phone.saved():
                phone.tap(phone.chip(f"{what} {name}", number))
            assert phone.boxes() == before, f"{what} {name}"
        if what == "Bid of":
            expect(phone.page.locator("#panel")).to_contain_text("Dora may not bid 1")
            phone.tap(phone.chip("Bid of Dora", 0))


def test_on_a_wide_screen_the_hand_stands_beside_the_view_that_is_open(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played(6)
    phone.table.turn("hearts")
    phone.look()
    for width, height in ((1024, 768), (1024, 1366), (1366, 768)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for name, view in VIEWS.items():
            phone.view(name)
            # The unfolded section scrolled into view.
            phone.page.evaluate("scrollTo(0, 0)")
            hand, beside, keys = (
                phone.page.locator(which).bounding_box()
                for which in (
                    "#board > .hand",
                    "#sheet" if name == "Hand" else view,
                    "#pad-0 .keys",
                )
            )
            assert hand
            assert beside
            assert keys
            assert hand["x"] + hand["width"] <= beside["x"] + 1, (width, name)
            assert (hand["y"], beside["y"]) == (0, 0), (width, name)
            assert beside["x"] + beside["width"] >= min(width, 1280), (width, name)
            assert keys["y"] + keys["height"] <= height, (width, name)
        phone.view("Hand")
        assert phone.page.evaluate(WRONG) == [], width


def test_on_an_upright_tablet_each_view_is_in_the_middle(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played(6)
    phone.table.turn("hearts")
    phone.look()
    for width, height in ((640, 900), (768, 1024), (834, 1194)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for name, view in VIEWS.items():
            phone.view(name)
            box = phone.box(phone.page.locator(view))
            assert round(box["width"]) == 620, (width, name)
            assert round(box["x"] * 2) + 620 == width, (width, name)
        phone.view("Hand")
        assert phone.page.evaluate(WRONG) == [], width


TITLE = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("#head"));
  const {top, bottom} = words.getBoundingClientRect();
  const bar = document.querySelector(".hand > .bar").getBoundingClientRect();
  return [top - bar.top, bar.bottom - bottom];
}"""
"""Pixels above and below the title of a game in its bar."""


def test_the_title_is_all_in_its_bar_also_at_the_end(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played(2)
    phone.look()
    for _ in range(2):
        for width, height in ((360, 640), (390, 844), (844, 390), (1280, 800)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert min(phone.page.evaluate(TITLE)) >= 1, (width, height)
        phone.table.post(f"{phone.table.path}/end", hands=2, revision=phone.table.revision)
        phone.page.reload()


def test_the_head_of_the_sheet_stays_in_sight_below_the_bar(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played(10)
    phone.look()
    phone.view("Sheet")
    for width, height in ((390, 700), (360, 440), (320, 480), (844, 330), (1024, 520)):
        phone.page.set_viewport_size({"width": width, "height": height})
        top, bar, scrolled = phone.page.evaluate(HEAD)
        assert scrolled > 60, (width, height)
        assert abs(top - (0 if width > 1000 else bar)) < 2, (width, height)


def test_a_new_panel_starts_at_its_top_where_the_page_was_scrolled(phone: Phone) -> None:
    phone.at_the_bids(*FOUR)
    phone.page.set_viewport_size({"width": 320, "height": 360})
    phone.table.bid(0, 0, 0)
    phone.page.reload()
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert phone.page.evaluate("scrollY") > 0
    phone.tap(phone.chip("Bid of Dora", 1))
    phone.group("Tricks of Ann").wait_for()
    assert phone.page.evaluate("scrollY") == 0


def test_too_many_tricks_leave_the_link_to_the_bids_as_it_is(phone: Phone) -> None:
    phone.at_the_bids(*FOUR)
    phone.table.bid(0, 0, 0, 0)
    phone.page.reload()
    link = phone.page.locator("#step-bids")
    before = link.evaluate("link => getComputedStyle(link).color")
    phone.table.take(1, 1, None, None)
    phone.page.reload()
    expect(phone.page.locator("#sum")).to_contain_text("1 trick too many")
    expect(link).to_have_css("color", before)


@in_turn(4)
def test_no_word_of_a_card_is_broken_or_touches_its_edge(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale)
    for players in (3, 6):
        phone.seat(*LONGEST[:players])
        phone.played()
        phone.look()
        for width, height in ((360, 640), (390, 844), (844, 390), (1280, 800)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(TOUCHING) == [], (players, width)


@in_turn(5)
def test_no_name_is_broken_beside_the_buttons_of_who_comes_and_goes(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale, viewport={"width": 360, "height": 640})
    phone.seat("Anaïs", "Bartholomew", "Wilhelmine-Charlotte", "Maximiliane")
    phone.look()
    phone.open(f"{phone.table.path}/players")
    broken = """all => all.filter((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      return words.getClientRects().length > 1;
    }).map((one) => one.textContent)"""
    lines = phone.page.locator(".attendance :is(.name, .ways button)")
    assert lines.evaluate_all(broken) == []


def test_a_name_of_eleven_letters_is_not_cut(phone: Phone) -> None:
    def expect_whole(where: str) -> None:
        for width, height in ((360, 640), (390, 844), (844, 390), (1024, 768)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(CUT) == [], f"{width}, {where}"

    phone.seat("Grandpa Joe", "Bartholomew", "Ann", "Ben")
    phone.played(3)
    phone.look()
    expect_whole("hand")
    phone.view("Sheet")
    expect_whole("sheet")
    phone.table.turn("hearts")
    phone.table.bid(1, 1, 1, 1)
    phone.look()
    expect_whole("play")


def test_between_hands_the_lines_name_the_hand_that_they_show(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.look()
    expect(phone.page.locator(".colhead b:visible")).to_have_count(0)
    phone.played(2)
    phone.page.reload()
    expect(phone.page.locator(".colhead b")).to_have_text("Hand 2")
    phone.table.turn("hearts")
    phone.page.reload()
    expect(phone.page.locator(".colhead b:visible")).to_have_count(0)


def test_without_a_card_turned_up_the_last_points_fit_beside_the_first_bid(phone: Phone) -> None:
    phone.seat(*TEN[:6], variant="nomination", sizes="8 8")
    phone.table.play("", (0, 0, 0, 0, 0, 7), (0, 0, 0, 0, 0, 8))
    phone.look()
    expect(phone.page.locator(".pts")).to_have_count(6)
    expect(phone.page.locator(".colhead b")).to_have_text("Hand 1")
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(WRONG) == [], width
        assert phone.page.evaluate(OVER) == [], width


def test_a_card_of_the_pause_says_which_number_is_the_bid_and_which_the_total(phone: Phone) -> None:
    phone.at_the_bids(*FOUR)
    phone.table.bid(0, 0, 0, 0)
    phone.page.reload()
    words = [
        phone.page.locator(f"#line-0 {which} .vh").bounding_box() for which in (".totals", ".bid")
    ]
    assert all(word and word["width"] > 10 for word in words)
    bid, total = (
        phone.page.locator(f"#line-0 {which} b").bounding_box() for which in (".bid", ".totals")
    )
    assert bid
    assert total
    assert bid["height"] > 3 * total["height"]


def test_what_is_right_has_the_colour_of_nothing_wrong(phone: Phone) -> None:
    phone.at_the_bids(*FOUR)
    phone.table.bid(1, 1, 1, 1)
    phone.table.take(1, None, None, None)
    phone.page.reload()
    said = phone.page.locator("#sum")
    expect(said).to_have_text(re.compile("has no tricks|have no tricks"))
    expect(said).to_have_css("color", phone.page.evaluate(INK))


def test_a_phone_that_lies_on_its_side_shows_the_game_to_go_on_with_and_the_first_seats(
    open_phone: OpenPhone,
) -> None:
    phone = open_phone(viewport={"width": 844, "height": 390})
    phone.seat(*FOUR)
    phone.played()
    phone.look()
    phone.open("/")
    expect(phone.page.locator(".continue .main")).to_be_in_viewport(ratio=0.9)
    foot = phone.page.locator(".foot").evaluate(TOP)
    box = phone.box(phone.page.locator(".continue .main"))
    assert box["y"] + box["height"] <= foot
    phone.open("/new")
    expect(phone.page.locator("#name-0")).to_be_in_viewport()
    kinds = [one.bounding_box() for one in phone.page.locator(".kind:visible").all()]
    assert len({one["y"] for one in kinds if one}) == 1


def test_neither_the_dealer_nor_the_own_card_is_cut_where_room_is_left(phone: Phone) -> None:
    phone.seat(*LONGEST)
    phone.table.turn("hearts")
    phone.look()
    for width in (320, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 640})
        assert phone.page.evaluate(FREE) <= 12, width
    phone.context.clear_cookies()
    phone.open(f"{phone.table.path}?me=5")
    expect(phone.page.locator("#mine h2")).to_have_text(LONGEST[5])
    for width in (320, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 640})
        assert phone.page.evaluate(OVER) == [], width
