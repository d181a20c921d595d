"""Seats around the table before a game."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Request, expect

from scorekeeper.rules.variants.variants import MOST_PLAYERS, VARIANTS
from scorekeeper.web.start import GROUPS
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.languages import in_turn
from tests.turns import daily

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cem", "Dora")
TOP = "(one) => one.getBoundingClientRect().top"
ROWS = """() => [...document.querySelectorAll(".seat")].map((row) =>
  [...row.querySelectorAll("[name]")].map((field) => [
    ...["id", "aria-label", "placeholder", "disabled"].map((name) => field.getAttribute(name)),
    field.name === "name" ? "" : field.value,
  ]))"""


def test_a_game_offers_the_groups_that_can_play_it(phone: Phone) -> None:
    for size in range(2, MOST_PLAYERS + 1):
        phone.table.start(*(f"P{seat} of {size}" for seat in range(size)), variant="own")
    phone.take_cookie()
    phone.open("/new")
    for variant in VARIANTS.values():
        phone.page.locator(f"#variant-{variant.key}").evaluate("(key) => { key.checked = true; }")
        shown = phone.page.locator(".same:visible").evaluate_all(
            "(all) => all.map(({className}) => Number(/of-(\\d+)/.exec(className)[1]))"
        )
        assert len(shown) >= min(GROUPS, variant.max_players - variant.min_players + 1)
        assert all(map(variant.is_for, shown)), variant.key


def seats(phone: Phone) -> list[str]:
    """The names in seating order, the first dealer's with a star."""
    found = []
    for seat in phone.page.locator(".seat:visible").all():
        name = seat.get_by_role("textbox").input_value()
        if name:
            found.append(name + "*" * seat.get_by_role("radio").is_checked())
    return found


def deals_first(phone: Phone, seat: int) -> Locator:
    """The first dealer's mark at a seat, from 0."""
    return phone.group("Names").get_by_role("radio").nth(seat)


def drag(phone: Phone, start: Locator, end: Locator) -> None:
    """Drag a finger from one element to another, slowly enough for move events."""
    first, last = phone.box(start), phone.box(end)
    x, y = first["x"] + first["width"] / 2, first["y"] + first["height"] / 2
    to_y = last["y"] + last["height"] / 2
    session = phone.context.new_cdp_session(phone.page)

    def touch(kind: str, at: float | None = None) -> None:
        points = [] if at is None else [{"x": x, "y": at}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", y)
    for step in range(1, 11):
        touch("touchMove", y + (to_y - y) * step / 10)
    touch("touchEnd")
    session.detach()


def test_the_drawn_first_dealer_has_a_line_of_its_own(open_phone: OpenPhone) -> None:
    phone = open_phone(viewport={"width": 360, "height": 640})
    phone.write("Bartholomew the Elder")
    phone.press("Who deals?")
    said = phone.page.get_by_text("Bartholomew the Elder was picked to deal first.")
    expect(said).to_be_visible()
    box = phone.box(said)
    assert box["width"] > 300


@pytest.mark.journey
def test_a_known_group_starts_in_four_taps(phone: Phone) -> None:
    phone.start(*NAMES)
    phone.open()
    phone.follow("New game")
    phone.press("Same players as last time Ann, Ben, Cem, Dora")
    expect(phone.page.get_by_label("Name at seat 4", exact=True)).to_have_value("Dora")
    assert len([name for name in seats(phone) if name.endswith("*")]) == 1
    phone.begin()
    assert phone.taps <= 4
    expect(phone.group("Trump")).to_be_visible()


def move(phone: Phone, name: str) -> None:
    """With the keyboard, because a finger drags."""
    phone.button(name).focus()
    phone.page.keyboard.press("Enter")


def test_the_crests_of_a_new_game_are_those_of_its_people(phone: Phone) -> None:
    phone.seat(*NAMES)
    phone.look()
    phone.open("/people")
    phone.page.locator("a.line", has_text="Cem").tap()
    box = phone.box(phone.button("Blue shield"))
    assert min(box["width"], box["height"]) >= 48
    phone.press("Blue shield")
    expect(phone.button("Blue shield")).to_have_attribute("aria-current", "true")
    phone.write("Ann", "Cem", dealer=0)

    def shown(*shades: str) -> None:
        for seat, shade in enumerate(shades):
            expect(phone.page.locator(f"#flank-{seat}")).to_have_class(f"flank {shade}")

    phone.page.get_by_label("Name at seat 3", exact=True).fill("Ben")
    shown("s2", "s1", "s3", "s4")
    move(phone, "Move 2 down")
    shown("s3", "s2", "s1", "s4")
    expect(phone.page.get_by_label("Name at seat 3", exact=True)).to_have_value("Cem")
    phone.begin()
    expect(phone.page.locator("#line-2")).to_have_class(re.compile(r"\bs1\b"))


@daily("scripts", [True, False], True, ids=["scripts", "no scripts"])
def test_a_seat_changes_on_its_card(open_phone: OpenPhone, scripts: bool) -> None:
    phone = open_phone(java_script_enabled=scripts)
    phone.seat(*NAMES)
    phone.look()
    there = f"{phone.table.path}/players"
    phone.open(there)
    card = phone.page.locator(".seat", has_text="Cem")
    card.get_by_text("Change").tap()
    phone.button("Cem sits out hand 1").tap()
    expect(phone.page.locator(".seat", has_text="Cem")).to_contain_text("sits out hand 1")
    phone.button("Cem plays hand 1").tap()
    expect(phone.page.locator(".seat", has_text="Cem")).to_contain_text("plays")
    phone.page.locator(".seat", has_text="Dora").get_by_text("Change").tap()
    phone.page.get_by_label("Name at seat 4", exact=True).fill("Eva")
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_url(f"**{phone.table.path}")
    assert phone.table.stored().game.players == ("Ann", "Ben", "Cem", "Eva")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_tap_on_a_crest_gives_its_person_another(open_phone: OpenPhone, scripts: bool) -> None:
    phone = open_phone(java_script_enabled=scripts)
    phone.write(*NAMES)
    crest = phone.button("Colour at seat 2")
    box = phone.box(crest)
    assert min(box["width"], box["height"]) >= 44
    crest.tap()
    phone.button("Purple tower").tap()
    expect(phone.page.locator("#flank-1")).to_have_class("flank s5")
    expect(phone.button("Purple tower")).to_be_hidden()
    phone.begin()
    expect(phone.page.locator("#line-1")).to_have_class(re.compile(r"\bs5\b"))


@contextmanager
def asks_nothing(phone: Phone) -> Iterator[None]:
    """A context in which the page must send no request."""
    asked: list[str] = []

    def note(request: Request) -> None:
        # Scripts that are needed without a server come late.
        if "/static/" not in request.url:
            asked.append(request.url)

    phone.page.on("request", note)
    yield
    # This also catches late requests of a tap.
    phone.later(1)
    phone.page.remove_listener("request", note)
    assert asked == []


def rendered(phone: Phone) -> list[list[list[str | None]]]:
    """Everything that each row shows and sends besides its name."""
    rows: list[list[list[str | None]]] = phone.page.evaluate(ROWS)
    return rows


def is_as_the_server_has_it(phone: Phone) -> None:
    """Check that the server draws the same rows."""
    shown = seats(phone), rendered(phone)
    with phone.saved():
        phone.page.locator("[name=stay]").evaluate("button => button.click()")
    assert (seats(phone), rendered(phone)) == shown


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_new_game_asks_only_what_the_chosen_game_has(
    open_phone: OpenPhone, scripts: bool
) -> None:
    phone = open_phone(java_script_enabled=scripts)
    page = phone.page
    names = ("hook", "length", "timed", "kept")
    for game, asks in (
        ("Wizard", {"hook", "length", "timed"}),
        ("Two-Player Wizard", {"timed"}),
        ("Oh Hell", {"hook", "length", "timed", "kept"}),
        ("Nomination Whist", {"hook", "length", "timed"}),
    ):
        phone.open("/new")
        page.get_by_text("More games").click()
        page.get_by_text(game, exact=True).click()
        page.locator("summary", has_text="House rules").click()
        asked = {name for name in names if page.locator(f"[name={name}]").first.is_visible()}
        assert asked == asks, game


def test_who_begins_and_how_many_hands_are_said_above_start_while_one_types(phone: Phone) -> None:
    phone.open("/new")
    outlook = phone.page.locator(".foot #outlook")
    expect(outlook).to_have_text("")
    for name, said in zip(NAMES, ("", "", " · 20 hands", " · 15 hands"), strict=True):
        phone.page.get_by_label(f"Name at seat {NAMES.index(name) + 1}", exact=True).fill(name)
        begins = "" if name == "Ann" else "Ann deals, Ben bids first"
        expect(outlook).to_have_text(begins + said)
    deals_first(phone, 3).tap()
    expect(outlook).to_have_text("Dora deals, Ann bids first · 15 hands")
    move(phone, "Move 1 down")
    expect(outlook).to_have_text("Dora deals, Ben bids first · 15 hands")
    phone.page.get_by_label("Name at seat 1", exact=True).fill("{0} $&")
    expect(outlook).to_have_text("Dora deals, {0} $& bids first · 15 hands")
    phone.page.get_by_text("More games").click()
    phone.page.get_by_text("Nomination Whist").click()
    expect(outlook).to_have_text("Dora deals, {0} $& bids first · 19 hands")
    phone.page.locator("summary", has_text="House rules").click()
    phone.page.get_by_label("from … to … cards").check()
    phone.page.locator("[name=last]").fill("7")
    expect(phone.page.locator("[value=span] + b")).to_have_text("1–7")
    expect(outlook).to_have_text("Dora deals, {0} $& bids first · 7 hands")
    phone.page.get_by_label("my own list").check()
    phone.page.locator("[name=sizes]").fill("1, 3 5")
    expect(phone.page.locator("[value=list] + b")).to_have_text("3")
    expect(outlook).to_have_text("Dora deals, {0} $& bids first · 3 hands")
    phone.page.get_by_label("Hidden bids").check()
    expect(outlook).to_have_text("Dora deals, {0} $& plays first · 3 hands")


@daily("game", ["wizard", "skull-king", "rage", "two-player", "own"], "two-player", "own")
def test_the_lines_above_start_are_those_of_the_server(phone: Phone, game: str) -> None:
    phone.write(*NAMES[: 2 if game == "two-player" else 4], dealer=1)
    phone.page.locator(f"#variant-{game}").evaluate("(one) => one.click()")
    outlook = phone.page.locator("#outlook")
    said = outlook.inner_text()
    assert said.startswith("Ben deals, ")
    with phone.saved():
        phone.page.locator("[name=stay]").evaluate("button => button.click()")
    told = outlook.inner_text()
    # Only the server knows how many hands a custom deck allows.
    assert told.removesuffix(" · 15 hands") == said if game == "own" else told == said


SIZES: dict[str, dict[str, str]] = {
    "up": {"length": "span", "first": "2", "last": "12"},
    "down in twos and back": {"length": "span", "first": "7", "second": "y", "back": "y"},
    "one": {"length": "span", "first": "3", "last": "3"},
    "the whole deck and back": {"length": "span", "back": "y"},
    "too large": {"length": "span", "last": "16"},
    "none": {"length": "list", "sizes": ""},
    "a list": {"length": "list", "sizes": "1, 15; 2"},
    "a list too large": {"length": "list", "sizes": "1 16"},
    "sixty-one": {"length": "list", "sizes": "1 " * 61},
}


def test_the_hands_of_sizes_that_the_table_chooses_are_counted_as_by_the_server(
    phone: Phone,
) -> None:
    phone.write(*NAMES)
    phone.page.locator("summary", has_text="House rules").click()
    outlook = phone.page.locator("#outlook")
    for case, fields in SIZES.items():
        phone.page.evaluate(CHOOSES, fields)
        said = outlook.inner_text()
        with phone.saved():
            phone.page.locator("[name=stay]").evaluate("button => button.click()")
        assert (said, case) == (outlook.inner_text(), case)
        assert (" hand" in said) == (
            case not in ("too large", "none", "a list too large", "sixty-one")
        )


CHOOSES = """(fields) => {
  const form = document.querySelector("#start form");
  const field = (name) => form.querySelector(`[name=${name}]`);
  for (const name of ["first", "last", "sizes"]) field(name).value = fields[name] ?? "";
  for (const name of ["second", "back"]) field(name).checked = name in fields;
  const length = form.querySelector(`[name=length][value=${fields.length}]`);
  length.checked = true;
  length.dispatchEvent(new Event("input", { bubbles: true }));
}"""


@daily("size", [(360, 640), (390, 844)], (360, 640))
def test_house_rules_that_unfold_behind_start_are_scrolled_into_sight(
    phone: Phone, size: tuple[int, int]
) -> None:
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.write(*NAMES)
    summary = phone.page.locator("summary", has_text="House rules")
    # Only Chromium scrolls the page so that the content below stays in place.
    phone.page.evaluate("document.documentElement.style.overflowAnchor = 'none'")
    summary.evaluate("(one) => one.scrollIntoView({block: 'end'})")
    summary.tap()
    first = phone.page.get_by_label("The dealer’s bid")
    expect(first).to_be_visible()
    foot = phone.page.locator(".foot").evaluate(TOP)
    phone.until(f"document.querySelector('[name=hook]').getBoundingClientRect().bottom < {foot}")
    box = phone.box(summary)
    assert box["y"] >= 50
    # So are the fields of a span of cards.
    phone.tap(phone.page.locator(".len").nth(1))
    phone.until(f"document.querySelector('[name=last]').getBoundingClientRect().bottom < {foot}")


def test_who_sits_is_offered_no_more_and_a_tap_on_a_name_moves_nothing(phone: Phone) -> None:
    phone.table.start(*NAMES)
    phone.take_cookie()
    phone.open("/new")
    page = phone.page
    offered = page.locator("[name=use]:visible")
    expect(offered).to_have_text(NAMES)
    seat = page.get_by_label("Name at seat 1", exact=True)
    for typed, left in (("bén ", ["Ann", "Cem", "Dora"]), ("Be", NAMES), ("Ben", None)):
        seat.fill(typed)
        expect(offered).to_have_text(left or ["Ann", "Cem", "Dora"])
    page.get_by_text("More games").tap()
    page.get_by_text("Oh Hell", exact=True).tap()
    page.locator("summary", has_text="House rules").tap()
    hook = page.locator("[name=hook]")
    offered.first.evaluate("(one) => one.scrollIntoView({block: 'center'})")
    before = phone.box(page.locator("#who"))
    offered.first.tap()
    expect(page.get_by_label("Name at seat 2", exact=True)).to_have_value("Ann")
    phone.settle()
    assert phone.box(page.locator("#who")) == before
    expect(hook).to_be_visible()


def test_start_is_at_the_bottom_edge_however_few_sit_down(phone: Phone) -> None:
    phone.open("/new")
    for width, height in ((360, 640), (390, 844), (844, 390), (1024, 1366)):
        phone.page.set_viewport_size({"width": width, "height": height})
        foot = phone.box(phone.page.locator(".foot"))
        assert foot["y"] + foot["height"] == height


@pytest.mark.parametrize("cdn", [True, False], ids=["htmx", "no htmx"])
def test_arrows_move_a_seat_and_the_mark_of_the_dealer_and_ask_nothing(
    open_phone: OpenPhone, cdn: bool
) -> None:
    phone = open_phone(cdn=cdn)
    phone.write(*NAMES, dealer=0)
    with asks_nothing(phone):
        move(phone, "Move 1 down")
        assert seats(phone) == ["Ben", "Ann*", "Cem", "Dora"]
        move(phone, "Move Dora up")
        assert seats(phone) == ["Ben", "Ann*", "Dora", "Cem"]
        move(phone, "Move Ann up")
        assert seats(phone) == ["Ann*", "Ben", "Dora", "Cem"]
    phone.begin()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Ann deals")
    expect(phone.page.locator(".player-line .name")).to_have_text(["Ben", "Dora", "Cem", "Ann"])


def test_a_name_stays_at_the_table_and_a_free_seat_stays_at_its_end(phone: Phone) -> None:
    phone.write("Ann", "Ben", "Cem")
    phone.page.get_by_label("Name at seat 2", exact=True).fill("")
    with asks_nothing(phone):
        for name in ("Move 3 down", "Move 1 down"):
            move(phone, name)
    assert [box.input_value() for box in phone.page.get_by_role("textbox").all()[:4]] == [
        *("", "Ann", "Cem"),
    ]


def test_rows_moved_by_arrow_or_finger_are_labelled_as_the_server_would(phone: Phone) -> None:
    phone.write(*NAMES[:3], "{}", "$& <b>", dealer=1)
    for name in ("Move 5 up", "Move Ann down", "Move Cem up"):
        move(phone, name)
    is_as_the_server_has_it(phone)
    grips = phone.page.locator(".grip")
    drag(phone, grips.nth(0), grips.nth(3))
    drag(phone, grips.nth(2), grips.nth(0))
    is_as_the_server_has_it(phone)
    expect(phone.button("Move Ben down")).to_be_enabled()


def test_the_arrow_that_was_tapped_keeps_the_focus_on_its_row(phone: Phone) -> None:
    phone.write(*NAMES[:3])
    arrow = phone.button("Move 3 up")
    arrow.focus()
    phone.page.keyboard.press("Enter")
    expect(phone.button("Move Cem up")).to_be_focused()
    phone.page.keyboard.press("Enter")
    assert seats(phone) == ["Cem", "Ann*", "Ben"]
    expect(phone.button("Move Cem up")).to_be_disabled()
    expect(phone.button("Move Cem down")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.button("Move Cem down")).to_be_focused()
    assert seats(phone) == ["Ann*", "Cem", "Ben"]


def test_a_finger_drags_a_seat_and_the_mark_of_the_dealer_goes_along(phone: Phone) -> None:
    phone.write(*NAMES, dealer=1)
    grips = phone.page.locator(".grip")
    drag(phone, grips.nth(1), grips.nth(3))
    assert seats(phone) == ["Ann", "Cem", "Dora", "Ben*"]
    drag(phone, grips.nth(2), grips.nth(0))
    assert seats(phone) == ["Dora", "Ann", "Cem", "Ben*"]
    # A row that is still moving after the drag may ignore taps.
    for _ in range(10):
        if not deals_first(phone, 1).is_checked():
            deals_first(phone, 1).tap()
    assert seats(phone) == ["Dora", "Ann*", "Cem", "Ben"]
    phone.begin()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Ann deals")
    expect(phone.page.locator(".player-line .name")).to_have_text(["Cem", "Ben", "Dora", "Ann"])


@in_turn(6)
def test_the_two_buttons_below_the_names_have_two_lines_at_most(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale)
    phone.open("/new")
    for width in (320, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 640})
        boxes = [one.bounding_box() for one in phone.page.locator(".setup .button:visible").all()]
        # As high as without words, so none has too many lines.
        assert [round(box["height"]) for box in boxes if box] == [48, 48], width


def test_the_first_dealer_has_the_word_that_the_hand_has_for_the_dealer(phone: Phone) -> None:
    phone.write(*NAMES[:3], dealer=1)
    word = phone.page.locator(".deal :checked + span").inner_text().split()[0]
    phone.begin()
    expect(phone.page.locator(".player-line", has_text=NAMES[1]).locator(".tags")).to_have_text(
        word
    )


def test_house_rules_say_the_cards_to_come_while_they_are_typed(phone: Phone) -> None:
    phone.seat(*NAMES)
    phone.played()
    phone.take_cookie()
    phone.open(f"{phone.table.path}/rules")
    hidden = phone.page.locator(".rule").filter(has_text="Hidden bids")
    before = phone.box(hidden)
    for _ in range(2):
        # The rules that it hides are below it.
        phone.tap(hidden)
        assert phone.box(hidden) == before
    coming = phone.page.locator("[data-sizes]")
    expect(coming).to_contain_text("Cards in the hands to come: 2, 3, 4")
    phone.tap(phone.page.locator(".len").filter(has_text="my own list"))
    sizes = phone.page.locator("[name=sizes]")
    sizes.fill("7, 5 6 2")
    expect(coming).to_have_text("Cards in the hands to come: 7, 5, 6, 2.")
    sizes.fill("7, 99")
    expect(coming).to_have_text("")
    phone.tap(phone.page.locator(".len").filter(has_text="from … to … cards"))
    phone.page.locator("[name=first]").fill("5")
    phone.page.locator("[name=last]").fill("2")
    phone.page.locator("[name=back]").check()
    expect(coming).to_have_text("Cards in the hands to come: 5, 4, 3, 2, 3, 4, 5.")
    phone.press("Done")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 2 of 8")
    assert phone.table.stored().game.settings.sizes == (1, 5, 4, 3, 2, 3, 4, 5)
