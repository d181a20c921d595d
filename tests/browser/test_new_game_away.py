"""New games that begin on a phone while the server cannot be reached."""

import re
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.attendance import new_game, rematch
from scorekeeper.rules.game import Game
from scorekeeper.rules.variants.model import Settings
from scorekeeper.rules.variants.variants import WIZARD
from tests.browser.conftest import OpenPhone
from tests.browser.evening import AHEAD, KEPT, PREPARED, Evening
from tests.browser.line import Fate, Line
from tests.browser.phone import LOST, THREE, Phone
from tests.browser.server import Server
from tests.browser.test_again import saved_games
from tests.turns import daily

pytestmark = pytest.mark.browser

BLANKS = """(part) => caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.open(name))))
  .then((all) => Promise.all(all.map((cache) => cache.keys())))
  .then((all) => all.flat().some(({ url }) => url.includes("/new/ahead/") && url.includes(part)))"""
STARTS = """() => performance.getEntriesByType("resource")
  .some(({ name }) => name.endsWith("/ahead/start.js"))"""
"""Whether the page has loaded the script that starts a game without the server, which comes
last."""
REFUSING = """(() => {
  const refuse = () => Promise.reject(new DOMException("It is insecure.", "SecurityError"));
  const { prototype } = ServiceWorkerContainer;
  for (const name of ["getRegistration", "register"]) prototype[name] = refuse;
  CacheStorage.prototype.match = refuse;
})()"""
"""Makes the browser answer as Firefox does with cookies blocked."""
BASES = "JSON.parse(localStorage.getItem('ahead')).map(({ base }) => base).join()"
"""The addresses of the games that the phone can continue."""
TYPED = ("Dora", "Friederike", "Jean-Baptiste")


def keeps_blanks(phone: Phone, part: str) -> None:
    """Wait until the phone has stored blank pages for choices with this text."""
    phone.until(f"({BLANKS})('{part}')")


@pytest.fixture
def phone(open_phone: OpenPhone) -> Phone:
    """A phone that has played before, and has stored what it needs."""
    phone = open_phone(service_workers="allow")
    phone.forgiven += (*LOST, "status of (404|422|502)")
    phone.start(*THREE)
    phone.until(KEPT)
    keeps_blanks(phone, "variant=wizard")
    return phone


def choose_one_hand(phone: Phone) -> None:
    """Choose games of one hand."""
    # It may be open, with what was chosen before and not sent.
    phone.page.get_by_text("House rules").evaluate("one => { one.closest('details').open = true }")
    phone.page.locator("[name=length][value=list]").tap()
    phone.page.get_by_label("Hand sizes").fill("1")
    phone.page.get_by_label("Hand sizes").blur()


def wizard(names: tuple[str, ...], dealer: int, sizes: tuple[int, ...] = ()) -> Game:
    """A game of Wizard with these names, which the server may refuse."""
    numbers = tuple(map(str, range(len(names))))
    settings = Settings(sizes=sizes or WIZARD.sizes(len(names)))
    return replace(new_game(WIZARD, numbers, dealer, settings), players=names)


def begun(phone: Phone, *names: str, dealer: int = 1, short: bool = False) -> Evening:
    """A game of Wizard that the phone begins without the server."""
    phone.write(*names, dealer=dealer)
    if short:
        choose_one_hand(phone)
    phone.press("Start game")
    phone.page.wait_for_url("**/g/~*")
    phone.until(AHEAD)
    sizes = (1,) if short else ()
    return Evening(phone, game=wizard(names, dealer, sizes))


def saved(phone: Phone) -> list[Game]:
    """The games that began on the phone, once nothing waits any more."""
    return saved_games(phone)[1:]


@pytest.fixture
def short(phone: Phone) -> Phone:
    """A phone that has also stored what it needs for a game of one hand."""
    phone.write()
    choose_one_hand(phone)
    keeps_blanks(phone, "sizes=1")
    return phone


def test_a_game_begins_on_a_page_that_was_never_open_and_looks_like_any_other(phone: Phone) -> None:
    sheet = phone.page.locator("#sheet-head th")
    looks = "all => all.map(({className, innerText}) => [className, innerText])"
    with phone.away():
        evening = begun(phone, *TYPED, "Fay", dealer=2)
        expect(phone.button("Undo")).to_be_disabled()
        evening.play(1)
        phone.page.reload()
        phone.until(AHEAD)
        evening.expect_totals()
        evening.play(1)
        drawn = sheet.evaluate_all(looks)
    assert saved(phone) == [evening.game]
    phone.page.reload()
    assert sheet.evaluate_all(looks) == drawn


@pytest.mark.journey
@daily("tables", [(TYPED,), (TYPED, THREE)], (TYPED,), ids=len)
def test_games_and_their_rematches_are_played_whole_and_keep_their_night(
    short: Phone, tables: tuple[tuple[str, ...], ...]
) -> None:
    phone, played = short, []
    with phone.away():
        for names in tables:
            evening = begun(phone, *names, short=True)
            evening.play()
            played.append(evening.game)
            phone.press("Rematch")
            evening.game = rematch(evening.game)
            phone.sleep(9 * 3600)
            phone.open_again()
            phone.until(AHEAD)
            evening.play()
            played.append(evening.game)
        phone.open()
        expect(phone.page.locator("#begun p")).to_contain_text(["Rematch"] * len(tables))
        # Once the server has stored the game, its line leads elsewhere.
        phone.page.locator("#begun").get_by_text("Continue").last.tap()
        phone.until(AHEAD)
    assert saved(phone) == played
    last = phone.table.stored()
    assert last.changed_at - last.started_at > timedelta(hours=8.9)


@pytest.mark.journey
@daily("is_away", [False, True], False)
def test_back_in_a_game_leads_past_the_form_that_began_it(phone: Phone, is_away: bool) -> None:
    phone.open()
    with phone.away() if is_away else nullcontext():
        (begun if is_away else Phone.start)(phone, *TYPED)
        phone.page.go_back()
        expect(phone.page).to_have_url(re.compile("/$"))


def test_a_game_continues_where_it_was_after_another_began(phone: Phone) -> None:
    phone.until(PREPARED)
    first = Evening(phone)
    with phone.away():
        first.play(2)
        pages = [phone.page.url]
        second = begun(phone, *TYPED)
        second.play(1)
        pages.append(phone.page.url)
        phone.open()
        expect(phone.page.locator(".continue")).to_have_text(re.compile("^ *Wizard"))
        expect(phone.page.locator(".continue strong")).to_have_count(0)
        for address, evening in zip(pages, (first, second), strict=True):
            phone.page.goto(address)
            phone.until(AHEAD)
            assert phone.page.locator("#status").inner_text() == ""
            evening.expect_totals()
            evening.play(1)
    assert saved_games(phone) == [first.game, second.game]


def test_a_line_that_swallows_the_start_stops_the_table_for_two_seconds(
    phone: Phone, line: Line
) -> None:
    phone.write(*TYPED, dealer=1)
    phone.until(STARTS)
    with line.all(Fate.SWALLOWED):
        phone.press("Start game")
        line.until(Fate.SWALLOWED)
        phone.later(2)
        phone.page.wait_for_url("**/g/~*")
        phone.until(AHEAD)
        evening = Evening(phone, game=wizard(TYPED, 1))
        evening.play(1)
    assert saved(phone) == [evening.game]


@pytest.mark.journey
def test_a_server_that_is_killed_and_restarted_has_the_game(phone: Phone, server: Server) -> None:
    phone.write(*TYPED, dealer=1)
    server.stop()
    phone.press("Start game")
    phone.page.wait_for_url("**/g/~*")
    phone.until(AHEAD)
    evening = Evening(phone, game=wizard(TYPED, 1))
    evening.play(1)
    server.start()
    assert saved(phone) == [evening.game]
    # It is known by its new address only.
    assert "/g/~" not in phone.page.evaluate(BASES)


def test_names_that_were_used_before_and_the_first_dealer_need_no_server(phone: Phone) -> None:
    with phone.away():
        phone.write()
        for name in THREE:
            phone.press(name)
        phone.press("Who deals?")
        expect(phone.page.locator("#start .drew")).to_have_text(
            re.compile("(Ann|Ben|Cem) was picked to deal first.")
        )
        phone.press("Start game")
        phone.page.wait_for_url("**/g/~*")


def test_a_start_that_the_server_would_refuse_is_refused_at_once(phone: Phone) -> None:
    with phone.away():
        phone.write("Dora", "dora", dealer=0)
        problem = phone.page.locator("#start .problems")
        for seat, name, line in (
            (None, "", "This game needs at least 3 players."),
            (3, "Emil", "Two players are called dora"),
        ):
            if seat:
                phone.page.get_by_label(f"Name at seat {seat}", exact=True).fill(name)
            phone.press("Start game")
            expect(problem).to_contain_text(line)
        phone.page.get_by_label("Name at seat 2", exact=True).fill("Fay")
        phone.press("Start game")
        phone.page.wait_for_url("**/g/~*")


def test_a_game_without_blank_pages_starts_once_the_server_answers(phone: Phone) -> None:
    with phone.away():
        phone.write(*THREE, dealer=0)
        choose_one_hand(phone)
        phone.press("Start game")
        expect(phone.page.locator("#start .drew")).to_have_text(
            "This game starts once the server can be reached."
        )
    phone.notice()
    phone.page.wait_for_url(re.compile("/g/[^~]*$"))


def test_a_page_of_a_game_that_another_page_sent_leads_to_the_first_page(phone: Phone) -> None:
    with phone.away():
        begun(phone, *THREE)
        address = phone.page.url
        phone.open("/")
    phone.settle()
    phone.open(address)
    phone.page.wait_for_url(re.compile(r"\d/$"))


def test_new_game_has_no_error_in_a_browser_that_blocks_cookies(open_phone: OpenPhone) -> None:
    phone = open_phone(service_workers="allow")
    phone.page.add_init_script(REFUSING)
    phone.open("/new")
    phone.until(f"({STARTS})()")
    phone.write(*THREE, dealer=0)
    choose_one_hand(phone)
    phone.drawn()
    assert phone.complaints == []
