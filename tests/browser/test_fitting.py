"""Names, words and figures on the cards of a hand: none is cut, broken or on another."""

from itertools import product

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.variants.variants import CUSTOM
from tests.browser.conftest import OpenPhone
from tests.browser.evening import prepared
from tests.browser.fits import FOUR, NUMBERS, SIZES, TEN, TOP, WRONG
from tests.browser.phone import LONGEST, THREE, Phone
from tests.browser.test_geometry import LARGE, UPRIGHT
from tests.languages import LANGUAGES, in_turn
from tests.turns import daily

BAR = """async () => {
  const [{ plan }] = JSON.parse(localStorage.getItem("ahead"));
  const { waitsLine } = await import(document.querySelector("script[src*='app.js']").src
    .replace("app.js", "ahead/sentences.js"));
  const entry = (n) => ({ path: `/g/KEY/hands/${n}/whole`, scores: n < 16, fields: [] });
  const bar = document.getElementById("unsaved");
  Object.assign(bar, { className: "again ahead", hidden: false });
  const waits = Array.from({ length: 27 }, (_, n) => entry(n + 1));
  bar.querySelector("span").textContent = waitsLine(plan, waits);
  return bar.querySelector("p").clientHeight;
}"""
pytestmark = pytest.mark.browser

FREE = """() => {
  const line = document.querySelector("#head .by > :is(a, span)");
  const isCut = line.scrollWidth > line.clientWidth;
  const { left } = document.getElementById("steps").getBoundingClientRect();
  return isCut ? left - line.nextElementSibling.getBoundingClientRect().right : 0;
}"""
"""Pixels left beside the dealer's name and the dot, if it is cut, up to the box of the steps, which
keeps a tilted card off."""
DEALS = """() => {
  const deals = document.querySelector("#head .by > :is(a, span)");
  const marks = document.querySelector(".dot + i").getBoundingClientRect().right;
  const { left } = document.getElementById("step-bids").getBoundingClientRect();
  return [deals.scrollWidth <= deals.clientWidth, left - marks >= 6];
}"""
"""Whether the dealer's name is whole, and the marks beside it keep off the next link."""
OVER = """() => [...document.querySelectorAll(".player-line")].flatMap((line) => {
  const ends = line.querySelector(".totals").getBoundingClientRect().left;
  const { bottom } = line.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(line.querySelector(".tags"));
  return [...range.getClientRects()].filter((tag) => tag.top < bottom && tag.right > ends)
    .map(() => line.textContent);
})"""
"""The marks of players that overlap the totals."""
STARS = """() => [...document.querySelectorAll(".leads")].filter((leads) => {
  const range = document.createRange();
  range.selectNodeContents(leads.lastChild);
  const { width, bottom } = range.getBoundingClientRect();
  return width < 20 || bottom > leads.closest(".player-line").getBoundingClientRect().bottom;
}).map((leads) => leads.closest(".player-line").textContent)"""
"""Who leads with a star alone, without its words."""
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


LINES = """one => {
  const lines = new Set();
  const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.data.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    for (const { top, bottom } of range.getClientRects()) lines.add(Math.round(top + bottom));
  }
  return lines.size;
}"""
"""In how many lines a text would be, if none were cut."""


CUT = """lines => lines.flatMap((line) => {
  const crest = line.querySelector(".flank .crest").getBoundingClientRect();
  const { left, right, top, bottom } = line.getBoundingClientRect();
  const over = [left - crest.left, crest.right - right, top - crest.top, crest.bottom - bottom];
  return Math.max(...over) > 0.5 ? [[line.id, ...over]] : [];
})"""
"""Cards whose crest reaches over an edge, and by how much on each side."""


AIR = """(all, holder) => Math.min(...all.flatMap((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const box = one.closest(holder).getBoundingClientRect();
  return [...words.getClientRects()].map(({ left, right }) =>
    Math.min(left - box.left, box.right - right));
}))"""
"""Pixels between words and the nearer side of what holds them."""


@daily("locale", LANGUAGES, "es")
def test_words_keep_off_the_sides_of_cards_and_lengths_and_their_signs_stand_on_one_line(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale)
    phone.seat(*FOUR, cards="suits")
    phone.look()
    for width, height in ((360, 640), UPRIGHT):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.drawn()
        assert phone.page.locator(".trumps b").evaluate_all(AIR, "span") >= 4, width
    phone.open("/new")
    phone.page.evaluate("document.querySelector('.setup details').open = true")
    for width, height in ((360, 640), UPRIGHT):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.drawn()
        # Its ring takes five pixels.
        assert phone.page.locator(".len small").evaluate_all(AIR, ".len") >= 11, width
        signs = phone.page.locator(".len b").all()
        assert len({sign.evaluate(TOP) for sign in signs}) == 1, width


@daily("players", [6, 9, 10], 10)
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


@in_turn(5)
def test_no_name_is_cut_where_players_are_chosen_and_on_the_first_page(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale, viewport={"width": 320, "height": 640})
    phone.seat("Anaïs", "Wolfgang von Hohenau", "Maximiliane-Theodora", "Konstantinopolitansk")
    phone.played()
    phone.take_cookie()
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    game = phone.table.path
    narrow = ("/", *(game + page for page in ("/players", "/players/new", "/hands/2/dealer")))
    for path, least in (*((path, 320) for path in narrow), (f"{game}/hands/1", 360)):
        phone.open(path)
        for width in {least, 360}:
            phone.page.set_viewport_size({"width": width, "height": 640})
            phone.drawn()
            names = phone.page.locator(":is(.stands, .who, .chip) .name")
            assert names.count() >= 4, path
            assert names.evaluate_all(cut) == 0, (path, width)


@in_turn(6)
def test_the_bar_of_hands_that_wait_has_two_lines(open_phone: OpenPhone, locale: str) -> None:
    phone = open_phone(locale=locale, viewport={"width": 360, "height": 640})
    prepared(phone, "Ann", "Ben", "Cem")
    assert phone.page.evaluate(BAR) <= 36, "the room above the head"


@daily("locale", LANGUAGES, "fr")
def test_the_rule_of_hidden_bids_is_whole_on_undo_and_its_button_has_two_lines(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale)
    phone.seat(*TEN[:5])
    table = phone.table
    sent = table.post(f"{table.path}/rules", revision=table.revision, hidden="y", length="whole")
    assert sent.status_code == 303
    phone.look()
    phone.page.set_viewport_size({"width": 360, "height": 640})
    found = {"undo": phone.page.locator("#foot .undo small").evaluate(LINES)}
    phone.table.turn("hearts")
    phone.page.reload()
    found["button"] = phone.page.locator("#foot .below").evaluate(LINES)
    assert max(found.values()) == 2, found


@pytest.mark.parametrize("players", [5, 6])
def test_the_crest_of_a_card_of_the_pause_is_whole(phone: Phone, players: int) -> None:
    phone.seat(*TEN[:players], sizes="3")
    phone.table.turn("hearts")
    phone.table.bid(*[0] * players)
    phone.look()
    for width, height in ((360, 640), (390, 844)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".player-line").evaluate_all(CUT) == [], (width, height)


def test_without_a_card_turned_up_the_last_points_fit_beside_the_first_bid(phone: Phone) -> None:
    phone.seat(*TEN[:6], variant="nomination", sizes="8 8")
    phone.table.play("", (0, 0, 0, 0, 0, 7), (0, 0, 0, 0, 0, 8))
    phone.look()
    expect(phone.page.locator(".pts")).to_have_count(6)
    # Their hand is named only above its own bids and tricks.
    expect(phone.page.locator(".colhead b")).to_have_count(0)
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


@daily("locale", LANGUAGES, "es")
def test_the_star_of_who_leads_has_its_words(open_phone: OpenPhone, locale: str) -> None:
    phone = open_phone(locale=locale)
    phone.seat("Ann", "Ben", "Cem", "Dora", sizes="3 3")
    phone.table.play("hearts", (1, 1, 1, 0), (1, 1, 1, 0))
    phone.table.turn("hearts")
    phone.look()
    # Ann deals, Ben plays first, and both lead, as Cem does.
    for bids in ((), (1, 1, 1, 1)):
        for width, height in ((360, 640), (390, 844), (844, 390)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(STARS) == [], (bids, width)
        phone.table.bid(1, 1, 1, 1)
        phone.open(f"{phone.table.path}?count=1")
        phone.page.locator(".took").first.wait_for()


def test_the_number_of_cards_is_whole_beside_a_dealer_with_a_long_name(phone: Phone) -> None:
    phone.seat("Elisabeth-Charlotte", *THREE[1:], sizes="10, 2", dealer=0)
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.look()
    size = phone.page.locator("#head .deal > i").first
    expect(size).to_have_text("10 cards ·")
    expect(size).to_be_in_viewport(ratio=1)


def test_neither_the_dealer_nor_the_own_card_is_cut_where_room_is_left(phone: Phone) -> None:
    phone.seat(*LONGEST)
    phone.table.turn("hearts")
    phone.look()
    for width in (320, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 640})
        assert phone.page.evaluate(FREE) <= 9, width
    phone.context.clear_cookies()
    phone.open(f"{phone.table.path}?me=5")
    expect(phone.page.locator("#mine h2")).to_have_text(LONGEST[5])
    for width in (320, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 640})
        assert phone.page.evaluate(OVER) == [], width


WIDTHS = """() => [...document.querySelectorAll("#trumps .keys .key")]
  .map((card) => card.getBoundingClientRect().width)"""


def test_all_cards_that_may_be_turned_up_are_as_wide_in_every_language(phone: Phone) -> None:
    phone.seat(*FOUR)
    for language, (width, height) in product(LANGUAGES, SIZES):
        phone.speak(language)
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.look()
        phone.drawn()
        widths = phone.page.evaluate(WIDTHS)
        assert max(widths) - min(widths) < 2, (language, width)


def test_who_bids_next_stands_beside_undo_in_large_letters_too(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    for language, names in product(("de", "en"), (THREE, LONGEST)):
        phone.speak(language)
        phone.seat(*names)
        phone.table.turn("hearts")
        phone.table.bid(1)
        phone.look()
        for letters in ("100%", "130%", "150%"):
            phone.page.evaluate(LARGE, letters)
            foot, undo, line = map(phone.box, map(phone.page.locator, ("#foot", ".undo", ".next")))
            assert line["x"] >= undo["x"] + undo["width"], (language, letters)
            assert foot["y"] <= line["y"], (language, letters)
            assert line["y"] + line["height"] <= foot["y"] + foot["height"], (language, letters)


@pytest.mark.parametrize("width", [360, 390, 412])
def test_redo_stays_inside_the_page_in_large_letters(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.speak("de")
    phone.seat(*THREE)
    phone.table.turn("hearts")
    phone.table.bid(0, 1, 0)
    phone.look()
    phone.page.evaluate(LARGE, "125%")
    phone.page.locator(".undo").click()
    redo = phone.box(phone.page.locator(".undone button"))
    assert redo["x"] + redo["width"] <= width


EDGES = """() => [...document.querySelectorAll(".len small")].flatMap((small) => {
  const range = document.createRange();
  range.selectNodeContents(small);
  const [text, key] = [range, small.closest(".len")].map((one) => one.getBoundingClientRect());
  const room = Math.min(text.left - key.left, key.right - text.right);
  return room < 6 ? [`${small.textContent}: ${room}`] : [];
})"""
"""Words nearer than six pixels to the edge of their key."""


def test_how_long_a_game_is_keeps_off_the_edges_of_its_key_in_every_language(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.seat(*THREE)
    phone.take_cookie()
    for language in LANGUAGES:
        phone.speak(language)
        phone.open(f"{phone.table.path}/rules")
        phone.drawn()
        assert phone.page.evaluate(EDGES) == [], language


OVERLAP = """() => [...document.querySelectorAll(".player-line")].flatMap((line) => {
  const [name, figure] = [".name", ".bid b"].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(line.querySelector(one));
    return { one: line.querySelector(one), lines: [...range.getClientRects()] };
  });
  const [{ top, height }] = figure.lines;
  const size = parseFloat(getComputedStyle(figure.one).fontSize);
  // Sansita's figures are 0.74 of their size high; below the letters of a name is as much as 0.27.
  const above = top + height / 2 - 0.37 * size;
  const ends = name.lines.at(-1).bottom - 0.27 * parseFloat(getComputedStyle(name.one).fontSize);
  return ends > above ? [`${name.one.textContent}: ${ends - above}`] : [];
})"""
"""Names that end below the top of the figure of the bid, and by how much."""


def test_names_of_two_lines_end_above_the_bid_on_the_smallest_cards(phone: Phone) -> None:
    phone.seat(*LONGEST, sizes="3")
    phone.table.turn("hearts")
    phone.table.bid(1, 0, 1, 0, 1, 1)
    for width, height in ((277, 480), (277, 600), (320, 568)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.look()
        phone.drawn()
        assert phone.page.evaluate(OVERLAP) == [], (width, height)


CROWDED = """() => [...document.querySelectorAll(".tags")].flatMap((line) => {
  const tags = [...line.children].filter((tag) => tag.checkVisibility() && tag.clientWidth);
  const ends = [0, ...tags.map((tag) => tag.getBoundingClientRect().left + tag.scrollWidth)];
  const limit = line.getBoundingClientRect().right + 1;
  return tags.filter((tag, at) =>
    tag.getBoundingClientRect().left < ends[at] - 1 || ends[at + 1] > limit,
  ).map((tag) => tag.textContent);
})"""
"""Words below a name that lie on each other or are cut."""


@daily("locale", LANGUAGES, "de")
def test_words_below_names_that_nobody_entered_are_whole_in_two_columns(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale, viewport={"width": 360, "height": 640})
    phone.seat(*[""] * 6, variant="rage", count="6")
    phone.table.bid(*[1] * 6)
    phone.look("extras")
    phone.page.locator(".dense .role").first.wait_for()
    assert phone.page.evaluate(CROWDED) == []


def test_no_card_of_a_game_is_torn_between_two_columns(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 844, "height": 390})
    phone.speak("cs")
    phone.open("/new")
    phone.page.evaluate("document.querySelector('.more-kinds').open = true")
    parts = phone.page.locator(".kind").evaluate_all(
        "all => all.map((one) => one.getClientRects().length)"
    )
    assert set(parts) == {1}


@daily("locale", LANGUAGES, "es")
def test_the_practice_hand_is_whole_above_the_foot_of_the_first_page(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale, viewport={"width": 360, "height": 640})
    phone.open()
    offer, foot = (phone.box(phone.page.locator(one)) for one in (".try", ".home > .foot"))
    assert offer["y"] + offer["height"] <= foot["y"]


def test_a_chosen_game_stays_in_sight_when_more_games_are_folded(phone: Phone) -> None:
    phone.open("/new")
    fold = phone.page.locator(".more-kinds summary")
    fold.tap()
    chosen, other = (phone.page.locator(f".kind:has(#variant-{one})") for one in ("rage", "blob"))
    chosen.tap()
    fold.tap()
    expect(other).to_be_hidden()
    expect(chosen).to_be_visible()


LIGHT = """all => all.map((one) => [getComputedStyle(one).backgroundColor.match(/\\d+/g)
  .reduce((sum, part) => sum + Number(part), 0), Boolean(one.querySelector(":checked"))])"""
"""How light each card is, and whether it is chosen."""


def test_by_night_the_lightest_card_is_the_chosen_one(open_phone: OpenPhone) -> None:
    phone = open_phone(color_scheme="dark")
    phone.open("/new")
    for cards in (".kind", ".deck", ".len"):
        assert max(phone.page.locator(cards).evaluate_all(LIGHT))[1], cards


def test_a_dealer_of_eight_letters_and_three_lines_above_the_keys_have_room(
    open_phone: OpenPhone,
) -> None:
    phone = open_phone(locale="it")
    phone.seat("Gianluca", *FOUR[1:], specials="y", hook="y", dealer=0, sizes="2")
    phone.table.turn("hearts")
    phone.table.bid(None, 1, 0, 0)
    phone.look()
    why = phone.page.locator(".pad:has(#why)")
    assert (
        why.evaluate(
            "pad => pad.querySelector('#why').getBoundingClientRect().top + 3"
            " - pad.getBoundingClientRect().top"
        )
        >= 5
    )
    phone.table.bid(0)
    phone.look()
    phone.page.evaluate("document.documentElement.style.setProperty('--followers', '\"1\"')")
    phone.page.locator("#follow").evaluate("one => { one.dataset.state = 'live' }")
    phone.page.locator("#count").tap()
    expect(phone.page.locator("#step-extras")).to_be_visible()
    for width in (360, 390):
        phone.page.set_viewport_size({"width": width, "height": 844})
        assert phone.page.evaluate(DEALS) == [True, True], width
