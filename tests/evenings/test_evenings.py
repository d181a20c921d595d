"""What each phone reads during an evening, compared with what was approved."""

import os
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest
from flask import Flask

from tests.evenings import books, events, games, kinds, tables
from tests.evenings.evening import Evening
from tests.evenings.rally import Rally
from tests.evenings.recorded import same_draws

# One process plays the evening whose pages the others do not tell again.
pytestmark = pytest.mark.xdist_group("evenings")

SCRIPTS = (*games.EVENINGS, *kinds.EVENINGS, *tables.EVENINGS, *books.EVENINGS)
EVENINGS = {one.__name__: one for one in SCRIPTS if one is not games.plain}
RALLIES = {one.__name__: one for one in events.EVENINGS if one is not events.rally}
APPROVED = Path(__file__).parent / "approved"


@pytest.fixture(scope="module", autouse=True)
def _same_draws() -> Iterator[None]:
    with same_draws():
        yield


@pytest.fixture(scope="module")
def plain(one_app: Flask) -> Evening:
    """The plain evening, whose pages the others do not tell again."""
    evening = Evening(one_app)
    games.plain(evening)
    return evening


@pytest.fixture(scope="module")
def hall(one_app: Flask, plain: Evening) -> Rally:
    """The club evening, whose pages other events do not tell again."""
    event = Rally(one_app, {"T": plain.first["K"]})
    events.rally(event)
    return event


def test_the_plain_evening_reads_as_it_was_approved(plain: Evening) -> None:
    compare("plain", plain.lines)


@pytest.mark.thorough
def test_the_club_evening_reads_as_it_was_approved(hall: Rally) -> None:
    compare("rally", hall.lines)


@pytest.mark.thorough
@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_reads_as_it_was_approved(app: Flask, plain: Evening, name: str) -> None:
    evening = Evening(app, plain.first)
    EVENINGS[name](evening)
    compare(name, evening.lines)


@pytest.mark.thorough
@pytest.mark.parametrize("name", RALLIES)
def test_an_event_reads_as_it_was_approved(
    app: Flask, plain: Evening, hall: Rally, name: str
) -> None:
    event = Rally(app, hall.first | {"T": plain.first["K"]})
    RALLIES[name](event)
    compare(name, event.lines)


def compare(name: str, lines: list[str]) -> None:
    """Compare what an evening told with its approved text."""
    file = APPROVED / f"{name}.txt"
    if os.environ.get("APPROVE"):
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    approved = file.read_text(encoding="utf-8").splitlines()
    found = unified_diff(approved, lines, "approved", "now", n=2, lineterm="")
    assert not (diff := "\n".join(found)), f"APPROVE=1 would approve this:\n{diff}"
