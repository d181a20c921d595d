"""Copies that the network delivers late, after the page timed out and sent them again."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.forms import FILLS
from tests.browser.line import Fate, Line
from tests.browser.phone import THREE, Phone
from tests.browser.server import Server
from tests.browser.test_parts import expect_as_opened_now
from tests.databases import Rows, is_same
from tests.torture import size

pytestmark = [pytest.mark.browser, pytest.mark.torture, pytest.mark.usefixtures("line")]

GAME = (
    ("Trump", "Hearts"),
    ("Bid of Ann", 1),
    ("Bid of Ben", 0),
    ("Bid of Cem", 0),
    ("Tricks of Ann", 1),
    ("Tricks of Ben", 0),
    "Score hand",
    "End the game now",
    "Play on",
)
"""Single taps: chips by group and name, buttons by name."""
SHORT = (("Bid of Ben", 0), "Score hand", "Play on")
ENDS = ("End the game now", "Play on")
REPEATABLE = [name for name in FILLS if name not in ("a pencil", "a book")]
"""All addresses except those that create a new link for each request."""


def do(phone: Phone, step: tuple[str, object] | str) -> None:
    """Tap it in its view; the connection decides whether it is saved."""
    phone.view("More" if step in ENDS else "Hand")
    phone.tap(phone.button(step) if isinstance(step, str) else phone.chip(*step))


@contextmanager
def held_once(phone: Phone, line: Line) -> Iterator[None]:
    """A context whose taps are delayed, time out, are sent again and saved."""
    before = line.fates[Fate.HELD]
    with line.all(Fate.HELD):
        yield
        line.until(Fate.HELD, before + 1)
        phone.later(10)
        phone.waits()
    phone.notice()
    phone.settle()


def changing(phone: Phone, line: Line) -> Iterator[Rows]:
    """The rows of the database while the phone's entry arrives, for ten seconds."""
    for _ in range(200):
        yield line.server.rows()
        phone.page.wait_for_timeout(50)


def deliver(phone: Phone, line: Line) -> None:
    """Deliver the copies: they are answered as saved, and nothing is written."""
    before = line.server.rows()
    answers = line.deliver()
    assert answers
    assert {answer.status for answer in answers} <= {200, 204}
    assert is_same(before, line.server.rows())
    expect(phone.page.locator("#unsaved.again, .clash, .problems p")).to_have_count(0)


@pytest.mark.parametrize("then", ["the same again", "Undo"][: size(1, 2)])
def test_a_late_copy_of_each_kind_of_tap_writes_nothing_after_an_undo(
    phone: Phone, line: Line, then: str
) -> None:
    phone.start(*THREE, sizes="1, 2")
    for step in GAME:
        if step in SHORT[: size(3, 0)] or size(0, 1):
            with held_once(phone, line):
                do(phone, step)
            for tap in ("Undo", step, "Undo") if then != "Undo" else ("Undo",):
                with phone.saved():
                    do(phone, tap)
            deliver(phone, line)
            expect_as_opened_now(phone)
        with phone.saved():
            do(phone, step)
    expect_as_opened_now(phone)


def test_a_late_save_that_is_also_sent_again_is_saved_once(
    phone: Phone, line: Line, server: Server
) -> None:
    phone.at_the_bids()
    with line.all(Fate.HELD):
        do(phone, ("Bid of Ann", 1))
        line.until(Fate.HELD)
        phone.later(10)
        phone.waits()
        first = line.deliver()
        assert [answer.status for answer in first] == [200]
    phone.notice()
    phone.settle()
    line.deliver()
    expect_as_opened_now(phone)
    assert server.entered() == ["bids.0=1"]


@pytest.mark.parametrize("name", REPEATABLE[: size(2, len(REPEATABLE))])
def test_a_late_copy_of_each_form_writes_nothing(
    phone: Phone, line: Line, open_phone: OpenPhone, name: str
) -> None:
    filled = FILLS[name](phone, open_phone)
    fresh = line.server.rows()
    with held_once(filled.phone, line):
        filled.phone.tap(filled.tap)
    # A phone does not store an entry with a secret, so it shows nothing that waits.
    before = next(rows for rows in changing(filled.phone, line) if not is_same(fresh, rows))
    answers = line.deliver()
    assert all(answer.status < 500 for answer in answers)
    assert is_same(before, line.server.rows())
