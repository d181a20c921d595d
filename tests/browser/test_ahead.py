"""A whole game is played while the server cannot be reached, and is then saved as it was played."""

import re
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Route, expect

from scorekeeper.rules.actions import delete_hand, enter_tricks
from scorekeeper.rules.hand import next_hand
from scorekeeper.rules.variants.model import Turned
from tests.browser.conftest import OpenPhone
from tests.browser.evening import (
    AHEAD,
    FOUR,
    KEPT,
    KINDS,
    PREPARED,
    Evening,
    prepared,
    saved,
)
from tests.browser.line import Fate, Line
from tests.browser.phone import SAVED, SENT, THREE, Phone
from tests.browser.server import Server
from tests.turns import daily

pytestmark = pytest.mark.browser

DRAWN = (Path(__file__).parent / "drawn.js").read_text(encoding="utf-8")
"""Returns the hand and the sheet of a page, one line an element."""
KNOWS = """JSON.parse(localStorage.getItem('ahead'))?.[0].now.revision ==
  document.getElementById('board').dataset.revision"""
"""Whether the phone has stored the state that the page shows."""
AT_FIRST = """new MutationObserver((_, watch) => {
  if (!document.querySelector("html.live")) return;
  watch.disconnect();
  window.atFirst = document.querySelector("#panel[inert]") ? "inert" : "takes taps";
}).observe(document, { subtree: true, attributes: true })"""
"""Notes whether the panel takes taps when the scripts of a page have run."""


@pytest.mark.journey
@pytest.mark.usefixtures("line")
@daily("kind", KINDS, "colours, six")
def test_a_game_played_without_the_server_is_saved_as_it_was_played(
    phone: Phone, kind: str
) -> None:
    names, more = KINDS[kind]
    evening = prepared(phone, *names, **more)
    with phone.away():
        evening.play(4)
    assert saved(phone) == evening.game


@pytest.mark.journey
def test_hands_whose_answers_are_lost_are_saved_once(phone: Phone, line: Line) -> None:
    evening = prepared(phone, *THREE, sizes="1, 2, 3")
    with line.all(Fate.AFTER):
        evening.play(2)
        line.until(Fate.AFTER, 2)
    assert saved(phone) == evening.game
    assert [row.counts for row in phone.table.stored().sheet.rows] == [True, True]


@pytest.mark.journey
def test_a_late_answer_leaves_the_panel_that_the_phone_has_drawn(phone: Phone) -> None:
    """Also before the next poll: a tap on a button of an earlier state would be lost."""
    evening = prepared(phone, *THREE, sizes="1, 2")
    evening.turn()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/bids", hold)
    with phone.page.expect_request("**/bids"):
        evening.bid()
    # The answer to the first bid is drawn, and the other two are sent as one.
    with phone.page.expect_request("**/bids"):
        held[0].continue_()
    phone.later(2)
    phone.until(AHEAD)
    phone.page.route("**seen=*", lambda _: None)
    held[1].continue_()
    phone.until(SENT)
    assert phone.page.locator("#panel.tricks").count() == 1


def test_late_answers_leave_the_view_that_was_opened_meanwhile(phone: Phone) -> None:
    phone.seat(*THREE)
    phone.table.turn("hearts")
    phone.table.bid(0)
    phone.look()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    phone.page.route("**/bids", hold)
    with phone.page.expect_request("**/bids"):
        phone.chip("Bid of Ben", 0).tap()
    # This one is sent when the first is answered, from the view that is open then.
    phone.chip("Bid of Cem", 0).tap()
    phone.view("More")
    with phone.saved():
        held[0].continue_()
    expect(phone.page.locator("#panel.tricks")).to_be_attached()
    assert phone.page.url.endswith("#more")


@pytest.mark.parametrize("view", ["More", "Sheet"])
def test_a_phone_that_goes_on_alone_leaves_the_view_that_was_opened_meanwhile(
    phone: Phone, line: Line, view: str
) -> None:
    evening = prepared(phone, *THREE, sizes="2, 3")
    evening.turn()
    phone.settle()
    with line.all(Fate.SWALLOWED):
        evening.bid()
        phone.view(view)
        address = phone.page.url
        phone.later(2)
        phone.until(AHEAD)
        expect(phone.page.locator("#panel.tricks")).to_be_attached()
        assert phone.page.url == address


def test_a_phone_that_goes_on_alone_leaves_what_is_typed_in_a_panel_opened_meanwhile(
    phone: Phone,
) -> None:
    evening = prepared(phone, *THREE, sizes="2, 3")
    evening.turn()
    phone.settle()
    phone.page.route("**/bids", lambda _: None)
    evening.bid()
    phone.view("More")
    phone.page.get_by_role("link", name="Extra points in this hand").tap()
    points = phone.page.get_by_label("Extra points of Ben", exact=True)
    points.press_sequentially("-1")
    phone.later(2)
    phone.notice()
    with pytest.raises(Error):
        phone.until(AHEAD, tries=30)
    points.press_sequentially("0")
    points.blur()
    phone.later(1)
    phone.page.unroute("**/bids")
    game = saved(phone)
    assert [(bonus.seat, bonus.amount) for bonus in game.hands[0].bonuses] == [(1, -10)]
    assert game.hands[0].bids == evening.game.hands[0].bids


@pytest.mark.usefixtures("line")
@pytest.mark.parametrize("is_known", [False, True])
def test_a_game_tapped_before_its_scripts_were_loaded_continues_too(
    phone: Phone, is_known: bool
) -> None:
    if is_known:
        prepared(phone, *THREE, sizes="1, 2")
    else:
        phone.seat(*THREE, sizes="1, 2")
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    phone.context.route("**/ahead/ahead.js", hold)
    with phone.page.expect_request("**/ahead/ahead.js"):
        phone.look()
    phone.turn("Hearts")
    phone.settle()
    evening = Evening(phone)
    late[0].continue_()
    phone.until(KNOWS)
    with phone.away():
        evening.bid()
        evening.take()
        evening.score()
    assert saved(phone) == evening.game


@pytest.mark.usefixtures("line")
def test_undo_says_what_was_tapped_in_words_of_one_view(phone: Phone) -> None:
    phone.seat(*THREE, variant="skull-king")
    phone.look()
    phone.bid((0, 1, 0))
    phone.settle()
    with phone.away():
        phone.press("All made their bids No extras yet")
        expect(phone.button("Undo").locator("small")).to_have_text("All made their bids")


@pytest.mark.usefixtures("line")
def test_undo_names_a_bid_in_a_language_whose_labels_have_a_colon(open_phone: OpenPhone) -> None:
    phone = open_phone(locale="hu-HU")
    phone.seat(*THREE, variant="skull-king")
    phone.look()
    with phone.away():
        phone.page.locator("#pad-0 .key").nth(1).tap()
        expect(phone.page.locator(".undo small")).to_have_text("Ann: jóslat 1")


@pytest.mark.usefixtures("line")
@pytest.mark.parametrize("locale", ["hu-HU", "en"])
def test_undo_names_a_card_in_the_same_words_before_and_after_the_answer(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale)
    phone.seat(*THREE)
    undo, words = phone.page.locator(".undo small"), list[str | None]()
    for at in range(7):
        phone.look()
        key = phone.page.locator(":is(#trumps, .skip) .key").nth(at)
        with phone.away():
            # Without a card, the name of its group is shorter.
            none = phone.page.locator(".skip[aria-label]").get_attribute("aria-label")
            name = ((key.text_content() if at < 6 else none) or "").strip()
            key.tap()
            expect(undo).to_have_text(name)
        phone.notice()
        phone.settle()
        phone.look()
        expect(undo).to_have_text(name)
        words.append(name)
        phone.table.undo()
    assert len({*words}) == 7


@pytest.mark.journey
@pytest.mark.usefixtures("line")
def test_undo_goes_back_tap_by_tap_into_a_hand_that_waits(phone: Phone) -> None:
    evening = prepared(phone, *THREE, sizes="1, 2")
    with phone.away():
        evening.play(1)
        expect(phone.button("Undo")).to_contain_text("Score hand")
        phone.press("Undo")
        expect(phone.button("Score hand")).to_be_visible()
        phone.press("Score hand")
        evening.expect_totals()
        phone.press("Undo")
    phone.notice()
    phone.settle()
    assert phone.table.stored().game.scored == ()
    phone.press("Score hand")
    phone.settle()
    assert phone.table.stored().game == evening.game


@pytest.mark.usefixtures("line")
def test_redo_enters_again_what_undo_took_back_until_another_tap(phone: Phone) -> None:
    evening = prepared(phone, *THREE, sizes="1, 2")
    redo = phone.button("Redo")
    with phone.away():
        evening.play(1)
        phone.tap(phone.key("Trump", "Clubs"))
        for _ in range(4):
            phone.press("Undo")
            expect(redo).to_have_count(1)
        pressed = redo.element_handle()
        with phone.page.expect_event("requestfailed"):
            phone.notice()
        # Fails after the page has heard of the first failure.
        phone.page.evaluate("fetch('/').catch(() => 0)")
        assert pressed.is_visible(), "replaced under a finger"
        for _ in range(3):
            phone.tap(redo)
        evening.expect_totals()
        phone.tap(redo)
        expect(redo).to_have_count(0)
        phone.press("Undo")
        phone.tap(phone.key("Trump", "Hearts"))
        expect(redo).to_have_count(0)
        phone.press("Undo")
        phone.tap(redo)
    assert saved(phone).hands[0] == evening.game.hands[0]
    hand = phone.table.stored().sheet.hand
    assert hand
    assert hand.turned == "hearts"


@pytest.mark.parametrize("answers", [1, 2])
def test_undo_of_a_tap_that_may_have_arrived_takes_back_only_that_and_stops_nothing(
    phone: Phone, line: Line, answers: int
) -> None:
    evening = prepared(phone, *THREE, sizes="1, 2")
    with line.all(Fate.AFTER):
        phone.tap(phone.key("Trump", "Hearts"))
        line.until(Fate.AFTER)
        phone.until(AHEAD)
        phone.press("Undo")
        evening.play(1)
    # The line dies before or after the answer to the Undo.
    fates = iter([Fate.PASSED] * answers)
    line.saves = lambda: next(fates, Fate.BEFORE)
    phone.notice()
    # Now the whole hand was tried.
    line.until(Fate.BEFORE)
    phone.press("Undo")
    phone.press("Score hand")
    evening.expect_totals()
    line.turn_good()
    assert saved(phone) == evening.game


@pytest.mark.journey
@pytest.mark.usefixtures("line")
def test_a_hand_that_another_phone_played_otherwise_is_a_question_and_then_the_rest_is_saved(
    phone: Phone, server: Server
) -> None:
    evening = prepared(phone, *THREE, sizes="2, 1, 3, 2")
    other = phone.share(server.table())
    with phone.away():
        evening.play(4)
        other.turn("none")
        other.bid(2, 2, 2)
    phone.notice()
    # Also of the card, which was tapped while the page still waited for an answer.
    mine = phone.button("Use mine")
    expect(mine).to_be_visible()
    expect(phone.button("Save now")).to_be_hidden()
    mine.tap()
    expect(phone.page.locator("#unsaved .what")).to_contain_text("Hand 2 … Hand 4")
    phone.button("Save now").tap()
    assert saved(phone) == evening.game


@pytest.mark.journey
@pytest.mark.usefixtures("line")
@pytest.mark.parametrize("begun", [False, True])
def test_hands_played_away_are_saved_under_the_numbers_that_they_have_since(
    phone: Phone, server: Server, begun: bool
) -> None:
    evening = prepared(phone, *THREE, sizes="2, 1, 3, 2, 1")
    evening.play(2)
    if begun:
        evening.turn()
    phone.settle()
    other = phone.share(server.table())
    with phone.away():
        if begun:
            evening.bid()
            evening.take()
            evening.score()
        evening.play(1)
        gone = other.post(f"{other.path}/hands/1/delete", revision=other.revision)
        assert gone.status_code == 303
    phone.notice()
    phone.settle()
    assert phone.table.stored().game == delete_hand(evening.game, 1)


def test_the_bar_counts_what_waits_and_each_hand_that_is_saved(phone: Phone, line: Line) -> None:
    evening = prepared(phone, *THREE, sizes="2, 1, 3")
    with line.all(Fate.BEFORE):
        evening.play(1)
        evening.turn()
        kept = "No connection. To be saved later: 1 hand and 1 entry."
        expect(phone.bar.first).to_have_text(kept)
        line.polls = lambda: Fate.BEFORE
        phone.button("Try now").tap()
        expect(phone.bar).to_have_text("No answer. Try again.")
        phone.later(4)
        expect(phone.bar).to_have_text(kept)
        needs = phone.page.locator("#more .needs")
        expect(needs).to_contain_text("Needs a server")
        expect(needs).to_contain_text("House rules · End this game early · How to play")
        # Its buttons would name the hand that the server knows.
        expect(phone.page.locator("[form=end]")).to_have_count(0)
        expect(needs).to_contain_text("Let others follow · Table view · Phones that keep score")
        phone.view("More")
        expect(phone.page.locator("#more a[href]:visible")).to_have_text([EXTRA_POINTS])
        phone.view("Sheet")
        phone.page.locator("#row-1").tap()
        expect(phone.page.locator("#status.toast")).to_have_text(
            "This needs the server. “Undo” takes back the last entries."
        )
    passing = iter([Fate.PASSED])
    line.saves = lambda: next(passing, Fate.SWALLOWED)
    phone.notice()
    expect(phone.bar.first).to_have_text("Saving 2 of 3")
    line.turn_good()
    phone.notice()
    phone.settle()
    expect(phone.bar).to_have_text(SAVED)
    assert phone.table.stored().game == evening.game


EXTRA_POINTS = re.compile("^Extra points in this hand")
LATER = "This needs the server. Try again once it can be reached."
NOTED_LATER = (
    "Extra points need the server. Score the hand without them, and correct it on the sheet once it"
    " is saved."
)
TAKES_BACK = "This needs the server. “Undo” takes back the last entries."
STAYS = """() => [...document.querySelectorAll("#board a[href]:not(.tabs a, .back, #count)")]
  .filter((link) => link.getAttribute("href")[0] != "#")
  .map((link) => {
    const status = document.getElementById("status");
    status.textContent = "";
    link.click();
    return status.className == "toast" ? status.textContent : link.outerHTML;
  })"""
"""Taps each link that leads to another page, and returns what the page says."""


@pytest.mark.parametrize(
    ("variant", "role", "said"),
    [
        ("wizard", "keeps", {LATER, NOTED_LATER}),
        ("wizard", "looks", {LATER}),
        ("skull-king", "waits", {LATER, NOTED_LATER}),
        ("wizard", "ahead", {TAKES_BACK, NOTED_LATER}),
    ],
)
def test_without_the_server_each_link_says_what_to_do_and_leads_nowhere(
    open_phone: OpenPhone, line: Line, variant: str, role: str, said: set[str]
) -> None:
    phone = open_phone()
    phone.seat(*THREE, variant=variant)
    if variant == "wizard":
        phone.played()
    if role == "looks":
        phone.open(f"{phone.table.path}?me=1")
    else:
        phone.look()
    expect(phone.page.locator("#board")).to_have_attribute(
        "data-role", "looks" if role == "looks" else "keeps"
    )
    if variant == "wizard" and role != "looks":
        phone.until(KNOWS)
    with line.all(Fate.BEFORE):
        line.polls = lambda: Fate.BEFORE
        if role in ("waits", "ahead"):
            phone.tap(phone.page.locator("#panel .key:visible").first)
            phone.waits()
        else:
            phone.later(4)
            expect(phone.page.locator("#follow")).to_have_attribute("data-state", "lost")
        if role == "ahead":
            phone.until(AHEAD)
        phone.view("More")
        address = phone.page.url
        answers = phone.page.evaluate(STAYS)
        assert set(answers) == said
        phone.page.wait_for_timeout(200)
        assert phone.page.url == address
    line.turn_good()
    phone.notice()
    phone.settle()
    if role == "keeps":
        phone.page.get_by_role("link", name="House rules").tap()
        expect(phone.page).to_have_url(f"{phone.page.url.split('/g/')[0]}{phone.table.path}/rules")


def test_a_game_that_only_the_server_can_continue_is_scored_on_paper(
    phone: Phone, line: Line
) -> None:
    for variant, count in (("skull-king", 1), ("wizard", 0)):
        phone.start(*THREE, variant=variant)
        with line.all(Fate.BEFORE):
            phone.tap(phone.page.locator("#panel .key:visible").first)
            phone.waits()
            paper = phone.bar.filter(has_text="Until then, keep score on paper.")
            expect(paper).to_have_count(count)
        phone.notice()
        phone.settle()


@pytest.mark.parametrize("variant", ["wizard", "skull-king"])
def test_the_bar_leaves_the_hand_its_room_in_large_letters(
    open_phone: OpenPhone, line: Line, variant: str
) -> None:
    phone = open_phone(viewport={"width": 360, "height": 640})
    # The bar then asks to keep the page open, too.
    phone.context.add_init_script("delete Navigator.prototype.serviceWorker")
    phone.speak("de")
    phone.start(*THREE, variant=variant)
    phone.page.evaluate("document.documentElement.style.fontSize = '130%'")
    if variant == "wizard":
        phone.until(KNOWS)
    with line.all(Fate.BEFORE):
        phone.tap(phone.page.locator("#panel .key:visible").first)
        if variant == "wizard":
            phone.until(AHEAD)
            expect(phone.bar.last).to_have_text("Lass diese Seite so lange offen.")
        else:
            expect(phone.bar.last).to_have_text("· Bis dahin schreib auf Papier mit.")
        bar, text = (phone.box(phone.page.locator(which)) for which in ("#unsaved", "#unsaved p"))
        assert text["height"] <= bar["height"] <= 56
    phone.notice()
    phone.settle()


@pytest.mark.journey
@pytest.mark.usefixtures("line")
def test_a_hand_without_its_tricks_is_not_scored_without_the_server_either(phone: Phone) -> None:
    evening, told = prepared(phone, *THREE, sizes="2, 3"), phone.page.locator("#status")
    evening.turn()
    evening.bid()
    phone.settle()
    with phone.away():
        phone.count()
        for missing, seat in (("Ann, Ben and Cem", 0), ("Ben and Cem", 1)):
            phone.press("Score hand")
            expect(told).to_have_text(f"The tricks of {missing} are missing.")
            expect(phone.button("Undo")).not_to_contain_text("Score hand")
            phone.tap(phone.chip(f"Tricks of {THREE[seat]}", 1))
            tricks = tuple(1 if one == seat else None for one in range(3))
            evening.game = enter_tricks(evening.game, 1, tricks, None)
        evening.score()
    assert saved(phone) == evening.game


@pytest.mark.usefixtures("line")
@daily("seed", [1, 2], 1)
def test_the_end_drawn_by_the_phone_has_the_winners_and_places_of_the_server(
    phone: Phone, seed: int
) -> None:
    evening, ending = prepared(phone, *FOUR, sizes="1, 1"), phone.page.locator(".ending")
    evening.chance.seed(seed)
    with phone.away():
        evening.play()
        expect(ending).to_be_visible()
        here = ending.inner_text().split()
    assert saved(phone) == evening.game
    expect(phone.page.locator("#over h3")).to_have_text("The evening")
    assert here == ending.inner_text().split()


def test_a_page_reopened_takes_no_tap_before_it_shows_the_hand_that_the_phone_knows(
    open_phone: OpenPhone, line: Line
) -> None:
    phone = open_phone(service_workers="allow")
    evening = prepared(phone, *THREE, sizes="1, 2")
    phone.until(KEPT)
    phone.context.add_init_script(AT_FIRST)
    with phone.away():
        evening.play(1)
        phone.page.reload()
        phone.until(AHEAD)
        assert phone.page.evaluate("window.atFirst") == "inert"
        evening.play(1)
    assert line.server
    assert saved(phone) == evening.game


def skip_and_insert(phone: Phone) -> None:
    """The first hand is skipped, and another one put in before it."""
    table = phone.table
    game = table.stored().game
    hand = next_hand(game)
    assert hand
    assert table.post(f"{table.path}/hands/1/skip", revision=table.revision).status_code == 303
    turned = {"turned": game.may_turn(hand)[0]} if game.turns_trump(hand) else {}
    bids = {f"bid_{seat}": "0" for seat in game.seats}
    tricks = {f"tricks_{seat}": str(0 if seat else hand.cards) for seat in game.seats}
    sent: dict[str, Any] = {"cards": hand.cards, "dealer": "1", **turned, **bids, **tricks}
    sent |= {"negated": "-1"} if game.variant.negating else {}
    put_in = table.post(f"{table.path}/hands/1/new", revision=table.revision, **sent)
    assert put_in.status_code == 303, put_in.text


def differences(
    phone: Phone, kind: str, begin: Callable[[Phone], None] = lambda _: None, part: str = ""
) -> str:
    """How the pages differ that the phone and the server draw after each tap of some hands of the
    same game, from this ``part`` on; ``begin`` changes the game first."""
    drawn: list[list[str]] = []
    for is_away in (True, False):
        names, chosen = KINDS[kind]
        more: dict[str, Any] = {**chosen}
        phone.seat(*names, **more)
        begin(phone)
        phone.look()
        phone.until(PREPARED)
        evening = Evening(phone)
        seen: list[str] = []
        drawn.append(seen)

        def look(is_away: bool = is_away, seen: list[str] = seen) -> None:
            if is_away:
                phone.until(AHEAD)
            else:
                phone.settle()
            page = phone.page.evaluate(DRAWN)
            seen.append(page[page.index(part) :])

        evening.tapped, evening.first = look, Turned.WIZARD
        phone.context.set_offline(is_away)
        evening.play(3)
        phone.context.set_offline(False)
        phone.notice()
        phone.settle()
    differ = [
        line
        for at, (here, there) in enumerate(zip(*drawn, strict=True))
        for line in unified_diff(there.split("\n"), here.split("\n"), f"server {at}", "phone", n=1)
    ]
    return "\n".join(differ)


@pytest.mark.usefixtures("line")
@daily("kind", KINDS, "Wizard, bids may not add up", "Blob")
def test_the_phone_draws_each_panel_as_the_server_does(phone: Phone, kind: str) -> None:
    """Also the sheet, after each tap of some hands of each variant."""
    assert differences(phone, kind) == ""


def note_points(phone: Phone) -> None:
    """Extra points for two players of the first hand, and for one who sits it out."""
    table = phone.table
    sits = table.post(f"{table.path}/players/1/out", revision=table.revision, number=1, out="y")
    sent = table.send("extras", points_0="-10", points_1="-5", points_2="25")
    assert (sits.status_code, sent.status_code) == (303, 303), sent.text


@pytest.mark.usefixtures("line")
@pytest.mark.parametrize("kind", ["Wizard, bids may not add up", "Oh Hell"])
def test_the_phone_draws_extra_points_and_who_sits_out_as_the_server_does(
    phone: Phone, kind: str
) -> None:
    assert differences(phone, kind, note_points) == ""


@pytest.mark.usefixtures("line")
@daily("kind", KINDS, "Wizard, bids may not add up")
def test_the_phone_draws_the_sheet_below_a_hand_put_in_and_one_skipped(
    phone: Phone, kind: str
) -> None:
    assert differences(phone, kind, skip_and_insert, "id=sheet") == ""
