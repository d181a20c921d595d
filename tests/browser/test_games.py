"""Whole games by touch, with sheets calculated by hand."""

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.exchange.made import of, text_of
from tests.rules.notation import play
from tests.turns import daily

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cem", "Dora")
FOUR = """\
1 Hearts | 1/0 −10 −10 | 0/0 +20 20 | 1/1 +30 30 | 1/0 −10 −10
2 Wizard Clubs | 2/0 −20 −30 | 2/1 −10 10 | 1/1 +30 60 | 0/0 +20 10
3 No trump | 1/1 +30 0 | 0/2 −20 −10 | 0/0 +20 80 | 0/0 +20 30
4 Spades | 0/0 +20 20 | 4/2 −20 −30 | 2/0 −20 60 | 4/2 −20 10
5 Diamonds | 3/3 +50 70 | 1/0 −10 −40 | 0/0 +20 80 | 2/2 +40 50
6 Clubs | 2/3 −10 60 | 2/2 +40 0 | 0/0 +20 100 | 0/1 −10 40
7 Wizard Hearts | 0/2 −20 40 | 2/2 +40 40 | 3/3 +50 150 | 0/0 +20 60
8 Hearts | 1/1 +30 70 | 1/1 +30 70 | 0/0 +20 170 | 4/6 −20 40
9 Spades | 3/4 −10 60 | 0/0 +20 90 | 1/3 −20 150 | 2/2 +40 80
10 No trump | 2/5 −30 30 | 0/2 −20 70 | 3/3 +50 200 | 0/0 +20 100
11 Clubs | 4/4 +60 90 | 4/3 −10 60 | 1/1 +30 230 | 3/3 +50 150
12 Wizard Spades | 4/4 +60 150 | 4/4 +60 120 | 1/1 +30 260 | 1/3 −20 130
13 Diamonds | 0/2 −20 130 | 3/5 −20 100 | 3/5 −20 240 | 1/1 +30 160
14 Hearts | 3/7 −40 90 | 0/1 −10 90 | 0/3 −30 210 | 1/3 −20 140
15 No trump | 1/1 +30 120 | 1/7 −60 30 | 0/2 −20 190 | 2/5 −30 110
""".splitlines()


def read(line: str) -> tuple[str, list[int], list[int]]:
    """The card turned up, the bids and the tricks in a line of a sheet."""
    head, *cells = line.split(" | ")
    entries = [cell.split()[0].removesuffix("−1").split("/") for cell in cells]
    turned = head.split(" ", 1)[1]
    return turned, [int(bid) for bid, _ in entries], [int(tricks) for _, tricks in entries]


def enter(phone: Phone, turned: str, bids: list[int], tricks: list[int]) -> None:
    """A whole hand without a tap."""
    card, *named = turned.replace("No trump", "jester").lower().split()
    phone.table.turn(card, named="".join(named))
    phone.table.bid(*bids)
    phone.table.score(*tricks)
    phone.dealer = (phone.dealer + 1) % len(bids)
    phone.notice()


@pytest.mark.journey
@pytest.mark.parametrize(
    "tapped", [(1, 2, 3, 15), pytest.param(range(1, 16), marks=pytest.mark.slow)]
)
def test_a_hand_of_four_takes_ten_taps_and_the_sheet_is_right(
    phone: Phone, tapped: tuple[int, ...]
) -> None:
    phone.write("Ann", "Ben", "Cem", "Dora", dealer=3)
    phone.page.locator("summary", has_text="House rules").tap()
    phone.page.get_by_label("The dealer’s bid").tap()
    phone.begin()
    phone.take_along()
    assert phone.taps == 1
    for number, line in enumerate(FOUR, 1):
        expect(phone.page.get_by_role("heading", level=1)).to_contain_text(f"Hand {number} of 15")
        turned, bids, tricks = read(line)
        if number in tapped:
            taps = phone.play("" if number == 15 else turned, bids, tricks)
            assert taps == 10 + turned.startswith("Wizard ") - (number == 15), line
        else:
            enter(phone, turned, bids, tricks)
    assert phone.sheet() == FOUR
    expect(phone.page.get_by_role("heading", name="Cem wins with 190")).to_be_visible()
    first = phone.page.locator(".podium").get_by_role("listitem").filter(has_text="Cem")
    expect(first).to_have_text("Cem 190 1")


def enter_by_keys(phone: Phone, first: int, *trump: str) -> list[str]:
    """Play a hand of four cards by keyboard alone, with as many "Tab" as needed; returns the
    keys."""
    pressed: list[str] = []

    def press(key: str) -> None:
        phone.page.keyboard.press(key)
        pressed.append(key)

    while trump[0] == "Tab" and not phone.group("Trump").locator(":focus").count():
        press("Tab")
    for key in trump[trump[0] == "Tab" :]:
        expect(phone.checked("Trump")).to_have_count(0)
        press(key)
    order = [phone.names[(first + step) % 4] for step in range(4)]
    for what, numbers in (("Bid of", "1012"), ("Tricks of", "201")):
        if what == "Tricks of":
            expect(phone.page.locator("#count")).to_be_focused()
            press("Enter")
        for name, number in zip(order, numbers, strict=False):
            expect(phone.group(f"{what} {name}").locator(":focus")).to_have_count(1)
            press(number)
    # The rest is offered to the last one.
    expect(phone.key(f"Tricks of {order[-1]}", 1)).to_be_focused()
    press("Enter")
    return pressed


def test_a_hand_of_four_takes_at_most_fifteen_keys_and_an_arrow_sends_nothing(
    phone: Phone,
) -> None:
    phone.start(*NAMES, sizes="4, 4, 4")
    for hand, trump in enumerate((("Tab", " "), ("ArrowRight", "Enter"), ("2",)), 1):
        phone.page.locator("html.live").wait_for()
        keys = enter_by_keys(phone, hand - 1, *trump)
        assert len(keys) <= 15, keys
        expect(phone.page.locator("#rows tr:has(.entry)")).to_have_count(hand)
        if hand == 2:
            # A digit needs no focus.
            phone.page.reload()
    assert phone.sheet()[0] == "4 Spades | 1/2 −10 −10 | 0/0 +20 20 | 1/1 +30 30 | 2/1 −10 −10"


def test_a_game_suggests_its_deck_until_the_table_chooses_one(open_phone: OpenPhone) -> None:
    phone = open_phone(locale="de-DE")
    phone.open("/new")
    colours, suits = (
        phone.page.get_by_role("radio", name=name) for name in ("Farben", "Spielkarten")
    )
    expect(colours).to_be_checked()
    phone.page.get_by_text("Weitere Spiele").tap()
    phone.page.get_by_text("Oh Hell").tap()
    expect(suits).to_be_checked()
    colours.tap()
    phone.page.get_by_text("Blob").tap()
    expect(colours).to_be_checked()
    phone.page.get_by_text("Skull King", exact=True).tap()
    expect(colours).to_be_hidden()


@pytest.mark.journey
def test_without_scripts_lines_and_tabs_are_links_and_all_made_undo_and_a_correction_work(
    open_phone: OpenPhone,
) -> None:
    phone = open_phone(java_script_enabled=False)
    phone.seat("Ann", "Ben", "Cem", "Dora", sizes="2, 3")
    phone.look()
    phone.turn("Hearts")
    group = phone.group("Bid of Cem")
    phone.page.locator("#line-2").tap()
    phone.tap(group.get_by_role("radio", name="1", exact=True))
    expect(group).to_have_css("opacity", "1")
    for other in ("Ann", "Ben", "Dora"):
        expect(phone.group(f"Bid of {other}")).to_have_css("opacity", "0")
    phone.press("Save bids")
    phone.expect_chosen("Bid of Cem", 1)
    phone.bid((0, 1, 1, 0))
    phone.press("All made their bids")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    phone.press("Undo")
    expect(phone.button("All made their bids")).to_be_visible()
    phone.page.locator("#line-2").tap()
    pad = phone.group("Tricks of Cem")
    expect(pad).to_have_css("opacity", "1")
    assert (pad.bounding_box() or {"height": 0})["height"] > 100
    expect(phone.button("Save tricks")).to_be_visible()
    phone.look()
    phone.press("All made their bids")
    for tab, shown in (("Sheet", "#sheet"), ("Standings", "#evening"), ("More", "#more")):
        phone.page.get_by_role("link", name=tab, exact=True).tap()
        expect(phone.page.locator(shown)).to_be_in_viewport()
        expect(phone.page.locator("#hand")).to_be_hidden()
    phone.page.get_by_role("link", name="Sheet", exact=True).tap()
    phone.page.locator("#rows th").first.get_by_role("link").tap()
    phone.group("Tricks of Ann").get_by_role("radio", name="1", exact=True).tap()
    phone.group("Tricks of Ben").get_by_role("radio", name="0", exact=True).tap()
    phone.press("Save correction")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    assert phone.sheet() == ["2 Hearts | 0/1 −10 −10 | 1/0 −10 −10 | 1/1 +30 30 | 0/0 +20 20"]


@pytest.mark.journey
@daily("scripts", [True, False], True)
def test_a_file_of_games_is_imported_by_the_page(open_phone: OpenPhone, scripts: bool) -> None:
    phone = open_phone(java_script_enabled=scripts)
    text = text_of(of(play("wizard", 3, "h 011/001", sizes=(1, 2)))).encode()
    phone.open("/book/bring")
    file: FilePayload = {"name": "games.json", "mimeType": "application/json", "buffer": text}
    chooser, chosen = phone.page.get_by_label("File with games"), phone.page.get_by_role("status")
    expect(chosen.filter(has_text="No file chosen")).to_be_visible(visible=scripts)
    assert (chooser.bounding_box() or {"width": 0})["width"] > 100 * (not scripts)
    chooser.set_input_files(files=[file])
    expect(chosen.filter(has_text="games.json")).to_be_visible(visible=scripts)
    phone.button("Import").tap()
    expect(phone.page.get_by_role("status").filter(has_text="1 game added.")).to_be_visible()
    phone.page.get_by_role("link", name="Continue: Ann, Ben, Cem").wait_for()
