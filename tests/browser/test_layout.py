"""The layout: elements are large enough for a finger, all on the screen, and never move."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.variants.model import LARGEST_HAND
from scorekeeper.rules.variants.variants import CUSTOM, MOST_CARDS, MOST_PLAYERS
from tests.browser.conftest import OpenPhone
from tests.browser.fits import DECK, FOUR, NUMBERS, SIZES, TEN, WRONG
from tests.browser.phone import Phone
from tests.languages import LOCALES
from tests.turns import daily

pytestmark = pytest.mark.browser

SMALL = 568
"""The height of the smallest phone, 320 pixels wide."""
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
    const texts = [...line.querySelectorAll(".name, .role, .totals > *, .bid b")]
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
    const isMute = line.querySelector(".totals .vh").getBoundingClientRect().width < 9;
    return [...cut, ...over, ...on].map(([name]) => [line.id, name])
      .concat(under ? [[line.id, "under the card"]] : [], isMute ? [[line.id, "no word"]] : []);
  });
}"""
"""Texts on the cards of players that touch an edge, the bid, or the card turned up; and totals
without their word."""
UNSEEN = """() => [...document.querySelectorAll(".pad, .player-line:has(:checked)")]
  .filter((thing) => thing.checkVisibility({opacityProperty: true}))
  .map((thing) => [thing.id, thing.getBoundingClientRect()])
  .filter(([, {top, bottom, left, right}]) => top < 0 || left < 0 || right > 320
    || document.elementFromPoint(160, top + 2) === null || bottom > innerHeight)
  .map(([id, {top, bottom}]) => [id, top, bottom])"""
"""The open pad and its player's line, if they are partly off the smallest screen."""
GROW = """() => new Promise((seen) => {
  const dock = document.querySelector(".dock");
  new ResizeObserver((_, observer) => {
    if (dock.style.minHeight) observer.disconnect(), seen();
    dock.style.minHeight = `${dock.clientHeight + 9}px`;
  }).observe(dock);
})"""
"""Let the dock grow, and wait until the page has noticed."""
FITS = "document.querySelector('.hand.fits')"
MOVES = """() => {
  const hand = document.querySelector(".hand");
  const things = [...hand.querySelectorAll("*")];
  const boxes = () => things.map((thing) => thing.getBoundingClientRect());
  const before = boxes();
  hand.classList.remove("fits");
  const after = boxes();
  hand.classList.add("fits");
  const sides = ["left", "right", "top", "bottom"];
  const isMoved = (_, at) => sides.some((side) => Math.abs(before[at][side] - after[at][side]) > 1);
  return things.filter(isMoved).map(({id, className}) => id || className);
}"""
"""Elements that are elsewhere without the fixed height of a hand that fits."""
FIGURES = "[...document.querySelectorAll('.panel :is(.key span, .slot b)')]"
FIGURE = f"Math.min(...{FIGURES}.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
"""The size of the smallest number on the keys and beside the names, in px."""
INK = "getComputedStyle(document.body).color"
SHIFTS = """window.shifts = [];
new PerformanceObserver((seen) => {
  for (const { sources } of seen.getEntries())
    shifts.push(...sources.map(({ node }) => node?.id || node?.className));
}).observe({ type: "layout-shift", buffered: true });"""
"""Elements that move while nobody touches the page."""


def tables(step: int) -> Iterator[tuple[int, int]]:
    """Sizes of a hand, and so grids of keys, with as many players as the deck allows."""
    for cards in range(1, MOST_CARDS + 1, step):
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


LARGEST = """(({ scrollWidth, scrollHeight }) =>
  [Math.max(innerWidth, scrollWidth), Math.max(innerHeight, scrollHeight)]
)(document.scrollingElement)"""
"""What a browser of a phone shows of the page at most; it never takes back what it once added."""


@daily("sizes", [1, 3], 3)
def test_a_hand_of_any_size_is_all_on_the_screen_and_large_enough(phone: Phone, sizes: int) -> None:
    found: dict[str, object] = {}
    for players, cards in tables(sizes):
        for step in steps(phone, players, cards):
            for width, height in SIZES:
                phone.page.set_viewport_size({"width": width, "height": height})
                phone.until(FITS)
                place = f"{players} players, {cards} cards, {step}, {width}x{height}"
                found[place] = phone.page.evaluate(WRONG)
                found[f"moved by {place}"] = phone.page.evaluate(MOVES)
                if step == "play":
                    found[f"the cards of {place}"] = phone.page.evaluate(MEETING)
            phone.page.set_viewport_size({"width": 320, "height": SMALL})
            found[f"{place[:-8]} on the smallest phone"] = phone.page.evaluate(UNSEEN)
    assert {place: what for place, what in found.items() if what} == {}


def test_a_hand_that_does_not_fit_scrolls_until_its_last_button_is_above_the_tabs(
    phone: Phone,
) -> None:
    phone.seat(*TEN[:6], sizes="10")
    phone.table.turn("hearts")
    phone.look()
    phone.until(FITS)
    phone.page.set_viewport_size({"width": 320, "height": 420})
    phone.until(f"!{FITS}")
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    foot, tabs = (phone.box(phone.page.locator(which)) for which in ("#foot", ".tabs"))
    assert foot["y"] + foot["height"] <= tabs["y"]
    phone.page.evaluate(GROW)
    assert phone.page.evaluate("scrollY") > 0, "the page jumped when something on it grew"
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.until(FITS)


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
        (".keys .key", ".skip", "No trump"),
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


WITH_EXTRAS = (*(("skull-king", n) for n in (8, 2, 4, 6)), ("rascal", 8), ("rage", 6))


@daily("game, locale", product(WITH_EXTRAS, LOCALES), (WITH_EXTRAS[0], "de"))
def test_a_key_for_each_bonus_card_is_all_on_the_screen(
    open_phone: OpenPhone, game: tuple[str, int], locale: str
) -> None:
    phone = open_phone(locale=locale)
    variant, players = game
    found: dict[str, object] = {}
    phone.seat(*TEN[:players], variant=variant, sizes="8")
    phone.table.bid(*[1] * players)
    phone.look("extras")
    for width, height in (*SIZES, *([(320, SMALL)] if locale == LOCALES[0] else [])):
        phone.page.set_viewport_size({"width": width, "height": height})
        for pad in ("at-1", "at-table"):
            phone.page.evaluate("id => document.getElementById(id)?.click()", pad)
            wrong = phone.page.evaluate(WRONG) + phone.page.evaluate(EXTRAS)
            found[f"{pad}, {width}x{height}"] = wrong
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


@pytest.mark.journey
def test_nothing_moves_while_a_page_is_loaded(phone: Phone, open_phone: OpenPhone) -> None:
    phone.seat(*FOUR)
    phone.played(6)
    game = phone.table.path
    views = (game, f"{game}#sheet", f"{game}#evening", f"{game}#more")
    stands_still(phone, "/", "/new", *views)
    stands_still(open_phone(), *views)
    # On a slow line the question is drawn before the view that the address names is there.
    places = []
    for view in views:
        phone.open(view)
        places.append(phone.page.locator("#whom .people").bounding_box())
    assert places == [places[0]] * len(views)
    phone.take_cookie()
    stands_still(phone, f"{game}/share", f"{game}/phones", f"{game}/players")
    phone.table.post(f"{game}/end", hands=6, revision=phone.table.revision)
    stands_still(phone, game, f"{game}/picture", "/people", "/book", "/history", "/events/new")


def stands_still(one: Phone, *paths: str) -> None:
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
    question = phone.page.locator("#pad-negated")
    phone.tap(phone.page.locator("#line-0"))
    expect(question).to_have_css("opacity", "0")
    phone.forgiven.append("status of 422")
    phone.press("Score hand")
    expect(question).to_have_css("opacity", "1")
    phone.tap(phone.chip("8 of spades taken by", "Ben"))
    expect(phone.page.locator("#line-1 .took")).to_contain_text("as 3")


@pytest.mark.journey
def test_keys_are_large_and_stay_when_a_bid_or_tricks_are_answered(phone: Phone) -> None:
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
        assert phone.told(FIGURE) >= 24
        if what == "Bid of":
            expect(phone.page.locator("#panel")).to_contain_text("Dora may not bid 1")
            phone.tap(phone.chip("Bid of Dora", 0))


@pytest.mark.parametrize("size", [(412, 915), (360, 800)], ids=str)
def test_no_answer_to_a_tap_makes_the_page_larger_than_a_high_screen(
    open_phone: OpenPhone, size: tuple[int, int]
) -> None:
    width, height = size
    phone = open_phone(viewport={"width": width, "height": height})
    phone.seat(*FOUR, sizes="2, 3", hook="y")
    phone.look()
    found = {}

    def measure(step: str) -> None:
        phone.settle()
        found[step] = tuple(phone.page.evaluate(LARGEST))

    phone.turn("Hearts")
    measure("bids")
    for name, bid in zip(FOUR, (1, 0, 0, 0), strict=True):
        phone.tap(phone.chip(f"Bid of {name}", bid))
    measure("play")
    phone.count()
    measure("tricks")
    phone.tap(phone.chip("Tricks of Ben", 2))
    phone.press("Score hand")
    measure("scored")
    assert found == dict.fromkeys(found, size)


def test_save_of_the_dealers_page_stands_at_the_lower_edge(open_phone: OpenPhone) -> None:
    phone = open_phone(viewport={"width": 390, "height": 844})
    phone.at_the_bids(*FOUR)
    phone.open(f"{phone.table.path}/hands/1/dealer")
    below = "foot => innerHeight - foot.getBoundingClientRect().bottom"
    assert phone.page.locator("form > .foot").evaluate(below) < 16


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


TAPPED = """(link) => {
  const { left, right, top, bottom } = link.getBoundingClientRect();
  const middle = [(left + right) / 2, (top + bottom) / 2];
  const reach = (x, y, far = 0) => {
    const at = document.elementFromPoint(middle[0] + x * (far + 1), middle[1] + y * (far + 1));
    return link.contains(at) ? reach(x, y, far + 1) : far;
  };
  return [1 + reach(-1, 0) + reach(1, 0), 1 + reach(0, -1) + reach(0, 1)];
}"""
"""How wide and high it is for a finger, whatever is seen of it."""


def test_a_link_beside_a_name_and_the_card_turned_up_are_as_large_as_a_finger(
    phone: Phone,
) -> None:
    phone.seat("", "", "", "")
    phone.look()
    for which, (width, height) in product((".call", "#step-trump"), SIZES):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.drawn()
        size = phone.page.locator(which).first.evaluate(TAPPED)
        assert min(size) >= 44, (which, width, height, size)


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


def test_a_correct_sum_is_not_coloured_as_an_error(phone: Phone) -> None:
    phone.at_the_bids(*FOUR)
    phone.table.bid(1, 1, 1, 1)
    phone.table.take(1, None, None, None)
    phone.page.reload()
    said = phone.page.locator("#sum")
    expect(said).to_have_text(re.compile("has no tricks|have no tricks"))
    expect(said).to_have_css("color", phone.page.evaluate(INK))


MARKED = """() => [...document.querySelectorAll(".tabs a")]
  .filter((tab) => tab.ariaCurrent || getComputedStyle(tab).fontWeight === "700")
  .map((tab) => tab.hash)"""
"""The tabs that look open or are said to be."""


def test_one_tab_is_marked_though_scripts_run_before_the_browser_points_to_its_view(
    phone: Phone,
) -> None:
    phone.start("Ann", "Ben", "Cem")
    assert phone.told(MARKED) == ["#hand"]
    ahead = "history.replaceState(null, '', '#sheet'), dispatchEvent(new Event('hashchange'))"
    phone.page.evaluate(ahead)
    assert phone.page.evaluate(MARKED) == ["#sheet"]
    phone.page.evaluate("location.replace('#sheet')")
    expect(phone.page.locator("#sheet")).to_be_visible()
    assert phone.page.evaluate(MARKED) == ["#sheet"]
