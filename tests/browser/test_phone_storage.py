"""A phone's storage that is full, missing or cleared, and the secrets that it never contains."""

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, expect
from sqlalchemy import select

from scorekeeper.rules.variants.model import Turned
from scorekeeper.store.games import reading
from scorekeeper.store.models import GameRow, db
from tests.browser.conftest import OpenPhone
from tests.browser.evening import unsent_bid
from tests.browser.forms import a_link
from tests.browser.line import Fate, Line
from tests.browser.phone import CLOSED, THREE, Phone

pytestmark = [pytest.mark.browser, pytest.mark.torture, pytest.mark.usefixtures("line")]

LEAVE = "Keep this page open until it is saved."
KEPT = "() => JSON.stringify({...localStorage})"
FILL_UP = """(room) => {
  localStorage.setItem("room", "x".repeat(room));
  for (let size = 1 << 20; size >= 1; size = Math.floor(size / 2)) {
    for (let number = 0; ; number += 1) {
      try { localStorage.setItem(`filler ${size} ${number}`, "x".repeat(size)); } catch { break; }
    }
  }
  localStorage.removeItem("room");
}"""

OLDER = Path(__file__).with_name("waiting.json")
"""What the version of 27 November 2026 left in a phone without the server: a tap, a scored hand,
the next one begun; then a new game and its first hand."""
STORED = """(records) => records.forEach((one) =>
  localStorage.setItem(`scorekeeper tap ${one.id}`, JSON.stringify(one)))"""


def test_a_page_that_alone_keeps_a_tap_asks_before_it_is_left(phone: Phone, line: Line) -> None:
    phone.page.add_init_script(CLOSED)
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    phone.page.on("dialog", answer)
    with unsent_bid(phone, line):
        phone.page.reload()
    assert asked == ["beforeunload"]


def test_no_secret_is_left_in_the_storage(phone: Phone, line: Line, open_phone: OpenPhone) -> None:
    filled = a_link(phone, open_phone)
    page = filled.phone.page
    link = page.url.rsplit("/", 1)[-1]
    token = page.locator("[name=csrf_token]").first.input_value()
    with line.all(Fate.AFTER):
        filled.phone.tap(filled.tap)
        filled.phone.waits()
        expect(page.get_by_text(LEAVE)).to_be_visible()
        kept = page.evaluate(KEPT)
    filled.phone.notice()
    expect(page.locator("form#panel")).to_be_visible()
    with line.all(Fate.BEFORE):
        filled.phone.chip("Trump", "Hearts").tap()
        filled.phone.waits()
        kept += page.evaluate(KEPT)
        token_now = page.locator("[name=csrf_token]").first.input_value()
    assert "scorekeeper tap" in kept
    assert not [secret for secret in (link, token, token_now, "csrf") if secret in kept]


def test_taps_that_an_earlier_version_stored_are_saved_after_an_upgrade(
    phone: Phone,
) -> None:
    phone.seat(*THREE, dealer=0)
    records = json.loads(OLDER.read_text("utf-8").replace("GAME", phone.table.key))
    for record in records:
        # A start of more than an hour ago, for which no hand waits, would ask.
        record["at"] += 1000 * time.time() - records[-1]["at"]
    phone.take_cookie()
    phone.open()
    phone.page.evaluate(STORED, records)
    phone.open()
    phone.notice()
    phone.settle()
    with phone.table.client.application.app_context():
        keys = db.session.scalars(select(GameRow.key).order_by(GameRow.id))
        ours, began = (reading.read(key).game for key in keys)
    assert began.players == ("Eva", "Fay", "Gil")
    for game in (ours, began):
        assert game.hands[0].turned == Turned.HEARTS
        assert game.hands[0].bids == (1, 1, 0)
        assert game.hands[0].tricks == (0, 1, 0)
    assert ours.hands[1].turned == Turned.CLUBS
    assert ours.hands[1].bids == (None, None, 2)
