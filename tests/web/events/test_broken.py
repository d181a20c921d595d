"""An event whose data make no sense breaks nothing else, and can be deleted; none is imported."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.board.events import listing
from scorekeeper.store.events import events
from scorekeeper.store.mapping.document import time_text
from scorekeeper.store.models import db
from scorekeeper.store.sharing import desks
from tests.desk import Desk
from tests.table import field

NOT_SHOWN = "This event cannot be shown."
Change = Callable[[dict[str, Any]], None]
FAULTS = {
    "no JSON": "UPDATE event_act SET data = '[[' WHERE number = 2",
    "deep JSON": "UPDATE event_act SET data = '" + "[" * 100_000 + "' WHERE number = 2",
    "an unknown act": "UPDATE event_act SET kind = 'danced' WHERE number = 2",
    "an act that is refused": "UPDATE event_act SET undone = 3 WHERE number = 2",
    "no line": "DELETE FROM event_act",
    "a clock without end": """UPDATE event_act SET at = '9999-12-31 23:00:00.000000'
        WHERE kind = 'started'""",
}


@pytest.fixture
def desk(app: Flask) -> Desk:
    """A running event, beside another one of the same book."""
    desk = Desk(app.test_client())
    desk.begin("Ann", "Ben", "Cem", "Dan", event="Zittau")
    Desk(desk.client).create(*"ABCD", event="Yverdon")
    desk.key = desk.client.get("/events").text.split("/e/")[1].split("/")[0]
    return desk


@pytest.mark.thorough
@pytest.mark.parametrize("fault", FAULTS)
def test_an_event_that_is_broken_breaks_no_list_and_can_be_deleted(
    desk: Desk, app: Flask, fault: str
) -> None:
    games = {game.key for game in desk.games().values()}
    with app.app_context():
        where = "event_id = (SELECT id FROM event WHERE name = 'Zittau')"
        statement = FAULTS[fault]
        db.session.execute(
            text(f"{statement} {'AND' if 'WHERE' in statement else 'WHERE'} {where}")
        )
        db.session.commit()
        events.forget()
    for address in ("/", "/events", "/history", "/people", *(f"/g/{key}" for key in games)):
        assert desk.client.get(address).status_code == 200, address
    shown = desk.client.get("/events").text
    assert NOT_SHOWN in shown
    assert "Yverdon" in shown
    assert NOT_SHOWN in desk.client.get("/").text
    page = desk.client.get(f"{desk.path}/desk/delete")
    assert "Delete for good" in page.text
    assert desk.table.post(f"{desk.path}/desk/delete").status_code == 303
    assert "Zittau" not in desk.client.get("/events").text
    assert all(desk.client.get(f"/g/{key}").status_code == 200 for key in games)


def test_every_page_of_a_broken_event_says_so(desk: Desk, app: Flask) -> None:
    with app.app_context():
        db.session.execute(text(FAULTS["no JSON"]))
        db.session.commit()
        events.forget()
    pages = ("", "/wall", "/standings", "/results.csv", "/desk/round", "/desk/log", "/desk/more")
    for page in pages:
        answer = desk.client.get(f"{desk.path}{page}")
        assert (answer.status_code, NOT_SHOWN in answer.text) == (404, True), page
    assert desk.table.post(f"{desk.path}/desk/draw", revision="3").status_code == 404
    assert "Delete for good" not in app.test_client().get(desk.path).text


def lines(data: dict[str, Any], *more: tuple[str, datetime]) -> None:
    """Add clock lines of round 1 at these times to the log of a file."""
    for kind, at in more:
        data["log"].append({"at": time_text(at), "kind": kind, "data": {"round": 1}})


def pauses_of_centuries(data: dict[str, Any]) -> None:
    """Nine pauses from 1970 to 2999."""
    for _ in range(9):
        lines(data, ("paused", datetime(1970, 1, 2, tzinfo=UTC)))
        lines(data, ("resumed", datetime(2999, 1, 2, tzinfo=UTC)))


def a_pause_in_the_future(data: dict[str, Any]) -> None:
    lines(data, ("paused", datetime.now(UTC) + timedelta(days=3)))


def a_log_that_goes_backwards(data: dict[str, Any]) -> None:
    lines(data, ("paused", datetime.now(UTC) - timedelta(days=300)))


def a_start_in_the_future(data: dict[str, Any]) -> None:
    data["started"] = "2998-01-01T00:00:00Z"


def too_many_lines(data: dict[str, Any]) -> None:
    line = {"at": time_text(datetime.now(UTC)), "kind": "desk-left"}
    data["log"] += [line] * desks.MOST_LINES


def a_line_too_large(data: dict[str, Any]) -> None:
    drawn = next(line for line in data["log"] if line["kind"] == "drawn")
    drawn["data"]["ahead"] = [[[1000 + seat for seat in range(4000)]] * 6]


def nesting(data: dict[str, Any]) -> None:
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    data["log"][1]["data"] = {"newcomers": deep}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (pauses_of_centuries, "is in the future"),
        (a_pause_in_the_future, "is in the future"),
        (a_start_in_the_future, "is in the future"),
        (a_log_that_goes_backwards, "go backwards"),
        (too_many_lines, "more than 6000 items"),
        (a_line_too_large, "too long to import"),
        (nesting, "nested too deeply"),
    ],
)
def test_an_event_that_would_break_its_pages_is_refused(
    desk: Desk, app: Flask, change: Change, sentence: str
) -> None:
    data = json.loads(desk.client.get(f"{desk.path}/desk/event.json").text)
    change(data)
    answer = bring(app, json.dumps(data))
    assert answer.status_code == 422
    assert sentence in answer.text


def bring(app: Flask, file: str) -> Any:
    """Import a file on a new phone."""
    client = app.test_client()
    # A larger body would wait in a file that the test client never closes.
    assert len(file) < 500_000
    sent = BytesIO(file.encode()), "event.json"
    fields = {"csrf_token": field(client.get("/new").text, "csrf_token"), "file": sent}
    return client.post("/book/bring", data=fields, content_type="multipart/form-data")


def test_an_event_of_which_a_view_fails_is_refused(
    desk: Desk, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OverflowError

    monkeypatch.setattr(listing, "wall_of", fails)
    answer = bring(app, desk.client.get(f"{desk.path}/desk/event.json").text)
    assert answer.status_code == 422
    assert "cannot be shown" in answer.text
