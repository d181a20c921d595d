"""Hands that wait on a phone: a bad line, a killed server, and other keepers meanwhile."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Error
from sqlalchemy import Engine

from tests.browser.evening import FOUR, prepared
from tests.browser.journal import Journal
from tests.browser.line import Line
from tests.browser.phone import QUIET, SENT, Phone
from tests.browser.server import Server
from tests.figures import Figures
from tests.table import Table
from tests.torture import size
from tests.torture.ledger import Ledger
from tests.torture.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.torture, pytest.mark.usefixtures("line")]

RECORDS = """Object.entries(localStorage).filter(([key]) => key.startsWith("scorekeeper tap "))
  .map(([, text]) => JSON.parse(text))"""
ANSWERED = "() => !document.querySelector('main[aria-busy=true]')"
TAP, ANSWER = "(chance) => tapOn(chance)", "(chance) => answer(chance)"


@pytest.fixture
def served(server: Server) -> Iterator[Served]:
    """The program as people start it, on the server's database and in its place."""
    served = Served(server.folder)
    served.port = server.port
    yield served
    served.kill()
    server.start()


@pytest.fixture
def engine(server: Server) -> Iterator[Engine]:
    """The server's database."""
    with server.database() as engine:
        yield engine


def meddle(other: Table, phone: Phone, chance: random.Random) -> None:
    """Another keeper taps something in the hand that the server knows."""
    hand = other.stored().sheet.hand
    what = chance.choice(("turn", "bid", "hand", "same", "undo"))
    if hand is None or what == "undo":
        other.post(f"{other.path}/undo", target=other.revision)
    elif what == "turn":
        other.turn(chance.choice(("hearts", "clubs")))
    elif what == "bid":
        bids: list[int | None] = [None] * len(FOUR)
        bids[chance.randrange(len(FOUR))] = chance.randint(0, hand.cards)
        other.bid(*bids)
    elif what == "hand":
        other.play("clubs", (hand.cards, 0, 0, 0), (0, 0, 0, hand.cards))
    else:
        for record in phone.told(RECORDS):
            if record["whole"]:
                other.post(record["path"], **dict(record["fields"]))


def decide(phone: Phone, chance: random.Random) -> None:
    """Answer all questions with any button that is offered."""
    for _ in range(200):
        with suppress(Error):
            # A page that is navigating does not respond.
            phone.page.wait_for_load_state()
            phone.notice()
            with suppress(Error):
                # On a busy machine an answer takes longer than the time that passes on the page.
                phone.until(ANSWERED, tries=50)
            phone.later(1)
            if phone.page.evaluate(QUIET):
                return
            if phone.page.evaluate(SENT) and not phone.page.evaluate(ANSWER, chance.random()):
                # Values that were refused and shown are sent with the next tap.
                phone.page.evaluate(TAP, chance.random())
    raise Error(f"something waits for ever: {phone.page.evaluate(RECORDS)}")


@pytest.mark.parametrize("seed", range(size(2, 30)))
def test_nothing_that_waits_is_removed_unasked_while_others_keep_score(
    phone: Phone, line: Line, server: Server, engine: Engine, figures: Figures, seed: int
) -> None:
    chance, journal = random.Random(seed), Journal(phone)
    phone.forgiven += ("form is not connected", "status of 404")
    prepared(phone, *FOUR, sizes="1, 2, 3, 2, 1, 2, 3, 2")
    other = phone.share(server.table())
    ledger = Ledger(engine, other.path)
    ledger.read()
    for _ in range(size(2, 4)):
        with phone.away():
            for _ in range(chance.randint(1, 40)):
                if chance.random() < 1 / 15:
                    phone.told("undo()")
                phone.told(TAP, chance.random())
                if chance.random() < 1 / 8:
                    meddle(other, phone, chance)
        if chance.random() < 1 / 2:
            line.turn_bad(chance)
        decide(phone, chance)
        line.turn_good()
    ledger.read()
    journal.check(ledger)
    figures(f"{dict(journal.ends)}, {len(ledger.lines)} lines in the log")
