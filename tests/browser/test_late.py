"""Copies that the network delivers late, after the page gave them up and sent them again."""

# Fixtures are used by their names.
# ruff: noqa: F811

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy.orm import Session

from tests import databases
from tests.browser.conftest import OpenPhone
from tests.browser.forms import FILLS, Fill, a_book, a_pencil
from tests.browser.line import Fate, Line
from tests.browser.lined import (
    THREE,
    at_the_bids,
    changes,
    database,
    entered,
    line,  # noqa: F401
    notice,
    phone,  # noqa: F401
    server,  # noqa: F401
    settled,
    waits,
)
from tests.browser.phone import Phone
from tests.browser.test_parts import expect_as_opened_now
from tests.torture import size

pytestmark = [pytest.mark.browser, pytest.mark.torture]

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
"""A tap each: chips by group and name, buttons by name."""
SHORT = (("Bid of Ben", 0), "Score hand", "Play on")
REPEATABLE = [fill for fill in FILLS if fill not in (a_pencil, a_book)]
"""All but those that make a new link each time that they are asked to."""


def rows(folder: Path) -> databases.Rows:
    """What the database holds."""
    with database(folder) as engine, Session(engine) as session:
        return databases.rows(session)


def do(phone: Phone, step: tuple[str, object] | str) -> None:
    """Tap it; whether it is saved is the line's affair."""
    phone.tap(phone.button(step) if isinstance(step, str) else phone.chip(*step))


@contextmanager
def held_once(phone: Phone, line: Line) -> Iterator[None]:
    """What is tapped inside is held back, given up, sent again and saved."""
    phone.wait_at_most(300)
    line.saves = lambda: Fate.HELD
    yield
    waits(phone)
    line.saves = lambda: Fate.PASSED
    phone.wait_at_most(10_000)
    notice(phone)
    settled(phone)


def deliver(phone: Phone, line: Line, folder: Path) -> None:
    """The copies arrive: they are answered as saved, and nothing is written."""
    before = rows(folder)
    answers = line.deliver()
    assert answers
    assert {answer.status for answer in answers} <= {200, 204}
    assert databases.is_same(before, rows(folder))
    expect(phone.page.locator("#unsaved.again, .clash, .problems p")).to_have_count(0)


@pytest.mark.parametrize("then", ["the same again", "Undo"][: size(1, 2)])
def test_a_late_copy_of_each_kind_of_tap_writes_nothing_after_an_undo(
    phone: Phone, line: Line, tmp_path: Path, then: str
) -> None:
    phone.start(*THREE, sizes="1, 2")
    for step in GAME:
        if step in SHORT[: size(3, 0)] or size(0, 1):
            with held_once(phone, line):
                do(phone, step)
            for tap in ("Undo", step, "Undo") if then != "Undo" else ("Undo",):
                with phone.saved():
                    do(phone, tap)
            deliver(phone, line, tmp_path)
            expect_as_opened_now(phone)
        with phone.saved():
            do(phone, step)
    expect_as_opened_now(phone)


def test_a_late_copy_of_an_undo_takes_nothing_back(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    at_the_bids(phone, bid=1)
    with held_once(phone, line):
        do(phone, "Undo")
    for step in ("Bid of Ann", 1), ("Bid of Ben", 0):
        with phone.saved():
            do(phone, step)
    deliver(phone, line, tmp_path)
    assert entered(tmp_path) == ["bids.0=1", "bids.0=None", "bids.0=1", "bids.1=0"]


def test_a_late_copy_of_an_end_does_not_end_a_game_that_is_played_on(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    phone.start(*THREE)
    phone.play("Hearts", (1, 0, 0), (1, 0, 0))
    with held_once(phone, line):
        do(phone, "End the game now")
    with phone.saved():
        do(phone, "Play on")
    deliver(phone, line, tmp_path)
    with phone.saved():
        do(phone, ("Trump", "Clubs"))
    expect_as_opened_now(phone)


@pytest.mark.parametrize("copies", [1, 3][: size(1, 2)])
def test_late_copies_of_a_number_do_not_win_over_there_and_back(
    phone: Phone, line: Line, tmp_path: Path, copies: int
) -> None:
    at_the_bids(phone, bid=1)
    phone.wait_at_most(300)
    with line.all(Fate.HELD):
        do(phone, ("Bid of Ann", 0))
        for count in range(2, copies + 1):
            waits(phone)
            phone.button("Try now").tap()
            held(phone, line, count)
        waits(phone)
    notice(phone)
    settled(phone)
    for number in 1, 0, 1:
        with phone.saved():
            do(phone, ("Bid of Ann", number))
    assert len(changes(tmp_path)) == 6
    deliver(phone, line, tmp_path)
    expect_as_opened_now(phone)
    phone.expect_chosen("Bid of Ann", 1)


def held(phone: Phone, line: Line, count: int) -> None:
    """The line holds so many copies."""
    for _ in range(200):
        if line.fates[Fate.HELD] >= count:
            return
        phone.page.wait_for_timeout(20)
    raise AssertionError(f"not {count} copies")


def test_what_arrives_late_and_before_it_is_sent_again_is_saved_once(
    phone: Phone, line: Line, tmp_path: Path
) -> None:
    at_the_bids(phone)
    phone.wait_at_most(300)
    with line.all(Fate.HELD):
        do(phone, ("Bid of Ann", 1))
        waits(phone)
        first = line.deliver()
        assert [answer.status for answer in first] == [200]
    notice(phone)
    settled(phone)
    line.deliver()
    expect_as_opened_now(phone)
    assert entered(tmp_path) == ["bids.0=1"]


@pytest.mark.parametrize("fill", REPEATABLE[: size(2, len(REPEATABLE))])
def test_a_late_copy_of_each_form_writes_nothing(
    phone: Phone, line: Line, tmp_path: Path, open_phone: OpenPhone, fill: Fill
) -> None:
    filled = fill(phone, open_phone)
    with held_once(filled.phone, line):
        filled.tap.tap()
    before = rows(tmp_path)
    answers = line.deliver()
    assert all(answer.status < 500 for answer in answers)
    assert databases.is_same(before, rows(tmp_path))
