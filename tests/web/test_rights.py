"""A right ends everywhere when it ends: no form of a phone that lost it works, and no link that it
made. Every address of the registry is tried, so that a new one is tried by itself."""

from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.http.guard import limiter
from tests import databases
from tests.table import Table
from tests.torture.stage import READS
from tests.turns import daily
from tests.web.rights import (
    WAYS,
    Step,
    Try,
    allowed,
    evening,
    event_ended,
    of_desk,
    of_slip,
    round_closed,
)

pytestmark = [pytest.mark.thorough, pytest.mark.torture]

DAILY = (
    *("removed from the book", "joins another book", "the event's book moves away"),
    *(
        "removed from the desk",
        "a helper is removed",
        "called back",
        "passed to another phone",
        "the round is closed",
    ),
    *("the event has ended", "ended in an ordinary game", "another phone corrects"),
)
"""A case of each way that a right is lost."""
HOLDERS = list(dict.fromkeys(gets for gets, _ in WAYS.values()))
GONE = (404, 410)
NO_RESULTS = {"phone", "one_time_link"}
"""Tables without anything of an event or a game."""
NOT_REACHED = (
    # In a game that is over, of an event, of three, or with other rules.
    *("/more", "/rematch", "/players/3/out", "/hands/2/all-extras", "/extras"),
    # Not about a phone or person of the owner's, or by a guest.
    *("/phones", "/delete", "/with/1", "/claim"),
)
"""The ends of addresses that no right of Ben's reaches here."""


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every link is tried."""
    monkeypatch.setattr(limiter, "enabled", False)


def send(phone: Table, tried: Try) -> TestResponse:
    """Open a page or send a form."""
    if tried.fields is None:
        return phone.client.get(tried.path)
    return phone.post(tried.path, **tried.fields)


@daily("way", WAYS, *DAILY)
def test_a_right_that_ended_allows_nothing_and_nor_do_its_links(app: Flask, way: str) -> None:
    gets, loses = WAYS[way]
    one = evening(app)
    gets(one)
    tries = [*allowed(one)]
    assert len(tries) > (2 if one.enters else 20), "the registry is tried"
    loses(one)
    before = databases.held(app)
    for tried in tries:
        if one.may_claim and tried.path.endswith("/claim"):
            continue
        with databases.asked(app) as asked:
            answer = send(one.ben, tried)
        assert answer.status_code == 404, (way, tried, answer.text)
        only_read = all(READS.match(statement) for statement, _ in asked)
        assert only_read or databases.is_same(before, databases.held(app)), (way, tried)
    for link in one.links:
        assert one.cem.client.get(link).status_code in GONE, (way, link)
        assert one.cem.post(link, name="").status_code in GONE, (way, link)
        assert link not in one.ben.client.get("/book").text
    assert databases.is_same(before, databases.held(app)), way
    for slip in one.slips:
        answer = one.ben.post(slip)
        assert (answer.location or slip) == slip, "it has to ask"


@daily("ends", [round_closed, event_ended], round_closed)
def test_after_a_round_or_the_event_nothing_changes_without_a_line_in_the_log(
    app: Flask, ends: Step
) -> None:
    """Tried by the phone that may do the most."""
    one = evening(app)
    of_slip(one)
    ends(one)
    held, wrote = databases.held(app), set()
    owner = replace(one, runs=True, keeps=[one.table, one.desk.game(2)])
    for tried in allowed(owner):
        send(one.ann, tried)
        after = databases.held(app)
        if {table for table, _ in databases.changed(held, after)} - NO_RESULTS:
            is_noted = len(after["event_act"]) > len(held["event_act"])
            assert is_noted or tried.path.endswith("/desk/delete"), tried
            wrote.add(tried.path)
            databases.restore(app, held)
    assert f"{one.desk.path}/desk/penalties" in wrote, "with a line"
    assert not [path for path in wrote if path.startswith("/g/")]


@daily("gets", HOLDERS, of_desk, ids=lambda gets: gets.__name__)
def test_the_requests_that_are_tried_reach_what_they_ask_for(app: Flask, gets: Step) -> None:
    """Otherwise a 404 would mean nothing."""
    one = evening(app)
    gets(one)
    held = databases.held(app)
    for tried in allowed(one):
        if send(one.ben, tried).status_code == 404:
            assert tried.path.endswith(NOT_REACHED), tried
        if tried.fields is not None:
            databases.restore(app, held)
