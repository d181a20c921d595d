"""Forms sent over a bad connection: the input stays, and is saved once."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.web import start
from tests.browser.conftest import OpenPhone
from tests.browser.evening import prepared
from tests.browser.forms import FILLS
from tests.browser.line import Fate, Line
from tests.browser.phone import THREE, Phone
from tests.browser.server import Server
from tests.turns import daily

pytestmark = [pytest.mark.browser, pytest.mark.torture]

GAME = re.compile(r"/g/[^/]+$")
CORRECTED = ["1 Hearts | 1/0 −10 −10 | 0/0 +20 20 | 0/1 −10 −10"]


THEN = {
    "a new game": (Fate.AFTER, ".player-lines:has-text('Ann')"),
    "a rematch": (Fate.AFTER, "#panel:has-text('Which card is turned up?')"),
    "a name": (Fate.AFTER, "#status:text-is('Saved')"),
    "house rules": (Fate.AFTER, "#status:text-is('Saved')"),
    "a correction": (Fate.BEFORE, "#status:has-text('Hand 1 corrected: ')"),
    "a link": (Fate.AFTER, "form#panel"),
    "a claim": (Fate.BEFORE, "form#panel"),
}
"""The fate of a form's request, and what the page shows once it is saved."""


@pytest.mark.journey
@daily("name", THEN, "a new game")
def test_a_form_sent_without_connection_stays_as_it_was_filled_in_and_is_saved_once(
    phone: Phone, open_phone: OpenPhone, line: Line, name: str
) -> None:
    fate, then = THEN[name]
    filled = FILLS[name](phone, open_phone)
    server = line.server
    games = len(server.rows()["game"])
    with line.all(fate):
        filled.phone.tap(filled.tap)
        filled.phone.waits()
        filled.shown()
        # Requests that grant a right are stored only in the page.
        if name not in ("a link", "a claim"):
            phone.page.reload()
            phone.waits()
            filled.shown()
            lost(phone, line, fate, 2)
            # Once a rematch exists, its link takes the place of the button.
            if name != "a rematch":
                filled.phone.tap(filled.tap)
                lost(phone, line, fate, 3)
    filled.phone.notice()
    expect(filled.phone.page.locator(then)).to_be_visible()
    filled.phone.settle()
    assert len(server.rows()["game"]) == games + (name in ("a new game", "a rematch"))


def lost(phone: Phone, line: Line, fate: Fate, times: int) -> None:
    """Wait until this many saves had this fate, and the phone knows about the last one.

    The bar is not enough, because it is already visible while the next one is being sent.
    """
    line.until(fate, times)
    expect(phone.page.locator("main[aria-busy=true]")).to_have_count(0)
    phone.waits()


def test_names_mended_while_the_start_waits_are_those_of_the_game(
    phone: Phone, line: Line, server: Server
) -> None:
    phone.write(*THREE, dealer=2)
    with line.all(Fate.BEFORE):
        phone.button("Start game").tap()
        phone.waits()
        phone.page.get_by_label("Name at seat 1", exact=True).fill("Anna")
    # Without an event of the network, the page itself tries again.
    phone.later(3)
    phone.page.wait_for_url("**/g/*")
    expect(phone.page.locator(".player-lines .name")).to_have_text(["Anna", "Ben", "Cem"])
    assert len(server.rows()["game"]) == 1


def test_a_correction_that_waited_and_is_refused_says_why_on_its_form(
    phone: Phone, line: Line, open_phone: OpenPhone
) -> None:
    filled = FILLS["a correction"](phone, open_phone)
    phone.chip("Tricks of Cem", 0).tap()
    with line.all(Fate.AFTER):
        filled.phone.tap(filled.tap)
        phone.waits()
        phone.expect_chosen("Tricks of Ann", 0)
    phone.notice()
    expect(phone.page.get_by_text("Tricks add up to 0, this hand has 1")).to_be_visible()
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    phone.chip("Tricks of Cem", 1).tap()
    phone.button("Save correction").tap()
    phone.page.wait_for_url(GAME)
    assert phone.sheet() == CORRECTED


@pytest.mark.usefixtures("line")
def test_use_mine_of_an_incomplete_hand_waits_for_its_page_and_can_be_changed_there(
    phone: Phone, server: Server
) -> None:
    prepared(phone, *THREE, sizes="1, 1")
    other = phone.share(server.table())
    with phone.away():
        phone.tap(phone.key("Trump", "Hearts"))
        for name in ("Ann", "Ben", "Cem"):
            phone.group(f"Bid of {name}").wait_for()
            phone.tap(phone.chip(f"Bid of {name}", 0))
        phone.tap(phone.chip("Tricks of Ann", 0))
        other.play("hearts", (1, 0, 0), (1, 0, 0))
    phone.notice()
    phone.button("Use mine").tap()
    wrong = phone.page.get_by_text("Tricks add up to 0, this hand has 1")
    expect(wrong).to_be_visible()
    phone.follow("Back to the game")
    expect(phone.page.get_by_text("Which card is turned up?")).to_be_visible()
    phone.page.reload()
    expect(phone.page.locator("#unsaved.elsewhere .what")).to_contain_text("Hand 1 · ")
    phone.page.locator("#unsaved .open").tap()
    expect(wrong).to_be_visible()
    with phone.page.expect_response("**/points?*"):
        phone.chip("Tricks of Cem", 1).tap()
    phone.button("Save correction").tap()
    phone.page.wait_for_url(GAME)
    assert phone.sheet() == ["1 Hearts | 0/0 +20 20 | 0/0 +20 20 | 0/1 −10 −10"]


def test_a_form_that_is_being_sent_cannot_be_changed(phone: Phone, line: Line) -> None:
    phone.write(*THREE, dealer=2)
    with line.all(Fate.SWALLOWED):
        phone.button("Start game").tap()
        line.until(Fate.SWALLOWED)
        expect(phone.page.locator("form[inert]")).to_have_count(1)


@pytest.mark.usefixtures("line")
def test_start_tapped_while_a_dealer_is_drawn_starts_with_the_one_who_was_drawn(
    phone: Phone, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "draw_dealer", lambda _: THREE.index("Ben"))
    phone.write(*THREE, dealer=2)
    with server.busy():
        phone.button("Who deals?").tap()
        phone.button("Start game").tap()
    phone.page.wait_for_url("**/g/*")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Ben deals")
    assert len(server.rows()["game"]) == 1
