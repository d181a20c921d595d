"""A phone that only enters the results of an event."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.events.event import RoundState
from tests.desk import Desk, seven
from tests.table import Table
from tests.web.page import plain_text

HERE = "/help/round/1/table/1"
RESULT = {"totals": ["30", "20", "20", "-10"], "made": ["", "", "", ""]}


@pytest.fixture
def helped(app: Flask) -> tuple[Desk, Table]:
    """The first round runs, and another phone may enter results."""
    desk = seven(app, "publish", "start")
    return desk, desk.helper(app.test_client())


def said(desk: Desk, phone: Table, page: str) -> str:
    return plain_text(phone.client.get(f"{desk.path}{page}").text)


def send(desk: Desk, phone: Table, page: str, **fields: Any) -> int:
    fields = {"revision": desk.stored.revision, **fields}
    return phone.post(f"{desk.path}{page}", **fields).status_code


def test_doubtful_points_are_asked_about_and_stay(helped: tuple[Desk, Table]) -> None:
    desk, phone = helped
    doubtful: dict[str, Any] = {**RESULT, "totals": ["35", "20", "20", "-10"]}
    doubtful["revision"] = desk.stored.revision
    refused = phone.post(desk.path + HERE, **doubtful)
    assert refused.status_code == 422
    assert "Save anyway" in plain_text(refused.text)
    assert 'value="35"' in refused.text
    assert send(desk, phone, HERE, **doubtful, anyway="y") == 303


def test_a_closed_round_and_a_draw_are_the_desks(helped: tuple[Desk, Table], app: Flask) -> None:
    desk, phone = helped
    desk.finish(app.test_client())
    desk.did("close")
    assert desk.round.state is RoundState.CLOSED
    assert phone.client.get(desk.path + HERE).status_code == 404
    assert send(desk, phone, HERE, **RESULT) == 303
    assert desk.round.table(1).by_hand is None
    desk.did("draw")
    assert "The tables appear here" in said(desk, phone, "/help")
    assert phone.client.get(f"{desk.path}/help/round/2/table/1").status_code == 404


def test_the_desk_removes_a_helper(helped: tuple[Desk, Table]) -> None:
    desk, phone = helped
    _, after = desk.page("phones").split("only enters results")
    number = after.split('name="phone" value="')[1].split('"')[0]
    desk.did("phones", phone=number)
    assert "Hugo’s phone no longer enters results" in plain_text(desk.page("log"))
    assert phone.client.get(f"{desk.path}/help").status_code == 404
    assert send(desk, phone, HERE, **RESULT) == 404


def test_a_link_to_help_gives_nothing_to_who_runs_the_event_and_ends_with_the_desk(
    app: Flask,
) -> None:
    desk = seven(app, "publish", "start")
    other = desk.share(app.test_client())
    other.did("phones/link", helps="y")
    address = other.page("phones").split('id="helper-address"')[1].split('value="')[1].split('"')[0]
    path = "/" + address.split("/", 3)[3]
    assert "already enters results" in plain_text(desk.client.get(path).text)
    number = desk.page("phones").split("Nora’s phone")[1].split('name="phone" value="')[1]
    desk.did("phones", phone=number.split('"')[0])
    assert Table(app.test_client()).post(path, name="").status_code == 410
