"""The end of a game: the winner's card, and the next actions without scrolling."""

from itertools import product

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.variants.variants import CUSTOM
from tests.browser.conftest import OpenPhone
from tests.browser.phone import LONGEST, THREE, Phone
from tests.browser.test_geometry import LARGE, UPRIGHT
from tests.browser.test_sheet import DEAR, TEN
from tests.languages import in_turn
from tests.turns import daily

pytestmark = pytest.mark.browser

LONG = ("Friederike", "Jean-Baptiste", "Maximiliane", "Tom", "Christoph", "Bartholomäus")
COVERED = """() => [...document.querySelectorAll(".wincard")].flatMap((card) => {
  for (const move of card.getAnimations()) move.finish();
  card.style.transform = "none";
  const marks = [...card.querySelectorAll(".crest")].map((mark) => mark.getBoundingClientRect());
  const texts = [...card.querySelectorAll(".name, strong, small")].flatMap((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].map((box) => [text.textContent, box]);
  });
  const {left, right, bottom} = card.getBoundingClientRect();
  return texts.filter(([, box]) => box.left < left || box.right > right || box.bottom > bottom
    || marks.some((mark) => box.left < mark.right - 2 && mark.left < box.right - 2
      && box.top < mark.bottom - 2 && mark.top < box.bottom - 2)).map(([text]) => text);
})"""
"""Words on the winners' cards that a mark covers, or that overflow the edge."""

SIZED = """() => [...document.querySelectorAll(".finale, .finale *")]
  .filter((thing) => getComputedStyle(thing).containerType === "size")
  .map((thing) => thing.className)"""

SEEN = """(name) => {
  const all = [...document.querySelectorAll("#over :is(a, button, .next-game)")];
  const thing = all.find(({textContent}) => textContent.trim().startsWith(name));
  const {left, right, top, bottom} = thing.getBoundingClientRect();
  const ends = [[left + 9, top + 9], [right - 9, bottom - 9]];
  return ends.every(([x, y]) => thing.contains(document.elementFromPoint(x, y)));
}"""
"""Whether a button is visible and uncovered."""

SCREENS = ((390, 784), (360, 580), (844, 330), (667, 375), (820, 1180), (1280, 800))
"""Four phones without the bar of the browser, and a laptop."""
UNSEEN = """() => {
  const dock = document.querySelector("#over .act").getBoundingClientRect().top;
  const isSeen = (one) => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= dock + 1;
  };
  const cut = [...document.querySelectorAll("#over .name")].filter((name) =>
    name.scrollWidth > name.clientWidth + 1);
  const places = [...document.querySelectorAll(".wincard, .podium li, .also li")];
  const more = document.querySelector("#over h3").getBoundingClientRect();
  return [...cut, ...places.filter((one) => !isSeen(one))].map(({textContent}) => textContent)
    .concat(more.top + 10 < dock ? [] : ["more below"]);
}"""
"""Winners and places that are not whole on the screen, names that are cut, and the heading of the
curve if nothing tells that there is more."""

HOLES = """() => [...document.querySelectorAll(
  "#over :is(.awards, .links, .act)",
)].flatMap((all) => {
  const {paddingLeft, paddingRight} = getComputedStyle(all);
  const {left, right} = all.getBoundingClientRect();
  const rows = Map.groupBy([...all.children].map((one) => one.getBoundingClientRect()),
    (box) => Math.round(box.top + box.height / 2));
  return [...rows.values()].filter((row) => row[0].left > left + parseFloat(paddingLeft) + 1
    || row.at(-1).right < right - parseFloat(paddingRight) - 1)
    .map((row) => [all.className, row.length]);
})"""
"""Rows of buttons or of awards that do not go from edge to edge."""


def at_the_end(phone: Phone, *names: str, winners: int = 1) -> None:
    """The first players won the only hand."""
    phone.seat(*names, sizes="5")
    phone.table.turn("hearts")
    phone.table.play("", (1,) * winners + (0,) * (len(names) - winners), _tricks(names, winners))
    phone.look()


def _tricks(names: tuple[str, ...], winners: int) -> tuple[int, ...]:
    """One for each winner, and the rest for the last player."""
    return (1,) * winners + (0,) * (len(names) - winners - 1) + (5 - winners,)


def test_no_mark_covers_a_word_on_the_cards_of_the_winners(phone: Phone) -> None:
    for winners, names in (
        (1, ("Ann", "Grandpa Joe", "Ben")),
        (1, ("Bartholomew", *LONGEST[1:])),
        (2, ("Grandpa Joe", "Bartholomew", "Ben")),
        (3, ("Grandpa Joe", "Bartholomew", "Wilhelmine", "Ben")),
    ):
        at_the_end(phone, *names, winners=winners)
        assert phone.page.locator(".wincard").count() == winners
        for width in (360, 390, 1280):
            phone.page.set_viewport_size({"width": width, "height": 800})
            assert phone.page.evaluate(COVERED) == [], (width, names)


@pytest.mark.parametrize("winners", [4, 9])
def test_where_cards_would_cut_the_names_of_winners_they_stand_whole_on_their_step(
    phone: Phone, winners: int
) -> None:
    names = [f"{name} Oakfield" for name in ("Annegret", *"BCDEFGHIJ")]
    phone.seat(*names, sizes="5", variant="oh-hell")
    phone.table.turn("hearts")
    rest = 10 - winners
    phone.table.play("", (0,) * winners + (1,) * rest, (0,) * 9 + (5,))
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.look()
    expect(phone.page.locator(".wincard >> visible=true")).to_have_count(0)
    expect(phone.page.locator(".verdict")).to_be_visible()
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    on_step = phone.page.locator(".podium .p1 .name")
    expect(on_step).to_have_count(winners)
    assert on_step.evaluate_all(cut) == 0


def test_undo_keeps_off_the_edges_of_the_screen_and_of_the_card_below(phone: Phone) -> None:
    at_the_end(phone, *THREE)
    for width, height in ((844, 390), (360, 640)):
        phone.page.set_viewport_size({"width": width, "height": height})
        undo, card = phone.box(phone.button("Undo")), phone.box(phone.page.locator(".finale"))
        assert undo["y"] >= 3
        assert undo["height"] >= 44
        assert undo["y"] + undo["height"] <= card["y"] - 3


@pytest.mark.parametrize("size", ["100%", "125%", "150%"])
def test_a_long_line_on_undo_stands_beside_the_title(open_phone: OpenPhone, size: str) -> None:
    phone = open_phone(locale="de-DE")
    at_the_end(phone, *THREE)
    say = "small => { small.textContent = 'Gespielt am: 29.11.2026' }"
    phone.page.locator("#over .undo small").evaluate(say)
    phone.page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
    for width, height in ((844, 390), (390, 844), (360, 640)):
        phone.page.set_viewport_size({"width": width, "height": height})
        head, undo = (phone.box(phone.page.locator(which)) for which in ("#head", "#over .undo"))
        assert head["y"] >= 3
        assert undo["y"] >= 2
        assert head["x"] + head["width"] <= undo["x"]


@pytest.mark.parametrize("winners", [1, 2, 3])
def test_on_paper_the_cards_of_the_winners_have_a_size_of_their_own(
    phone: Phone, winners: int
) -> None:
    # Firefox prints no container of a size inside another.
    at_the_end(phone, "Jean-Baptiste", "Bartholomew", "Wilhelmine", "Ben", winners=winners)
    phone.page.emulate_media(media="print")
    assert phone.page.evaluate(SIZED) == []
    assert phone.page.evaluate(COVERED) == []


def test_the_head_stays_readable_over_what_is_scrolled(phone: Phone) -> None:
    at_the_end(phone, "Ann", "Ben", "Cem")
    bar = phone.page.locator(".hand > .bar")
    colour = bar.evaluate("bar => getComputedStyle(bar).backgroundColor")
    assert colour not in ("transparent", "rgba(0, 0, 0, 0)")


def test_on_a_laptop_the_end_scrolls_beside_the_sheet(phone: Phone) -> None:
    at_the_end(phone, *THREE)
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    phone.page.get_by_role("link", name="Play more hands").scroll_into_view_if_needed()
    assert phone.page.evaluate("scrollY") == 0
    assert phone.page.evaluate(SEEN, "Rematch")
    assert phone.page.evaluate(SEEN, "Play more hands")


def test_undo_and_the_next_game_are_in_sight_at_once(phone: Phone, open_phone: OpenPhone) -> None:
    at_the_end(phone, "Ann", "Ben", "Cem", "Dora")
    other = open_phone()
    other.open(phone.table.path)
    mine, theirs = ("Undo", "Share", "Rematch"), ("Share", "Waiting for the next game")
    for one, names in ((phone, mine), (other, theirs)):
        for width, height in SCREENS:
            one.page.set_viewport_size({"width": width, "height": height})
            for name in names:
                assert one.page.evaluate(SEEN, name), (width, name)


def test_the_way_to_the_next_game_has_two_lines_in_large_letters(phone: Phone) -> None:
    at_the_end(phone, *LONG[:4])
    address = phone.table.path
    phone.table.post(f"{address}/rematch")
    lines = """(link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }"""
    for language, (width, height) in product(("de", "fr", "hu"), ((360, 640), UPRIGHT)):
        phone.speak(language)
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.open(address)
        phone.page.evaluate(LARGE, "150%")
        phone.drawn()
        assert phone.page.locator(".act a.main").evaluate(lines) <= 2, (language, width)


def test_the_steps_of_the_table_view_differ_in_height(phone: Phone) -> None:
    phone.seat(*TEN, variant=CUSTOM.key, sizes="5", **DEAR)
    phone.table.bid(2, 1, 1, *[0] * 7)
    phone.table.score(2, 1, 1, *[0] * 6, 1)
    phone.look()
    phone.open(f"{phone.table.path}/table")
    for width, height in ((360, 640), UPRIGHT, (844, 390), (1280, 800)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.drawn()
        tall = phone.page.evaluate("""["p1", "p2", "p3"].map((one) =>
          document.querySelector(`.podium .${one} .step`)?.offsetHeight)""")
        shown = [one for one in tall if one]
        assert len(shown) > 1
        assert shown == sorted({*shown}, reverse=True), (width, tall)


@daily("winners", [1, 2, 3], 3)
def test_winners_places_and_the_beginning_of_the_curve_are_on_one_screen(
    phone: Phone, winners: int
) -> None:
    for names in (LONG[:4], LONG):
        at_the_end(phone, *names, winners=winners)
        for width, height in SCREENS:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(UNSEEN) == [], (width, len(names))


@pytest.mark.parametrize("scripts", [True, False])
def test_ending_at_once_takes_two_taps_and_playing_on_one_choice(
    open_phone: OpenPhone, scripts: bool
) -> None:
    phone = open_phone(java_script_enabled=scripts)
    phone.start(*THREE, sizes="1, 2")
    phone.follow("More")
    phone.page.get_by_text("End this game early").tap()
    expect(phone.button("End after hand 1")).to_be_visible()
    phone.press("End the game now")
    expect(phone.page.get_by_text("No hand was scored")).to_be_visible()
    phone.follow("Play more hands")
    phone.press("2 more hands 1 to 2 cards")
    expect(phone.page.locator("#head")).to_contain_text("Hand 1")


@daily("hands", [1, 4], 4)
def test_the_rows_of_buttons_and_of_awards_are_full(phone: Phone, hands: int) -> None:
    for names in (THREE, LONGEST):
        phone.seat(*names)
        phone.played(hands)
        phone.table.post(f"{phone.table.path}/end", hands=hands, revision=phone.table.revision)
        phone.look()
        assert phone.page.locator(".awards").count() == (hands > 1)
        for width, height in ((320, 568), (360, 640), (390, 844), (844, 390), (1280, 800)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(HOLES) == [], (len(names), width)


@in_turn(1)
def test_the_step_beside_undo_at_an_early_end_is_not_cut(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale)
    phone.seat(*THREE)
    phone.played(10)
    phone.table.post(f"{phone.table.path}/end", hands=10, revision=phone.table.revision)
    phone.look()
    cut = "small => small.scrollWidth - small.clientWidth"
    for width in (360, 390):
        phone.page.set_viewport_size({"width": width, "height": 640})
        assert phone.page.locator("#over .undo small").evaluate(cut) == 0, width


def test_the_menu_of_what_is_shared_can_be_closed_in_letters_of_any_size(phone: Phone) -> None:
    phone.seat(*LONG[:4], sizes="1")
    phone.played()
    phone.look()
    phone.speak("de")
    phone.look()
    for size, (width, height) in product(("100%", "150%", "200%"), ((360, 640), (844, 390))):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.evaluate(LARGE, size)
        phone.drawn()
        phone.page.locator("[popovertarget=send]").first.tap()
        menu, close = (
            phone.page.locator("#send"),
            phone.page.get_by_role("button", name="Schließen"),
        )
        for end in (0, 9999):
            menu.evaluate(f"(one) => one.scrollTo(0, {end})")
            expect(close).to_be_in_viewport(ratio=1)
        close.tap()
        expect(menu).to_be_hidden()
