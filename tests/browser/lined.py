"""Phones on a bad line, and what is asked of them and of the database."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.pool import NullPool

from tests import databases
from tests.browser.conftest import OpenPhone
from tests.browser.line import Fate, Line
from tests.browser.phone import Phone
from tests.browser.server import Server

THREE = ("Ann", "Ben", "Cem")
LOST = ("net::ERR_", "status of (409|422|500|503)", "^htmx:")
"""What a browser says of requests that fail or are refused."""
SAVED = re.compile(r"Saved \d\d:\d\d")
QUIET = """() => !document.querySelector("main[aria-busy=true], .htmx-request")
  && !Object.keys(localStorage).some((key) => key.startsWith("scorekeeper"))"""
CHANGES = """SELECT number, "before", "after" FROM change
  WHERE game_id = (SELECT min(id) FROM game) ORDER BY revision"""
REVISION = "SELECT revision FROM game ORDER BY id LIMIT 1"


@pytest.fixture
def server(server: Server) -> Iterator[Line]:
    """What phones take for the server is a line to it."""
    line = Line(server)
    yield line
    line.close()


@pytest.fixture
def line(server: Line) -> Line:
    """The line between the phones and the server."""
    return server


@pytest.fixture
def phone(phone: Phone) -> Phone:
    """A phone whose browser may complain of a bad line."""
    phone.forgiven += LOST
    return phone


@contextmanager
def database(folder: Path) -> Iterator[Engine]:
    """The database that the server uses, by another way."""
    engine = create_engine(databases.url_of(folder), poolclass=NullPool)
    yield engine
    engine.dispose()


def changes(folder: Path) -> list[tuple[int, dict[str, object]]]:
    """What each save of the first game changed, by hand: ``(1, {"bids.0": 1})``."""
    with database(folder) as engine, engine.connect() as connection:
        rows = connection.execute(text(CHANGES)).all()
        assert connection.scalar(text(REVISION)) == len(rows)
    found = []
    for number, *held in rows:
        before, after = map(flat, held)
        new = {name: value for name, value in after.items() if before.get(name) != value}
        assert new, "a save that changed nothing"
        found.append((number, new))
    return found


def entered(folder: Path) -> list[str]:
    """What each save after the first trump changed: ``bids.0=1 bids.1=0``."""
    lines = [new for _, new in changes(folder)[1:]]
    return [" ".join(f"{name}={value}" for name, value in new.items()) for new in lines]


def flat(held: str | None) -> dict[str, object]:
    """A state of the log with a name for each number of a seat."""
    found: dict[str, object] = {}
    for name, value in (json.loads(held) if held else {}).items():
        if isinstance(value, list):
            found |= {f"{name}.{seat}": number for seat, number in enumerate(value)}
        else:
            found[name] = value
    return found


def said(phone: Phone) -> Locator:
    """What the bar says, if it is there."""
    return phone.page.locator("#unsaved p > span:visible")


def waits(phone: Phone) -> None:
    """The bar says that something is not saved."""
    expect(said(phone).first).to_have_text("Not saved, trying again")
    expect(phone.button("Try now")).to_be_visible()


def notice(phone: Phone) -> None:
    """The phone notices that the line is back, before it would try again by itself."""
    phone.page.evaluate("dispatchEvent(new Event('online'))")


def is_swallowed(phone: Phone, line: Line, times: int = 1) -> None:
    """The line kept so many POSTs to itself."""
    for _ in range(200):
        if line.fates[Fate.SWALLOWED] >= times:
            return
        phone.page.wait_for_timeout(50)
    raise AssertionError(f"not {times} times")


def expect_saved(phone: Phone) -> None:
    """The line is back, and the bar says that all is saved."""
    notice(phone)
    expect(said(phone)).to_have_text(SAVED)


@contextmanager
def away(phone: Phone) -> Iterator[None]:
    """Inside, this phone alone has no connection."""
    phone.context.set_offline(True)
    yield
    phone.context.set_offline(False)


def games(folder: Path) -> object:
    """How many games there are."""
    with database(folder) as engine, engine.connect() as connection:
        return connection.execute(text("SELECT count(*) FROM game")).scalar_one()


def open_again(phone: Phone) -> None:
    """The page is gone at once, and opened anew."""
    address = phone.page.url
    phone.page.close(run_before_unload=False)
    phone.page = phone.context.new_page()
    phone.open(address)


def at_the_bids(phone: Phone, *, bid: int | None = None) -> None:
    """A game whose first trump is turned up, and perhaps Ann's bid saved."""
    phone.start(*THREE)
    phone.turn("Hearts")
    phone.group("Bid of Ann").wait_for()
    if bid is not None:
        with phone.saved():
            phone.tap(phone.chip("Bid of Ann", bid))


def share(phone: Phone, open_phone: OpenPhone) -> Phone:
    """Another phone that keeps the score of the game too."""
    game = phone.page.url
    phone.open(f"{game}/phones")
    phone.button("Share: both keep score").tap()
    link = phone.page.get_by_label("Link for the other phone").input_value()
    other = open_phone()
    other.forgiven += LOST
    other.open(link)
    other.page.get_by_label("Name of this phone").fill("Ben")
    other.button("Keep score on this phone").tap()
    other.page.wait_for_url("**/g/*")
    phone.open(game)
    return other


def settled(phone: Phone) -> None:
    """Nothing waits on this phone any more, and the page has drawn the last answer."""
    phone.page.wait_for_load_state()
    phone.page.wait_for_function(QUIET)
