"""What each phone reads during an evening, compared with what was approved."""

import os
from difflib import unified_diff
from pathlib import Path

import pytest
from flask import Flask

from tests.evenings import books, games, kinds, tables
from tests.evenings.evening import Evening
from tests.evenings.watch import Pages

SCRIPTS = (*games.EVENINGS, *kinds.EVENINGS, *tables.EVENINGS, *books.EVENINGS)
EVENINGS = {one.__name__: one for one in SCRIPTS}
APPROVED = Path(__file__).parent / "approved"


@pytest.fixture(scope="module")
def before(one_app: Flask) -> Pages:
    """The pages of the plain evening, which the others do not tell again."""
    evening = Evening(one_app)
    games.plain(evening)
    return evening.first


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_reads_as_it_was_approved(app: Flask, before: Pages, name: str) -> None:
    evening = Evening(app, {} if name == "plain" else before)
    EVENINGS[name](evening)
    file = APPROVED / f"{name}.txt"
    if os.environ.get("APPROVE"):
        file.write_text("\n".join(evening.lines) + "\n", encoding="utf-8")
    approved = file.read_text(encoding="utf-8").splitlines()
    found = unified_diff(approved, evening.lines, "approved", "now", n=2, lineterm="")
    assert not (diff := "\n".join(found)), f"APPROVE=1 would approve this:\n{diff}"
