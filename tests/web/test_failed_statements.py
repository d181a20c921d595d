"""Each statement of each write fails in turn: all or nothing is done, and nothing is lost.

A real statement of the real database fails, or its commit; then the form on the error page is sent
again, as its button does.
"""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.http.guard import limiter
from tests import databases
from tests.addresses import POSTS
from tests.cast import Role
from tests.faults import Fault, engine_of, failing
from tests.figures import Figures
from tests.torture import size
from tests.torture.stage import Stage, encoded, staged

pytestmark = pytest.mark.torture

BIDS, LINK = POSTS["/g/KEY/hands/2/bids"], POSTS["/link/TOKEN"]
TIDIES_UP = "/book/bring"
"""A failed import deletes its rows with separate statements."""
LEAD_ON = (
    *("/join", "/language", "/wall", "/watching", "/e/PLAN/desk/players/add/look"),
    *("/e/PLAN/desk/round/list/look", "/e/RALLY/desk/claim"),
)
WRITES = {address: request for address, request in POSTS.items() if address not in LEAD_ON} | {
    "a phone's first game": replace(POSTS["/new"], by=Role.FOLLOWER),
    "bids of a stale page": replace(BIDS, by=Role.GUEST, fields=BIDS.fields | {"revision": "3"}),
    "a book joined": replace(LINK, address="/link/BOOK", by=Role.GUEST),
    "a book recovered": replace(LINK, address="/link/RECOVERY", by=Role.NOBODY),
}
"""All valid POSTs except those that write nothing, and some variants."""
WHEN: dict[str, Any] = {
    "/g/KEY/hands/2/bids": pytest.mark.postgresql,
    "/g/KEY/hands/2/tricks": pytest.mark.thorough,
    "/g/KEY/undo": pytest.mark.thorough,
    "/new": pytest.mark.thorough,
    "/link/TOKEN": (pytest.mark.postgresql, pytest.mark.thorough),
    TIDIES_UP: (pytest.mark.postgresql, pytest.mark.thorough),
}
"""The daily writes, three of them on PostgreSQL too; the others are slow."""


@pytest.fixture(
    params=[pytest.param(write, marks=WHEN.get(write, pytest.mark.slow)) for write in WRITES]
)
def stage(request: pytest.FixtureRequest, one_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A phone ready to write, any number of times."""
    monkeypatch.setattr(limiter, "enabled", False)
    monkeypatch.setattr("secrets.randbits", lambda bits: 2 ** (bits - 1))
    return staged(one_app, WRITES[request.param])


def test_a_statement_that_fails_leaves_all_or_nothing(stage: Stage, figures: Figures) -> None:
    steps = each_fault(stage, late=False)
    figures(f"{steps} statements and commits, each failed once")
    assert steps >= 3


def test_a_commit_whose_answer_is_lost_counts_once(stage: Stage) -> None:
    assert each_fault(stage, late=True) >= 1


def test_a_statement_that_is_refused_writes_nothing_and_is_not_sent_again(stage: Stage) -> None:
    """All or nothing is done, and neither the program nor the page retries."""
    stage.send(encoded(stage.good))
    good = databases.settled(stage.rows())
    stage.restore()
    for number in range(1, size(4, 100)):
        fault = Fault(number, lasting=stage.path != TIDIES_UP, refused=True)
        with failing(engine_of(stage.app), fault):
            response = stage.send(encoded(stage.good))
        if not fault.struck:
            break
        assert response.status_code == 500, number
        assert fault.steps == number or stage.path == TIDIES_UP, "it was tried again"
        assert not kept_on(response), "it is offered again"
        left = databases.settled(stage.rows())
        assert left in (databases.settled(stage.before), good), number
        stage.restore()


def each_fault(stage: Stage, *, late: bool) -> int:
    """Let each step fail in turn; returns the number of steps."""
    response = stage.send(encoded(stage.good))
    assert response.status_code in (200, 303)
    before, good = databases.settled(stage.before), databases.settled(stage.rows())
    number = 1
    while strike(stage, Fault(number, late), before, good):
        number += 1
    return number - 1


def strike(stage: Stage, fault: Fault, before: databases.Settled, good: databases.Settled) -> bool:
    """Return whether there was such a step; after it failed, the form on the page is sent again."""
    stage.restore()
    with failing(engine_of(stage.app), fault):
        response = stage.send(encoded(stage.good))
    if not fault.struck:
        return False
    present = databases.settled(stage.rows())
    assert present in (before, good), f"half of step {fault.at} is there"
    if response.status_code == 503:
        kept = kept_on(response)
        assert set(MultiDict(stage.good).items(multi=True)) <= set(kept.items(multi=True))
        response = stage.send(encoded(kept.to_dict(flat=False)))
        # What was written although no answer came is gone, or is refused a second time.
        refused = (404, 422) if present == good else ()
        assert response.status_code in (200, 303, *refused), (fault, response.text)
    assert response.status_code < 500, fault
    assert databases.settled(stage.rows()) == good, f"twice or not at all after step {fault.at}"
    return True


def kept_on(response: TestResponse) -> MultiDict[str, str]:
    """The form that an error page would send."""
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', response.text)
    return MultiDict((unescape(name), unescape(value)) for name, value in found)
