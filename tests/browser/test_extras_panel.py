"""Bonus cards entered in the hand by touch: a key for each, and taps count up."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phone import ARMED, THREE, Phone
from tests.languages import LOCALES

pytestmark = pytest.mark.browser
SIX = ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay")


def at_the_extras(phone: Phone, *names: str) -> Phone:
    """A hand of Skull King with all bids, and its extras opened by a tap."""
    phone.seat(*(names or THREE), variant="skull-king", sizes="5")
    phone.table.bid(*[1] * len(phone.names))
    phone.look()
    return opened(phone)


def opened(phone: Phone) -> Phone:
    """The same panel, opened on the page of a game."""
    phone.page.get_by_role("link", name="Extras").tap()
    phone.group(f"Extras of {phone.names[0]}").wait_for()
    return phone


def key(phone: Phone, group: str) -> Locator:
    """Of the stacked numbers of a key, the one that receives the next tap."""
    return phone.group(group).locator(".key").filter(has=phone.page.locator("input")).first


def count_up(phone: Phone, group: str, taps: int = 1) -> None:
    """Tap the position of a key, whatever receives the tap."""
    box = phone.box(key(phone, group))
    for _ in range(taps):
        phone.until(ARMED)
        with phone.saved():
            phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def expect_count(phone: Phone, group: str, number: int) -> None:
    """Expect this many to be selected, visibly and for screen readers."""
    expect(phone.checked(group)).to_have_count(1)
    expect(phone.checked(group)).to_have_value(str(number))


@pytest.mark.journey
def test_six_players_bonus_cards_are_tapped_saved_and_undone(phone: Phone) -> None:
    at_the_extras(phone, *SIX)
    count_up(phone, "Yellow, green or purple 14, Ann", 2)
    expect_count(phone, "Yellow, green or purple 14, Ann", 2)
    for name in SIX[1:]:
        phone.page.locator(".player-line", has_text=name).tap()
        phone.group(f"Extras of {name}").wait_for()
        count_up(phone, f"Pirate taken by the Skull King, {name}")
        expect_count(phone, f"Pirate taken by the Skull King, {name}", 1)
    expect(phone.page.locator("#sum")).to_have_text("7 extras")
    expect(phone.page.locator("#line-5 .worth")).to_contain_text("+30")
    expect(phone.button("Undo")).to_contain_text("Fay: Pirate")
    with phone.saved():
        phone.press("Undo")
    expect_count(phone, "Pirate taken by the Skull King, Fay", 0)
    expect(phone.page.locator("#at-5")).to_be_checked()
    phone.page.get_by_role("link", name="Tricks").tap()
    phone.group("Tricks of Ann").wait_for()
    expect(phone.page.get_by_role("link", name="Extras")).to_contain_text("6")
    phone.table.score(1, 1, 1, 1, 1, 0)
    assert phone.table.totals() == [40, 50, 50, 50, 50, -10]


def test_who_shares_the_loot_is_named_in_two_lines_where_a_key_has_room(phone: Phone) -> None:
    at_the_extras(phone, "Maximiliane-Theodora", "Wolfgang von Hohenau", *SIX[:4])
    name = phone.page.locator("#pad-0 .face small span", has_text="Wolfgang von Hohenau")
    for width, height, lines in ((390, 844, 2), (844, 390, 2), (360, 640, 1)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.drawn()
        size = "one => [one.clientHeight / parseFloat(getComputedStyle(one).lineHeight), "
        shown, is_cut = name.evaluate(size + "one.scrollWidth > one.clientWidth]")
        assert (round(shown), is_cut) == (lines, lines == 1), (width, height)


def test_a_tap_after_the_most_goes_back_to_none(phone: Phone) -> None:
    at_the_extras(phone)
    for number in (1, 2, 0, 1):
        count_up(phone, "Wager, per 10, Ann")
        expect_count(phone, "Wager, per 10, Ann", number)


def test_quick_taps_all_count_and_no_key_moves(phone: Phone) -> None:
    at_the_extras(phone)
    phone.page.locator(".player-line", has_text="Ben").tap()
    before = phone.boxes()
    group = "Pirate taken by the Skull King, Ben"
    box = phone.box(key(phone, group))
    quick = [(170 * tap, 170 * tap + 60) for tap in range(4)]
    phone.touch(quick, box["x"] + 30, box["y"] + 20)
    phone.settle()
    expect_count(phone, group, 4)
    assert phone.boxes() == before
    phone.page.reload()
    opened(phone)
    expect_count(phone, group, 4)


def test_the_extras_of_the_table_open_by_a_tap_above_the_keys(phone: Phone) -> None:
    at_the_extras(phone)
    phone.page.locator("#pad-0 .tab").tap()
    with phone.saved():
        phone.chip("Tricks for nobody", 2).tap()
    expect(phone.page.locator("#sum")).to_have_text("tricks for nobody: 2")
    expect(phone.page.locator("#at-table")).to_be_checked()
    phone.page.locator(".player-line", has_text="Cem").tap()
    expect(phone.group("Extras of Cem")).to_be_visible()


def test_a_cloud_goes_from_player_to_player_and_away(phone: Phone) -> None:
    phone.seat(*THREE, specials="y", sizes="4")
    phone.table.turn("hearts")
    phone.table.bid(1, 0, 2)
    phone.look()
    phone.page.get_by_role("link", name="Extras").tap()
    for name, value in (("Ann", "0-"), ("Ann", "0+"), ("Ben", "1+"), ("Ben", "")):
        count_up(phone, f"Cloud, {name}")
        expect(phone.page.locator("[name=cloud]:checked")).to_have_value(value)
    count_up(phone, "Bomb")
    expect_count(phone, "Bomb", 1)


def test_keys_are_counted_on_a_keyboard_too(phone: Phone) -> None:
    at_the_extras(phone)
    group = "Eights, Ann"
    phone.checked(group).focus()
    with phone.saved():
        phone.page.keyboard.press("3")
    expect_count(phone, group, 3)
    phone.page.keyboard.press("ArrowRight")
    with phone.saved():
        phone.page.keyboard.press("Enter")
    expect_count(phone, group, 4)


BROKEN = """() => [...document.querySelectorAll(".count > .face b:not(.name)")].flatMap((face) => {
  const text = face.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const { right } = face.closest(".face").getBoundingClientRect();
    const boxes = [...range.getClientRects()];
    return boxes.length > 1 || boxes[0].right > right + 0.5;
  }).map(({ 0: word }) => word);
})"""
"""The words on the keys of extras that break, or reach beyond their key."""


def test_no_word_on_a_key_breaks_in_any_language(phone: Phone) -> None:
    phone.seat(*SIX, variant="skull-king", sizes="5")
    phone.table.bid(*[1] * len(phone.names))
    for locale in LOCALES:
        phone.speak(locale)
        phone.look("extras")
        phone.page.locator(".count > .face b").first.wait_for()
        for width, height in ((320, 568), (360, 640), (390, 844), (844, 390)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(BROKEN) == [], (locale, width)


def test_the_way_back_from_the_extras_leads_to_the_hand_in_play(phone: Phone) -> None:
    phone.seat(*THREE, variant="skull-king")
    phone.look()
    phone.bid((0, 1, 0))
    phone.follow("Extras")
    expect(phone.page.locator("#at-0")).to_be_checked()
    phone.follow("Next")
    expect(phone.page.get_by_role("link", name="Count the tricks")).to_be_visible()
    assert phone.page.locator("[name=pad]:checked").count() == 0


BELOW = """face => {
  const [name, note] = [face.querySelector("b"), face.querySelector("small")];
  const number = getComputedStyle(note, "::before");
  const { top, height } = note.getBoundingClientRect();
  const begins = top + (height - parseFloat(number.fontSize)) / 2;
  const lines = Math.round(name.clientHeight / parseFloat(getComputedStyle(name).lineHeight));
  return [number.visibility, lines, begins >= name.getBoundingClientRect().bottom];
}"""
"""Whether the number of a key is seen, how many lines its name has, and whether it is below."""


def test_how_many_is_printed_below_a_name_of_two_lines(phone: Phone) -> None:
    phone.seat(*THREE, variant="rage", sizes="5")
    phone.table.bid(*[1] * len(phone.names))
    phone.speak("cs")
    for width, height in ((360, 640), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.look("extras")
        count = phone.page.locator("#pad-0 .count").first
        count.locator("input").nth(1).evaluate("one => { one.checked = true }")
        assert count.locator(".face").evaluate(BELOW) == ["visible", 2, True], width
